/** Applies the named rate limits, and turns a rejection into an error for the caller. */
import { SECOND } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import type { Deps } from "../deps.ts";
import { exempt } from "../permissions/exempt.ts";
import { commit } from "../commit/commit.ts";
import type { AuditNote } from "../commit/audit-note.ts";
import type { Actor, Client } from "../kernel/caller.ts";
import type { LimitRule } from "../kernel/limit.ts";

/** The key for counting a caller's requests. A read-only token's rejected writes must not use up its owner's limit. */
export const countedBy = ({ readOnly, credentialId, userId }: Actor, isWrite: boolean): string =>
  readOnly && isWrite ? credentialId : userId;

/**
 * Counts the request under every rule or rejects it: `rate_limited` with the seconds to wait, `rate_limit_unavailable` if
 * counting failed. Only the first rejection of a window is written to the audit log, because the others would repeat it.
 * `silenced`: a silent rule was reached, so respond as if successful, and do nothing.
 */
export async function requireLimits(
  deps: Deps,
  checks: Parameters<Deps["limiter"]["take"]>[0],
  by: AuditNote["by"],
): Promise<{ silenced: boolean }> {
  const verdict = await deps.limiter.take(checks, deps.now);
  if (verdict.kind === "allowed") return { silenced: verdict.silenced };
  if (verdict.kind === "unavailable") {
    throw new AppError(
      "rate_limit_unavailable",
      "Rate limiting is unavailable right now, so this request was rejected. Try again shortly.",
      { retryAfter: 5 },
    );
  }
  if (verdict.first) {
    const { name, dimension } = verdict.rule;
    deps.defer(() =>
      commit(deps, exempt.record, {
        queries: [],
        notes: [{ kind: "rate.limited", outcome: "refused", by, detail: { limit: name, dimension } }],
      }),
    );
  }
  throw new AppError("rate_limited", `Too many requests. Try again in ${verdict.retryAfterSeconds} seconds.`, {
    retryAfter: verdict.retryAfterSeconds,
    limit: {
      policy: verdict.rule.name,
      quota: verdict.limit,
      windowSeconds: Math.ceil(verdict.rule.windowMs / SECOND),
    },
  });
}

/** Counts under a silent limit, and returns whether it was reached. `limit` replaces that of the rule. */
export async function isSilenced(
  deps: Deps,
  client: Client,
  { rule, value }: { rule: LimitRule; value: string },
  limit = rule.limit,
): Promise<boolean> {
  return (await requireLimits(deps, [{ rule: { ...rule, limit }, value }], { userId: null, client })).silenced;
}
