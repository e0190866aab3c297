/** English: sessions and devices, and signing them out. */
export const whereSignedIn = "Where you are signed in";
export const staySignedIn = "Devices that stay signed in";
export const signOut = "Sign out";
export const signOutOf = (what: string) => `Sign out ${what}`;
export const signOutEverywhere = "Sign out everywhere";
export const everywhereAsked = "Sign out everywhere?";
export const everywhereHint =
  "All browsers and devices are signed out, including this one. Tokens for agents keep working.";
export const session = (address: string, began: string, seen: string) =>
  `${address}, since ${began}, last seen ${seen}`;
export const unknownAddress = "unknown address";
export const thisOne = "This session";
export const sessionOver = "That session has ended.";
export const endAsked = (what: string) => `Sign out ${what}?`;
export const endHint = "Devices that were added in this session are also signed out.";
export const alsoRevoke = {
  one: "Also revoke the passkey or token created in it",
  other: "Also revoke the # passkeys and tokens created in it",
};
export const device = (kind: string, began: string, used: string) => `${kind}, since ${began}, last used ${used}`;
export const web = "Browser";
export const desktop = "Computer";
export const ios = "iPhone or iPad";
export const android = "Android";
export const deviceSignedOut = (name: string) => `“${name}” was signed out.`;
export const browserOn = (browser: string, system: string) => `${browser} on ${system}`;
export const unknownProgram = "Unknown app";
export const resetHint =
  "Do this if someone else may be able to sign in as you. It signs out all sessions and devices immediately, including this one, removes your passkeys and revokes your tokens. Your pages and your email address do not change. Sign in again with an email link.";
export const resetAsked = "Reset credentials?";
export const resetSentence =
  "All sessions and devices are signed out, including this one. Your passkeys and your tokens for agents are deleted permanently. Sign in again with an email link.";
