/** Deutsch: der Papierkorb. */
export const trashOf = (drive: string) => `Papierkorb von ${drive}`;
export const putAside = (drive: string) =>
  `Seiten von ${drive}, die in den Papierkorb verschoben wurden. Mit einer Seite werden auch die Seiten darunter wiederhergestellt.`;
export const empty = "Der Papierkorb ist leer. Was du hierher verschiebst, bleibt, bis du es endgültig löschst.";
export const earlier = "Ältere Seiten";
export const chosenPages = "Ausgewählte Seiten";
export const chooseAll = "Alle auswählen";
export const choose = (title: string) => `${title} auswählen`;
export const chosen = { other: "# ausgewählt" };
export const restore = "Wiederherstellen";
export const restorePage = (title: string) => `${title} wiederherstellen`;
export const restoring = (place: number, count: number) => `${place} von ${count} wird wiederhergestellt …`;
export const open = "Öffnen";
export const back = (title: string) => `„${title}“ ist wieder da.`;
export const backAtTop = (title: string) => `„${title}“ ist wieder da, ganz oben in der Ablage.`;
export const pagesBack = { one: "# Seite ist wieder da.", other: "# Seiten sind wieder da." };
export const pagesBackAtTop = {
  one: "# Seite ist wieder da, ganz oben in der Ablage.",
  other: "# Seiten sind wieder da, ganz oben in der Ablage.",
};
export const pagesBackSomeAtTop = { other: "# Seiten sind wieder da, einige davon ganz oben in der Ablage." };
export const deleteForGood = "Endgültig löschen";
export const deletePage = (title: string) => `Endgültig löschen: ${title}`;
export const deleteAsked = "Endgültig löschen?";
export const goesForGood = (title: string) =>
  `„${title}“ und die Seiten darunter verschwinden mitsamt ihrem Verlauf. Das lässt sich nicht rückgängig machen.`;
export const pagesGoForGood = {
  other: "# Seiten und die Seiten darunter verschwinden mitsamt ihrem Verlauf. Das lässt sich nicht rückgängig machen.",
};
export const deleting = (place: number, count: number) => `${place} von ${count} wird gelöscht …`;
export const gone = (title: string) => `„${title}“ ist gelöscht.`;
export const pagesGone = { one: "# Seite ist gelöscht.", other: "# Seiten sind gelöscht." };
