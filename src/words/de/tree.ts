/** Deutsch: was im Baum mit Seiten geschieht. */
export const open = "Öffnen";
export const openInTab = "In neuem Tab öffnen";
export const rename = "Umbenennen";
export const addToFavourites = "Zu Favoriten hinzufügen";
export const removeFromFavourites = "Aus Favoriten entfernen";
export const isFavourite = (title: string) => `„${title}“ wurde zu den Favoriten hinzugefügt.`;
export const noFavourite = (title: string) => `„${title}“ wurde aus den Favoriten entfernt.`;
export const copyLink = "Link kopieren";
export const linkCopied = "Link kopiert.";
export const share = "Teilen";
export const toTrash = "In den Papierkorb verschieben";
export const pagesToTrash = {
  one: "# Seite in den Papierkorb verschieben",
  other: "# Seiten in den Papierkorb verschieben",
};
export const clearSelection = "Auswahl aufheben";
export const pages = { one: "# Seite", other: "# Seiten" };
export const cut = "Ausschneiden";
export const pageCut = (title: string) => `„${title}“ wurde ausgeschnitten. Füge die Seite in eine andere Seite ein.`;
export const pagesCut = { other: "# Seiten wurden ausgeschnitten. Füge sie in eine andere Seite ein." };
export const enterKey = "Eingabe";
export const deleteKey = "Entf";
export const cutKeys = "Strg X";
export const moveToPlace = "Verschieben nach …";
export const moveTo = "Verschieben nach";
export const find = "Seite finden";
export const places = "Orte";
export const topOf = (drive: string) => `Ganz oben in ${drive}`;
export const noneFound = "Keine Seite dieser Ablage hat einen solchen Titel.";
export const access = "Wer Zugriff hat";
