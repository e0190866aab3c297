/** English: without a network. */
export const title = "You are offline";
export const sentence =
  "This page was not kept on this device. What you wrote elsewhere is safe here and is sent when the network is back.";
export const tryAgain = "Try again";
export const recent = "Pages you had open";
export const untitled = "Untitled";
export const sent = (page: string) => `What you wrote in “${page}” without a network is saved now.`;
export const sentUntitled = "What you wrote without a network is saved now.";
export const waiting = "What waits to be sent";
export const nothingWaits = "Nothing: all that you wrote is saved.";
export const whenReached = "Sent as soon as the service can be reached.";
export const sendNow = "Send now";
export const waits = "waits";
export const refused = "was not taken: open the page to see why";
export const needsNetwork =
  "A page of this type can only be created with a network. Documents, task lists, sheets, code and canvases can be created without one.";
export const notPrepared =
  "You are offline, and this browser has not kept what a new page needs. Create it when the network is back.";
export const tooManyPending = "Many new pages wait to be sent already. Create this one when the network is back.";
export const cannotKeep = "This browser has no room to keep a new page. Create it when the network is back.";
export const notMade = (page: string, why: string) =>
  `“${page}” could not be created: ${why} Your words are kept on this device: open “What waits to be sent” to copy them.`;
export const wasNotMade = "was not created";
export const copyWords = "Copy words";
export const copied = "Copied.";
export const discard = "Discard";
export const discardAsked = "Discard these words?";
export const discardHint = "They are on this device alone.";
