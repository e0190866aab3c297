/** English: what the link of an invitation shows. */
export const title = "Invitation";
export const toPage = (inviter: string, page: string) => `${inviter} shared “${page}” with you`;
export const toDrive = (inviter: string, drive: string) => `${inviter} invited you to the drive “${drive}”`;
export const forAddress = (email: string) =>
  `This invitation is for ${email}. We email a sign-in link to that address. If it has no account yet, the link creates one.`;
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
export const goOn = "Go to Octavo";
