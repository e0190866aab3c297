/** Resends file jobs that a queue has lost, or has given up on during an outage. */
import { HOUR, type Instant } from "../../kernel/clock.ts";
import type { Deps } from "../../deps.ts";
import type { Job } from "../../kernel/job.ts";
import { exempt, writeOneExempt } from "../../permissions/exempt.ts";
import { commit } from "../../commit/commit.ts";
import { claimStaged } from "./blob-store.ts";
import { STALLED_AFTER, MAX_ATTEMPTS, quarantine } from "./processing.ts";
import { listStalled, touchStalled } from "./run-store.ts";

/** Jobs of one kind sent per sweep. */
const BATCH_SIZE = 100;
/** How long a promotion may take, in ms; the queue has given up long before. */
const PROMOTED_WITHIN = HOUR;

/** Resends the promotions sent longest ago first, so that those which always fail do not block the others. */
export async function resumePromotions(deps: Deps): Promise<void> {
  const before: Instant = deps.now - PROMOTED_WITHIN;
  const staged = await writeOneExempt(deps.db, exempt.job, claimStaged(before, deps.now, BATCH_SIZE));
  const jobs = staged.map((blob): Job => ({ id: deps.newId(), kind: "blob.promote", ...blob }));
  if (jobs.length > 0) await commit(deps, exempt.job, { queries: [], jobs });
}

/**
 * Resends runs that have neither ended nor reported. They keep their run number, so a late message from the queue is
 * still valid.
 */
export async function resumeRuns(deps: Deps): Promise<void> {
  const before = deps.now - STALLED_AFTER;
  const stalled = await deps.db.one(listStalled(before, BATCH_SIZE));
  for (const { id, run } of stalled.filter(({ attempts }) => attempts >= MAX_ATTEMPTS)) {
    deps.log.error("file.dead", { fileId: id, run });
    await quarantine(deps, id, run);
  }
  const again = stalled.filter(({ attempts }) => attempts < MAX_ATTEMPTS);
  if (again.length === 0) return;
  const ids = again.map(({ id }) => id);
  await commit(deps, exempt.job, {
    // Resets their timestamp, so that the next sweep moves on to other runs.
    queries: [touchStalled(ids, before, deps.now)],
    jobs: again.map(({ id, run }): Job => ({ id: deps.newId(), kind: "file.process", fileId: id, run })),
  });
}
