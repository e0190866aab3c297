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
