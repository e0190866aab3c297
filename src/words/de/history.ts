/** Deutsch: der Verlauf einer Seite. */
export const history = "Verlauf";
export const someone = "Jemand";
export const authors = (names: readonly string[]) => names.join(", ");
export const none = "Hier wurde noch nichts geschrieben.";
export const versions = "Versionen, neueste zuerst";
export const older = "Ältere Versionen";
export const today = "Heute";
export const yesterday = "Gestern";
export const changes = "Änderungen";
export const textThen = "Text dieser Version";
export const reading = "Wird geladen …";
export const empty = "Die Seite war leer.";
export const stayed = { one: "# unveränderter Block", other: "# unveränderte Blöcke" };
export const restore = "Diese Version wiederherstellen";
export const restored = (time: string) =>
  `Wiederhergestellt ist der Stand: ${time}. Die späteren Versionen stehen noch im Verlauf.`;
export const undo = "Rückgängig machen";
export const undoSince = (tool: string) => `Änderungen von ${tool} seit dieser Version rückgängig machen`;
export const undoAsked = (tool: string) => `Änderungen von ${tool} rückgängig machen?`;
export const titles = (all: readonly string[]) => all.map((title) => `„${title}“`).join(", ");
export const titlesAndMore = (pages: string, more: string) => `${pages} und ${more}`;
export const more = { other: "# weiteren" };
export const takenOut = (tool: string, pages: string) =>
  `Was ${tool} seitdem geschrieben hat, wird aus ${pages} entfernt. Was Menschen geschrieben haben, bleibt.`;
export const takenBack = (tool: string) => `Die Änderungen von ${tool} sind rückgängig gemacht.`;
export const failed = {
  one: "# Seite konnte nicht geändert werden. Versuche es noch einmal.",
  other: "# Seiten konnten nicht geändert werden. Versuche es noch einmal.",
};
export const comparedWith = "Vergleichen mit";
export const versionBefore = "Vorherige Version";
export const changesBy = "Änderungen von";
export const addedBy = (name: string) => `Hinzugefügt von ${name}`;
export const removedBy = (name: string) => `Entfernt von ${name}`;
export const stayedLines = { one: "# unveränderte Zeile", other: "# unveränderte Zeilen" };
export const threadOpened = (name: string) => `${name} hat einen Kommentar begonnen`;
export const suggestionMade = (name: string) => `${name} hat eine Änderung vorgeschlagen`;
export const threadClosed = {
  resolved: (name: string) => `${name} hat einen Kommentar erledigt`,
  task: (name: string) => `${name} hat einen Kommentar durch die zugehörige Aufgabe erledigt`,
  accepted: (name: string) => `${name} hat einen Vorschlag angenommen`,
  rejected: (name: string) => `${name} hat einen Vorschlag abgelehnt`,
};
