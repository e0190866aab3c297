/** Records rejected requests in the audit log, once an hour per kind and session or token. */
import type { Caller, Client } from "../../kernel/caller.ts";
import { HOUR, MINUTE } from "../../kernel/clock.ts";
import type { ErrorCode } from "../../kernel/errors.ts";
import { RecentSet } from "../../kernel/expiring-map.ts";
import type { Deps } from "../../deps.ts";
import type { AuditKind } from "../../audit-log/kinds.ts";
import { auditStatement } from "../../commit/audit-note.ts";
import { findCredentialOwner } from "./store.ts";
import { exempt, writeOneExempt } from "../../permissions/exempt.ts";

/** Rejections recorded in the audit log. A 404 is not among them: it would let a crawler fill the log. */
const AUDITED_CODES: Partial<Record<ErrorCode, AuditKind>> = {
  forbidden: "perm.denied",
  scope_empty: "mcp.scope_denied",
  csrf_missing: "csrf.reject",
  csrf_invalid: "csrf.reject",
  cross_site: "csrf.reject",
};

const kindOf = (code: ErrorCode, route: string): AuditKind | undefined =>
  code === "forbidden" && /\/api\/(files|avatar)\//.test(route) ? "file.denied" : AUDITED_CODES[code];

/** Only the first rejection of a kind per hour is recorded; the metrics count them all. */
const ONCE_AN_HOUR = { name: "watch/refusal", dimension: "token", limit: 1, windowMs: HOUR, fixed: true } as const;

/** Rejections checked within the last minute, so that repeated ones cost no lookup. */
const recentlyChecked = new RecentSet(MINUTE, 1_000);

type DeniedRequest = { code: ErrorCode; caller: Caller | null; client: Client; route: string };

/**
 * Records a rejected request after the response; a failure is only logged. Requests with an unknown credential are not
 * recorded: otherwise anyone could fill the log with invented ones.
 */
export function recordDeniedRequest(deps: Deps, { caller, client, code, route }: DeniedRequest): void {
  const kind = kindOf(code, route);
  if (!kind || caller === null || !recentlyChecked.add(`${kind} ${caller.tokenHash}`, deps.now)) return;
  const detail = { route: route.slice(0, 200), code, credential: caller.tokenHash.slice(0, 8) };
  deps.defer(async () => {
    // The request checks may have rejected it before the credential was looked up.
    const owner = deps.identity.actor ?? (await deps.db.one(findCredentialOwner(caller)));
    if (!owner) return;
    const by = { ...owner, client };
    const verdict = await deps.limiter.take([{ rule: ONCE_AN_HOUR, value: `${kind} ${caller.tokenHash}` }], deps.now);
    // If the limiter is unavailable, record the rejection anyway.
    if (verdict.kind === "limited") return;
    await writeOneExempt(deps.db, exempt.record, auditStatement(deps, { kind, outcome: "refused", by, detail }));
    await deps.objects.auditLog().drain();
  });
}
