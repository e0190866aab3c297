/**
 * Explains why D1 rejected an edit. Only callers who may edit the page get the reason; to others the page does not
 * exist.
 */
import type { Deps } from "../../src/deps.ts";
import type { RoomError } from "../../src/rpc/page-room.ts";
import type { ExceededQuota } from "../../src/kernel/errors.ts";
import { exceededInstance } from "../../src/features/quotas/rules.ts";
import { findInstanceState, usageOfOwner } from "../../src/features/quotas/statements.ts";
import { isMet, allOf, not } from "../../src/db/sql.ts";
import { driveOfPage } from "../../src/permissions/ancestors.ts";
import type { EditConditions } from "../../src/features/pages/edit-statements.ts";

type Failure = { readonly ok: false; readonly error: RoomError };

const REFUSED: Failure = { ok: false, error: { code: "refused" } };

export async function explainFailedCommit(
  deps: Pick<Deps, "config" | "db" | "log">,
  pageId: string,
  { mayWrite, fitsQuota, fitsOwner }: EditConditions,
): Promise<Failure> {
  try {
    const lacksRoom = allOf([mayWrite, not(fitsQuota)]);
    const [isFull, isOwnerFull, used, instance] = await deps.db.batch([
      isMet(lacksRoom),
      isMet(not(fitsOwner)),
      usageOfOwner(driveOfPage(pageId)),
      findInstanceState(),
    ]);
    if (!isFull) return REFUSED;
    const exceeded: ExceededQuota = isOwnerFull
      ? { quota: "text", used: used.text, limit: deps.config.quotas.text }
      : exceededInstance(instance, deps.config.instanceLimits, {});
    return { ok: false, error: { code: "quota_exceeded", ...exceeded } };
  } catch (error) {
    // The edit has been aborted; only the reason is unknown.
    deps.log.warn("room.refusal_unknown", { error, pageId });
    return REFUSED;
  }
}
