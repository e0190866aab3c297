/** English: what the link of an invitation shows. */
export const title = "Invitation";
export const toPage = (inviter: string, page: string) => `${inviter} shared “${page}” with you`;
export const toDrive = (inviter: string, drive: string) => `${inviter} invited you to the drive “${drive}”`;
export const forAddress = (email: string) =>
  `This invitation is for ${email}. We email a sign-in link to that address. If it has no account yet, the link creates one.`;
export const forKnownAddress = (email: string) =>
  `This invitation is for ${email}. If that address has an account, we email it a sign-in link. Not every address can create an account here.`;
export const forAddressNoMail = (email: string) =>
  `This invitation is for ${email}. This Octavo sends no mail: if that address is yours and you have no passkey, ask the administrators for a sign-in link to it, then open this link again.`;
export const signedInFor = (email: string) => `You are signed in as ${email}.`;
export const continueAs = (email: string) => `Continue as ${email}`;
export const open = "Open";
export const sentTitle = "Check your email";
export const sent = (email: string) =>
  `A sign-in link is on its way to ${email}. It works once, for ten minutes, and opens what was shared with you.`;
export const otherAddress = (email: string, mine: string) =>
  `This invitation is for ${email}, and you are signed in as ${mine}. Sign in with the other address to accept it, or ask for an invitation to yours.`;
export const signInOther = "Sign in with the other address";
export const overTitle = "This invitation is no longer valid";
export const over =
  "It expired, was revoked or replaced, or the sender can no longer share this. Ask the sender for a new invitation. If you already accepted it, sign in to find what was shared with you.";
export const toInstance = (inviter: string) => `${inviter} invited you to Octavo`;
export const toInstanceHint =
  "Sign in with your email address, and your account is created. The link works in this browser for an hour.";
export const goToSignIn = "Go to the sign-in page";
export const linkOver =
  "It expired, was revoked, or was used as often as it may be. Ask the person who sent it to you for a new one. If you already have an account, sign in.";
export const goOn = "Go to Octavo";
