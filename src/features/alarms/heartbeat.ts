/** Tells a dead man's switch that the maintenance job has run: if these calls stop, the receiver alerts. */
import type { Deps } from "../../deps.ts";
import { NotReceived, callReceiver } from "./send.ts";

/** Never throws. Does nothing without an address. */
export async function sendHeartbeat({ config, log }: Pick<Deps, "config" | "log">): Promise<void> {
  if (config.heartbeatUrl === null) return;
  try {
    await callReceiver(config.heartbeatUrl, { headers: { "User-Agent": "Octavo" } });
  } catch (error) {
    log.warn("heartbeat.unsent", { reason: error instanceof NotReceived ? error.message : "unexpected" });
  }
}
