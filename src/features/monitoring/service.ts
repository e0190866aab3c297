/** Metrics for administrators, read from precomputed rows in one round trip, for a single metric or all of them. */
import type { Caller } from "../../kernel/caller.ts";
import { toIso } from "../../kernel/clock.ts";
import { paginate } from "../../kernel/cursor.ts";
import { minIdAt } from "../../kernel/ids.ts";
import type { AdminDeps } from "../../deps.ts";
import type { Results } from "../../platform/db.ts";
import type { Query } from "../../db/sql.ts";
import { authorizeAdmin } from "../../permissions/authorize-account.ts";
import type {
  AiUsage,
  ApiMetrics,
  ErrorLogs,
  METRICS,
  Metric,
  MonitoringQuery,
  Objectives,
  Performance,
  UserActivity,
} from "./contract.ts";
import { systemHealth } from "./health.ts";
import { percentile } from "../../kernel/histogram.ts";
import { activityWindowOf, fillSteps, windowOf } from "./rules.ts";
import * as modelCalls from "./model-calls-store.ts";
import * as objectives from "./objectives.ts";
import * as store from "./store.ts";

const SHOWN_QUERIES = 20;
const SHOWN_EVENTS = 50;

/** Throws `forbidden` for anyone except administrators. */
export async function readMetric(
  deps: AdminDeps,
  caller: Caller,
  { metric, ...query }: MonitoringQuery & { readonly metric: (typeof METRICS)[number] },
): Promise<Metric> {
  if (metric === "system-health") return systemHealth(deps, caller, query.timeRange);
  const [shown] = await load(deps, caller, [STORED[metric](deps, caller, query)]);
  return shown;
}

/** All metrics: those from stored rows take one round trip, and the health check probes each component. Throws `forbidden`. */
export async function readOverview(deps: AdminDeps, caller: Caller, query: MonitoringQuery) {
  const [health, [api, activity, ai, errors, spent, goals]] = await Promise.all([
    systemHealth(deps, caller, query.timeRange),
    load(deps, caller, [
      apiMetrics(deps, caller, query),
      userActivity(deps, caller, query),
      aiUsage(deps, caller, query),
      errorLogs(deps, caller, query),
      performance(deps, caller, query),
      serviceObjectives(deps, caller),
    ]),
  ]);
  return { health, api, activity, ai, errors, performance: spent, objectives: goals };
}
export type Overview = Awaited<ReturnType<typeof readOverview>>;

/** A metric: its queries, and how their results are presented. */
type MetricQuery<T> = {
  readonly queries: readonly Query<unknown>[];
  readonly show: (results: readonly unknown[]) => T;
};

const metricQuery = <const Q extends readonly Query<unknown>[], T>(
  queries: Q,
  show: (results: Results<Q>) => T,
  // `load` passes each metric the results of its own queries, in order.
): MetricQuery<T> => ({ queries, show: (results) => show(results as unknown as Results<Q>) });

type MetricResults<A extends readonly MetricQuery<unknown>[]> = { -readonly [I in keyof A]: ReturnType<A[I]["show"]> };

async function load<const A extends readonly MetricQuery<unknown>[]>(
  deps: AdminDeps,
  caller: Caller,
  asked: A,
): Promise<MetricResults<A>> {
  const [, ...results] = await authorizeAdmin(
    deps,
    caller,
    "view",
    asked.flatMap(({ queries }) => queries),
  );
  let at = 0;
  // One result per metric, in order.
  return asked.map(({ queries, show }) => show(results.slice(at, (at += queries.length)))) as MetricResults<A>;
}

type Key = "count" | "failed" | "hits" | "inward" | "outward" | "cost" | "s2" | "s3" | "s4" | "s5";

const sum = (rows: readonly store.Sums[], key: Key): number => rows.reduce((total, row) => total + row[key], 0);

const percentiles = (buckets: readonly number[]): { p50: number | null; p95: number | null; p99: number | null } => ({
  p50: percentile(buckets, 0.5),
  p95: percentile(buckets, 0.95),
  p99: percentile(buckets, 0.99),
});

const added = (rows: readonly store.Sums[]): number[] =>
  rows.reduce<number[]>((total, { buckets }) => buckets.map((count, i) => count + (total[i] ?? 0)), []);

const p95 = (row: store.Sums | null): number | null => (row === null ? null : percentile(row.buckets, 0.95));

function apiMetrics(deps: AdminDeps, caller: Caller, { timeRange }: MonitoringQuery): MetricQuery<ApiMetrics> {
  const window = windowOf(timeRange, deps.now);
  return metricQuery(
    [store.findSumsByName(caller, "request", window), store.findSteps(caller, "request", window)],
    ([routes, steps]): ApiMetrics => {
      return {
        timeRange,
        requests: sum(routes, "count"),
        errors: sum(routes, "failed"),
        latency: percentiles(added(routes)),
        byStatus: {
          "2xx": sum(routes, "s2"),
          "3xx": sum(routes, "s3"),
          "4xx": sum(routes, "s4"),
          "5xx": sum(routes, "s5"),
        },
        byRoute: routes.map(({ name, count, failed, buckets }) => ({
          route: name,
          requests: count,
          errors: failed,
          ...percentiles(buckets),
        })),
        series: fillSteps(window, steps, (at, row) => ({
          at: toIso(at),
          requests: row?.count ?? 0,
          errors: row?.failed ?? 0,
          p95: p95(row),
        })),
      };
    },
  );
}

function userActivity(deps: AdminDeps, caller: Caller, { timeRange }: MonitoringQuery): MetricQuery<UserActivity> {
  const window = activityWindowOf(timeRange, deps.now);
  return metricQuery(
    [
      store.countNewUsers(caller, window.from, minIdAt(window.from)),
      store.findActive(caller, window),
      store.findActiveSteps(caller, window),
      store.findSumsByName(caller, "sign-in", window),
      store.findSumsByName(caller, "event", window),
    ],
    ([newUsers, active, steps, signIns, events]): UserActivity => {
      const failed = sum(signIns, "failed");
      return {
        timeRange,
        activeUsers: active?.activeUsers ?? 0,
        newUsers,
        sessions: active?.sessions ?? 0,
        signIns: { ok: sum(signIns, "count") - failed, failed },
        events: events.slice(0, SHOWN_EVENTS).map(({ name, count }) => ({ event: name, count })),
        series: fillSteps(window, steps, (at, row) => ({
          at: toIso(at),
          activeUsers: row?.activeUsers ?? 0,
          sessions: row?.sessions ?? 0,
        })),
      };
    },
  );
}

const tokensOf = (row: store.Sums | null): Omit<AiUsage["byProvider"][number], "provider" | "model"> => ({
  calls: row?.count ?? 0,
  inputTokens: row?.inward ?? 0,
  outputTokens: row?.outward ?? 0,
  cost: row?.cost ?? 0,
});

function aiUsage(deps: AdminDeps, caller: Caller, { timeRange }: MonitoringQuery): MetricQuery<AiUsage> {
  const window = windowOf(timeRange, deps.now);
  const firstId = minIdAt(window.from);
  return metricQuery(
    [
      store.findSumsByName(caller, "ai", window),
      store.findSteps(caller, "ai", window),
      modelCalls.findCallsByPerson(caller, firstId),
      modelCalls.findCallsByDrive(caller, firstId),
      modelCalls.findCallsByChat(caller, firstId),
      modelCalls.countUnpriced(caller, firstId),
    ],
    ([models, steps, people, drives, chats, unpricedCalls]): AiUsage => {
      return {
        timeRange,
        calls: sum(models, "count"),
        inputTokens: sum(models, "inward"),
        outputTokens: sum(models, "outward"),
        cost: sum(models, "cost"),
        byProvider: models.map((row) => {
          const slash = row.name.indexOf("/");
          return { provider: row.name.slice(0, slash), model: row.name.slice(slash + 1), ...tokensOf(row) };
        }),
        byPerson: people.map(({ key, ...row }) => ({ userId: key, ...row })),
        byDrive: drives.map(({ key, name, ...row }) => ({ driveId: key, owner: name, ...row })),
        byChat: chats.map(({ key, calls, inputTokens, outputTokens, cost }) => ({
          pageId: key,
          calls,
          inputTokens,
          outputTokens,
          cost,
        })),
        unpricedCalls,
        series: fillSteps(window, steps, (at, row) => ({ at: toIso(at), ...tokensOf(row) })),
      };
    },
  );
}

function errorLogs(
  deps: AdminDeps,
  caller: Caller,
  { timeRange, cursor, limit }: MonitoringQuery,
): MetricQuery<ErrorLogs> {
  const { from } = windowOf(timeRange, deps.now);
  return metricQuery([store.findErrors(caller, minIdAt(from), cursor ?? null, limit + 1)], ([found]): ErrorLogs => {
    const { page: errors, nextCursor } = paginate(found, limit, ({ id }) => id);
    return { timeRange, errors, nextCursor };
  });
}

function performance(deps: AdminDeps, caller: Caller, { timeRange }: MonitoringQuery): MetricQuery<Performance> {
  const window = windowOf(timeRange, deps.now);
  return metricQuery(
    [
      store.findSumsByName(caller, "query", window),
      store.findSteps(caller, "query", window),
      store.findSumsByName(caller, "cache", window),
    ],
    ([queries, steps, caches]): Performance => {
      const [asked, hits] = [sum(caches, "count"), sum(caches, "hits")];
      return {
        timeRange,
        queries: { count: sum(queries, "count"), ...percentiles(added(queries)) },
        slowQueries: queries
          .map((row) => ({ name: row.name, p95: p95(row), count: row.count }))
          .toSorted((a, b) => (b.p95 ?? 0) - (a.p95 ?? 0))
          .slice(0, SHOWN_QUERIES),
        cache: { hits, misses: asked - hits, hitRate: asked === 0 ? null : hits / asked },
        rowsRead: sum(queries, "inward"),
        rowsWritten: sum(queries, "outward"),
        series: fillSteps(window, steps, (at, row) => ({
          at: toIso(at),
          queries: row?.count ?? 0,
          p95: p95(row),
          rowsRead: row?.inward ?? 0,
          rowsWritten: row?.outward ?? 0,
        })),
      };
    },
  );
}

function serviceObjectives({ now }: AdminDeps, caller: Caller): MetricQuery<Objectives> {
  const period = windowOf("30d", now);
  return metricQuery(
    [
      store.findSumsByName(caller, "request", period),
      store.findSumsByName(caller, "request", windowOf("24h", now)),
      store.countErrors(caller, objectives.WORDS_LOST, minIdAt(period.from)),
    ],
    ([month, day, lost]): Objectives => {
      const withBudget = (name: "page_open" | "edit", measure: typeof objectives.measureEdits): Objectives[number] => {
        const { all, bad } = measure(month);
        const used = objectives.burnRate({ all, bad });
        const budgetLeft = used === null ? null : 1 - used;
        const burnRate = objectives.burnRate(measure(day));
        return { name, target: 1 - objectives.ALLOWED_SHARE, all, bad, budgetLeft, burnRate };
      };
      return [
        withBudget("page_open", objectives.measureOpenings),
        withBudget("edit", objectives.measureEdits),
        { name: "words_lost", target: null, all: null, bad: lost, budgetLeft: null, burnRate: null },
      ];
    },
  );
}

/** Metrics computed from stored rows. */
const STORED = {
  "api-metrics": apiMetrics,
  "user-activity": userActivity,
  "ai-usage": aiUsage,
  "error-logs": errorLogs,
  performance,
} as const;
