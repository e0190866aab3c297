/** Commits within quotas, and a user's usage. */
import type { Caller } from "../../kernel/caller.ts";
import type { Deps } from "../../deps.ts";
import { GuardFailed } from "../../platform/db.ts";
import { TRUE, allOf, type SQL, isMet } from "../../db/sql.ts";
import { authenticate, type AuthDeps } from "../../permissions/authenticate.ts";
import {
  childrenFitUnless,
  findInstanceState,
  fits,
  fitsInstance,
  fitsOwner,
  usageOfCaller,
  usageOfOwner,
  type InstanceGrowth,
} from "./statements.ts";
import type { Usage } from "./contract.ts";
import { MAX_DRIVES, exceededInstance, quotaExceeded, tooManyChildren } from "./rules.ts";

/** Length in bytes of UTF-8. */
export const byteLengthOf = (text: string): number => Buffer.byteLength(text);

/** For `files`, only the limit of the instance is checked here; the uploader's quota has its own condition. */
export type QuotaClaim = InstanceGrowth & {
  readonly driveId: string | SQL;
  /** Where `more` pages are added, unless `unless` is true; omitted if no parent gets new children. */
  readonly place?: { readonly parentId: string | null; readonly more: number; readonly unless?: SQL };
};

/**
 * Runs a commit that uses quota: `commit` must put the condition it receives into a guard before its writes. If the
 * guard fails because of a quota, throws `quota_exceeded` or `too_many_children`.
 */
export async function withinQuota<T>(
  deps: Pick<Deps, "config" | "db">,
  claim: QuotaClaim,
  commit: (isWithinQuota: SQL) => Promise<T>,
): Promise<T> {
  const { driveId, place } = claim;
  const limits = deps.config.quotas;
  const fitsChildren = place === undefined ? TRUE : childrenFitUnless(driveId, place);
  try {
    return await commit(allOf([fits(driveId, claim, limits), fitsChildren]));
  } catch (error) {
    if (!(error instanceof GuardFailed)) throw error;
    const [isWithinQuota, isWithinInstance, isWithinChildren, used, instance] = await deps.db.batch([
      isMet(fitsOwner(driveId, claim, limits)),
      isMet(fitsInstance(claim)),
      isMet(fitsChildren),
      usageOfOwner(driveId),
      findInstanceState(),
    ]);
    if (!isWithinChildren) throw tooManyChildren();
    if (isWithinQuota && isWithinInstance) throw error;
    if (isWithinQuota) throw quotaExceeded(exceededInstance(instance, deps.config.instanceLimits, claim));
    const isPages = used.pages + (claim.pages ?? 0) > limits.pages && (claim.pages ?? 0) > 0;
    const quota = isPages ? "pages" : "text";
    throw quotaExceeded({ quota, limit: limits[quota], used: used[quota] });
  }
}

/** Throws `quota_exceeded` if the whole instance has no room for this text. */
export async function requireInstanceRoom(
  { config, db }: Pick<Deps, "config" | "db">,
  growth: InstanceGrowth,
): Promise<void> {
  const [isWithin, state] = await db.batch([isMet(fitsInstance(growth)), findInstanceState()]);
  if (!isWithin) throw quotaExceeded(exceededInstance(state, config.instanceLimits, growth));
}

export async function getUsage(deps: AuthDeps, caller: Caller): Promise<Usage> {
  const { results } = await authenticate(deps, caller, [usageOfCaller(caller)]);
  const [used] = results;
  const { quotas, storageQuotaBytes } = deps.config;
  return {
    text: { used: used.text, limit: quotas.text },
    pages: { used: used.pages, limit: quotas.pages },
    drives: { used: used.drives, limit: MAX_DRIVES },
    files: { used: used.files, limit: storageQuotaBytes },
  };
}
