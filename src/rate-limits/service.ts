/** Takes places under the named limits, and turns a refusal into the answer the caller gets. */
import { SECOND } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import type { Deps } from "../deps.ts";
import { exempt } from "../permissions/exempt.ts";
import { commit } from "../commit/commit.ts";
import type { AuditNote } from "../commit/audit-note.ts";
import type { Actor } from "../kernel/caller.ts";

/** What requests of a caller are counted by: what a token for reading is refused anyway must not use up its owner's. */
export const countedBy = ({ readOnly, credentialId, userId }: Actor, isWrite: boolean): string =>
  readOnly && isWrite ? credentialId : userId;

/**
 * Counts the request under every rule or refuses it: `rate_limited` with the seconds to wait, `rate_limit_unavailable`
 * when nobody can count. The first refusal of a window is told to the audit log, the others would only repeat it.
 * `silenced` says that a silent rule refused: answer as if all went well and do nothing.
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
      "The service cannot count requests just now, so it takes none here. Try again shortly.",
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
