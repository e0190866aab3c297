/** English: what is to be known of a page's connection, and following somebody. */
export const begin = "You can start typing. Your text is saved when the page connects.";
export const beginUnjoined = "Your text stays in this tab and is saved when the page connects.";
export const saved = "All changes are saved. Your text is saved as you type.";
export const saving = "Your latest changes are being saved.";
export const offline = "Your changes are kept on this device and saved when you are back online. You can keep writing.";
export const offlineUnjoined = "Your changes stay in this tab. Keep it open: they are saved when you are back online.";
export const readOnly = "You can view this page but not edit it. Ask its owner for permission to edit.";
export const savedByRequest =
  "This network blocks live editing. Everything is saved, and you see each other’s changes after a few seconds.";
export const savingByRequest = "This network blocks live editing. Your changes are saved every few seconds.";
export const refusedByRequest =
  "Your changes can't be saved to this page. Copy your latest text before you close this tab.";
export const signedOut = "You are signed out. Everything you wrote is saved. Sign in again to continue.";
export const signedOutUnsaved =
  "You are signed out. Your latest text is shown below and stored on this device. Sign in again to save it.";
export const gone = "This page is in the trash or was deleted.";
export const noAccess = "You no longer have access to this page.";
export const withUnsaved = (what: string) => `${what} Some of your text is not saved. Copy it from below.`;
/** Why the room did not take something. */
export const refusals = {
  read_only: "You no longer had permission to edit this page.",
  update_invalid: "The page could not save this text.",
  payload_too_large: "The page would be too large with this text.",
  quota_exceeded: "The drive has no space left for this text.",
};
export const neverReached = "This text was never sent to the page.";
export const unplaced =
  "This text is also waiting to be saved. It is inserted in its place when the page can be reached.";
export const unsaved = "This text is not saved.";
export const copy = "Copy";
export const discard = "Discard";
export const signInAgain = "Sign in again";
export const tryNow = "Try now";
export const toolChanged = (tool: string) => `${tool} changed this page.`;
export const toolWrote = (tool: string) => `${tool} changed this page. To undo it, open the page’s status.`;
export const undoTool = (tool: string) => `Undo ${tool}'s changes`;
/** Who came and who went. */
export const names = (all: readonly string[]) => all.join(all.length === 2 ? " and " : ", ");
export const namesAndOthers = (first: readonly string[], others: string) => `${first.join(", ")} and ${others}`;
export const others = { other: "# others" };
export const came = (who: string, count: number) => `${who} ${count === 1 ? "is" : "are"} here now.`;
export const went = (who: string, _count: number) => `${who} left.`;
export const following = (name: string) => `Following ${name}`;
export const stop = "Stop";
export const leftPage = (name: string) => `${name} left the page.`;
