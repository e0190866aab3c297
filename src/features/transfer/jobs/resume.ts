/** Resumes transfers that the queue lost, and ends those that fail repeatedly at the same step or stay paused too long. */
import { DAY, MINUTE } from "../../../kernel/clock.ts";
import type { Deps } from "../../../deps.ts";
import { exempt } from "../../../permissions/exempt.ts";
import { commit } from "../../../commit/commit.ts";
import { ARCHIVES, KEPT_FOR as ARCHIVE_KEPT_FOR, archiveKey } from "./export-rules.ts";
import { forgetArchives, listExpiredArchives } from "./export-archive-store.ts";
import { stepJob, stopTransfer } from "./step.ts";
import * as store from "./store.ts";

/** A step without progress for this long (ms) is considered lost; the queue gives up slightly earlier. */
const LOST_AFTER = 40 * MINUTE;
const MAX_ATTEMPTS = 3;
/** How long (ms) a transfer may stay paused, and how long an ended one is listed. */
const PAUSED_FOR = 7 * DAY;
const KEPT_FOR = 30 * DAY;
/** Transfers processed per sweep. */
const BATCH = 50;

export async function resumeTransfers(deps: Deps): Promise<void> {
  const silent = await deps.db.one(store.listSilent(deps.now - LOST_AFTER, false, BATCH));
  const paused = await deps.db.one(store.listSilent(deps.now - PAUSED_FOR, true, BATCH));
  for (const each of paused) await stopTransfer(deps, each, "cancelled", "It was not resumed in time.");
  for (const each of silent) {
    if (each.attempts >= MAX_ATTEMPTS && each.state === "running")
      await stopTransfer(deps, each, "failed", "It failed after several attempts.");
    else
      await commit(deps, exempt.job, {
        // Updates the timestamp, so that the next sweep processes others.
        queries: [store.noteAttempt(each.id, deps.now)],
        jobs: [stepJob(deps, each.id, each.step)],
      });
  }
  await commit(deps, exempt.job, { queries: [store.deleteEnded(deps.now - KEPT_FOR, BATCH)] });
}

/** Deletes the archives of expired exports. */
export async function removeExpiredArchives(deps: Deps): Promise<void> {
  const ids = await deps.db.one(listExpiredArchives(deps.now, BATCH));
  if (ids.length === 0) return;
  await deps.files.delete(ids.map(archiveKey));
  await commit(deps, exempt.job, { queries: [forgetArchives(ids)] });
}

/** Deletes leftover archives of permanently deleted drives, whose rows were deleted by cascade. Costs one bucket request. */
export async function removeStaleArchives(deps: Pick<Deps, "files" | "now">): Promise<void> {
  const before = deps.now - ARCHIVE_KEPT_FOR - DAY;
  const { files } = await deps.files.list(ARCHIVES, BATCH);
  const stale = files.filter(({ uploadedAt }) => uploadedAt <= before).map(({ key }) => key);
  if (stale.length > 0) await deps.files.delete(stale);
}
