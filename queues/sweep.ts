/** Every minute: ships what the outboxes still hold and removes what has expired. */
import type { Deps } from "../src/deps.ts";
import { MINUTE, DAY, type Instant } from "../src/kernel/clock.ts";
import { makeId } from "../src/kernel/ids.ts";
import { sendJobs } from "../src/features/audit/service.ts";
import { many, sql, write } from "../src/platform/sql.ts";
import type { Job } from "../src/kernel/job.ts";

/** A job this young is still being sent by the request that made it. */
const GRACE = MINUTE;

/** The least id of this instant: ids sort by time, so that what is old is found by its key. */
const idAt = (instant: Instant): string => makeId(instant, (length) => new Uint8Array(length));

export async function sweep(deps: Deps): Promise<void> {
  const [jobs] = await deps.db.batch([
    many<{ job: string }, Job>(
      sql`select job from jobs_outbox where created_at < ${deps.now - GRACE} order by id limit 100`,
      (row) => JSON.parse(row.job) as Job, // written by `commit`, from a Job
    ),
    write(
      sql`delete from magic_links where id in (select id from magic_links where id < ${idAt(deps.now - DAY)} order by id limit 500)`,
    ),
  ]);
  if (jobs.length > 0) await sendJobs(deps, jobs);
  await deps.objects.auditLog().drain();
}
