/** SQL that adds an isolate's measurements to their per-minute rows. Lists are passed as JSON, in one statement. */
import { and, eq, getTableColumns, gt } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { HOUR, type Instant } from "../../kernel/clock.ts";
import { activity, analyticsEvents, errorLog, metrics, metricsRolled } from "../../db/schema/monitoring.ts";
import { sessions } from "../../db/schema/sessions.ts";
import { users } from "../../db/schema/users.ts";
import { builder, prepare, raw, sql, write, type Named, type SQL, type Write } from "../../db/sql.ts";
import { sessionIsLive, idleSince } from "../../permissions/credential.ts";

const s = alias(sessions, "s");
const u = alias(users, "u");

/** Summed counters, by column. */
export type Counters = Omit<typeof metrics.$inferSelect, "grain" | "kind" | "at" | "name">;

const { grain: _grain, kind: _kind, at: _at, name: _name, ...counted } = getTableColumns(metrics);

/** Columns that are summed, in the order in which rows contain them after kind, name and time. */
export const COUNTER_COLUMNS: readonly string[] = Object.values(counted).map(({ name }) => name);

/** Safe as raw SQL, because column names never come from a caller. */
export const counterColumns = (make: (column: string, i: number) => string): SQL =>
  raw(COUNTER_COLUMNS.map(make).join(", "));

/** Kind, name, start of the minute, and the counters. */
export type MinuteRow = readonly [kind: string, name: string, at: Instant, ...counters: readonly number[]];

const fields = (length: number): SQL => raw(Array.from({ length }, (_, i) => `value ->> ${i}`).join(", "));

const minutes = prepare(
  ({ rows }: Named<"rows">) => sql`insert into ${metrics} (grain, kind, name, at, ${counterColumns((column) => column)})
    select 1, ${fields(3 + COUNTER_COLUMNS.length)} from json_each(${rows})
    where true
    on conflict (grain, kind, at, name) do update set ${counterColumns((column) => `${column} = ${column} + excluded.${column}`)}`,
);

export const addMinutes = (rows: readonly MinuteRow[]): Write<number> => write(minutes({ rows: JSON.stringify(rows) }));

/** Marks hours or days that start at `until` or later for recomputation. */
export const reopenFrom = (grain: 60 | 1440, until: Instant): Write<number> =>
  write(
    builder
      .update(metricsRolled)
      .set({ until })
      .where(and(eq(metricsRolled.grain, grain), gt(metricsRolled.until, until))),
  );

/** Marks the hour of late data, and all following ones, for recomputation. */
export const reopen = (at: Instant): Write<number> => reopenFrom(60, at - (at % HOUR));

/** id, at, route, message, stack, request id, count. */
export type FaultRow = readonly [string, Instant, string, string, string, string, number];

export const insertFaults = (rows: readonly FaultRow[]): Write<number> =>
  write(sql`insert into ${errorLog} (id, at, route, message, stack, request_id, count)
    select ${fields(7)} from json_each(${JSON.stringify(rows)})
    where true
    on conflict (id) do nothing`);

/** at, credential, kind, user. */
export type VisitRow = readonly [Instant, string, string, string];

export const insertVisits = (rows: readonly VisitRow[]): Write<number> =>
  write(sql`insert into ${activity} (grain, at, credential_id, kind, user_id)
    select 10, ${fields(4)} from json_each(${JSON.stringify(rows)})
    where true
    on conflict do nothing`);

/** id, at, event, properties, weight, hash of a session's token or null. */
export type SampleRow = readonly [string, Instant, string, string, number, string | null];

/** An event is attributed to its session's user if the session is valid. */
export const insertSamples = (rows: readonly SampleRow[], now: Instant, idleMs: number): Write<number> =>
  write(sql`insert into ${analyticsEvents} (id, at, event, properties, weight, user_id)
    select ${fields(5)}, (
      select ${s.userId}
      from ${sessions} s
      join ${users} u on ${u.id} = ${s.userId}
      where ${s.tokenHash} = value ->> 5
        and ${sessionIsLive(now, idleSince(now, idleMs))})
    from json_each(${JSON.stringify(rows)})
    where true
    on conflict (id) do nothing`);
