/** Ends expired credentials: each is recorded once in the audit log and removed. */
import type { Caller } from "../../../kernel/caller.ts";
import { DAY, HOUR, MINUTE } from "../../../kernel/clock.ts";
import { RecentSet } from "../../../kernel/expiring-map.ts";
import type { Deps } from "../../../deps.ts";
import { exempt, writeExempt } from "../../../permissions/exempt.ts";
import { auditStatementIf } from "../../../commit/audit-note.ts";
import { commit } from "../../../commit/commit.ts";
import { flushOutbox } from "../../../commit/flush.ts";
import type { LimitRule } from "../../../kernel/limit.ts";
import * as store from "./expiry-store.ts";

/** Sessions removed per run; the cron runs every minute. */
const SESSIONS_PER_BATCH = 200;
const TOKENS_PER_BATCH = 200;
const CALLS_PER_BATCH = 2_000;
/** How long a tool call can be repeated by its key. */
const CALL_RETENTION = DAY;
/** How long a revoked token is kept, so that it is recognized when presented. */
const REVOKED_RETENTION = 30 * DAY;

/** One entry per hour for each ended credential that is still being presented. */
const LATE_USE: LimitRule = { name: "watch/late-use", dimension: "token", limit: 1, windowMs: HOUR, fixed: true };

/** Rejected credentials checked within the last minute, so that repeating one costs no further lookups. */
const recentlyChecked = new RecentSet(MINUTE, 1_000);

/**
 * Examines a rejected credential after the response. An expired one is recorded and removed; one that was revoked is
 * recorded, because whoever presents it should not have it. An unknown one leaves no trace.
 */
export function recordEndedCredential(deps: Deps, caller: Caller): void {
  if (!recentlyChecked.add(caller.tokenHash, deps.now)) return;
  deps.defer(async () => {
    const { now } = deps;
    const idleMs = deps.config.sessionIdleMs;
    const ended = await deps.db.one(store.findEndedCredential(caller, now, idleMs));
    if (!ended) return;
    const { id, userId, reason } = ended;
    const by = { userId, client: caller.client, ...(caller.kind === "session" && { sessionId: id }) };
    if (reason === "expired") {
      const note = { kind: "session.expire", by, detail: { found: "use" } } as const;
      await writeExempt(deps.db, exempt.job, [
        // A concurrent request finds nothing left to record.
        auditStatementIf(deps, note, store.sessionIsExpired(caller.tokenHash, now, idleMs)),
        store.deleteExpiredSession(caller.tokenHash, now, idleMs),
      ]);
      return flushOutbox(deps, true, []);
    }
    const { kind } = await deps.limiter.take([{ rule: LATE_USE, value: `${caller.kind} ${id}` }], now);
    if (kind !== "allowed") return;
    const resource = { type: caller.kind === "session" ? "session" : "mcp_token", id };
    await commit(deps, exempt.record, {
      queries: [],
      notes: [{ kind: "token.use_revoked", outcome: "refused", by, resource, detail: { reason } }],
    });
  });
}

/** Removes expired sessions, each with an audit entry, and tokens revoked long ago. */
export async function sweepExpiredCredentials(deps: Deps): Promise<void> {
  const [expired] = await writeExempt(deps.db, exempt.job, [
    store.findExpired(deps.now, SESSIONS_PER_BATCH),
    ...store.deleteRevoked(deps.now - REVOKED_RETENTION, TOKENS_PER_BATCH),
    store.deleteToolCalls(deps.now - CALL_RETENTION, CALLS_PER_BATCH),
  ]);
  if (expired.length === 0) return;
  const ranOut = expired.filter(({ lasted }) => lasted === 1);
  await writeExempt(deps.db, exempt.job, [
    ...ranOut.map(({ tokenHash, id, userId, ip, userAgent }) =>
      auditStatementIf(
        deps,
        {
          kind: "session.expire",
          by: { userId, sessionId: id, client: { ip, userAgent } },
          detail: { found: "sweep" },
        },
        store.sessionIsExpired(tokenHash, deps.now, 0),
      ),
    ),
    store.deleteExpired(
      expired.map(({ tokenHash }) => tokenHash),
      deps.now,
    ),
  ]);
  flushOutbox(deps, ranOut.length > 0, []);
}
