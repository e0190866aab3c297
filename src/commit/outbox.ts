/** Statements of the outboxes: audit entries and jobs that commit with the act they belong to, until they are sent on. */
import type { Instant } from "../kernel/clock.ts";
import type { Job } from "../kernel/job.ts";
import {
  guard,
  join,
  jsonList,
  many,
  prepare,
  rowsOf,
  sql,
  whole,
  write,
  type Named,
  type Query,
  type SQL,
  type Write,
} from "../db/sql.ts";
import { auditOutbox, jobsOutbox } from "../db/schema/outbox.ts";
import { MAX_DRAFT_LENGTH, serializeDraft, type AuditDraft, type OutboxRow } from "../audit-log/draft.ts";

/** Beyond so many entries or jobs they share a statement: of those a request may send only so many. */
export const SINGLE_ROWS = 10;

const newEntry = prepare(
  ({ id, entry, now }: Named<"id" | "entry" | "now">) =>
    sql`insert into ${auditOutbox} (id, entry, created_at)
      values (${id}, ${entry}, ${now})`,
);

export const insertEntry = (draft: AuditDraft, now: Instant): Write<number> => ({
  ...write(newEntry({ id: draft.id, entry: serializeDraft(draft), now })),
  storesEntries: [draft.id],
});

/** A guard that the outbox has all of these: a trigger could keep them out of it, and let the act succeed. */
export function requireEntries(ids: readonly string[]): Query<true> {
  // Few are named one by one, which reads no rows but theirs.
  const named =
    ids.length <= SINGLE_ROWS
      ? sql`(${join(
          ids.map((id) => sql`${id}`),
          sql`, `,
        )})`
      : jsonList(ids);
  return guard(sql`(select count(*) from ${auditOutbox} where id in ${named}) = ${ids.length}`);
}

/** Written only if `condition` holds when the batch gets there. */
export const insertEntryIf = (draft: AuditDraft, now: Instant, condition: SQL): Write<number> =>
  write(sql`insert into ${auditOutbox} (id, entry, created_at)
    select ${draft.id}, ${serializeDraft(draft)}, ${now}
    where ${condition}`);

const newEntries = prepare(
  ({ entries, now }: Named<"entries" | "now">) =>
    sql`insert into ${auditOutbox} (id, entry, created_at)
      select value ->> 0, value ->> 1, ${now} from json_each(${entries})`,
);

/** All in one statement: a request may send only so many. */
export const insertOutboxEntries = (drafts: readonly AuditDraft[], now: Instant): Write<number> => ({
  ...write(newEntries({ entries: JSON.stringify(drafts.map((draft) => [draft.id, serializeDraft(draft)])), now })),
  storesEntries: drafts.map(({ id }) => id),
});

const waitingEntry = {
  id: auditOutbox.id,
  /** A longer draft comes as null: the chain's writer turns it into an alarm, and memory stays bounded. */
  entry: sql<
    string | null
  >`case when length(${auditOutbox.entry}) <= ${whole(MAX_DRAFT_LENGTH)} then ${auditOutbox.entry} end`,
  created_at: auditOutbox.createdAt,
};

/** The oldest first. */
export const listOutbox = (limit: number): Query<OutboxRow[]> =>
  many(
    rowsOf(
      waitingEntry,
      (columns) => sql`select ${columns} from ${auditOutbox}
        order by id
        limit ${whole(limit)}`,
    ),
  );

const sentEntries = prepare(
  ({ ids }: Named<"ids">) => sql`delete from ${auditOutbox} where id in (select value from json_each(${ids}))`,
);

export const deleteOutboxEntries = (ids: readonly string[]): Write<number> =>
  write(sentEntries({ ids: JSON.stringify(ids) }));

const newJob = prepare(
  ({ id, job, now }: Named<"id" | "job" | "now">) =>
    sql`insert into ${jobsOutbox} (id, job, created_at)
      values (${id}, ${job}, ${now})`,
);

export const insertJob = (job: Job, now: Instant): Write<number> =>
  write(newJob({ id: job.id, job: JSON.stringify(job), now }));

/** As `insertOutboxEntries`. */
export const insertJobs = (jobs: readonly Job[], now: Instant): Write<number> =>
  write(sql`insert into ${jobsOutbox} (id, job, created_at)
    select json_extract(value, '$.id'), value, ${now}
    from json_each(${JSON.stringify(jobs)})`);

/** Those that have waited since before then, the oldest first. */
export const listJobs = (before: Instant, limit: number): Query<Job[]> =>
  many(
    rowsOf(
      { job: jobsOutbox.job },
      (columns) => sql`select ${columns} from ${jobsOutbox}
        where created_at < ${before}
        order by id
        limit ${whole(limit)}`,
    ),
    ({ job }) => JSON.parse(job) as Job, // written from a Job, above
  );

export const deleteJobs = (ids: readonly string[]): Write<number> =>
  write(sql`delete from ${jobsOutbox} where id in ${jsonList(ids)}`);
