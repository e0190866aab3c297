/** The audit log's job every minute: chains waiting entries, publishes checkpoints, and logs an error if the chain has halted. */
import type { Deps } from "../../deps.ts";
import { findLongestWaiting } from "./store.ts";

/**
 * Does not throw if the audit log fails: requests continue without it and their entries wait in the outbox. Until it
 * recovers, `audit.standing_still` is logged every minute, which is the event to alert on.
 */
export async function maintainAuditLog(deps: Deps): Promise<void> {
  const reason = await findStandstill(deps);
  if (reason === null) return;
  const oldest = await deps.db.one(findLongestWaiting());
  deps.log.error("audit.standing_still", { ...reason, waitingMs: oldest === null ? 0 : deps.now - oldest });
}

async function findStandstill(deps: Pick<Deps, "objects">): Promise<{ reason: string; error?: unknown } | null> {
  try {
    const { isSound, halt } = await deps.objects.auditLog().publish();
    return isSound ? null : { reason: halt?.reason ?? "vault_unreachable" };
  } catch (error) {
    return { reason: "unreachable", error };
  }
}
