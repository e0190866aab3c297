/** Sends the contents of the outboxes after a commit: audit entries to the audit log, jobs to the queue. */
import { MINUTE } from "../kernel/clock.ts";
import type { Deps } from "../deps.ts";
import type { Job } from "../kernel/job.ts";
import { deleteJobs, listJobs } from "./outbox.ts";
import { exempt, writeOneExempt } from "../permissions/exempt.ts";

/** Sends the outboxes in the background; the sweep retries every minute. */
export function flushOutbox(
  deps: Pick<Deps, "db" | "defer" | "objects">,
  hasNotes: boolean,
  jobs: readonly Job[],
): void {
  if (hasNotes) deps.defer(() => deps.objects.auditLog().drain());
  if (jobs.length > 0) deps.defer(() => sendJobs(deps, jobs));
}

export async function sendJobs(deps: Pick<Deps, "db" | "objects">, jobs: readonly Job[]): Promise<void> {
  await deps.objects.enqueue(jobs);
  await writeOneExempt(deps.db, exempt.job, deleteJobs(jobs.map(({ id }) => id)));
}

/** A younger job is still being sent by the request that created it. */
const JOB_GRACE = MINUTE;
const JOBS_PER_BATCH = 100;

/** Run by the sweep: sends jobs that the requests which created them could not send. */
export async function flushJobs(deps: Pick<Deps, "db" | "now" | "objects">): Promise<void> {
  const jobs = await deps.db.one(listJobs(deps.now - JOB_GRACE, JOBS_PER_BATCH));
  if (jobs.length > 0) await sendJobs(deps, jobs);
}
