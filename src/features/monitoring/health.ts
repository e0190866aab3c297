/** Health checks: every component the service depends on is actually called. */
import type { Caller } from "../../kernel/caller.ts";
import { SECOND } from "../../kernel/clock.ts";
import type { AdminDeps } from "../../deps.ts";
import { metrics } from "../../platform/metrics.ts";
import { authorizeAdmin } from "../../permissions/authorize-account.ts";
import type { SystemHealth, TimeRange } from "./contract.ts";
import { probeComponents, worst } from "./components.ts";
import { percentile } from "../../kernel/histogram.ts";
import { windowOf } from "./rules.ts";
import * as store from "./store.ts";

/** The documented memory limit of an isolate. */
const MEMORY_LIMIT = 134_217_728;

/** Probes run in parallel, and only after the caller was authorized, so that nobody else can trigger them. */
export async function systemHealth(deps: AdminDeps, caller: Caller, timeRange: TimeRange): Promise<SystemHealth> {
  const [, storage, steps] = await authorizeAdmin(deps, caller, "view", [
    store.findStorage(caller),
    store.findSumsByName(caller, "sweep", windowOf(timeRange, deps.now)),
  ]);
  const { now } = deps;
  const components = await probeComponents(deps);
  return {
    timeRange,
    status: worst(components),
    uptime: Math.max(0, Math.floor((now - (metrics.since ?? now)) / SECOND)),
    memory: { limitBytes: MEMORY_LIMIT, usedBytes: null },
    components,
    sweep: steps
      .map(({ name, count, failed, buckets }) => ({
        step: name,
        runs: count,
        failures: failed,
        p95: percentile(buckets, 0.95),
      }))
      .toSorted((a, b) => a.step.localeCompare(b.step)),
    storage: {
      databaseBytes: metrics.databaseBytes,
      fileBytes: storage?.bytes ?? 0,
      fileCount: storage?.files ?? 0,
    },
  };
}
