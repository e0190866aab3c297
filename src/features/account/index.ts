/** For those who stand above this feature: settings, and the work of the queue on accounts. */
export { discardAvatar } from "./avatar.ts";
export { eraseAccount, resumeErasures } from "./deletion/erase.ts";
export { mailEmailProof } from "./email-change.ts";
export { mailNotice } from "./notices.ts";
export { getPreferences } from "./preferences.ts";
