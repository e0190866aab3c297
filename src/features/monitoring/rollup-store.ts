/** SQL that rolls up minutes into hours and hours into days, and deletes expired rows. */
import { DAY, HOUR, MINUTE, type Instant } from "../../kernel/clock.ts";
import { activity, aiCalls, analyticsEvents, errorLog, metrics, metricsRolled } from "../../db/schema/monitoring.ts";
import { first, raw, rowsOf, sql, whole, write, type Query, type RowOf, type SQL, type Write } from "../../db/sql.ts";
import { counterColumns, reopenFrom } from "./metrics-store.ts";
import { MEASURED_KINDS } from "../../kernel/measured-kind.ts";
import type { Granularity, Span } from "./rules.ts";

/** The key starts with grain and kind, so queries over all kinds look up each kind separately. */
const kinds = raw(`('${MEASURED_KINDS.join("', '")}')`);

const oldest = (grain: Granularity): SQL<Instant | null> =>
  sql`(
    select min((
      select min(at) from ${metrics}
      where grain = ${grain}
        and kind = k.value))
    from json_each(${JSON.stringify(MEASURED_KINDS)}) k)`;

const rolledUntil = (grain: Granularity): SQL<Instant | null> =>
  sql`(select until from ${metricsRolled} where grain = ${grain})`;

const progress = {
  hoursUntil: rolledUntil(60),
  daysUntil: rolledUntil(1440),
  oldestMinute: oldest(1),
  oldestHour: oldest(60),
};

export const findProgress = (): Query<RowOf<typeof progress> | null> =>
  first(rowsOf(progress, (columns) => sql`select ${columns}`));

/** Recomputes the rows of the coarser grain from scratch, so repeating it changes nothing. */
function rollMetrics(from: Granularity, to: Granularity, span: Span): Write<number> {
  const unit = to * MINUTE;
  return write(sql`insert into ${metrics} (grain, kind, at, name, ${counterColumns((column) => column)})
    select ${to}, kind, at - at % ${unit} as start, name, ${counterColumns((column) => `sum(${column})`)}
    from ${metrics}
    where grain = ${from}
      and kind in ${kinds}
      and at >= ${span.from}
      and at < ${span.to}
    group by kind, start, name
    on conflict (grain, kind, at, name) do update set ${counterColumns((column) => `${column} = excluded.${column}`)}`);
}

function rollActivity(from: 10 | 60, to: Granularity, span: Span): Write<number> {
  const unit = to * MINUTE;
  return write(sql`insert into ${activity} (grain, at, credential_id, kind, user_id)
    select distinct ${to}, at - at % ${unit}, credential_id, kind, user_id
    from ${activity}
    where grain = ${from}
      and at >= ${span.from}
      and at < ${span.to}
    on conflict do nothing`);
}

/** Advances the mark, unless late data has moved it back since it was read. */
const advance = (grain: Granularity, before: Instant | null, until: Instant): Write<number> =>
  write(sql`insert into ${metricsRolled} (grain, until)
    values (${grain}, ${until})
    on conflict (grain) do update set until = excluded.until
      where until is ${before}`);

/** Rolls up the hours of the span, and marks the days computed from older ones for recomputation. */
export const rollUpHours = (span: Span, before: Instant | null): Write<number>[] => [
  rollMetrics(1, 60, span),
  rollActivity(10, 60, span),
  advance(60, before, span.to),
  reopenFrom(1440, span.from - (span.from % DAY)),
];

export const rollUpDays = (span: Span, before: Instant | null): Write<number>[] => [
  rollMetrics(60, 1440, span),
  rollActivity(60, 1440, span),
  advance(1440, before, span.to),
];

/** Deletes expired rows of one grain, at most one unit of the next coarser grain per run. */
export const removeMetrics = (grain: Granularity, before: Instant): Write<number> =>
  write(sql`delete from ${metrics}
    where grain = ${grain}
      and kind in ${kinds}
      and at < min(
        ${before},
        coalesce(${oldest(grain)}, 0) + ${grain === 1 ? HOUR : DAY})`);

export const removeActivity = (grain: 10 | 60 | 1440, before: Instant): Write<number> =>
  write(sql`delete from ${activity}
    where grain = ${grain}
      and at < min(
        ${before},
        coalesce(
          (
            select min(at) from ${activity}
            where grain = ${grain}),
          0) + ${grain === 10 ? HOUR : DAY})`);

/** Deletes by id, which starts with the time, in limited batches. */
const removeBefore =
  (table: typeof errorLog | typeof aiCalls | typeof analyticsEvents) =>
  (id: string, atOnce: number): Write<number> =>
    write(sql`delete from ${table}
      where id in (
        select id from ${table}
        where id < ${id}
        order by id
        limit ${whole(atOnce)})`);

export const removeErrors = removeBefore(errorLog);
export const removeAiCalls = removeBefore(aiCalls);
export const removeEvents = removeBefore(analyticsEvents);
