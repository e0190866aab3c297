/** Every minute: ships what the outboxes still hold and removes what has expired. */
import type { Deps } from "../src/deps.ts";
import { MINUTE, DAY, type Instant } from "../src/kernel/clock.ts";
import { makeId } from "../src/kernel/ids.ts";
import { collectFiles, collectStaged } from "../src/features/files/collect.ts";
import { resumeFiles } from "../src/features/files/resume.ts";
import { sendJobs } from "../src/features/audit/service.ts";
import { tendTrail } from "../src/features/audit/tending.ts";
import { resumeErasures } from "../src/features/deletion/erase.ts";
import { sweepEnded } from "../src/features/identity/ended.ts";
import { rollUp } from "../src/features/monitoring/rollup.ts";
import { sweepDirty } from "../src/features/search/indexing.ts";
import { many, sql, write, whole, type Query, type Sql } from "../src/platform/sql.ts";
import type { Job } from "../src/kernel/job.ts";

/** A job this young is still being sent by the request that made it. */
const GRACE = MINUTE;

/** The least id of this instant: ids sort by time, so that what is old is found by its key. */
const idAt = (instant: Instant): string => makeId(instant, (length) => new Uint8Array(length));

/** The minute of the hour in which the staging area of the bucket is looked through. */
const STAGE_MINUTE = 17;

/** Rows of one table that one run removes. */
const AT_ONCE = 500;

/** Single-use marks whose time is up: nothing asks for them any more. */
const deleteExpired = (table: Sql, key: Sql, now: Instant): Query<number> =>
  write(
    sql`delete from ${table} where ${key} in (select ${key} from ${table} where expires_at <= ${now} order by expires_at limit ${whole(AT_ONCE)})`,
  );

/** Changes of address that nobody confirmed within the day they had, found by their ids. */
const deleteOldChanges = (now: Instant): Query<number> =>
  write(
    sql`delete from email_changes where id in (select id from email_changes where id < ${idAt(now - 2 * DAY)} and expires_at <= ${now - DAY} order by id limit ${whole(AT_ONCE)})`,
  );

export async function sweep(deps: Deps): Promise<void> {
  const [jobs] = await deps.db.batch([
    many<{ job: string }, Job>(
      sql`select job from jobs_outbox where created_at < ${deps.now - GRACE} order by id limit 100`,
      (row) => JSON.parse(row.job) as Job, // written by `commit`, from a Job
    ),
    write(
      sql`delete from magic_links where id in (select id from magic_links where id < ${idAt(deps.now - DAY)} order by id limit 500)`,
    ),
    deleteExpired(sql`socket_tokens`, sql`token_hash`, deps.now),
    deleteExpired(sql`service_tokens`, sql`token_hash`, deps.now),
    deleteExpired(sql`oauth_marks`, sql`state_hash`, deps.now),
    deleteExpired(sql`spent_id_tokens`, sql`token_hash`, deps.now),
    deleteOldChanges(deps.now),
    write(
      sql`delete from sent_notices where job_id in (select job_id from sent_notices where job_id < ${idAt(deps.now - 2 * DAY)} order by job_id limit ${whole(AT_ONCE)})`,
    ),
    write(
      sql`delete from webauthn_challenges where id in (select id from webauthn_challenges where id < ${idAt(deps.now - DAY)} order by id limit 2000)`,
    ),
  ]);
  if (jobs.length > 0) await sendJobs(deps, jobs);
  await sweepEnded(deps);
  await sweepDirty(deps);
  await resumeErasures(deps);
  await resumeFiles(deps);
  await collectFiles(deps);
  if (Math.floor(deps.now / MINUTE) % 60 === STAGE_MINUTE) await collectStaged(deps);
  await rollUp(deps);
  await tendTrail(deps);
}
