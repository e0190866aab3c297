/** Requests that were refused to somebody, in the audit log: once an hour of each kind for a session or token. */
import type { Caller, Client } from "../../kernel/caller.ts";
import { HOUR, MINUTE } from "../../kernel/clock.ts";
import type { ErrorCode } from "../../kernel/errors.ts";
import { RecentSet } from "../../kernel/expiring-map.ts";
import type { Deps } from "../../deps.ts";
import type { AuditKind } from "../../audit-log/kinds.ts";
import { auditStatement } from "../../commit/audit-note.ts";
import { findCredentialOwner } from "./store.ts";
import { exempt, writeOneExempt } from "../../permissions/exempt.ts";

/** Refusals worth a line in the audit log. A 404 is not among them: it would let a crawler write the log. */
const AUDITED_CODES: Partial<Record<ErrorCode, AuditKind>> = {
  forbidden: "perm.denied",
  scope_empty: "mcp.scope_denied",
  csrf_missing: "csrf.reject",
  csrf_invalid: "csrf.reject",
  cross_site: "csrf.reject",
};

const kindOf = (code: ErrorCode, route: string): AuditKind | undefined =>
  code === "forbidden" && /\/api\/(files|avatar)\//.test(route) ? "file.denied" : AUDITED_CODES[code];

/** The first refusal of a kind stands for those that follow it; how many there were is in the metrics. */
const ONCE_AN_HOUR = { name: "watch/refusal", dimension: "token", limit: 1, windowMs: HOUR, fixed: true } as const;

/** Refusals that were looked into within a minute, so that repeating one costs no lookup each time. */
const recentlyChecked = new RecentSet(MINUTE, 1_000);

type DeniedRequest = { code: ErrorCode; caller: Caller | null; client: Client; route: string };

/**
 * Tells of a refused request after the answer; nothing depends on it, so a failure is only logged. A credential that is
 * nobody's is only counted: anyone who makes one up has nothing at stake, and would write the log with it.
 */
export function recordDeniedRequest(deps: Deps, { caller, client, code, route }: DeniedRequest): void {
  const kind = kindOf(code, route);
  if (!kind || caller === null || !recentlyChecked.add(`${kind} ${caller.tokenHash}`, deps.now)) return;
  const detail = { route: route.slice(0, 200), code, credential: caller.tokenHash.slice(0, 8) };
  deps.defer(async () => {
    // Turned away by the request checks, before anybody looked whose credential it is.
    const owner = deps.identity.actor ?? (await deps.db.one(findCredentialOwner(caller)));
    if (!owner) return;
    const by = { ...owner, client };
    const verdict = await deps.limiter.take([{ rule: ONCE_AN_HOUR, value: `${kind} ${caller.tokenHash}` }], deps.now);
    // Told without a count rather than not at all.
    if (verdict.kind === "limited") return;
    await writeOneExempt(deps.db, exempt.record, auditStatement(deps, { kind, outcome: "refused", by, detail }));
    await deps.objects.auditLog().drain();
  });
}
