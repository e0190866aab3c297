/** Which quota a move of many pages would have exceeded. */
import type { Deps } from "../../deps.ts";
import { heldByOwner } from "../quotas/access.ts";
import { MOST_CHILDREN, quotaExceeded, tooManyChildren } from "../quotas/rules.ts";
import { countChildren, weighArrivals, type Target } from "./quota-store.ts";

/** The guards looked at it when all had been moved, so this works out what would have come; `error` if that had room. */
export async function explainQuota(
  deps: Deps,
  pageIds: readonly string[],
  target: Target,
  error: Error,
): Promise<Error> {
  const { quotas } = deps.config;
  const [children, held, arriving] = await deps.db.batch([
    countChildren(pageIds, target),
    heldByOwner(target.driveId),
    weighArrivals(pageIds, target.driveId),
  ]);
  if (children.more > 0 && children.there + children.more > MOST_CHILDREN) return tooManyChildren();
  if (arriving.pages === 0) return error;
  const quota = (["pages", "text"] as const).find((name) => held[name] + arriving[name] > quotas[name]);
  return quota === undefined ? error : quotaExceeded({ quota, limit: quotas[quota], used: held[quota] });
}
