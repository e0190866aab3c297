/** Public interface of the account feature: settings, and queue jobs on accounts. */
export { discardAvatar } from "./avatar.ts";
export { eraseAccount, resumeErasures } from "./deletion/erase.ts";
export { mailEmailProof } from "./email-change.ts";
export { mailNotice } from "./notices.ts";
export { getPreferences } from "./preferences.ts";
