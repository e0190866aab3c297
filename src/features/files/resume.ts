/** Work on files that a queue has lost, or has given up while a part of the service was down, is sent out again. */
import { HOUR, type Instant } from "../../kernel/clock.ts";
import type { Deps } from "../../deps.ts";
import type { Job } from "../../kernel/job.ts";
import { many, sql, whole, write } from "../../db/sql.ts";
import { exempt } from "../../permissions/exempt.ts";
import { commit } from "../audit/service.ts";
import { LOST_AFTER, MOST_ATTEMPTS, quarantine } from "./processing.ts";

/** Jobs of one kind that one run of the sweep sends. */
const AT_ONCE = 100;
/** How long a promotion may take, in ms. By then the queue has long given up. */
const PROMOTED_WITHIN = HOUR;

/** Those that were sent longest ago come first, so that some which fail for ever hold up no other. */
export async function resumePromotions(deps: Deps): Promise<void> {
  const before: Instant = deps.now - PROMOTED_WITHIN;
  const jobs = await deps.db.one(
    many<{ generation: string; sha256: string }, Job>(
      sql`update blobs set sent_at = ${deps.now} where generation in
          (select generation from blobs where staged = 1 and sent_at < ${before} order by sent_at limit ${whole(AT_ONCE)})
        returning generation, sha256`,
      ({ generation, sha256 }) => ({ id: deps.newId(), kind: "blob.promote", generation, sha256 }),
    ),
  );
  if (jobs.length > 0) await commit(deps, exempt.job, { queries: [], jobs });
}

type Lost = { readonly id: string; readonly run: number; readonly attempts: number };

/** Runs that neither end nor are heard of. They stay the runs they are: a message that comes after all is as good. */
export async function resumeRuns(deps: Deps): Promise<void> {
  const isLost = sql`status in ('pending', 'processing') and updated_at < ${deps.now - LOST_AFTER}`;
  const lost = await deps.db.one(
    many<Lost, Lost>(
      sql`select id, run, attempts from files where ${isLost} order by updated_at limit ${whole(AT_ONCE)}`,
      (row) => row,
    ),
  );
  for (const { id, run } of lost.filter(({ attempts }) => attempts >= MOST_ATTEMPTS)) {
    deps.log.error("file.dead", { fileId: id, run });
    await quarantine(deps, id, run);
  }
  const again = lost.filter(({ attempts }) => attempts < MOST_ATTEMPTS);
  if (again.length === 0) return;
  const ids = JSON.stringify(again.map(({ id }) => id));
  await commit(deps, exempt.job, {
    // Their time begins anew, so that the next sweep goes on to others.
    queries: [
      write(
        sql`update files set updated_at = ${deps.now} where id in (select value from json_each(${ids})) and ${isLost}`,
      ),
    ],
    jobs: again.map(({ id, run }): Job => ({ id: deps.newId(), kind: "file.process", fileId: id, run })),
  });
}
