/** Work on files that a queue has lost, or has given up while a part of the service was down, is sent out again. */
import { HOUR, type Instant } from "../../kernel/clock.ts";
import type { Deps } from "../../deps.ts";
import type { Job } from "../../kernel/job.ts";
import { many, sql, whole } from "../../platform/sql.ts";
import { commit } from "../audit/service.ts";

/** Jobs of one kind that one run sends. */
const AT_ONCE = 100;
/** How long a promotion may take, in ms. By then the queue has long given up. */
const PROMOTED_WITHIN = HOUR;

export async function resumeFiles(deps: Deps): Promise<void> {
  await resumePromotions(deps);
}

/** Those that were sent longest ago come first, so that some which fail for ever hold up no other. */
async function resumePromotions(deps: Deps): Promise<void> {
  const before: Instant = deps.now - PROMOTED_WITHIN;
  const jobs = await deps.db.one(
    many<{ generation: string; sha256: string }, Job>(
      sql`update blobs set sent_at = ${deps.now} where generation in
          (select generation from blobs where staged = 1 and sent_at < ${before} order by sent_at limit ${whole(AT_ONCE)})
        returning generation, sha256`,
      ({ generation, sha256 }) => ({ id: deps.newId(), kind: "blob.promote", generation, sha256 }),
    ),
  );
  if (jobs.length > 0) await commit(deps, { queries: [], jobs });
}
