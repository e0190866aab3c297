/** English: approving and undoing an agent's changes. */
export const title = (action: string) => `Allow this? ${action}`;
export const reasons = {
  trash: "Pages move to the trash. You can restore them from there.",
  revert: "A page returns to an earlier version. Later changes to it are replaced.",
  move_between_drives: "Pages move to another drive, where other people have access.",
  other_drive: "This affects a drive outside this conversation.",
  post_elsewhere: "A message is posted in your name in another conversation.",
  many_pages: "Many pages change at once.",
  rewrite: "Much of a page's text is removed or replaced.",
  read_outsiders: "The answer has read text by people who couldn't make this change themselves.",
  every_write: "This agent asks before every change.",
  hidden_from_readers: "What the agent reads can appear in its answer, which everyone in this conversation can read.",
  hidden_from_target: "The answer has read pages that some of those who would read this change can't see.",
};
export const pages = "Pages";
export const newPages = "New pages";
export const text = "Text";
export const hiddenFrom = (count: string, names: string) => `${count} who read this chat can't see this: ${names}`;
export const people = { one: "# person", other: "# people" };
export const others = { one: "# other", other: "# others" };
export const diffOf = (page: string) => `Changes to ${page}`;
export const added = "Added:";
export const removed = "Removed:";
export const until = (time: string) => `You can answer until ${time}.`;
export const no = "Not now";
export const once = "Allow once";
export const further = "Allow further edits in this answer";
export const changedSince = "This has changed, or no longer waits for you. Here is how it is now.";
export const undoTitle = "Undo this answer?";
export const undoSentence = "Everything that this answer changed is undone. What others have written since is kept.";
export const undo = "Undo";
export const undone = "Undone";
export const kept = "Kept, because it was used since or nothing was left to undo";
export const failed = "Not undone. Try again";
export const nothing = "There was nothing to undo.";
export const finished = "The answer is undone.";
export const partly = "The answer is undone in part.";
export const effects = {
  text: "text",
  created: "new page",
  moved: "place",
  trashed: "moved to the trash",
  restored: "restored from the trash",
  posted: "message",
  renamed: "title or look",
};
