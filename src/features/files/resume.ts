/** Work on files that a queue has lost, or has given up while a part of the service was down, is sent out again. */
import { HOUR, type Instant } from "../../kernel/clock.ts";
import type { Deps } from "../../deps.ts";
import type { Job } from "../../kernel/job.ts";
import { exempt, writeOneExempt } from "../../permissions/exempt.ts";
import { commit } from "../../commit/commit.ts";
import { takeStaged } from "./blob-store.ts";
import { LOST_AFTER, MAX_ATTEMPTS, quarantine } from "./processing.ts";
import { listLost, touchLost } from "./run-store.ts";

/** Jobs of one kind that one run of the sweep sends. */
const BATCH_SIZE = 100;
/** How long a promotion may take, in ms. By then the queue has long given up. */
const PROMOTED_WITHIN = HOUR;

/** Those that were sent longest ago come first, so that some which fail for ever hold up no other. */
export async function resumePromotions(deps: Deps): Promise<void> {
  const before: Instant = deps.now - PROMOTED_WITHIN;
  const staged = await writeOneExempt(deps.db, exempt.job, takeStaged(before, deps.now, BATCH_SIZE));
  const jobs = staged.map((blob): Job => ({ id: deps.newId(), kind: "blob.promote", ...blob }));
  if (jobs.length > 0) await commit(deps, exempt.job, { queries: [], jobs });
}

/** Runs that neither end nor are heard of. They stay the runs they are: a message that comes after all is as good. */
export async function resumeRuns(deps: Deps): Promise<void> {
  const before = deps.now - LOST_AFTER;
  const lost = await deps.db.one(listLost(before, BATCH_SIZE));
  for (const { id, run } of lost.filter(({ attempts }) => attempts >= MAX_ATTEMPTS)) {
    deps.log.error("file.dead", { fileId: id, run });
    await quarantine(deps, id, run);
  }
  const again = lost.filter(({ attempts }) => attempts < MAX_ATTEMPTS);
  if (again.length === 0) return;
  const ids = again.map(({ id }) => id);
  await commit(deps, exempt.job, {
    // Their time begins anew, so that the next sweep goes on to others.
    queries: [touchLost(ids, before, deps.now)],
    jobs: again.map(({ id, run }): Job => ({ id: deps.newId(), kind: "file.process", fileId: id, run })),
  });
}
