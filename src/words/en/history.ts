/** English: a page's history. */
export const history = "History";
export const someone = "Someone";
export const authors = (names: readonly string[]) => names.join(", ");
export const none = "Nothing has been written here yet.";
export const versions = "Versions, newest first";
export const older = "Older versions";
export const today = "Today";
export const yesterday = "Yesterday";
export const changes = "Changes";
export const textThen = "Text of this version";
export const reading = "Loading…";
export const empty = "The page was empty.";
export const stayed = { one: "# unchanged block", other: "# unchanged blocks" };
export const restore = "Restore this version";
export const restored = (time: string) => `Restored the version from ${time}. Later versions are still in the history.`;
export const undo = "Undo";
export const undoSince = (tool: string) => `Undo ${tool}'s changes since this version`;
export const undoAsked = (tool: string) => `Undo ${tool}'s changes?`;
export const titles = (all: readonly string[]) => all.map((title) => `“${title}”`).join(", ");
export const titlesAndMore = (pages: string, more: string) => `${pages} and ${more}`;
export const more = { other: "# more" };
export const takenOut = (tool: string, pages: string) =>
  `This removes what ${tool} has written since then from ${pages}. What people wrote stays.`;
export const takenBack = (tool: string) => `${tool}'s changes are undone.`;
export const failed = {
  one: "Couldn't change # page. Try again.",
  other: "Couldn't change # pages. Try again.",
};
export const comparedWith = "Compare with";
export const versionBefore = "Previous version";
export const changesBy = "Changes by";
export const addedBy = (name: string) => `Added by ${name}`;
export const removedBy = (name: string) => `Removed by ${name}`;
export const stayedLines = { one: "# unchanged line", other: "# unchanged lines" };
export const threadOpened = (name: string) => `${name} opened a comment thread`;
export const suggestionMade = (name: string) => `${name} suggested a change`;
export const threadClosed = {
  resolved: (name: string) => `${name} resolved a comment thread`,
  task: (name: string) => `${name} resolved a comment thread by completing its task`,
  accepted: (name: string) => `${name} accepted a suggestion`,
  rejected: (name: string) => `${name} rejected a suggestion`,
};
