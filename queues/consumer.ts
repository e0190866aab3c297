/**
 * Processes jobs from the queue: each is acknowledged or retried individually, so that a failing one blocks no other.
 * Mails go first: people wait for them, and erasing an account or purging pages may take a minute.
 */
import type { Deps } from "../src/deps.ts";
import { discardAvatar, eraseAccount, mailEmailProof, mailNotice } from "../src/features/account/index.ts";
import { mailLink } from "../src/features/auth/magic-link/service.ts";
import { placeImported } from "../src/features/comments/index.ts";
import { mailContact } from "../src/features/contact/service.ts";
import { quarantine, promoteBlob } from "../src/features/files/index.ts";
import { mailInvitation } from "../src/features/invitations/index.ts";
import { purgeRooms } from "../src/features/pages/index.ts";
import { indexDirty } from "../src/features/search/index.ts";
import { runStep } from "../src/features/transfer/index.ts";
import type { Job } from "../src/kernel/job.ts";

const DEAD = "octavo-jobs-dead";
/** Maximum delay between two attempts, in seconds. */
const MAX_WAIT = 300;
const DEAD_FILES = "octavo-files-dead";

export async function consumeJobs(deps: Deps, batch: MessageBatch): Promise<void> {
  const isMail = (message: Message): boolean => String(jobOf(message)?.kind).startsWith("mail.");
  const mails = batch.messages.filter(isMail);
  const others = batch.messages.filter((message) => !isMail(message));
  for (const message of [...mails, ...others]) await consume(deps, batch.queue, message);
}

/** Only this project's producer writes to the queue, possibly with another version during a deployment. */
const jobOf = (message: Message): Job | null => message.body as Job | null;

async function consume(deps: Deps, queue: string, message: Message): Promise<void> {
  const job = jobOf(message);
  const about = { id: job?.id, kind: job?.kind, attempts: message.attempts };
  try {
    if (queue === DEAD) deps.log.error("job.dead", about);
    else await (queue === DEAD_FILES ? quarantineFile(deps, job) : run(deps, job));
    // A message that was not reported stays in its queue.
    if (queue === DEAD || queue === DEAD_FILES) await reportDead(deps, job);
    message.ack();
  } catch (error) {
    deps.log.warn("job.retry", { ...about, error });
    message.retry({ delaySeconds: Math.min(2 ** message.attempts, MAX_WAIT) });
  }
}

const reportDead = (deps: Deps, job: Job | null): Promise<void> =>
  deps.objects.metricsWriter().report([{ event: "dead_letter", subject: job?.kind ?? "unknown", detail: {} }]);

/** Called when processing a file has failed too often, because of the file or because of us. */
async function quarantineFile(deps: Deps, job: Job | null): Promise<void> {
  if (job?.kind !== "file.process") return;
  deps.log.error("file.dead", { fileId: job.fileId, run: job.run });
  await quarantine(deps, job.fileId, job.run);
}

function run(deps: Deps, job: Job | null): Promise<void> {
  switch (job?.kind) {
    case "mail.magic-link":
      return mailLink(deps, job);
    case "mail.notice":
      return mailNotice(deps, job);
    case "mail.contact":
      return mailContact(deps, job.messageId);
    case "mail.invitation":
      return mailInvitation(deps, job);
    case "mail.email-proof":
      return mailEmailProof(deps, job.changeId);
    case "account.erase":
      return eraseAccount(deps, job.userId);
    case "avatar.discard":
      return discardAvatar(deps, job.userId, job.filename);
    case "rooms.purge":
      return purgeRooms(deps, job.pageIds);
    case "threads.place":
      return placeImported(deps, job.pageIds);
    case "blob.promote":
      return promoteBlob(deps, job.generation, job.sha256);
    case "transfer.step":
      return runStep(deps, job.transferId, job.step);
    case "search.index":
      return indexDirty(deps);
    default:
      // Acknowledging would lose the job; retrying leaves it to a newer version, or moves it to the dead-letter queue.
      throw new Error("No version of this consumer knows such a job.");
  }
}
