/** Health checks: every component the service depends on is actually called. */
import type { Caller } from "../../kernel/caller.ts";
import { SECOND } from "../../kernel/clock.ts";
import type { AdminDeps } from "../../deps.ts";
import { metrics } from "../../platform/metrics.ts";
import { probe } from "../../platform/health-probe.ts";
import { authorizeAdmin } from "../../permissions/authorize-account.ts";
import type { SystemHealth, TimeRange } from "./contract.ts";
import { percentile } from "../../kernel/histogram.ts";
import { windowOf } from "./rules.ts";
import * as store from "./store.ts";

/** Timeout (ms) for a component that does not respond. */
const TIMEOUT_MS = 2 * SECOND;
/** A slower component is reported as degraded. */
const SLOW = SECOND;

/** The documented memory limit of an isolate. */
const MEMORY_LIMIT = 134_217_728;

type Component = SystemHealth["components"][number];

/** Probes run in parallel, and only after the caller was authorized, so that nobody else can trigger them. */
export async function systemHealth(deps: AdminDeps, caller: Caller, timeRange: TimeRange): Promise<SystemHealth> {
  const [, storage, steps] = await authorizeAdmin(deps, caller, "view", [
    store.findStorage(caller),
    store.findSumsByName(caller, "sweep", windowOf(timeRange, deps.now)),
  ]);
  const { searchDb, db, objects, files, now } = deps;
  const components = await Promise.all([
    component("database", () => db.one(store.ping())),
    component("search", () => searchDb.one(store.ping())),
    component("files", () => files.sizeOf("health")),
    component("objects", async () => objects.auditLog().entries({}, null, 1)),
    component("queue", () => objects.backlog()),
  ]);
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

async function component(name: string, ask: () => Promise<unknown>): Promise<Component> {
  const { answered, tookMs } = await probe(ask, TIMEOUT_MS);
  return { name, status: answered ? (tookMs > SLOW ? "degraded" : "ok") : "down", latencyMs: tookMs };
}

/** `down` if the database is down, because nothing works without it; `degraded` for any other problem. */
function worst(components: readonly Component[]): SystemHealth["status"] {
  if (components.some(({ name, status }) => name === "database" && status === "down")) return "down";
  return components.every(({ status }) => status === "ok") ? "ok" : "degraded";
}
