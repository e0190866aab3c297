/** Mails that tell a user what was done with their account, in case somebody else did it. */
import type { Job, Notice } from "../../kernel/job.ts";
import type { Deps } from "../../deps.ts";
import { announce } from "../live/service.ts";
import { insertNotification } from "../notifications/statements.ts";
import * as store from "./notice-store.ts";

type NoticeJob = Extract<Job, { kind: "mail.notice" }>;

const NOT_YOU = (origin: string): string =>
  `If this was not you, sign in and reset your credentials at ${origin}/settings: it ends every session, passkey and token.`;

/** What each notice says; `account_suspended` alone leaves its reader nothing to undo. */
const WORDS: Record<Notice, { readonly subject: string; readonly text: (origin: string) => string }> = {
  passkey_added: {
    subject: "A passkey was added to your Octavo account",
    text: (origin) => `A new passkey can sign in to your account from now on.\n\n${NOT_YOU(origin)}`,
  },
  passkey_removed: {
    subject: "A passkey was removed from your Octavo account",
    text: (origin) => `A passkey of yours no longer signs in to your account.\n\n${NOT_YOU(origin)}`,
  },
  device_reuse: {
    subject: "A device was signed out of your Octavo account",
    text: (origin) =>
      `Somebody used a sign-in of one of your devices that had been used before, so a copy of it may be in other hands. The device is signed out; sign in on it again.\n\n${NOT_YOU(origin)}`,
  },
  email_changing: {
    subject: "Your Octavo address is about to change",
    text: (origin) =>
      `Somebody signed in as you asked to change the address of your account. Until the new one is confirmed, you sign in with this one.\n\n${NOT_YOU(origin)}`,
  },
  email_changed: {
    subject: "Your Octavo address has changed",
    text: (origin) =>
      `Your account has a new address, and this one no longer signs in to it. Every other session was ended.\n\nIf this was not you, write to an administrator of ${origin} at once.`,
  },
  credentials_reset: {
    subject: "Your Octavo credentials were reset",
    text: (origin) =>
      `Every session and device is signed out, and every passkey and token of yours has ended. Sign in with a mailed link at ${origin}/signin.\n\nIf this was not you, do so now and look at your settings.`,
  },
  account_exported: {
    subject: "The data of your Octavo account was exported",
    text: (origin) =>
      `An administrator of ${origin} exported what is stored about your account: profile, sessions, devices and the audit entries about you. Your pages, messages and files are not part of it. Ask them about it.`,
  },
  account_suspended: {
    subject: "Your Octavo account is suspended",
    text: (origin) =>
      `An administrator of ${origin} suspended your account, so nobody can sign in to it. Ask them about it.`,
  },
};

/**
 * The queue's part: one mail a job, to the proven address, or to the one that is or was replaced. It is marked as sent
 * behind the sending: a notice that comes twice is better than one that never comes.
 */
export async function mailNotice(deps: Deps, job: NoticeJob): Promise<void> {
  const to = await deps.db.one(store.findRecipient(job.id, job.userId, job.changeId ?? null));
  if (to === null) return;
  const { subject, text } = WORDS[job.notice];
  await deps.mailer.send({ to, subject, text: `${text(deps.config.origin)}\n` });
  await deps.db.write([
    store.markSent(job.id, deps.now),
    // In the workspace too, for anyone who reads that before their mail.
    insertNotification(
      { id: job.id, userId: job.userId, type: "SECURITY", title: subject, message: "", actorId: null },
      deps.now,
    ),
  ]);
  deps.defer(() => announce(deps, [{ kind: "notifications", ids: [job.id] }]));
}
