/** Signing in, and pages that stand alone. */
import type { Inline } from "../inline.ts";

export const signIn = "Sign in";
export const tagline = "Where people and agents write the same page.";
export const linkInvalid =
  "That link does not work any more. Links work once, for ten minutes. Ask for a new one here.";
export const accessDenied = "The sign-in was called off. Nothing has changed.";
export const stateInvalid = "That sign-in was not begun in this browser, or took longer than ten minutes. Try again.";
export const emailUnverified = "The provider has not verified your e-mail address, so it cannot sign you in here.";
export const providerUnavailable = "The provider cannot be reached just now. Try again shortly, or ask for a link.";
export const accountSuspended = "This account is suspended. Ask an administrator of this service about it.";
export const signInFailed = "Signing in did not work. Try again.";
export const againHint = "What you are about to do asks for a sign-in of the last ten minutes.";
export const emailAddress = "E-mail address";
export const sendLink = "Send me a link";
export const noPassword = "No password: we mail you a link that signs you in. The first one makes your account.";
export const needsScript = "Octavo needs JavaScript, which is switched off in this browser.";
export const withPasskey = "Sign in with a passkey";
export const lookIntoMail = (address: Inline) => [
  "Look into your mail. If ",
  address,
  " can sign in here, a link is on its way. It works once, for ten minutes.",
];
export const developmentServer = (command: Inline) => [
  "This is a development server: no mail is sent. The link is in the console that runs ",
  command,
  ".",
];
export const anotherAddress = "Use another address";
export const continueWith = (provider: string) => `Continue with ${provider}`;
export const noPasskeyUsed = "No passkey was used. Try again, or ask for a link.";
export const signingIn = "Signing in";
export const oneMoment = "One moment";
export const continueToOctavo = "Continue to Octavo";
export const signInAs = (email: string) => `Sign in as ${email}?`;
export const linkMadeFor = "This link was made for that address. If you did not ask for it, close this page.";
export const confirmAddress = "Confirm your address";
export const addressMoves = (email: Inline, name: Inline, present: string) => [
  email,
  " becomes the address that signs in to the account of ",
  name,
  `, in place of ${present}. Every other session of that account ends.`,
];
export const notYourAccount = "If that account is not yours, close this page: nothing changes.";
export const useAddress = "Use this address";
export const addressConfirmed = "Address confirmed";
export const signInFromNow = (email: Inline) => ["You sign in with ", email, " from now on."];
export const continueToSettings = "Continue to your settings";
export const linkNotValid = "Link not valid";
export const linkDoesNotWork = "That link does not work";
export const nothingChanged =
  "Nothing was changed. Links work once, for a day, and only the newest one. Ask for a new one in your settings.";
export const goToSettings = "Go to your settings";
export const nothingHere = "Nothing here";
export const notForYou = "Not for you";
export const slower = "A little slower";
export const wentWrong = "Something went wrong";
export const notFound = (address: Inline) => [
  "Nothing is at the address ",
  address,
  ", or it was not shared with you. Check the address, or ask whoever sent it to you.",
];
export const goToDrive = "Go to my drive";
export const request = (id: string) => `Request ${id}`;
export const needItFor = "What do you need it for? (optional)";
export const ownerSees = "If there is such a page, its owner sees your name, your e-mail address and what you write.";
export const askForAccess = "Ask for access";
