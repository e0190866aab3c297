/** Gathers what monitoring systems scrape. */
import type { Deps } from "../../deps.ts";
import type { MetricTotals } from "../../kernel/metric-totals.ts";
import { metrics } from "../../platform/metrics.ts";
import { raceTimeout } from "../../platform/timeout.ts";
import { TIMEOUT_MS } from "./components.ts";
import { expose } from "./exposition.ts";

/** Counters come from one object, so that they are those of all isolates. Throws if it is unreachable. */
export async function exposeMetrics({ objects }: Pick<Deps, "objects">, version: string): Promise<string> {
  const writer = objects.metricsWriter();
  const [totals, alarms, backlog] = await Promise.all([
    writer.totals(),
    writer.alarms(),
    raceTimeout(objects.backlog(), TIMEOUT_MS).catch(() => null),
  ]);
  // RPC types lose that the statuses are four numbers.
  return expose({
    version,
    totals: totals as unknown as MetricTotals,
    alarms,
    backlog,
    databaseBytes: metrics.databaseBytes || null,
  });
}
