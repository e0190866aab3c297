/** Sends an isolate's measurements, after a response and batched over many requests, to the object that writes them. */
import type { SweepOutcome } from "../../kernel/alarm.ts";
import { DAY, HOUR, type Instant } from "../../kernel/clock.ts";
import type { Deps } from "../../deps.ts";
import type { CollectedMetrics, Counted } from "../../kernel/collected-metrics.ts";
import { OTHER, type Metrics } from "../../platform/metrics.ts";
import { sumOf, type Tally } from "../../kernel/tally.ts";
import type { AnyQuery } from "../../db/sql.ts";
import { ENDS } from "../../kernel/histogram.ts";
import * as store from "./metrics-store.ts";
import { exempt, writeExempt } from "../../permissions/exempt.ts";

/** The statements with the most total time per minute are stored by name; the others are merged. */
const NAMED_QUERIES = 16;
const MAX_LENGTH = ENDS.at(-1) ?? 0;

/** Call this after a response, or whenever no request is waiting. */
export function flushIfDue(deps: Deps, now: Instant): void {
  const { metrics, config } = deps;
  if (metrics && config.metricsEveryMs !== null && metrics.isDue(now, config.metricsEveryMs)) {
    deps.defer(() => sendMetrics(deps, metrics, now));
  }
}

/**
 * Counts an attempt to send mail or to reach a provider. A failure is sent at once, because it may be the last thing that
 * this isolate does for some time.
 */
export function countCall(
  deps: Pick<Deps, "defer" | "log" | "metrics" | "now" | "objects">,
  name: string,
  isGood: boolean,
): void {
  const { metrics, now } = deps;
  metrics?.call(name, isGood, now);
  if (metrics && !isGood) deps.defer(() => sendMetrics(deps, metrics, now));
}

/** Makes one call, or none if nothing was measured. On failure the measurements are kept for the next attempt. */
async function sendMetrics(deps: Pick<Deps, "log" | "objects">, metrics: Metrics, now: Instant): Promise<void> {
  const gathered = metrics.take(now);
  const { counted, faults, visits, samples } = gathered;
  try {
    if ([counted, faults, visits, samples].some(({ length }) => length > 0))
      await deps.objects.metricsWriter().add(gathered);
    metrics.sent();
  } catch (error) {
    metrics.restore(gathered);
    deps.log.warn("metrics.unsent", { error });
  }
}

/**
 * Reports a run of the maintenance job, with everything measured so far. Returns whether the heartbeat is due. Throws if the
 * object is unreachable; the measurements are kept.
 */
export async function reportSweep(
  { metrics, objects }: Pick<Deps, "metrics" | "objects">,
  outcome: SweepOutcome,
  now: Instant,
): Promise<boolean> {
  const gathered = metrics?.take(now) ?? null;
  try {
    const { sendHeartbeat } = await objects.metricsWriter().swept(outcome, gathered);
    metrics?.sent();
    return sendHeartbeat;
  } catch (error) {
    if (gathered !== null) metrics?.restore(gathered);
    throw error;
  }
}

/**
 * Writes measurements to the database. Takes one round trip, or none if nothing was measured. On failure the measurements are kept for the next attempt. If
 * the database's response is lost, counters may be added twice, but errors and events may not.
 */
export async function flushMetrics(deps: Deps, now: Instant): Promise<void> {
  const { metrics } = deps;
  if (!metrics) return;
  const gathered = metrics.take(now);
  const queries = statementsFor(deps, gathered, now);
  try {
    if (queries.length > 0) await writeExempt(deps.db, exempt.bookkeeping, queries);
    metrics.sent();
  } catch (error) {
    metrics.restore(gathered);
    deps.log.warn("metrics.unsent", { error });
  }
}

const some = <T>(list: readonly T[], make: (list: readonly T[]) => AnyQuery<unknown>): AnyQuery<unknown>[] =>
  list.length === 0 ? [] : [make(list)];

function statementsFor({ config }: Deps, gathered: CollectedMetrics, now: Instant): AnyQuery<unknown>[] {
  // The database may already have deleted older minutes, and with them the source of their hours.
  const counted = withFewQueries(gathered.counted.filter(({ at }) => now - at < DAY));
  const late = counted.map(({ at }) => at).filter((at) => hourOf(at) < hourOf(now));
  const weight = gathered.sampledFrom / Math.max(1, gathered.samples.length);
  return [
    ...some(counted.map(rowOf), store.addMinutes),
    ...some(late, (times) => store.reopen(Math.min(...times))),
    ...some(
      gathered.faults.map(
        (each) => [each.id, each.at, each.route, each.message, each.stack, each.requestId, each.count] as const,
      ),
      store.insertFaults,
    ),
    ...some(
      gathered.visits.map((each) => [each.at, each.credentialId, each.kind, each.userId] as const),
      store.insertVisits,
    ),
    ...some(
      gathered.samples.map((each) => [each.id, each.at, each.event, each.properties, weight, each.tokenHash] as const),
      (rows) => store.insertSamples(rows, now, config.sessionIdleMs),
    ),
  ];
}

const hourOf = (at: Instant): number => Math.floor(at / HOUR);

const rowOf = ({ kind, name, at, tally }: Counted): store.MinuteRow => [
  kind,
  name,
  at,
  tally.count,
  tally.failed,
  tally.hits,
  tally.inward,
  tally.outward,
  tally.cost,
  ...tally.status,
  ...tally.buckets,
];

/** There are many statements, most of them fast, and each name takes a row per minute. */
function withFewQueries(counted: readonly Counted[]): Counted[] {
  const kept = counted.filter(({ kind }) => kind !== "query");
  for (const [at, queries] of Map.groupBy(
    counted.filter(({ kind }) => kind === "query"),
    (each) => each.at,
  )) {
    const byTime = queries.toSorted((a, b) => timeIn(b.tally) - timeIn(a.tally));
    const named = byTime.filter(({ name }) => name !== OTHER).slice(0, NAMED_QUERIES);
    const rest = byTime.filter((each) => !named.includes(each));
    kept.push(...named);
    if (rest.length > 0) kept.push({ at, kind: "query", name: OTHER, tally: sumOf(rest.map(({ tally }) => tally)) });
  }
  return kept;
}

/** Approximate total in ms: each call counts as the upper end of its bucket. */
const timeIn = ({ buckets }: Tally): number =>
  buckets.reduce((sum, count, i) => sum + count * (ENDS[i] ?? MAX_LENGTH), 0);
