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
export const textThen = "Der Text in dieser Version";
export const reading = "Wird gelesen …";
export const empty = "Die Seite war leer.";
export const stayed = { one: "Ein Block, der gleich geblieben ist", other: "# Blöcke, die gleich geblieben sind" };
export const restore = "Diese Version wiederherstellen";
export const restored = (time: string) =>
  `Wiederhergestellt ist der Stand: ${time}. Die späteren Versionen stehen noch im Verlauf.`;
export const undo = "Rückgängig machen";
export const undoSince = (tool: string) => `Rückgängig machen, was ${tool} seitdem getan hat`;
export const undoAsked = (tool: string) => `Rückgängig machen, was ${tool} getan hat?`;
export const titles = (all: readonly string[]) => all.map((title) => `„${title}“`).join(", ");
export const titlesAndMore = (pages: string, more: string) => `${pages} und ${more}`;
export const more = { other: "# weiteren" };
export const takenOut = (tool: string, pages: string) =>
  `Was ${tool} seitdem geschrieben hat, wird aus ${pages} entfernt. Was Menschen geschrieben haben, bleibt.`;
export const takenBack = (tool: string) => `Was ${tool} geschrieben hat, ist zurückgenommen.`;
export const failed = {
  one: "# Seite konnte nicht geändert werden. Versuche es noch einmal.",
  other: "# Seiten konnten nicht geändert werden. Versuche es noch einmal.",
};
export const comparedWith = "Vergleichen mit";
export const versionBefore = "Vorherige Version";
export const changesBy = "Änderungen von";
export const addedBy = (name: string) => `Hinzugefügt von ${name}`;
export const removedBy = (name: string) => `Entfernt von ${name}`;
export const stayedLines = { one: "Eine Zeile blieb, wie sie war", other: "# Zeilen blieben, wie sie waren" };
