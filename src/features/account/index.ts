/** Public interface of the account feature: settings, the proof of an address, and queue jobs on accounts. */
export { discardAvatar } from "./avatar.ts";
export { eraseAccount, resumeErasures } from "./deletion/erase.ts";
export { mailEmailProof, openEmailProof } from "./email-change.ts";
export { mailNotice } from "./notices.ts";
export { getPreferences } from "./preferences.ts";
