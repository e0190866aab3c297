/** The parts of the platform that the service depends on, each of which is actually called. */
import { SECOND } from "../../kernel/clock.ts";
import type { Deps } from "../../deps.ts";
import { probe } from "../../platform/health-probe.ts";
import type { SystemHealth } from "./contract.ts";
import * as store from "./store.ts";

/** Timeout (ms) for a component that does not respond. */
export const TIMEOUT_MS = 2 * SECOND;
/** A slower component is reported as degraded. */
const SLOW = SECOND;

export type Component = SystemHealth["components"][number];

/** In parallel. */
export const probeComponents = ({
  db,
  searchDb,
  files,
  objects,
}: Pick<Deps, "db" | "searchDb" | "files" | "objects">): Promise<Component[]> =>
  Promise.all([
    component("database", () => db.one(store.ping())),
    component("search", () => searchDb.one(store.ping())),
    component("files", () => files.sizeOf("health")),
    component("objects", async () => objects.auditLog().entries({}, null, 1)),
    component("queue", () => objects.backlog()),
  ]);

export async function component(name: string, ask: () => Promise<unknown>): Promise<Component> {
  const { answered, tookMs } = await probe(ask, TIMEOUT_MS);
  return { name, status: answered ? (tookMs > SLOW ? "degraded" : "ok") : "down", latencyMs: tookMs };
}

/** `down` if the database is down, because nothing works without it; `degraded` for any other problem. */
export function worst(components: readonly Component[]): SystemHealth["status"] {
  if (components.some(({ name, status }) => name === "database" && status === "down")) return "down";
  return components.every(({ status }) => status === "ok") ? "ok" : "degraded";
}
