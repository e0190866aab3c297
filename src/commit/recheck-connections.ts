/** Rechecks the affected connections before responding to a commit that changed access. */
import { SECOND } from "../kernel/clock.ts";
import type { Deps } from "../deps.ts";
import type { AffectedConnections } from "../permissions/affected-connections.ts";
import { TimedOut, raceTimeout } from "../platform/timeout.ts";

/** How long (ms) a response waits for the affected rooms and hubs. They recheck every connection within a minute anyway. */
const RECHECK_TIMEOUT_MS = 2 * SECOND;

/** Waits for at most two seconds; failures are logged. */
export async function recheckConnections(
  deps: Pick<Deps, "defer" | "log" | "objects">,
  { rooms, hubs }: AffectedConnections,
): Promise<void> {
  if (rooms.length + hubs.length === 0) return;
  const { objects, log } = deps;
  const calls = [
    ...rooms.map((pageId) => ({ about: { pageId }, call: () => objects.room(pageId).recheck() })),
    ...hubs.map((userId) => ({ about: { userId }, call: () => objects.hub(userId).recheck() })),
  ];
  const work = Promise.all(
    calls.map(async ({ about, call }) => {
      try {
        await call();
      } catch (error) {
        log.error("access.recheck_failed", { ...about, error });
      }
    }),
  );
  deps.defer(() => work);
  try {
    await raceTimeout(work, RECHECK_TIMEOUT_MS);
  } catch (error) {
    if (!(error instanceof TimedOut)) throw error;
    log.warn("access.recheck_slow", { rooms: rooms.length, hubs: hubs.length });
  }
}
