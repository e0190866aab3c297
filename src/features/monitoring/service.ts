/** What administrators see of the service: each metric is one round trip over rows that were added up before. */
import type { Caller } from "../../kernel/caller.ts";
import { toIso, type Instant } from "../../kernel/clock.ts";
import { makeId } from "../../kernel/ids.ts";
import type { Deps } from "../../deps.ts";
import { loadForAdmin } from "./admin.ts";
import type {
  AiCall,
  AiUsage,
  ApiMetrics,
  ErrorLogs,
  METRICS,
  Metric,
  MonitoringQuery,
  Performance,
  TimeRange,
  UserActivity,
} from "./contract.ts";
import { systemHealth } from "./health.ts";
import { percentile } from "./histogram-rules.ts";
import { activityWindowOf, fillSteps, windowOf } from "./rules.ts";
import * as store from "./store.ts";

const SHOWN_QUERIES = 20;
const SHOWN_EVENTS = 50;

/** Throws `forbidden` for everybody but administrators. */
export function readMetric(
  deps: Deps,
  caller: Caller,
  { metric, timeRange, cursor, limit }: MonitoringQuery & { readonly metric: (typeof METRICS)[number] },
): Promise<Metric> {
  switch (metric) {
    case "system-health":
      return systemHealth(deps, caller, timeRange);
    case "api-metrics":
      return apiMetrics(deps, caller, timeRange);
    case "user-activity":
      return userActivity(deps, caller, timeRange);
    case "ai-usage":
      return aiUsage(deps, caller, timeRange);
    case "error-logs":
      return errorLogs(deps, caller, timeRange, cursor ?? null, limit);
    case "performance":
      return performance(deps, caller, timeRange);
  }
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

async function apiMetrics(deps: Deps, caller: Caller, timeRange: TimeRange): Promise<ApiMetrics> {
  const window = windowOf(timeRange, deps.now);
  const [routes, steps] = await loadForAdmin(deps, caller, [
    store.findNamed(caller, "request", window),
    store.findSteps(caller, "request", window),
  ]);
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
}

/** Ids sort by time: the least one of that instant. */
const idAt = (instant: Instant): string => makeId(instant, (length) => new Uint8Array(length));

async function userActivity(deps: Deps, caller: Caller, timeRange: TimeRange): Promise<UserActivity> {
  const window = activityWindowOf(timeRange, deps.now);
  const [newUsers, active, steps, signIns, events] = await loadForAdmin(deps, caller, [
    store.countNewUsers(caller, window.from, idAt(window.from)),
    store.findActive(caller, window),
    store.findActiveSteps(caller, window),
    store.findNamed(caller, "sign-in", window),
    store.findNamed(caller, "event", window),
  ]);
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
}

const tokensOf = (row: store.Sums | null): Omit<AiUsage["byProvider"][number], "provider" | "model"> => ({
  calls: row?.count ?? 0,
  inputTokens: row?.inward ?? 0,
  outputTokens: row?.outward ?? 0,
  cost: row?.cost ?? 0,
});

async function aiUsage(deps: Deps, caller: Caller, timeRange: TimeRange): Promise<AiUsage> {
  const window = windowOf(timeRange, deps.now);
  const [models, steps] = await loadForAdmin(deps, caller, [
    store.findNamed(caller, "ai", window),
    store.findSteps(caller, "ai", window),
  ]);
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
}

async function errorLogs(
  deps: Deps,
  caller: Caller,
  timeRange: TimeRange,
  cursor: string | null,
  limit: number,
): Promise<ErrorLogs> {
  const { from } = windowOf(timeRange, deps.now);
  const [found] = await loadForAdmin(deps, caller, [store.findErrors(caller, idAt(from), cursor, limit + 1)]);
  const errors = found.slice(0, limit);
  return { timeRange, errors, nextCursor: found.length > limit ? (errors.at(-1)?.id ?? null) : null };
}

async function performance(deps: Deps, caller: Caller, timeRange: TimeRange): Promise<Performance> {
  const window = windowOf(timeRange, deps.now);
  const [queries, steps, caches] = await loadForAdmin(deps, caller, [
    store.findNamed(caller, "query", window),
    store.findSteps(caller, "query", window),
    store.findNamed(caller, "cache", window),
  ]);
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
}
