/** English: where somebody is signed in, and ending it. */
export const whereSignedIn = "Where you are signed in";
export const staySignedIn = "Devices that stay signed in";
export const signOut = "Sign out";
export const signOutOf = (what: string) => `Sign out ${what}`;
export const signOutEverywhere = "Sign out everywhere";
export const everywhereAsked = "Sign out everywhere?";
export const everywhereHint = "Every browser and device is signed out, this one too. Tokens for agents keep working.";
export const session = (address: string, began: string, seen: string) =>
  `${address}, since ${began}, last seen ${seen}`;
export const unknownAddress = "unknown address";
export const thisOne = "This one";
export const sessionOver = "That session is over.";
export const endAsked = (what: string) => `Sign out ${what}?`;
export const endHint = "Devices that were added in this session are signed out, too.";
export const alsoRevoke = {
  one: "Also revoke the passkey or token that was created in it",
  other: "Also revoke the # passkeys and tokens that were created in it",
};
export const device = (kind: string, began: string, used: string) => `${kind}, since ${began}, last used ${used}`;
export const web = "Browser";
export const desktop = "Computer";
export const ios = "iPhone or iPad";
export const android = "Android";
export const deviceSignedOut = (name: string) => `“${name}” is signed out.`;
export const browserOn = (browser: string, system: string) => `${browser} on ${system}`;
export const unknownProgram = "Unknown program";
export const resetHint =
  "If somebody else may be able to sign in as you: this ends every session and device at once, this one too, removes your passkeys and revokes your tokens. Your pages and your address stay as they are, and a mailed link signs you in again.";
export const resetAsked = "Reset credentials?";
export const resetSentence =
  "Every session and device is signed out, this one too. Your passkeys and tokens for agents are gone for good. You sign in again with a mailed link.";
