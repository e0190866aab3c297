/** Deutsch: eine Ablage und ein Ordner. */
export const uploadFiles = "Dateien hochladen";
export const members = "Mitglieder";
export const rename = "Umbenennen";
export const none = "Hier sind noch keine Seiten.";
export const noneShared = "Hier sind noch keine Seiten. Seiten, die andere für dich anlegen, stehen hier.";
export const firstPage = "Erste Seite anlegen";
export const welcome = "Willkommen";
export const noDrives =
  "Seiten liegen in Ablagen, und du hast noch keine. Lege eine an oder bitte jemanden, seine mit dir zu teilen.";
export const makeDrive = "Ablage anlegen";
export const name = "Name";
export const renameDrive = "Ablage umbenennen";
export const pagesInFolder = "Seiten in diesem Ordner";
export const showAs = "Seiten zeigen als";
export const list = "Liste";
export const gallery = "Galerie";
export const emptyFolder = "Dieser Ordner ist leer.";
export const emptyFolderToFill =
  "Dieser Ordner ist leer. Lade Dateien hoch oder lege mit „Neue Seite“ im Menü eine Seite an.";
export const below = { one: "# Seite darunter", other: "# Seiten darunter" };
export const manyBelow = (least: number) => `${least} oder mehr Seiten darunter`;
export const transfers = "Import und Export";
