/** Deutsch: Text, dessen Platz gelöscht wurde, während er geschrieben wurde. */
export const cellDeleted = "Die Zelle, in der du geschrieben hast, wurde gelöscht. Dein Text ist noch hier.";
export const taskDeleted = "Die Aufgabe, die du geändert hast, wurde gelöscht. Dein Text ist noch hier.";
export const imageDeleted = "Das Bild, das du beschrieben hast, wurde gelöscht. Dein Text ist noch hier.";
export const emptyCellDeleted = "Die Zelle, in der du warst, wurde gelöscht.";
export const taskGone = "Diese Aufgabe wurde gelöscht.";
export const yourText = "Dein Text";
export const copy = "Kopieren";
export const copied = "Kopiert.";
export const discard = "Verwerfen";
export const putInCell = "In die ausgewählte Zelle einfügen";
export const putAtCursor = "An der Schreibmarke einfügen";
export const addAsTask = "Als Aufgabe hinzufügen";
export const noPlace = "Der Text lässt sich hier nicht einfügen. Kopiere ihn stattdessen.";
export const blockGone = "Dieser Abschnitt wurde gelöscht.";
