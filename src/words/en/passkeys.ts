/** English: the passkeys of an account. */
export const hint =
  "A passkey signs you in with your device's screen lock or a security key, without waiting for mail. A link by e-mail keeps working.";
export const none = "You have no passkeys yet.";
export const newPasskey = "New passkey";
export const whatName = "Name";
export const whereKept = "Where you keep it";
export const add = "Add a passkey";
export const unsupported = "This browser can't create passkeys.";
export const used = (place: string, added: string, last: string) => `${place}, added ${added}, used ${last}`;
export const neverUsed = (place: string, added: string) => `${place}, added ${added}, never used`;
export const oneDevice = "On one device";
export const synced = "Synced";
export const notSynced = "Not synced yet";
export const copied = (time: string) => `A copy of it may have been used ${time}. Remove it unless you know why.`;
export const remove = "Remove";
export const removeOne = (name: string) => `Remove ${name}`;
export const removeAsked = "Remove passkey?";
export const removeHint = (name: string) => `“${name}” will not sign you in any more. A link by e-mail always does.`;
export const removed = (name: string) => `“${name}” is removed.`;
export const noneMade = "No passkey was created.";
export const already = "That device or security key already has a passkey for your account.";
