/** Imports and exports that the queue has lost go on; those that fail at the same place again and again, or wait for nobody, end. */
import { DAY, MINUTE } from "../../../kernel/clock.ts";
import type { Deps } from "../../../deps.ts";
import { exempt } from "../../../permissions/exempt.ts";
import { commit } from "../../../commit/commit.ts";
import { ARCHIVES, KEPT_FOR as ARCHIVE_KEPT_FOR, archiveKey } from "./export-rules.ts";
import { forgetArchives, listExpiredArchives } from "./export-archive-store.ts";
import { stepJob, stopTransfer } from "./step.ts";
import * as store from "./store.ts";

/** A step that was not heard of for so long, in ms, has been lost: the queue gives up a little before. */
const LOST_AFTER = 40 * MINUTE;
const MAX_ATTEMPTS = 3;
/** How long one waits for its person, and how long is told of one that has ended, in ms. */
const PAUSED_FOR = 7 * DAY;
const KEPT_FOR = 30 * DAY;
/** Transfers that one run of the sweep sees to. */
const BATCH = 50;

export async function resumeTransfers(deps: Deps): Promise<void> {
  const silent = await deps.db.one(store.listSilent(deps.now - LOST_AFTER, false, BATCH));
  const paused = await deps.db.one(store.listSilent(deps.now - PAUSED_FOR, true, BATCH));
  for (const each of paused) await stopTransfer(deps, each, "cancelled", "Nobody said that it shall go on.");
  for (const each of silent) {
    if (each.attempts >= MAX_ATTEMPTS && each.state === "running")
      await stopTransfer(deps, each, "failed", "It could not go on, though it was tried several times.");
    else
      await commit(deps, exempt.job, {
        // Its time begins anew, so that the next sweep goes on to others.
        queries: [store.noteAttempt(each.id, deps.now)],
        jobs: [stepJob(deps, each.id, each.step)],
      });
  }
  await commit(deps, exempt.job, { queries: [store.deleteEnded(deps.now - KEPT_FOR, BATCH)] });
}

/** Archives of exports whose time is over. */
export async function removeExpiredArchives(deps: Deps): Promise<void> {
  const ids = await deps.db.one(listExpiredArchives(deps.now, BATCH));
  if (ids.length === 0) return;
  await deps.files.delete(ids.map(archiveKey));
  await commit(deps, exempt.job, { queries: [forgetArchives(ids)] });
}

/** And those of drives that are gone for good, which took the rows with them. Costs a call to the bucket. */
export async function removeStaleArchives(deps: Pick<Deps, "files" | "now">): Promise<void> {
  const before = deps.now - ARCHIVE_KEPT_FOR - DAY;
  const { files } = await deps.files.list(ARCHIVES, BATCH);
  const stale = files.filter(({ uploadedAt }) => uploadedAt <= before).map(({ key }) => key);
  if (stale.length > 0) await deps.files.delete(stale);
}
