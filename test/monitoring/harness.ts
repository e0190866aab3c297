/** Monitoring helpers for tests: flush the measured metrics, run the cron's rollup, and read the metrics. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { createDeps } from "../../src/composition.ts";
import type { Deps } from "../../src/deps.ts";
import { rollUp } from "../../src/features/monitoring/rollup.ts";
import { flushMetrics } from "../../src/features/monitoring/flush.ts";
import { metrics } from "../../src/platform/metrics.ts";
import { calls, type CallEvent } from "../../src/platform/durable-objects.ts";
import type { Client } from "../support/world.ts";

/** Runs `work` with the service's dependencies, and waits for its deferred work. */
export async function withDeps<T>(work: (deps: Deps) => Promise<T>, now = Date.now(), variables = {}): Promise<T> {
  const context = createExecutionContext();
  const result = await work(createDeps({ ...env, ...variables }, context, now));
  await waitOnExecutionContext(context);
  return result;
}

/** Writes this isolate's metrics to the database. */
export const flushNow = (now = Date.now(), variables = {}): Promise<void> =>
  withDeps((deps) => flushMetrics(deps, now), now, variables);

/** Discards all metrics collected so far. */
export function forgetMeasured(): void {
  metrics.take(Date.now());
  metrics.sent();
}

/** Runs the cron's rollup `times` times. */
export async function rollUpAt(now: number, times = 1): Promise<void> {
  for (let i = 0; i < times; i += 1) await withDeps(rollUp, now);
}

export const ranges = ["1h", "24h", "7d", "30d"] as const;

export const read = async (admin: Client, metric: string, timeRange = "24h") =>
  (await admin.get(`/api/monitoring/${metric}?timeRange=${timeRange}`)).body;

/** Durable Object calls made while `work` runs. */
export async function callsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  const hear = (message: unknown): void => {
    const { phase, object, method } = message as CallEvent; // the message type of this channel
    if (phase === "start") seen.push(`${object}.${method}`);
  };
  calls.subscribe(hear);
  await work().finally(() => calls.unsubscribe(hear));
  return seen;
}
