/** English: working offline. */
export const title = "You are offline";
export const sentence =
  "This page is not available offline. Your changes to other pages are safe and will be sent when you are back online.";
export const tryAgain = "Try again";
export const recent = "Recently opened pages";
export const untitled = "Untitled";
export const sent = (page: string) => `Your offline changes to “${page}” are now saved.`;
export const sentUntitled = "Your offline changes are now saved.";
export const waiting = "Unsent changes";
export const nothingWaits = "All your changes are saved.";
export const whenReached = "Will be sent when you are back online.";
export const sendNow = "Send now";
export const waits = "waiting";
export const refused = "was rejected: open the page to see why";
export const needsNetwork =
  "You must be online to create a page of this type. Documents, task lists, sheets, code and canvases can be created offline.";
export const notPrepared =
  "You are offline, and this browser can't create pages offline yet. Try again when you are back online.";
export const tooManyPending = "Too many new pages are waiting to be sent. Create this one when you are back online.";
export const cannotKeep = "This browser has no space to store a new page. Create it when you are back online.";
export const notMade = (page: string, why: string) =>
  `“${page}” could not be created: ${why} Your text is kept on this device: open “Unsent changes” to copy it.`;
export const wasNotMade = "was not created";
export const copyWords = "Copy text";
export const copied = "Copied.";
export const discard = "Discard";
export const discardAsked = "Discard this text?";
export const discardHint = "It is stored only on this device.";
