/** English: mails. */
import type { Notice } from "../../kernel/job.ts";

export type NoticeWords = { readonly subject: string; readonly text: (origin: string) => string };
export type Contact = {
  readonly name: string;
  readonly email: string;
  readonly origin: string;
  readonly message: string;
};

export const signIn = "Sign in to Octavo";
export const signInText = (link: string) =>
  `Open this link to sign in to Octavo. It works once, for ten minutes.\n\n${link}\n\nIf you did not ask for it, ignore this message.\n`;
export const confirmAddress = "Confirm your new Octavo address";
export const confirmAddressText = (link: string) =>
  `Somebody wants to sign in to their Octavo account with this address. If that is you, open this link within a day and confirm it.\n\n${link}\n\nIf you did not ask for it, ignore this message: nothing changes.\n`;
export const contact = (subject: string) => `Octavo: ${subject}`;
export const contactText = ({ name, email, origin, message }: Contact) =>
  `${name} <${email}> writes by the contact form of ${origin}:\n\n${message}\n`;
export const accountDeleted = "Your Octavo account was deleted";
export const accountDeletedText = (origin: string) =>
  `Your account at ${origin} was deleted, as somebody who was signed in as you asked. This cannot be undone.\n\nIf this was not you, write to an administrator of ${origin}.\n`;
export const accountDeletedByAdministratorText = (origin: string) =>
  `An administrator of ${origin} deleted your account. Ask them about it.\n`;

const notYou = (origin: string) =>
  `If this was not you, sign in and reset your credentials at ${origin}/settings: it ends every session, passkey and token.`;

/** What is told of an account, in case somebody else did it; `account_suspended` alone leaves its reader nothing to undo. */
export const notices: Readonly<Record<Notice, NoticeWords>> = {
  passkey_added: {
    subject: "A passkey was added to your Octavo account",
    text: (origin) => `A new passkey can sign in to your account from now on.\n\n${notYou(origin)}\n`,
  },
  passkey_removed: {
    subject: "A passkey was removed from your Octavo account",
    text: (origin) => `A passkey of yours no longer signs in to your account.\n\n${notYou(origin)}\n`,
  },
  device_added: {
    subject: "A device stays signed in to your Octavo account",
    text: (origin) =>
      `A device was added to your account. It can stay signed in for up to a year. Your devices are listed at ${origin}/settings.\n\n${notYou(origin)}\n`,
  },
  token_added: {
    subject: "An agent or app can use your Octavo account",
    text: (origin) =>
      `A token for an agent or app was created in your account. See what it may do, or revoke it, at ${origin}/settings/connect.\n\n${notYou(origin)}\n`,
  },
  device_reuse: {
    subject: "A device was signed out of your Octavo account",
    text: (origin) =>
      `Somebody used a sign-in of one of your devices that had been used before, so a copy of it may be in other hands. The device is signed out; sign in on it again.\n\n${notYou(origin)}\n`,
  },
  email_changing: {
    subject: "Your Octavo address is about to change",
    text: (origin) =>
      `Somebody signed in as you asked to change the address of your account. Until the new one is confirmed, you sign in with this one.\n\n${notYou(origin)}\n`,
  },
  email_changed: {
    subject: "Your Octavo address has changed",
    text: (origin) =>
      `Your account has a new address, and this one no longer signs in to it. Every other session was ended.\n\nIf this was not you, write to an administrator of ${origin} at once.\n`,
  },
  credentials_reset: {
    subject: "Your Octavo credentials were reset",
    text: (origin) =>
      `Every session and device is signed out, and every passkey and token of yours has ended. Sign in with a mailed link at ${origin}/signin.\n\nIf this was not you, do so now and look at your settings.\n`,
  },
  account_exported: {
    subject: "The data of your Octavo account was exported",
    text: (origin) =>
      `An administrator of ${origin} exported what is stored about your account: profile, sessions, devices and the audit entries about you. Your pages, messages and files are not part of it. Ask them about it.\n`,
  },
  account_suspended: {
    subject: "Your Octavo account is suspended",
    text: (origin) =>
      `An administrator of ${origin} suspended your account, so nobody can sign in to it. Ask them about it.\n`,
  },
};

export type Invitation = {
  readonly inviter: string;
  readonly inviterEmail: string;
  /** Null where the name of the page or drive is not quoted. */
  readonly name: string | null;
  readonly isPage: boolean;
  readonly days: number;
  readonly origin: string;
  readonly link: string;
};
export const invitation = (inviter: string, isPage: boolean) =>
  isPage ? `${inviter} shared a page with you in Octavo` : `${inviter} invited you to a drive in Octavo`;
export const invitationText = ({ inviter, inviterEmail, name, isPage, days, origin, link }: Invitation) =>
  `${inviter} (${inviterEmail}) ${isPage ? "shared a page with you" : "invited you to a drive"}${name === null ? "" : `: “${name}”`}.\n\nOpen it here. The invitation is for this address and can be accepted for ${days} days.\n\n${link}\n\nThis message was sent by ${origin}. If you do not know ${inviterEmail}, ignore it: nothing happens.\n`;
