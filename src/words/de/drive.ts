/** Deutsch: eine Ablage und ein Ordner. */
export const uploadFiles = "Dateien hochladen";
export const members = "Mitglieder";
export const rename = "Umbenennen";
export const none = "Noch keine Seiten.";
export const noneShared = "Noch keine Seiten. Seiten, die andere mit dir teilen, erscheinen hier.";
export const firstPage = "Erste Seite anlegen";
export const welcome = "Willkommen";
export const noDrives =
  "Jede Seite gehört zu einer Ablage, und du hast noch keine. Lege eine an oder bitte jemanden, seine mit dir zu teilen.";
export const makeDrive = "Ablage anlegen";
export const name = "Name";
export const renameDrive = "Ablage umbenennen";
export const pagesInFolder = "Seiten in diesem Ordner";
export const showAs = "Ansicht";
export const list = "Liste";
export const gallery = "Galerie";
export const emptyFolder = "Dieser Ordner ist leer.";
export const emptyFolderToFill = "Dieser Ordner ist leer. Lege eine Seite an oder lade Dateien hoch.";
export const below = { one: "# Unterseite", other: "# Unterseiten" };
export const manyBelow = (least: number) => `${least} oder mehr Unterseiten`;
export const transfers = "Import und Export";
