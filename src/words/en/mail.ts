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
  `Open this link to sign in to Octavo. It works once and expires after ten minutes.\n\n${link}\n\nIf you did not request it, ignore this message.\n`;
export const confirmAddress = "Confirm your new email address for Octavo";
export const confirmAddressText = (link: string) =>
  `Someone wants to use this email address to sign in to their Octavo account. If this was you, open this link within a day to confirm the address.\n\n${link}\n\nIf this was not you, ignore this message. Nothing will change.\n`;
export const contact = (subject: string) => `Octavo: ${subject}`;
export const contactText = ({ name, email, origin, message }: Contact) =>
  `${name} <${email}> sent this message with the contact form of ${origin}:\n\n${message}\n`;
export const accountDeleted = "Your Octavo account was deleted";
export const accountDeletedText = (origin: string) =>
  `Your account at ${origin} was deleted at the request of someone who was signed in as you. This cannot be undone.\n\nIf this was not you, contact an administrator of ${origin}.\n`;
export const accountDeletedByAdministratorText = (origin: string) =>
  `An administrator of ${origin} deleted your account. Contact them if you have questions.\n`;

const notYou = (origin: string) =>
  `If this was not you, sign in and reset your credentials at ${origin}/settings. This ends all sessions and revokes all passkeys and tokens.`;

/** Mails about changes to an account, in case someone else made them. Only `account_suspended` offers nothing to undo. */
export const notices: Readonly<Record<Notice, NoticeWords>> = {
  passkey_added: {
    subject: "A passkey was added to your Octavo account",
    text: (origin) => `A new passkey can now be used to sign in to your account.\n\n${notYou(origin)}\n`,
  },
  passkey_removed: {
    subject: "A passkey was removed from your Octavo account",
    text: (origin) => `One of your passkeys can no longer be used to sign in to your account.\n\n${notYou(origin)}\n`,
  },
  device_added: {
    subject: "A device was added to your Octavo account",
    text: (origin) =>
      `A device was added to your account. It can stay signed in for up to a year. Your devices are listed at ${origin}/settings.\n\n${notYou(origin)}\n`,
  },
  token_added: {
    subject: "An agent or app has access to your Octavo account",
    text: (origin) =>
      `A token for an agent or app was created in your account. View its permissions or revoke it at ${origin}/settings/connect.\n\n${notYou(origin)}\n`,
  },
  device_reuse: {
    subject: "A device was signed out of your Octavo account",
    text: (origin) =>
      `A sign-in credential of one of your devices was used twice, so someone else may have a copy. The device was signed out. Sign in on it again.\n\n${notYou(origin)}\n`,
  },
  email_changing: {
    subject: "Your Octavo email address is about to change",
    text: (origin) =>
      `Someone signed in as you asked to change the email address of your account. Until the new address is confirmed, you sign in with this one.\n\n${notYou(origin)}\n`,
  },
  email_changed: {
    subject: "Your Octavo email address has changed",
    text: (origin) =>
      `Your account has a new email address, and you can no longer sign in with this one. All other sessions were ended.\n\nIf this was not you, contact an administrator of ${origin} immediately.\n`,
  },
  credentials_reset: {
    subject: "Your Octavo credentials were reset",
    text: (origin) =>
      `All sessions and devices were signed out, and all your passkeys and tokens were revoked. Sign in with an email link at ${origin}/signin.\n\nIf this was not you, sign in now and check your settings.\n`,
  },
  account_exported: {
    subject: "The data of your Octavo account was exported",
    text: (origin) =>
      `An administrator of ${origin} exported the data stored about your account: profile, sessions, devices and the audit entries about you. Your pages, messages and files are not included. Contact them if you have questions.\n`,
  },
  account_suspended: {
    subject: "Your Octavo account is suspended",
    text: (origin) =>
      `An administrator of ${origin} suspended your account, so nobody can sign in to it. Contact them if you have questions.\n`,
  },
};

export type Invitation = {
  readonly inviter: string;
  readonly inviterEmail: string;
  /** Null if the mail does not quote the name of the page or drive. */
  readonly name: string | null;
  readonly isPage: boolean;
  readonly days: number;
  readonly origin: string;
  readonly link: string;
};
export const invitation = (inviter: string, isPage: boolean) =>
  isPage ? `${inviter} shared a page with you in Octavo` : `${inviter} invited you to a drive in Octavo`;
export const invitationText = ({ inviter, inviterEmail, name, isPage, days, origin, link }: Invitation) =>
  `${inviter} (${inviterEmail}) ${isPage ? "shared a page with you" : "invited you to a drive"}${name === null ? "" : `: “${name}”`}.\n\nOpen the link below. The invitation is for this email address and expires after ${days} days.\n\n${link}\n\nThis message was sent by ${origin}. If you do not know ${inviterEmail}, ignore this message. Nothing will happen.\n`;
