/** English: a page's history. */
export const history = "History";
export const someone = "Someone";
export const authors = (names: readonly string[]) => names.join(", ");
export const none = "Nothing was written here yet.";
export const versions = "Versions, newest first";
export const older = "Older versions";
export const today = "Today";
export const yesterday = "Yesterday";
export const changes = "Changes";
export const textThen = "The text at this version";
export const reading = "Reading…";
export const empty = "It was empty.";
export const stayed = { one: "One block that stayed as it was", other: "# blocks that stayed as they were" };
export const restore = "Restore this version";
export const restored = (time: string) =>
  `The page reads as it did ${time}. The later versions are still in its history.`;
export const undo = "Undo";
export const undoSince = (tool: string) => `Undo what ${tool} did since`;
export const undoAsked = (tool: string) => `Undo what ${tool} did?`;
export const titles = (all: readonly string[]) => all.map((title) => `“${title}”`).join(", ");
export const titlesAndMore = (pages: string, more: string) => `${pages} and ${more}`;
export const more = { other: "# more" };
export const takenOut = (tool: string, pages: string) =>
  `What ${tool} wrote since then is taken out of ${pages}. What people wrote stays.`;
export const takenBack = (tool: string) => `What ${tool} wrote is taken back.`;
export const failed = {
  one: "# page could not be changed. Try again.",
  other: "# pages could not be changed. Try again.",
};
export const comparedWith = "Compare with";
export const versionBefore = "The version before";
export const changesBy = "Changes by";
export const addedBy = (name: string) => `Added by ${name}`;
export const removedBy = (name: string) => `Removed by ${name}`;
export const stayedLines = { one: "One line that stayed as it was", other: "# lines that stayed as they were" };
