/** SQL that makes hours from minutes and days from hours, and removes what was kept long enough. */
import { DAY, HOUR, MINUTE, type Instant } from "../../kernel/clock.ts";
import { first, type SQL, sql, write, whole, type Query, raw } from "../../db/sql.ts";
import { columns } from "./metrics-store.ts";
import { MEASURED_KINDS } from "../../kernel/measured-kind.ts";
import type { Grain, Span } from "./rules.ts";

export type Progress = {
  readonly hoursUntil: Instant | null;
  readonly daysUntil: Instant | null;
  readonly oldestMinute: Instant | null;
  readonly oldestHour: Instant | null;
};

type ProgressRow = { hours: number | null; days: number | null; minute: number | null; hour: number | null };

/** The key begins with grain and kind, so rows of all kinds are asked for kind by kind. */
const kinds = raw(`('${MEASURED_KINDS.join("', '")}')`);

const oldest = (grain: Grain): SQL =>
  sql`(select min((select min(at) from metrics where grain = ${grain} and kind = k.value))
    from json_each(${JSON.stringify(MEASURED_KINDS)}) k)`;

export const findProgress = (): Query<Progress | null> =>
  first<ProgressRow, Progress>(
    sql`select (select until from metrics_rolled where grain = 60) as hours,
      (select until from metrics_rolled where grain = 1440) as days, ${oldest(1)} as minute, ${oldest(60)} as hour`,
    (row) => ({
      hoursUntil: row.hours,
      daysUntil: row.days,
      oldestMinute: row.minute,
      oldestHour: row.hour,
    }),
  );

/** The rows one grain coarser, made from scratch: repeating it changes nothing. */
function rollMetrics(from: Grain, to: Grain, span: Span): Query<number> {
  const unit = to * MINUTE;
  return write(sql`insert into metrics (grain, kind, at, name, ${columns((column) => column)})
    select ${to}, kind, at - at % ${unit} as start, name, ${columns((column) => `sum(${column})`)} from metrics
    where grain = ${from} and kind in ${kinds} and at >= ${span.from} and at < ${span.to}
    group by kind, start, name
    on conflict (grain, kind, at, name) do update set ${columns((column) => `${column} = excluded.${column}`)}`);
}

function rollActivity(from: 10 | 60, to: Grain, span: Span): Query<number> {
  const unit = to * MINUTE;
  return write(sql`insert into activity (grain, at, credential_id, kind, user_id)
    select distinct ${to}, at - at % ${unit}, credential_id, kind, user_id from activity
    where grain = ${from} and at >= ${span.from} and at < ${span.to}
    on conflict do nothing`);
}

/** Moves the mark on, unless something late has moved it back since it was read. */
const advance = (grain: Grain, before: Instant | null, until: Instant): Query<number> =>
  write(sql`insert into metrics_rolled (grain, until) values (${grain}, ${until})
    on conflict (grain) do update set until = excluded.until where until is ${before}`);

/** Hours of the span; days that were made from older ones are to be made again. */
export const makeHours = (span: Span, before: Instant | null): Query<number>[] => [
  rollMetrics(1, 60, span),
  rollActivity(10, 60, span),
  advance(60, before, span.to),
  write(
    sql`update metrics_rolled set until = ${span.from - (span.from % DAY)} where grain = 1440 and until > ${span.from - (span.from % DAY)}`,
  ),
];

export const makeDays = (span: Span, before: Instant | null): Query<number>[] => [
  rollMetrics(60, 1440, span),
  rollActivity(60, 1440, span),
  advance(1440, before, span.to),
];

/** What of one grain is too old, half a unit of the next at a time. */
export const removeMetrics = (grain: Grain, before: Instant): Query<number> =>
  write(sql`delete from metrics where grain = ${grain} and kind in ${kinds}
    and at < min(${before}, coalesce(${oldest(grain)}, 0) + ${grain === 1 ? HOUR : DAY})`);

export const removeActivity = (grain: 10 | 60 | 1440, before: Instant): Query<number> =>
  write(sql`delete from activity where grain = ${grain} and at < min(${before},
    coalesce((select min(at) from activity where grain = ${grain}), 0) + ${grain === 10 ? HOUR : DAY})`);

/** By id, which begins with the time. */
export const removeOld = (table: SQL, id: string, atOnce: number): Query<number> =>
  write(
    sql`delete from ${table} where id in (select id from ${table} where id < ${id} order by id limit ${whole(atOnce)})`,
  );
