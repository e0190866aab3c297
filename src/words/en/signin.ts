/** English: signing in, and standalone pages. */
import type { Inline } from "../inline.ts";

export const signIn = "Sign in";
export const tagline = "Where people and agents write the same page.";
export const linkInvalid =
  "That link no longer works. Links work once and expire after ten minutes. Request a new one here.";
export const accessDenied = "Sign-in was cancelled. Nothing has changed.";
export const stateInvalid = "That sign-in was not started in this browser, or took longer than ten minutes. Try again.";
export const emailUnverified = "The provider has not verified your email address, so it cannot sign you in here.";
export const providerUnavailable =
  "The provider cannot be reached right now. Try again soon, or sign in with an email link.";
export const accountSuspended = "This account is suspended. Contact an administrator of this service.";
export const signInFailed = "Couldn't sign you in. Try again.";
export const againHint = "This action requires a sign-in within the last ten minutes.";
export const emailAddress = "Email address";
export const sendLink = "Send me a link";
export const noPassword =
  "No password needed: we email you a link that signs you in. The first one creates your account.";
export const noPasswordForKnown = "No password needed: we email you a link that signs you in.";
export const newByInvitation = "New accounts require an invitation.";
export const newAtDomains = (domains: string) => `New accounts are only for addresses at ${domains}.`;
export const newNever = "No new accounts can be created here.";
export const invited = "You have been invited: signing in creates your account.";
export const cannotSignUp = "You can't create an account here yet";
export const cannotSignUpInvited =
  "This Octavo is open to people who were invited. Ask somebody who uses it to share a page with your address, or to send you a sign-up link.";
export const cannotSignUpDomains = (domains: string) =>
  `This Octavo is for people with an address at ${domains}. If you have one, sign in with it.`;
export const cannotSignUpClosed =
  "This Octavo accepts no new accounts. If you already have an account, it has another address: sign in with that one.";
export const cannotSignUpFull =
  "This Octavo has reached its limit of accounts. Ask an administrator to make room, and then try again.";
export const nothingCreated = "Nothing was created, and nothing about you was stored except an entry in the audit log.";
export const signInOtherAddress = "Sign in with another address";
export const needsScript = "Octavo requires JavaScript, which is turned off in this browser.";
export const withPasskey = "Sign in with a passkey";
export const lookIntoMail = (address: Inline) => [
  "Check your email. If ",
  address,
  " can sign in here, a link is on its way. It works once and expires after ten minutes.",
];
export const developmentServer = (command: Inline) => [
  "This is a development server, so no email is sent. The link is in the console that runs ",
  command,
  ".",
];
export const noMail = "This Octavo sends no mail. Ask its administrators for a sign-in link.";
export const linkOver = "That link no longer works. Links work once and expire after ten minutes.";
export const linkCommand = (command: Inline) => ["Administrators create one with ", command, "."];
export const anotherAddress = "Use another address";
export const continueWith = (provider: string) => `Continue with ${provider}`;
export const noPasskeyUsed = "No passkey was used. Try again, or sign in with an email link.";
export const signingIn = "Signing in";
export const oneMoment = "One moment…";
export const continueToOctavo = "Continue to Octavo";
export const signInAs = (email: string) => `Sign in as ${email}?`;
export const linkMadeFor = "This link was sent to that address. If you didn't request it, close this page.";
export const confirmAddress = "Confirm your email address";
export const addressMoves = (email: Inline, name: Inline, present: string) => [
  email,
  " will become the sign-in address of the account of ",
  name,
  `, replacing ${present}. All other sessions of that account will end.`,
];
export const notYourAccount = "If that account is not yours, close this page. Nothing will change.";
export const useAddress = "Use this address";
export const addressConfirmed = "Email address confirmed";
export const signInFromNow = (email: Inline) => ["You now sign in with ", email, "."];
export const continueToSettings = "Continue to your settings";
export const linkNotValid = "Invalid link";
export const linkDoesNotWork = "That link is not valid";
export const nothingChanged =
  "Nothing was changed. Links work once and expire after one day, and a newer link replaces an older one. Request a new one in your settings.";
export const goToSettings = "Go to your settings";
export const nothingHere = "Page not found";
export const notForYou = "Access denied";
export const slower = "Too many requests";
export const wentWrong = "Something went wrong";
export const notFound = (address: Inline) => [
  "There is nothing at ",
  address,
  ", or it is not shared with you. Check the address, or ask the person who sent it to you.",
];
export const goToDrive = "Go to my drive";
export const request = (id: string) => `Request ${id}`;
export const needItFor = "Why do you need access? (optional)";
export const ownerSees = "If this page exists, its owner sees your name, your email address and this message.";
export const askForAccess = "Request access";
