/** Statements for the outboxes: audit entries and jobs that are part of a commit, stored until they are sent on. */
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

/** More entries or jobs than this share one statement, because the number of statements per request is limited. */
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

/** Guard: the outbox contains all of these. Otherwise a trigger could discard them and the commit would still succeed. */
export function requireEntries(ids: readonly string[]): Query<true> {
  // A short list is inlined, so that only its own rows are read.
  const named =
    ids.length <= SINGLE_ROWS
      ? sql`(${join(
          ids.map((id) => sql`${id}`),
          sql`, `,
        )})`
      : jsonList(ids);
  return guard(sql`(select count(*) from ${auditOutbox} where id in ${named}) = ${ids.length}`);
}

/** Written only if `condition` holds when the batch reaches it. */
export const insertEntryIf = (draft: AuditDraft, now: Instant, condition: SQL): Write<number> =>
  write(sql`insert into ${auditOutbox} (id, entry, created_at)
    select ${draft.id}, ${serializeDraft(draft)}, ${now}
    where ${condition}`);

const newEntries = prepare(
  ({ entries, now }: Named<"entries" | "now">) =>
    sql`insert into ${auditOutbox} (id, entry, created_at)
      select value ->> 0, value ->> 1, ${now} from json_each(${entries})`,
);

/** All in one statement, because the number of statements per request is limited. */
export const insertOutboxEntries = (drafts: readonly AuditDraft[], now: Instant): Write<number> => ({
  ...write(newEntries({ entries: JSON.stringify(drafts.map((draft) => [draft.id, serializeDraft(draft)])), now })),
  storesEntries: drafts.map(({ id }) => id),
});

const waitingEntry = {
  id: auditOutbox.id,
  /** A longer draft is read as null: the chain's writer turns it into an alarm, and memory use stays bounded. */
  entry: sql<
    string | null
  >`case when length(${auditOutbox.entry}) <= ${whole(MAX_DRAFT_LENGTH)} then ${auditOutbox.entry} end`,
  created_at: auditOutbox.createdAt,
};

/** Oldest first. */
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

/** Like `insertOutboxEntries`. */
export const insertJobs = (jobs: readonly Job[], now: Instant): Write<number> =>
  write(sql`insert into ${jobsOutbox} (id, job, created_at)
    select json_extract(value, '$.id'), value, ${now}
    from json_each(${JSON.stringify(jobs)})`);

/** Jobs that were created before then, oldest first. */
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
