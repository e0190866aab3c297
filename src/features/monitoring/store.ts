/** SQL of what administrators are shown. Statements read nothing for anybody else. */
import type { Caller } from "../../kernel/caller.ts";
import type { MeasuredKind } from "../../kernel/measured-kind.ts";
import { MINUTE, toIso, type Instant } from "../../kernel/clock.ts";
import { first, many, type SQL, sql, write, whole, type Query, print, raw } from "../../db/sql.ts";
import { callerId } from "../access/access.ts";
import type { AiCall, ErrorLogs } from "./contract.ts";
import { BUCKETS } from "../../kernel/histogram.ts";
import { addMinutes, columns, countersOf } from "./metrics-store.ts";
import type { Grain, Window } from "./rules.ts";

/** Sums of the counters over some rows. */
export type Sums = {
  readonly count: number;
  readonly failed: number;
  readonly hits: number;
  readonly inward: number;
  readonly outward: number;
  readonly cost: number;
  readonly s2: number;
  readonly s3: number;
  readonly s4: number;
  readonly s5: number;
  readonly buckets: readonly number[];
};
export type Named = Sums & { readonly name: string };
export type Step = Sums & { readonly at: Instant };

type SumsRow = Omit<Sums, "buckets"> & Record<`b${number}`, number>;

const toSums = (row: SumsRow): Sums => ({
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

/** `from users u cross join …`: comes first, so that nothing else is read for whoever is no administrator just now. */
const isAdministrator = (caller: Caller): SQL => sql`u.id = ${callerId(caller)} and u.role = 'admin'`;

/** Everything from here on is made of what is finer. */
const rolled = (grain: Grain): SQL => sql`coalesce((select until from metrics_rolled where grain = ${grain}), 0)`;

/** Of each stretch of the window the coarsest rows there are. `table` is `metrics` or `activity`, whose finest grain is 10. */
function spans(caller: Caller, table: "metrics" | "activity", kept: SQL, { from, coarsest }: Window): SQL {
  const select = (grain: number, start: SQL, end: SQL | null): SQL => sql`
    select m.* from users u cross join ${raw(table)} m
    where ${isAdministrator(caller)} and m.grain = ${grain} and ${kept}
      and m.at >= ${start} ${end === null ? sql`` : sql`and m.at < ${end}`}`;
  const since = sql`${from}`;
  const finest = table === "metrics" ? 1 : 10;
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

const sums = columns((column) => `sum(${column}) as ${column}`);

const counted = (caller: Caller, kind: MeasuredKind, window: Window): SQL =>
  spans(caller, "metrics", sql`m.kind = ${kind}`, window);

/** By name, the most frequent first. */
export const findNamed = (caller: Caller, kind: MeasuredKind, window: Window): Query<Named[]> =>
  many<SumsRow & { name: string }, Named>(
    sql`select name, ${sums} from (${counted(caller, kind, window)}) group by name order by count desc, name`,
    (row) => ({ ...toSums(row), name: row.name }),
  );

/** By step of the window; steps with nothing are missing. */
export const findSteps = (caller: Caller, kind: MeasuredKind, window: Window): Query<Step[]> =>
  many<SumsRow & { step: number }, Step>(
    sql`select at - at % ${window.stepMs} as step, ${sums} from (${counted(caller, kind, window)}) group by step`,
    (row) => ({ ...toSums(row), at: row.step }),
  );

type Active = { readonly activeUsers: number; readonly sessions: number };

const active = sql`count(distinct user_id) as activeUsers,
  count(distinct case kind when 'session' then credential_id end) as sessions`;

export const findActive = (caller: Caller, window: Window): Query<Active | null> =>
  first<Active, Active>(sql`select ${active} from (${spans(caller, "activity", sql`true`, window)})`, (row) => row);

export const findActiveSteps = (caller: Caller, window: Window): Query<(Active & { at: Instant })[]> =>
  many<Active & { step: number }, Active & { at: Instant }>(
    sql`select at - at % ${window.stepMs} as step, ${active} from (${spans(caller, "activity", sql`true`, window)})
      group by step`,
    ({ step, ...row }) => ({ ...row, at: step }),
  );

/** `from` as the least id of that instant: users' ids sort by when they came. */
export const countNewUsers = (caller: Caller, from: Instant, firstId: string): Query<number> => ({
  ...print(sql`select count(*) as n from users u cross join users new
    where ${isAdministrator(caller)} and new.id >= ${firstId} and new.created_at >= ${from}`),
  read: (rows) => Number(rows[0]?.["n"] ?? 0),
});

type ErrorRow = {
  id: string;
  at: number;
  route: string;
  message: string;
  stack: string;
  request_id: string;
  count: number;
};

/** Newest first, from `firstId` on and before `cursor`. */
export const findErrors = (
  caller: Caller,
  firstId: string,
  cursor: string | null,
  limit: number,
): Query<ErrorLogs["errors"]> =>
  many<ErrorRow, ErrorLogs["errors"][number]>(
    sql`select e.* from users u cross join error_log e
      where ${isAdministrator(caller)} and e.id >= ${firstId}
        ${cursor === null ? sql`` : sql`and e.id < ${cursor}`}
      order by e.id desc limit ${whole(limit)}`,
    ({ request_id: requestId, ...row }) => ({ ...row, at: toIso(row.at), requestId }),
  );

/** What all users' files weigh: a row for each of them who has any. */
export const findStorage = (caller: Caller): Query<{ bytes: number; files: number } | null> =>
  first<{ bytes: number | null; files: number | null }, { bytes: number; files: number }>(
    sql`select sum(s.bytes) as bytes, sum(s.files) as files from users u cross join storage_usage s
      where ${isAdministrator(caller)} and s.user_id >= ''`,
    ({ bytes, files }) => ({ bytes: bytes ?? 0, files: files ?? 0 }),
  );

/** The call and, in the same transaction, its part in the minute's sum. */
export const insertAiCall = (id: string, at: Instant, call: AiCall): Query<unknown>[] => [
  write(sql`insert into ai_calls (id, at, user_id, provider, model, input_tokens, output_tokens, cost)
    values (${id}, ${at}, ${call.userId}, ${call.provider}, ${call.model}, ${call.inputTokens}, ${call.outputTokens}, ${call.cost})`),
  addMinutes([
    [
      "ai",
      `${call.provider}/${call.model}`,
      at - (at % MINUTE),
      ...countersOf({ count: 1, inward: call.inputTokens, outward: call.outputTokens, cost: call.cost }),
    ],
  ]),
];
