/** English: without a network. */
export const title = "You are offline";
export const sentence =
  "This page is not available offline. Your changes to other pages are safe and will be sent when you are back online.";
export const tryAgain = "Try again";
export const recent = "Pages you had open";
export const untitled = "Untitled";
export const sent = (page: string) => `What you wrote in “${page}” without a network is saved now.`;
export const sentUntitled = "Your offline changes are now saved.";
export const waiting = "What waits to be sent";
export const nothingWaits = "Nothing: all that you wrote is saved.";
export const whenReached = "Will be sent when you are back online.";
export const sendNow = "Send now";
export const waits = "waits";
export const refused = "was rejected: open the page to see why";
export const needsNetwork =
  "You must be online to create a page of this type. Documents, task lists, sheets, code and canvases can be created offline.";
export const notPrepared =
  "You are offline, and this browser can't create pages offline yet. Try again when you are back online.";
export const tooManyPending = "Too many new pages are waiting to be sent. Create this one when you are back online.";
export const cannotKeep = "This browser has no space to store a new page. Create it when you are back online.";
export const notMade = (page: string, why: string) =>
  `“${page}” could not be created: ${why} Your words are kept on this device: open “What waits to be sent” to copy them.`;
export const wasNotMade = "was not created";
export const copyWords = "Copy words";
export const copied = "Copied.";
export const discard = "Discard";
export const discardAsked = "Discard these words?";
export const discardHint = "They are only on this device.";
