/** Deutsch: Finden und Ersetzen in einem Text. */
export const find = "Finden";
export const findInPage = "Auf dieser Seite finden";
export const closeFind = "Finden schließen";
export const whatMatches = "Suchoptionen";
export const matchCase = "Groß- und Kleinschreibung beachten";
export const wholeWords = "Ganze Wörter";
export const regularExpression = "Regulärer Ausdruck";
export const previous = "Voriger Treffer";
export const next = "Nächster Treffer";
export const openReplace = "Ersetzen …";
export const replaceWith = "Ersetzen durch";
export const replace = "Ersetzen";
export const replaceAll = "Alle ersetzen";
export const none = "Keine Treffer";
export const matchCount = { one: "# Treffer", other: "# Treffer" };
export const matchesOrMore = (count: string) => `${count} oder mehr Treffer`;
export const orMore = (count: string) => `${count} oder mehr`;
export const placeAmong = (place: string, all: string) => `${place} von ${all}`;
export const inAddress = (matches: string) => `${matches}, in einer Linkadresse`;
export const checkExpression = "Ungültiger Ausdruck.";
export const faultyExpression = (reason: string) => `Ungültiger Ausdruck: ${reason}.`;
/** What CodeMirror says. */
export const phrases = {
  "current match": "aktueller Treffer",
  "on line": "in Zeile",
  "replaced match on line $": "Treffer in Zeile $ ersetzt",
  "replaced $ matches": "$ Treffer ersetzt",
};
