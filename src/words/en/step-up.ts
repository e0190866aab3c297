/** English: signing in again to confirm an action. */
export const title = "Confirm it’s you";
export const why = "This requires a recent sign-in. Nothing you have typed is lost.";
export const sendLink = "Send me a link";
export const sendAgain = "Send another link";
export const sent = (email: string) => `Open the link sent to ${email} in this browser. This page then continues.`;
