/** English: the passkeys of an account. */
export const hint =
  "A passkey signs you in with your device's screen lock or a security key, without waiting for an email. You can still sign in with an email link.";
export const none = "You have no passkeys yet.";
export const newPasskey = "New passkey";
export const whatName = "Name";
export const whereKept = "Where it is stored";
export const add = "Add a passkey";
export const unsupported = "This browser can't create passkeys.";
export const used = (place: string, added: string, last: string) => `${place}, added ${added}, used ${last}`;
export const neverUsed = (place: string, added: string) => `${place}, added ${added}, never used`;
export const oneDevice = "On one device";
export const synced = "Synced";
export const notSynced = "Not synced yet";
export const copied = (time: string) =>
  `A copy of this passkey may have been used ${time}. Remove it unless you know the reason.`;
export const remove = "Remove";
export const removeOne = (name: string) => `Remove ${name}`;
export const removeAsked = "Remove passkey?";
export const removeHint = (name: string) =>
  `You can no longer sign in with “${name}”. You can still sign in with an email link.`;
export const removed = (name: string) => `“${name}” was removed.`;
export const noneMade = "No passkey was created.";
export const already = "That device or security key already has a passkey for your account.";
