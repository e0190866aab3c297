/** The guard of every change to a page, as a fragment for other slices. */
import type { Caller } from "../../kernel/caller.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Rights } from "../../kernel/rights.ts";
import type { Job } from "../../kernel/job.ts";
import { many, sql, write, type Query, type Sql } from "../../platform/sql.ts";
import { ancestors, callerId, callerIsLive, rightsOverUp } from "../access/access.ts";

/** No page from here to the root is in the trash, nor the drive; false for a page that does not exist. */
export const isLive = (pageId: string): Sql =>
  sql`(with recursive ${ancestors(pageId)}
    select count(*) > 0 and count(trashed_at) = 0 and not exists (
      select 1 from drives where id = (select drive_id from up where depth = 0) and trashed_at is not null) from up)`;

/**
 * The credential is good and made for writing in this drive, the right is held and the page is live, at the moment of the
 * commit. One walk up tells it all.
 */
export const callerMayWrite = (caller: Caller, now: Instant, idleMs: number, pageId: string, needed: Rights): Sql =>
  sql`${callerIsLive(caller, now, idleMs)} and (with recursive ${ancestors(pageId)}
    select count(*) > 0 and count(trashed_at) = 0 and (${rightsOverUp(callerId(caller))} & ${needed}) = ${needed}
      and not exists (select 1 from drives where id = ${DRIVE} and trashed_at is not null)${mayWriteIn(caller)} from up)`;

const DRIVE = sql`(select drive_id from up where depth = 0)`;

/** A token's own limits; a session has none. */
const mayWriteIn = (caller: Caller): Sql =>
  caller.kind === "session"
    ? sql``
    : sql` and exists (select 1 from mcp_tokens t where t.token_hash = ${caller.tokenHash} and t.read_only = 0 and (t.scope_mode = 'all'
        or exists (select 1 from mcp_token_drives x where x.token_id = t.id and x.drive_id = ${DRIVE})))`;

/** Ids in one job: keeps a message far below the queue's 128 KB. */
const CHUNK = 500;

/**
 * The jobs that empty the rooms of pages which this batch deletes: `<purgeId>-0`, `<purgeId>-1`… `pages` selects their
 * ids inside the batch, so that no room is emptied whose page was spared, nor the other way round.
 */
export const insertPurgeJobs = (pages: Sql, purgeId: string, now: Instant): Query<number> =>
  write(sql`insert into jobs_outbox (id, job, created_at)
    select ${purgeId} || '-' || chunk,
      json_object('id', ${purgeId} || '-' || chunk, 'kind', 'rooms.purge', 'pageIds', json_group_array(id)), ${now}
    from (select id, (row_number() over () - 1) / cast(${CHUNK} as integer) as chunk from (${pages})) group by chunk`);

/** The first of those jobs, to be sent at once; the sweep sends what is left. */
export const listPurgeJobs = (purgeId: string): Query<Job[]> =>
  many<{ job: string }, Job>(
    sql`select job from jobs_outbox where id > ${`${purgeId}-`} and id < ${`${purgeId}.`} order by id limit 20`,
    (row) => JSON.parse(row.job) as Job, // written by insertPurgeJobs
  );
