/** English: comments beside the text of a page. */
export const comments = "Comments";
export const openCount = { one: "# open comment", other: "# open comments" };
export const comment = "Comment";
export const newComment = "New comment";
export const onWholePage = "On the whole page";
export const onCells = (cells: string) => `On ${cells}`;
export const onArea = "On an area of the image";
export const area = (number: string) => `Area ${number}`;
export const onPage = (page: string, quote: string) => `Page ${page}: “${quote}”`;
export const chooseArea = "Choose an area";
export const areaHint =
  "Draw a rectangle on the image. With the keyboard: arrow keys move it, Shift and arrow keys resize it, Enter confirms.";
export const useArea = "Comment on this area";
export const commentOnPage = "Comment on the whole page";
export const cancel = "Cancel";
export const areaAt = (x: string, y: string, width: string, height: string) =>
  `${x} from the left, ${y} from the top, ${width} wide, ${height} high`;
export const onQuote = (quote: string) => `On “${quote}”`;
export const write = "Write a comment";
export const reply = "Reply";
export const send = "Comment";
export const commentBy = (name: string) => `Comment by ${name}`;
export const suggestionBy = (name: string) => `Suggestion by ${name}`;
export const unread = "Unread";
export const replies = { one: "# reply", other: "# replies" };
export const earlier = { one: "Show # earlier reply", other: "Show # earlier replies" };
export const resolve = "Resolve";
export const reopen = "Reopen";
export const more = "More actions";
export const copyLink = "Copy link";
export const linkCopied = "Link copied.";
export const follow = "Get notified of replies";
export const unfollow = "Stop notifications of replies";
export const linkTask = "Resolve when a task is done…";
export const unlinkTask = "Remove the link to the task";
export const chooseTask = "Choose a task";
export const noTasks = "There is no open task on this page. Add one first.";
export const resolvesWithTask = "Resolves when the linked task is done.";
export const remove = "Delete comment thread";
export const removeIt = "Delete";
export const removeAsked = "Delete this thread?";
export const goneForAll = "No one will be able to read its comments.";
export const removeComment = "Delete this comment?";
export const commentGone = "No one will be able to read it.";
export const deletedComment = "This comment was deleted.";
export const wasHere = "Was:";
export const readsNow = "Now:";
export const detached = "These words were deleted.";
export const lastLine = (line: string) => `They were on line ${line}.`;
export const placeAgain = "Place on selection";
export const selectFirst = "Select the words in the text first.";
export const selectToComment = "Select some text first, or comment on the whole page.";
export const tooLong = "Select at most 1,000 characters.";
export const notOnText = "This part of the page cannot be commented on.";
export const resolvedBy = (name: string) => `Resolved by ${name}`;
export const closings = {
  resolved: "Resolved",
  task: "Resolved because its task is done",
  accepted: "Accepted",
  rejected: "Rejected",
};
export const accept = "Accept";
export const reject = "Reject";
export const acceptAnyway = "Accept this version";
export const deletes = "Delete:";
export const inserts = "Insert:";
export const replaces = "Replace with:";
export const differs = "The words have changed since. Accepting would give:";
export const bothChanged = "The same words were changed differently. Edit the text, then reject this suggestion.";
export const refusals = {
  words_gone: "The words of this suggestion were deleted.",
  place_unsure: "The text has changed so much that the place of this suggestion is unclear.",
  overlaps: "Another suggestion changed the same words.",
};
export const acceptedAll = { one: "# suggestion accepted.", other: "# suggestions accepted." };
export const filter = "Show";
export const filters = { open: "Open", resolved: "Resolved", mine: "Mine", detached: "Detached" };
export const counted = (name: string, count: string) => `${name} (${count})`;
export const none = {
  open: "No open comments. Select text to comment on it.",
  resolved: "No resolved comments.",
  mine: "You have not commented on this page.",
  detached: "No comments have lost their words.",
};
export const noneToRead = "No open comments.";
export const loadMore = "Show more";
export const close = "Close comments";
export const showAll = "All comments";
export const added = "Comment added.";
export const wasResolved = "Resolved.";
export const wasReopened = "Reopened.";
export const noMore = "There are no open comments on this page.";
export const draftKept = "Your text is kept on this device.";
export const notThere = "This comment no longer exists.";
export const hasComments = "Has comments";
export const printWith = "Print with comments";
export const numbered = (number: number) => `Comment ${number}`;
