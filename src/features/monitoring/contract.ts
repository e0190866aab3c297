/** API schemas for the service's health and usage, for administrators. */
import * as z from "zod";
import { Id, Limit, Time } from "../../kernel/contract.ts";

export const METRICS = [
  "system-health",
  "api-metrics",
  "user-activity",
  "ai-usage",
  "error-logs",
  "performance",
] as const;

export const MonitoringParams = z.object({ metric: z.enum(METRICS) });

export const TimeRange = z.enum(["1h", "24h", "7d", "30d"]);
export type TimeRange = z.infer<typeof TimeRange>;

export const MonitoringQuery = z.object({
  timeRange: TimeRange.default("24h"),
  /** For error-logs: `nextCursor` of the previous response. */
  cursor: Id.optional(),
  limit: Limit,
});
export type MonitoringQuery = z.infer<typeof MonitoringQuery>;

const Count = z.int().nonnegative();
/** Milliseconds; null if nothing was measured. */
const Milliseconds = z.number().nonnegative().nullable();
const Percentiles = z.object({ p50: Milliseconds, p95: Milliseconds, p99: Milliseconds });
/** US dollars. */
const Cost = z.number().nonnegative();

const Status = z.enum(["ok", "degraded", "down"]);

export const SystemHealth = z.object({
  timeRange: TimeRange,
  status: Status,
  /** Seconds since the responding isolate received its first request. */
  uptime: Count,
  /** The platform has a limit, but does not report how much is used. */
  memory: z.object({ limitBytes: Count, usedBytes: z.null() }),
  components: z.array(z.object({ name: z.string(), status: Status, latencyMs: Count })),
  /** Steps of the maintenance job that runs every minute, by name; empty if it has not run in this range. */
  sweep: z.array(z.object({ step: z.string(), runs: Count, failures: Count, p95: Milliseconds })),
  storage: z.object({ databaseBytes: Count, fileBytes: Count, fileCount: Count }),
});
export type SystemHealth = z.infer<typeof SystemHealth>;

/** For uptime monitors. The status of the response is 503 if any part is down. */
export const DeepHealth = z.object({
  status: Status,
  version: z.string(),
  parts: SystemHealth.shape.components,
  /** Seconds since the maintenance job completed; null if it never did. */
  sweepAgeSeconds: Count.nullable(),
  /** Age of the oldest audit entry or job that has not been sent on; null if there is none. */
  oldestOutboxSeconds: Count.nullable(),
  /** How long the page that has waited longest for the search index has waited; null if none waits. */
  oldestUnindexedSeconds: Count.nullable(),
  /** Bytes, measured every few minutes; null if unknown. */
  sizes: z.object({ main: Count.nullable(), search: Count.nullable(), audit: Count.nullable() }),
  /** Messages in the queues; null if unknown. */
  backlog: Count.nullable(),
  /** Messages that arrived in dead-letter queues, since the instance was set up. */
  deadLetters: z.object({ count: Count, lastAt: Time.nullable() }),
  /** Null if unknown. */
  openAlarms: Count.nullable(),
});
export type DeepHealth = z.infer<typeof DeepHealth>;

/** Service-level objectives over the last 30 days. */
export const Objectives = z.array(
  z.object({
    name: z.enum(["page_open", "edit", "words_lost"]),
    /** Share of events that must be good; null if none may be bad. */
    target: z.number().nullable(),
    /** Events, and those that missed the objective; `all` is null if only the latter are counted. */
    all: Count.nullable(),
    bad: Count,
    /** Share of the error budget that is left, negative if it is overdrawn; null without a budget or events. */
    budgetLeft: z.number().nullable(),
    /** How many times faster than allowed the budget was used in the last 24 hours; null without a budget or events. */
    burnRate: z.number().nullable(),
  }),
);
export type Objectives = z.infer<typeof Objectives>;

export const ApiMetrics = z.object({
  timeRange: TimeRange,
  requests: Count,
  /** Responses with status 500 and above. */
  errors: Count,
  latency: Percentiles,
  byStatus: z.object({ "2xx": Count, "3xx": Count, "4xx": Count, "5xx": Count }),
  /** Most requested first. */
  byRoute: z.array(z.object({ route: z.string(), requests: Count, errors: Count, ...Percentiles.shape })),
  series: z.array(z.object({ at: Time, requests: Count, errors: Count, p95: Milliseconds })),
});
export type ApiMetrics = z.infer<typeof ApiMetrics>;

export const UserActivity = z.object({
  timeRange: TimeRange,
  activeUsers: Count,
  newUsers: Count,
  /** Sessions that were active. */
  sessions: Count,
  signIns: z.object({ ok: Count, failed: Count }),
  /** Events that browsers sent to /api/track, most frequent first. */
  events: z.array(z.object({ event: z.string(), count: Count })),
  series: z.array(z.object({ at: Time, activeUsers: Count, sessions: Count })),
});
export type UserActivity = z.infer<typeof UserActivity>;

const AiTotals = z.object({ calls: Count, inputTokens: Count, outputTokens: Count, cost: Cost });

export const AiUsage = z.object({
  timeRange: TimeRange,
  ...AiTotals.shape,
  byProvider: z.array(z.object({ provider: z.string(), model: z.string(), ...AiTotals.shape })),
  /** The most expensive ones. From the records of calls, which failed calls may lack. */
  byPerson: z.array(z.object({ userId: z.string(), name: z.string(), ...AiTotals.shape })),
  /** With the name of the drive's owner. */
  byDrive: z.array(z.object({ driveId: z.string(), owner: z.string(), ...AiTotals.shape })),
  byChat: z.array(z.object({ pageId: z.string(), ...AiTotals.shape })),
  /** Calls of models whose price is unknown: they are missing from every cost. */
  unpricedCalls: Count,
  series: z.array(z.object({ at: Time, ...AiTotals.shape })),
});
export type AiUsage = z.infer<typeof AiUsage>;

export const ErrorLogs = z.object({
  timeRange: TimeRange,
  /** Newest first. Secrets are redacted before errors are stored. */
  errors: z.array(
    z.object({
      id: z.string(),
      at: Time,
      route: z.string(),
      message: z.string(),
      stack: z.string(),
      requestId: z.string(),
      count: Count,
    }),
  ),
  nextCursor: z.string().nullable(),
});
export type ErrorLogs = z.infer<typeof ErrorLogs>;

export const Performance = z.object({
  timeRange: TimeRange,
  /** Statement durations as reported by the database. */
  queries: z.object({ count: Count, ...Percentiles.shape }),
  slowQueries: z.array(z.object({ name: z.string(), p95: Milliseconds, count: Count })),
  /** `hitRate` is null while no cache has been used. */
  cache: z.object({ hits: Count, misses: Count, hitRate: z.number().min(0).max(1).nullable() }),
  rowsRead: Count,
  rowsWritten: Count,
  series: z.array(z.object({ at: Time, queries: Count, p95: Milliseconds, rowsRead: Count, rowsWritten: Count })),
});
export type Performance = z.infer<typeof Performance>;

export const Metric = z.union([SystemHealth, ApiMetrics, UserActivity, AiUsage, ErrorLogs, Performance]);
export type Metric = z.infer<typeof Metric>;

/** An event from a browser. Invalid events are dropped without an error. */
export const Track = z.object({
  event: z.string().min(1),
  properties: z.record(z.string(), z.unknown()).default({}),
});
export type Track = z.infer<typeof Track>;
