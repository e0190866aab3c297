/** Determines which quota a bulk move would have exceeded. */
import type { Deps } from "../../../deps.ts";
import { usageOfOwner } from "../../quotas/statements.ts";
import { MAX_CHILDREN, quotaExceeded, tooManyChildren } from "../../quotas/rules.ts";
import { countChildren, measureIncoming, type MoveTarget } from "./quota-store.ts";

/** The guards run after all pages have moved, so this recomputes the numbers. Returns `error` if no quota was exceeded. */
export async function explainQuota(
  deps: Pick<Deps, "config" | "db">,
  pageIds: readonly string[],
  target: MoveTarget,
  error: Error,
): Promise<Error> {
  const { quotas } = deps.config;
  const [children, held, arriving] = await deps.db.batch([
    countChildren(pageIds, target),
    usageOfOwner(target.driveId),
    measureIncoming(pageIds, target.driveId),
  ]);
  if (children.more > 0 && children.there + children.more > MAX_CHILDREN) return tooManyChildren();
  if (arriving.pages === 0) return error;
  const quota = (["pages", "text"] as const).find((name) => held[name] + arriving[name] > quotas[name]);
  return quota === undefined ? error : quotaExceeded({ quota, limit: quotas[quota], used: held[quota] });
}
