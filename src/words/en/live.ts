/** English: who is on a page, and whether it is saved. */
export const saving = "Saving…";
export const offline = "Offline";
export const notSent = "Not sent yet";
export const viewOnly = "View only";
export const lost = "Not connected";
export const notSaved = "Not saved";
export const about = "Connection status";
export const follow = (name: string) => `Follow ${name}`;
export const here = (names: readonly string[]) => `Here now: ${names.join(", ")}`;
export const someRefused = "Some of your text was not saved. Open “Not saved” above the text to copy it.";
export const copied = "Copied.";
