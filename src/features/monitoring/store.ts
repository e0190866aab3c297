/** SQL for monitoring. The statements return nothing unless the caller is an administrator. */
import { getTableColumns } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../kernel/caller.ts";
import type { MeasuredKind } from "../../kernel/measured-kind.ts";
import { toIso, type Instant } from "../../kernel/clock.ts";
import { instanceUsage } from "../../db/schema/instance.ts";
import { activity, errorLog, metrics, metricsRolled } from "../../db/schema/monitoring.ts";
import { auditOutbox, jobsOutbox } from "../../db/schema/outbox.ts";
import { searchDirty } from "../../db/schema/pages.ts";
import { storageUsage, users } from "../../db/schema/users.ts";
import { all, exists, first, identifier, many, rowsOf, sql, whole } from "../../db/sql.ts";
import type { Query, RowOf, SQL } from "../../db/sql.ts";
import type { ErrorLogs } from "./contract.ts";
import { BUCKETS } from "../../kernel/histogram.ts";
import { COUNTER_COLUMNS, type Counters } from "./metrics-store.ts";
import type { Granularity, Window } from "./rules.ts";
import { isCallerAsAdmin } from "../../permissions/credential.ts";

const s = alias(storageUsage, "s");

/** Sums of the counters over some rows. */
export type Sums = Omit<Counters, `b${number}`> & { readonly buckets: readonly number[] };
export type NamedSums = Sums & { readonly name: string };
export type Step = Sums & { readonly at: Instant };

const toSums = (row: Readonly<Record<string, number>> & Counters): Sums => ({
  count: row.count,
  failed: row.failed,
  hits: row.hits,
  inward: row.inward,
  outward: row.outward,
  cost: row.cost,
  s2: row.s2,
  s3: row.s3,
  s4: row.s4,
  s5: row.s5,
  buckets: Array.from({ length: BUCKETS }, (_, i) => row[`b${i}`] ?? 0),
});

/** Rows of this grain exist up to this time; later data is available only in finer rows. */
const rolled = (grain: Granularity): SQL =>
  sql`coalesce((select until from ${metricsRolled} where grain = ${grain}), 0)`;

/** Selects the coarsest rows available for each part of the window. The finest grain of `activity` is 10. */
function spans(caller: Caller, table: typeof metrics | typeof activity, kept: SQL, { from, coarsest }: Window): SQL {
  const select = (grain: number, start: SQL, end: SQL | null): SQL => sql`
    select m.*
    from ${users} u
    cross join ${table} m
    where ${isCallerAsAdmin(caller)}
      and m.grain = ${grain}
      and ${kept}
      and m.at >= ${start} ${end === null ? sql`` : sql`and m.at < ${end}`}`;
  const since = sql`${from}`;
  const finest = table === metrics ? 1 : 10;
  switch (coarsest) {
    case 1:
      return select(finest, since, null);
    case 60:
      return sql`${select(60, since, rolled(60))} union all ${select(finest, sql`max(${from}, ${rolled(60)})`, null)}`;
    case 1440:
      return sql`${select(1440, since, rolled(1440))}
        union all ${select(60, sql`max(${from}, ${rolled(1440)})`, rolled(60))}
        union all ${select(finest, sql`max(${from}, ${rolled(60)})`, null)}`;
  }
}

/** The sum of each counter, under the counter's name. */
const sums = Object.fromEntries(COUNTER_COLUMNS.map((column) => [column, sql`sum(${identifier(column)})`])) as Readonly<
  Record<keyof Counters, SQL<number>>
>; // `COUNTER_COLUMNS` are the keys of `Counters`

const counted = (caller: Caller, kind: MeasuredKind, window: Window): SQL =>
  spans(caller, metrics, sql`m.kind = ${kind}`, window);

/** By name, most frequent first. */
export const findSumsByName = (caller: Caller, kind: MeasuredKind, window: Window): Query<NamedSums[]> =>
  many(
    rowsOf(
      { name: sql<string>`name`, ...sums },
      (columns) => sql`select ${columns} from (${counted(caller, kind, window)})
        group by name
        order by count desc, name`,
    ),
    ({ name, ...row }) => ({ ...toSums(row), name }),
  );

const stepOf = ({ stepMs }: Window): SQL<Instant> => sql`at - at % ${stepMs}`;

/** By step of the window; empty steps are missing. */
export const findSteps = (caller: Caller, kind: MeasuredKind, window: Window): Query<Step[]> =>
  many(
    rowsOf(
      { step: stepOf(window), ...sums },
      (columns) => sql`select ${columns} from (${counted(caller, kind, window)})
        group by step`,
    ),
    ({ step, ...row }) => ({ ...toSums(row), at: step }),
  );

const active = {
  activeUsers: sql<number>`count(distinct user_id)`,
  sessions: sql<number>`count(distinct case kind when 'session' then credential_id end)`,
};
type Active = RowOf<typeof active>;

const activeIn = (caller: Caller, window: Window): SQL => spans(caller, activity, sql`true`, window);

export const findActive = (caller: Caller, window: Window): Query<Active | null> =>
  first(rowsOf(active, (columns) => sql`select ${columns} from (${activeIn(caller, window)})`));

export const findActiveSteps = (caller: Caller, window: Window): Query<(Active & { at: Instant })[]> =>
  many(
    rowsOf(
      { step: stepOf(window), ...active },
      (columns) => sql`select ${columns} from (${activeIn(caller, window)})
        group by step`,
    ),
    ({ step, ...row }) => ({ ...row, at: step }),
  );

/** `firstId` is the smallest id for the time `from`, because user ids sort by creation time. */
export const countNewUsers = (caller: Caller, from: Instant, firstId: string): Query<number> =>
  all(
    rowsOf(
      { count: sql<number>`count(*)` },
      (columns) => sql`select ${columns}
        from ${users} u
        cross join ${users} new
        where ${isCallerAsAdmin(caller)}
          and new.id >= ${firstId}
          and new.created_at >= ${from}`,
    ),
    ([row]) => row?.count ?? 0,
  );

const failure = alias(errorLog, "e");

/** Newest first, from `firstId` on and before `cursor`. */
export const findErrors = (
  caller: Caller,
  firstId: string,
  cursor: string | null,
  limit: number,
): Query<ErrorLogs["errors"]> =>
  many(
    rowsOf(
      getTableColumns(failure),
      (columns) => sql`select ${columns}
        from ${users} u
        cross join ${errorLog} e
        where ${isCallerAsAdmin(caller)}
          and ${failure.id} >= ${firstId}
          ${cursor === null ? sql`` : sql`and ${failure.id} < ${cursor}`}
        order by ${failure.id} desc
        limit ${whole(limit)}`,
    ),
    (row) => ({ ...row, at: toIso(row.at) }),
  );

/** Total size and number of all users' files: one row per user who has any. */
export const findStorage = (caller: Caller) =>
  first(
    rowsOf(
      { bytes: sql<number | null>`sum(${s.bytes})`, files: sql<number | null>`sum(${s.files})` },
      (columns) => sql`select ${columns}
        from ${users} u
        cross join ${storageUsage} s
        where ${isCallerAsAdmin(caller)}
          and ${s.userId} >= ''`,
    ),
    ({ bytes, files }) => ({ bytes: bytes ?? 0, files: files ?? 0 }),
  );

/**
 * When the oldest row of the outboxes was written and when the page that has waited longest for the search index changed, null
 * if none waits; and the sizes in bytes that were measured last. Ids of the outboxes sort by time.
 */
export const readWaiting = (): Query<{
  readonly oldest: Instant | null;
  readonly unindexed: Instant | null;
  readonly sizes: { readonly main: number | null; readonly search: number | null; readonly audit: number | null };
}> =>
  all(
    rowsOf(
      {
        entry: sql<Instant | null>`(select created_at from ${auditOutbox} order by id limit 1)`,
        job: sql<Instant | null>`(select created_at from ${jobsOutbox} order by id limit 1)`,
        unindexed: sql<Instant | null>`(select min(${searchDirty.since}) from ${searchDirty})`,
        main: instanceUsage.mainBytes,
        search: instanceUsage.searchBytes,
        audit: instanceUsage.auditBytes,
      },
      (columns) => sql`select ${columns} from ${instanceUsage} where ${instanceUsage.id} = 1`,
    ),
    ([row]) => {
      const times = [row?.entry ?? null, row?.job ?? null].filter((at) => at !== null);
      return {
        oldest: times.length === 0 ? null : Math.min(...times),
        unindexed: row?.unindexed ?? null,
        sizes: { main: row?.main ?? null, search: row?.search ?? null, audit: row?.audit ?? null },
      };
    },
  );

/** Occurrences of one kind of error, from `firstId` on. */
export const countErrors = (caller: Caller, route: string, firstId: string): Query<number> =>
  all(
    rowsOf(
      { count: sql<number | null>`sum(${failure.count})` },
      (columns) => sql`select ${columns}
        from ${users} u
        cross join ${errorLog} e
        where ${isCallerAsAdmin(caller)}
          and ${failure.id} >= ${firstId}
          and ${failure.route} = ${route}`,
    ),
    ([row]) => row?.count ?? 0,
  );

/** Whether the database responds. */
export const ping = (): Query<boolean> => exists(sql`select 1`);
