/** The end of credentials that nobody ended by hand: told once in the audit trail, and swept. */
import type { Caller } from "../../kernel/caller.ts";
import { DAY, HOUR, MINUTE } from "../../kernel/clock.ts";
import { RecentSet } from "../../kernel/expiring-map.ts";
import type { Deps } from "../../deps.ts";
import { exempt } from "../../permissions/exempt.ts";
import { auditRowIf, commit, ship } from "../audit/service.ts";
import type { LimitRule } from "../../kernel/limit.ts";
import * as store from "./ended-store.ts";

/** Sessions swept in one run; the cron comes every minute. */
const SESSIONS_AT_ONCE = 200;
const TOKENS_AT_ONCE = 200;
/** How long a revoked token is still known for what it is when somebody presents it. */
const REVOKED_KEPT = 30 * DAY;

/** One entry an hour for each credential that goes on being presented. */
const LATE_USE: LimitRule = { name: "watch/late-use", dimension: "token", limit: 1, windowMs: HOUR, fixed: true };

/** Refused credentials that were looked at within a minute, so that hammering with one costs no lookup each time. */
const looked = new RecentSet(MINUTE, 1_000);

/**
 * Looks, after the answer, at a credential that was just refused. One that has expired is told of and removed; one that
 * was ended by somebody is told of, because whoever presents it should not have it. One that never was leaves no trace.
 */
export function noteEnded(deps: Deps, caller: Caller): void {
  if (!looked.add(caller.tokenHash, deps.now)) return;
  deps.defer(async () => {
    const { now } = deps;
    const idleMs = deps.config.sessionIdleMs;
    const ended = await deps.db.one(store.findEnded(caller, now, idleMs));
    if (!ended) return;
    const { id, userId, reason } = ended;
    const by = { userId, client: caller.client, ...(caller.kind === "session" && { sessionId: id }) };
    if (reason === "expired") {
      const note = { kind: "session.expire", by, detail: { found: "use" } } as const;
      await deps.db.batch([
        // Whoever comes second finds nothing left to tell of.
        auditRowIf(deps, note, store.sessionIsOver(caller.tokenHash, now, idleMs)),
        store.deleteOver(caller.tokenHash, now, idleMs),
      ]);
      return ship(deps, true, []);
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

/** Removes sessions whose time is up, each with its entry, and tokens that were revoked long ago. */
export async function sweepEnded(deps: Deps): Promise<void> {
  const [expired] = await deps.db.batch([
    store.findExpired(deps.now, SESSIONS_AT_ONCE),
    ...store.deleteRevoked(deps.now - REVOKED_KEPT, TOKENS_AT_ONCE),
  ]);
  if (expired.length === 0) return;
  const told = expired.filter(({ lasted }) => lasted === 1);
  await deps.db.batch([
    ...told.map(({ tokenHash, id, userId, ip, userAgent }) =>
      auditRowIf(
        deps,
        {
          kind: "session.expire",
          by: { userId, sessionId: id, client: { ip, userAgent } },
          detail: { found: "sweep" },
        },
        store.sessionIsOver(tokenHash, deps.now, 0),
      ),
    ),
    store.deleteExpired(
      expired.map(({ tokenHash }) => tokenHash),
      deps.now,
    ),
  ]);
  ship(deps, told.length > 0, []);
}
