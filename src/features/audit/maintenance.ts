/** The audit log's minute: what waits is chained, what is ready is published, and if it stands still, the log says so. */
import type { Deps } from "../../deps.ts";
import { findLongestWaiting } from "./store.ts";

/**
 * Never throws for the audit log's sake: acts go on without it, what they tell waits in the outbox, and each minute until it
 * moves again leaves an `audit.standing_still` in the log, which is where to hang an alarm.
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
