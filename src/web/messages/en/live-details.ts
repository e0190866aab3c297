/** English: what is to be known of a page's connection, and following somebody. */
export const begin = "You can begin to type. It is saved once the page is connected.";
export const beginUnjoined = "What you type stays in this tab, and is saved once the page is connected.";
export const saved = "Everything is saved. What you type is saved as you type.";
export const saving = "Your last words are on their way.";
export const offline =
  "What you type is kept on this device, and saved when the connection is back. You can go on writing.";
export const offlineUnjoined =
  "What you type stays in this tab. Keep it open: it is saved when the connection is back.";
export const readOnly = "You may read this page, not change it. Ask its owner if you need to write here.";
export const savedByRequest =
  "Live editing does not get through this network. Everything is saved. You and others see each other’s words after a few seconds.";
export const savingByRequest =
  "Live editing does not get through this network. What you type is saved every few seconds.";
export const refusedByRequest =
  "The page does not take what you write. Copy your last words before you close this tab.";
export const signedOut = "You are signed out. Everything you wrote is saved. Sign in again to go on.";
export const signedOutUnsaved =
  "You are signed out. Your last words are kept below and on this device. Sign in again to save them.";
export const gone = "This page is in the trash, or gone.";
export const noAccess = "You no longer have access to this page.";
export const withUnsaved = (what: string) => `${what} Some of your words are not saved: copy them from below.`;
/** Why the room did not take something. */
export const refusals = {
  read_only: "You could not write here any more when these words came.",
  update_invalid: "The page could not take these words.",
  payload_too_large: "The page would have become too large with these words.",
  quota_exceeded: "The drive has no room for these words.",
};
export const neverReached = "These words never reached the page.";
export const unplaced = "These words of yours wait as well. They are put in their place when the page can be reached.";
export const unsaved = "These words are not saved.";
export const copy = "Copy";
export const discard = "Discard";
export const signInAgain = "Sign in again";
export const tryNow = "Try now";
export const toolChanged = (tool: string) => `${tool} changed this page.`;
export const toolWrote = (tool: string) => `${tool} changed this page. To undo it, open the page’s status.`;
export const undoTool = (tool: string) => `Undo what ${tool} did`;
/** Who came and who went. */
export const names = (all: readonly string[]) => all.join(all.length === 2 ? " and " : ", ");
export const namesAndOthers = (first: readonly string[], others: string) => `${first.join(", ")} and ${others}`;
export const others = { other: "# others" };
export const came = (who: string, count: number) => `${who} ${count === 1 ? "is" : "are"} here now.`;
export const went = (who: string, _count: number) => `${who} left.`;
export const following = (name: string) => `Following ${name}`;
export const stop = "Stop";
export const leftPage = (name: string) => `${name} has left the page.`;
