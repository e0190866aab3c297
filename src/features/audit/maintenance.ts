/** The audit log's job every minute: chains waiting entries, publishes checkpoints, and logs an error if the chain has halted. */
import type { Deps } from "../../deps.ts";
import { findLongestWaiting } from "./store.ts";

/**
 * Returns the names of all present problems of the audit log. Does not throw if it fails: requests continue without it and
 * their entries wait in the outbox. Until it recovers, `audit.standing_still` is logged every minute.
 */
export async function maintainAuditLog(deps: Deps): Promise<string[]> {
  const { standstill, problems } = await findProblems(deps);
  if (standstill === null) return problems;
  // The problem must be reported even if the database does not respond.
  const oldest = await deps.db.one(findLongestWaiting()).catch(() => null);
  deps.log.error("audit.standing_still", { ...standstill, waitingMs: oldest === null ? 0 : deps.now - oldest });
  return [...new Set([standstill.reason, ...problems])];
}

type Problems = {
  readonly standstill: { readonly reason: string; readonly error?: unknown } | null;
  readonly problems: string[];
};

async function findProblems(deps: Pick<Deps, "objects">): Promise<Problems> {
  try {
    const { isSound, halt, problems } = await deps.objects.auditLog().publish();
    // While a new version is deployed, an object of the old one does not list them.
    return { standstill: isSound ? null : { reason: halt?.reason ?? "vault_unreachable" }, problems: problems ?? [] };
  } catch (error) {
    return { standstill: { reason: "unreachable", error }, problems: [] };
  }
}
