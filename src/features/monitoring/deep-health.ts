/** A complete check for uptime monitors: every part of the platform, and the work that happens without a request. */
import type { AlarmOverview } from "../../kernel/alarm.ts";
import { HOUR, MINUTE, SECOND, toIsoOrNull, type Instant } from "../../kernel/clock.ts";
import type { Deps } from "../../deps.ts";
import { raceTimeout } from "../../platform/timeout.ts";
import { SWEEP_MISSING_AFTER } from "../alarms/rules.ts";
import { component, probeComponents, TIMEOUT_MS, type Component } from "./components.ts";
import type { DeepHealth } from "./contract.ts";
import * as store from "./store.ts";

/** Entries and jobs in the outboxes usually leave within seconds. */
const OUTBOX_LATE = 5 * MINUTE;

/** Takes at most about two seconds, because everything is asked in parallel and with a timeout. Never throws. */
export async function deepHealth(deps: Deps, version: string): Promise<DeepHealth> {
  const { db, objects, now } = deps;
  const asked = <T>(work: () => Promise<T>): Promise<T | null> =>
    raceTimeout(Promise.resolve().then(work), TIMEOUT_MS).catch(() => null);
  const [components, alarms, backlog, waiting, monitor] = await Promise.all([
    probeComponents(deps),
    asked<AlarmOverview>(async () => objects.metricsWriter().alarms()),
    asked(() => objects.backlog()),
    asked(() => db.one(store.readWaiting())),
    component("alarms", async () => objects.metricsWriter().alarms()),
  ]);
  const oldest = waiting?.oldest ?? null;
  const age = (at: Instant | null | undefined): number | null =>
    at === null || at === undefined ? null : Math.max(0, Math.floor((now - at) / SECOND));
  const parts: Component[] = [
    ...components,
    monitor,
    { name: "sweep", status: sweepStatus(alarms, now), latencyMs: 0 },
    { name: "outbox", status: oldest !== null && now - oldest > OUTBOX_LATE ? "degraded" : "ok", latencyMs: 0 },
    { name: "dead-letters", status: hasRecentDeadLetters(alarms, now) ? "degraded" : "ok", latencyMs: 0 },
  ];
  return {
    status: parts.some(({ status }) => status === "down")
      ? "down"
      : parts.some(({ status }) => status === "degraded")
        ? "degraded"
        : "ok",
    version,
    parts,
    sweepAgeSeconds: age(alarms?.sweptAt),
    oldestOutboxSeconds: age(oldest),
    oldestUnindexedSeconds: age(waiting?.unindexed),
    sizes: waiting?.sizes ?? { main: null, search: null, audit: null },
    backlog,
    deadLetters: { count: alarms?.deadLetters.count ?? 0, lastAt: toIsoOrNull(alarms?.deadLetters.lastAt ?? null) },
    openAlarms: alarms?.alarms.filter(({ endedAt }) => endedAt === null).length ?? null,
  };
}

/** Before the first run, and while the object that knows is unreachable, the answer is uncertain. */
function sweepStatus(alarms: AlarmOverview | null, now: Instant): Component["status"] {
  if (alarms === null || alarms.sweptAt === null) return "degraded";
  return now - alarms.sweptAt >= SWEEP_MISSING_AFTER ? "down" : "ok";
}

const hasRecentDeadLetters = (alarms: AlarmOverview | null, now: Instant): boolean =>
  alarms !== null && alarms.deadLetters.lastAt !== null && now - alarms.deadLetters.lastAt < HOUR;
