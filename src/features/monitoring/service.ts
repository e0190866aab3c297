/** What administrators see of the service: one round trip over rows that were added up before, for a metric and for all. */
import type { Caller } from "../../kernel/caller.ts";
import { toIso } from "../../kernel/clock.ts";
import { minIdAt } from "../../kernel/ids.ts";
import type { AdminDeps, Deps } from "../../deps.ts";
import type { Results } from "../../platform/db.ts";
import type { Query } from "../../db/sql.ts";
import { authorizeAdmin } from "../../permissions/authorize-account.ts";
import type {
  AiCall,
  AiUsage,
  ApiMetrics,
  ErrorLogs,
  METRICS,
  Metric,
  MonitoringQuery,
  Performance,
  SystemHealth,
  TimeRange,
  UserActivity,
} from "./contract.ts";
import { systemHealth } from "./health.ts";
import { percentile } from "../../kernel/histogram.ts";
import { activityWindowOf, fillSteps, windowOf } from "./rules.ts";
import * as store from "./store.ts";

const SHOWN_QUERIES = 20;
const SHOWN_EVENTS = 50;

/** Throws `forbidden` for everybody but administrators. */
export function readMetric(
  deps: AdminDeps,
  caller: Caller,
  { metric, timeRange, cursor, limit }: MonitoringQuery & { readonly metric: (typeof METRICS)[number] },
): Promise<Metric> {
  switch (metric) {
    case "system-health":
      return systemHealth(deps, caller, timeRange);
    case "api-metrics":
      return load(deps, caller, apiMetrics(deps, caller, timeRange));
    case "user-activity":
      return load(deps, caller, userActivity(deps, caller, timeRange));
    case "ai-usage":
      return load(deps, caller, aiUsage(deps, caller, timeRange));
    case "error-logs":
      return load(deps, caller, errorLogs(deps, caller, timeRange, cursor ?? null, limit));
    case "performance":
      return load(deps, caller, performance(deps, caller, timeRange));
  }
}

export type Overview = {
  readonly health: SystemHealth;
  readonly api: ApiMetrics;
  readonly activity: UserActivity;
  readonly ai: AiUsage;
  readonly errors: ErrorLogs;
  readonly performance: Performance;
};

/** All metrics; what is read from rows comes in one round trip, while health asks each part. Throws `forbidden`. */
export async function readOverview(
  deps: AdminDeps,
  caller: Caller,
  { timeRange, cursor, limit }: MonitoringQuery,
): Promise<Overview> {
  const asked = [
    apiMetrics(deps, caller, timeRange),
    userActivity(deps, caller, timeRange),
    aiUsage(deps, caller, timeRange),
    errorLogs(deps, caller, timeRange, cursor ?? null, limit),
    performance(deps, caller, timeRange),
  ] as const;
  const [health, [api, activity, ai, errors, spent]] = await Promise.all([
    systemHealth(deps, caller, timeRange),
    loadAll(deps, caller, asked),
  ]);
  return { health, api, activity, ai, errors, performance: spent };
}

/** A metric: what it asks the database, and how the answers read. */
type MetricQuery<T> = {
  readonly queries: readonly Query<unknown>[];
  readonly show: (results: readonly unknown[]) => T;
};

const metricQuery = <const Q extends readonly Query<unknown>[], T>(
  queries: Q,
  show: (results: Results<Q>) => T,
  // Both loaders below hand it the results of its own queries, in their order.
): MetricQuery<T> => ({ queries, show: (results) => show(results as unknown as Results<Q>) });

async function load<T>(deps: Deps, caller: Caller, { queries, show }: MetricQuery<T>): Promise<T> {
  const [, ...results] = await authorizeAdmin(deps, caller, "view", queries);
  return show(results);
}

type MetricResults<A extends readonly MetricQuery<unknown>[]> = { -readonly [I in keyof A]: ReturnType<A[I]["show"]> };

async function loadAll<const A extends readonly MetricQuery<unknown>[]>(
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
  // One for each of `asked`, in their order.
  return asked.map(({ queries, show }) => show(results.slice(at, (at += queries.length)))) as MetricResults<A>;
}

/** Notes a call to a model in the caller's transaction. */
export const recordAiCall = (deps: Pick<Deps, "now" | "newId">, call: AiCall) =>
  store.insertAiCall(deps.newId(), deps.now, {
    ...call,
    // Provider and model are told apart by the first slash of the two together.
    provider: call.provider.replaceAll("/", "-"),
  });

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

function apiMetrics(deps: AdminDeps, caller: Caller, timeRange: TimeRange): MetricQuery<ApiMetrics> {
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

function userActivity(deps: AdminDeps, caller: Caller, timeRange: TimeRange): MetricQuery<UserActivity> {
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

function aiUsage(deps: AdminDeps, caller: Caller, timeRange: TimeRange): MetricQuery<AiUsage> {
  const window = windowOf(timeRange, deps.now);
  return metricQuery(
    [store.findSumsByName(caller, "ai", window), store.findSteps(caller, "ai", window)],
    ([models, steps]): AiUsage => {
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
        series: fillSteps(window, steps, (at, row) => ({ at: toIso(at), ...tokensOf(row) })),
      };
    },
  );
}

function errorLogs(
  deps: AdminDeps,
  caller: Caller,
  timeRange: TimeRange,
  cursor: string | null,
  limit: number,
): MetricQuery<ErrorLogs> {
  const { from } = windowOf(timeRange, deps.now);
  return metricQuery([store.findErrors(caller, minIdAt(from), cursor, limit + 1)], ([found]): ErrorLogs => {
    const errors = found.slice(0, limit);
    return { timeRange, errors, nextCursor: found.length > limit ? (errors.at(-1)?.id ?? null) : null };
  });
}

function performance(deps: AdminDeps, caller: Caller, timeRange: TimeRange): MetricQuery<Performance> {
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
