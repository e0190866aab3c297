/** English: connections between people. */
export const connections = "Connections";
export const hint = "People you are connected with can see your email address, and you can see theirs.";
export const blockHint =
  "You won't get notifications from people you block, and they won't know that you blocked them.";
export const none = "You have no connections yet.";
export const theyAsk = "Received requests";
export const youAsked = "Sent requests";
export const connected = "Connected";
export const blocked = "Blocked";
export const accept = "Accept";
export const decline = "Decline";
export const takeBack = "Cancel request";
export const end = "Disconnect";
export const block = "Block";
export const unblock = "Unblock";
export const deedFor = (deed: string, name: string) => `${deed}: ${name}`;
export const done = (deed: string, name: string) => `${deed}: ${name}.`;
export const person = "Person";
export const message = "Message (optional)";
export const ask = "Send request";
export const asked = (name: string) => `Request sent to ${name}.`;
export const areConnected = "You are already connected.";
