/** English: what an app or a terminal gets. */
import type { Inline } from "../inline.ts";

export const connect = (name: string) => `Connect ${name}`;
export const connectIt = (name: string) => `Connect ${name}?`;
export const asks = (name: Inline, email: Inline) => [
  name,
  " wants to use Octavo as you, ",
  email,
  ", with your permissions.",
];
export const chooseDrive = "Choose at least one drive, or all drives.";
export const staysFor = "Stays connected for";
export const days = { one: "a day", other: "# days" };
export const allow = "Allow";
export const decline = "Decline";
export const limits =
  "It can't change your account or who has access to pages. You can disconnect it in your settings at any time.";
export const notVerified = "Not verified.";
export const anyApp = (lead: Inline) => [lead, " Any app can call itself by this name."];
export const vouchedFor = (host: Inline) => ["Its name is vouched for by ", host, "."];
export const mixedLead = "Look closely at the name.";
export const mixedName = (lead: Inline) => [
  lead,
  " It mixes letters from different scripts and may imitate another name.",
];
export const sharedHost = (host: Inline, suffix: Inline) => [
  host,
  " is on shared hosting: anyone can get an address that ends in ",
  suffix,
  ", so it doesn't tell you who runs the app.",
];
export const toSite = (host: Inline) => [
  "If you allow it, you are sent to ",
  host,
  ". Decline if you did not come from there.",
];
export const toLoopback = "A program on this computer gets access. Decline if you did not start it yourself.";
export const toApp = (scheme: Inline) => [
  "The program on this computer that opens ",
  scheme,
  " links gets access. Decline if you did not start it yourself.",
];
export const toTerminal = (code: Inline) => [
  "A program that shows the code ",
  code,
  " gets access. Decline unless you see this code in your own terminal, no matter who sent it to you.",
];
export const drives = "Drives";
export const onlyThese = "Only these";
export const allOfThem = "All drives, including future ones";
export const itMay = "Permissions";
export const readAndWrite = "Read and write";
export const onlyRead = "Read only";
export const mayRead = "It can read but not change anything.";
export const terminal = "Connect a terminal";
export const enterCode = "Enter the code that your terminal shows.";
export const noTerminal =
  "No terminal is waiting with this code. Codes expire after 15 minutes, so check whether it shows a new one.";
export const code = "Code";
export const goOn = "Continue";
export const connected = "Connected";
export const declined = "Declined";
export const backToTerminal = "Return to your terminal. It continues automatically.";
export const getsNothing = "Your terminal was not given access. You can close this page.";
export const whatHasAccess = "Apps with access to your account";
export const ended = "This request has ended";
export const beginAgain =
  "It was already answered, or it expired. Start again from the app or terminal that sent you here.";
export const anotherCode = "Enter another code";
export const cannotConnect = "This app cannot connect";
export const notSentBack = "You were not redirected, because the app's address could not be verified.";
export const requestRefused = (name: Inline) => [name, " sent you here with an invalid request."];
export const leadsBackTo = (host: Inline) => [
  "The link back leads to ",
  host,
  ". Follow it only if you came from there.",
];
export const goBack = "Go back to the app";
export const forDeveloper = (sentence: string) => `For the app's developer: ${sentence}`;
