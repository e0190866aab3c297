/** Imports that the queue has lost go on; those that fail at the same place again and again, or wait for nobody, end. */
import { DAY, MINUTE } from "../../../kernel/clock.ts";
import type { Deps } from "../../../deps.ts";
import { exempt } from "../../../permissions/exempt.ts";
import { commit } from "../../../commit/commit.ts";
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
  const silent = await deps.db.one(store.listSilent(deps.now - LOST_AFTER, BATCH));
  const paused = await deps.db.one(store.listPaused(deps.now - PAUSED_FOR, BATCH));
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
