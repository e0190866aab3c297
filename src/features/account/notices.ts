/** Mails that inform users of changes to their account, in case somebody else made them. */
import type { Job } from "../../kernel/job.ts";
import type { Deps } from "../../deps.ts";
import { inLanguage } from "../../words/language.ts";
import { words } from "../../words/mail.ts";
import { announce } from "../live/service.ts";
import { insertNotification } from "../notifications/statements.ts";
import * as store from "./notice-store.ts";
import { exempt, writeExempt } from "../../permissions/exempt.ts";

type NoticeJob = Extract<Job, { kind: "mail.notice" }>;

/**
 * Queue job: one mail per job, to the proven address, or to the one that is being or was replaced. It is marked as sent
 * only after sending: a duplicate notice is better than none.
 */
export async function mailNotice(deps: Deps, job: NoticeJob): Promise<void> {
  const to = await deps.db.one(store.findRecipient(job.id, job.userId, job.changeId ?? null));
  if (!to) return;
  const { subject, text } = inLanguage(to.language, () => words.notices[job.notice]);
  await deps.mailer.send({ to: to.address, subject, text: text(deps.config.origin) });
  await writeExempt(deps.db, exempt.job, [
    store.markSent(job.id, deps.now),
    // Also notify in the workspace, for users who read that before their mail.
    insertNotification(
      { id: job.id, userId: job.userId, type: "SECURITY", title: subject, message: "", actorId: null },
      deps.now,
    ),
  ]);
  deps.defer(() => announce(deps, [{ kind: "notifications", ids: [job.id] }]));
}
