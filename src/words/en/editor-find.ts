/** English: finding and replacing in a text. */
export const find = "Find";
export const findInPage = "Find in this page";
export const closeFind = "Close find";
export const whatMatches = "Match options";
export const matchCase = "Match case";
export const wholeWords = "Whole words";
export const regularExpression = "Regular expression";
export const previous = "Previous match";
export const next = "Next match";
export const openReplace = "Replace…";
export const replaceWith = "Replace with";
export const replace = "Replace";
export const replaceAll = "Replace all";
export const none = "No matches";
export const matchCount = { one: "# match", other: "# matches" };
export const matchesOrMore = (count: string) => `${count} or more matches`;
export const orMore = (count: string) => `${count} or more`;
export const placeAmong = (place: string, all: string) => `${place} of ${all}`;
export const inAddress = (matches: string) => `${matches}, in a link address`;
export const checkExpression = "Invalid expression.";
export const faultyExpression = (reason: string) => `Invalid expression: ${reason}.`;
/** What CodeMirror says. */
export const phrases = {
  "current match": "current match",
  "on line": "on line",
  "replaced match on line $": "replaced match on line $",
  "replaced $ matches": "replaced $ matches",
};
