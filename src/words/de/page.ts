/** Deutsch: eine Seite, und was jede Seite sofort braucht. */

export const saved = "Gespeichert";
export const title = "Titel";
export const pagesBelow = "Unterseiten";
export const inTrash = "Diese Seite liegt im Papierkorb und kann deshalb nicht geändert werden.";
export const restore = "Wiederherstellen";
export const edited = <Time>(time: Time): (string | Time)[] => ["Bearbeitet ", time];
export const withTime = <Time>(what: string, time: Time): (string | Time)[] => [`${what}, `, time];
export const readingView = "Leseansicht";
export const favourite = "Favorit";
export const history = "Verlauf";
export const uploadFiles = "Dateien hochladen";
export const share = "Teilen";
export const moreActions = "Weitere Aktionen";
export const copyId = "ID kopieren";
export const toTrash = "In den Papierkorb verschieben";
export const nothingWritten = "Diese Seite ist leer.";
export const conversation = "Unterhaltung";
export const agentSettings = "Einstellungen des Agenten";
export const shownByCanvas = "Vorschau der Zeichenfläche";
export const canvasEmpty = "Noch ist nichts gezeichnet.";
export const canvasToBegin =
  "Noch ist nichts gezeichnet. Schreib unten HTML oder SVG: Es erscheint hier, während du tippst.";
export const codeKeys = "Tab rückt ein. Um den Text zu verlassen, drücke Escape und dann Tab.";
export const wrapLines = "Zeilen umbrechen";
export const copyAll = "Alles kopieren";
export const textOfPage = "Text der Seite";
export const earlierVersions = "Frühere Versionen";
export const attachedFiles = "Angehängte Dateien";
export const olderFiles = "Nur die neuesten Dateien werden gezeigt.";
export const remove = "Entfernen";
export const removeFile = (name: string) => `${name} entfernen`;
export const removeFileAsked = (name: string) => `${name} entfernen?`;
export const fileDeletedForGood = "Die Datei wird endgültig gelöscht. Sie kommt nicht in den Papierkorb.";
export const fileRemoved = (name: string) => `${name} wurde entfernt.`;
export const leave = "Verlassen";
export const leaveUnsent = "Verlassen, ohne zu senden?";
export const unsentLost = "Die Nachricht, die du begonnen hast, geht verloren, wenn du die Seite verlässt.";
export const leaveUnsaved = "Verlassen, ohne zu speichern?";
export const unsavedLost =
  "Was du zuletzt geschrieben hast, konnte nicht gespeichert werden. Es geht verloren, wenn du die Seite verlässt.";
export const codeCopied = "Code kopiert.";
export const idCopied = "ID der Seite kopiert.";
export const renamed = "Umbenannt.";
export const notKept =
  "Du bist offline, und diese Seite ist offline nicht verfügbar. In der geöffneten Seite kannst du weiterarbeiten.";
export const lost = "Der Dienst ist nicht erreichbar.";
export const connecting = "Wird verbunden …";
export const notConnectedYet = "Die Seite ist noch nicht verbunden, deshalb ist dein Text nicht gespeichert.";
export const viewOnly = "Nur ansehen";
export const viewOnlyHint = "Du kannst diese Seite ansehen, aber nicht ändern. Sieh nach, wer dir Zugriff geben kann.";
export const commentOnly = "Nur kommentieren";
export const commentOnlyHint =
  "Du kannst diese Seite kommentieren, aber nicht ändern. Sieh nach, wer dir Zugriff geben kann.";
export const whoHasAccess = "Wer Zugriff hat";
export const preparingPrint = "Die Seite wird für den Druck vorbereitet …";
