/** Authenticates in the first round trip: the credential is looked up in the batch that also loads the requested data. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Actor, Caller } from "../kernel/caller.ts";
import { MINUTE, type Instant } from "../kernel/clock.ts";
import { AppError, unauthenticated } from "../kernel/errors.ts";
import type { Deps } from "../deps.ts";
import { agentName } from "../db/agent-name.ts";
import { equalSecrets } from "../platform/keys.ts";
import {
  first,
  prepare,
  rowsOf,
  sql,
  write,
  type AnyQuery,
  type Named,
  type Operand,
  type Query,
  type RowOf,
} from "../db/sql.ts";
import { sessions } from "../db/schema/sessions.ts";
import { mcpTokens } from "../db/schema/tokens.ts";
import { users } from "../db/schema/users.ts";
import type { Results } from "../platform/db.ts";
import { exempt, writeExempt, writeOneExempt, type Exempt } from "./exempt.ts";
import { idleSince, sessionIsLive, tokenIsLive, TOKEN_SCOPE } from "./credential.ts";

const s = alias(sessions, "s");
const t = alias(mcpTokens, "t");
const u = alias(users, "u");

const ofSession = {
  id: s.id,
  hash: s.tokenHash,
  userId: s.userId,
  role: u.role,
  authTime: s.authTime,
  isLowTrust: sql<0 | 1>`(${s.method} = 'device_low')`,
  lastSeenAt: s.lastSeenAt,
  createdAt: s.createdAt,
};

const sessionByHash = prepare(({ tokenHash, now, idle }: Named<"tokenHash" | "now" | "idle">) =>
  rowsOf(
    ofSession,
    (columns) => sql`select ${columns}
      from ${sessions} s
      join ${users} u on ${u.id} = ${s.userId}
      where ${s.tokenHash} = ${tokenHash}
        and ${sessionIsLive(now, idle)}`,
  ),
);

const ofToken = (tokenHash: Operand) => ({
  id: t.id,
  /** Whichever of the row's two hashes was presented. */
  hash: sql<string>`iif(${t.tokenHash} = ${tokenHash}, ${t.tokenHash}, ${t.replacedHash})`,
  userId: t.userId,
  role: u.role,
  name: agentName(sql`t`),
  createdAt: t.createdAt,
  readOnly: t.readOnly,
  canShare: t.canShare,
  audience: t.audience,
  scope: TOKEN_SCOPE,
});

const tokenByHash = prepare(({ tokenHash, now }: Named<"tokenHash" | "now">) =>
  rowsOf(
    ofToken(tokenHash),
    (columns) => sql`select ${columns}
      from ${mcpTokens} t
      join ${users} u on ${u.id} = ${t.userId}
      where ${tokenIsLive(tokenHash, now)}`,
  ),
);

/** A credential's row, before it is checked. */
type CredentialRow = {
  readonly actor: Actor;
  readonly hash: string;
  /** Null for a token. */
  readonly session: Pick<RowOf<typeof ofSession>, "lastSeenAt" | "createdAt"> | null;
};

function identify({ kind, tokenHash, client }: Caller, now: Instant, idleMs: number): Query<CredentialRow | null> {
  if (kind === "session") {
    return first(sessionByHash({ tokenHash, now, idle: idleSince(now, idleMs) }), (row) => ({
      hash: row.hash,
      session: row,
      actor: {
        kind,
        userId: row.userId,
        role: row.role,
        credentialId: row.id,
        credentialName: null,
        authTime: row.authTime,
        isTrusted: row.isLowTrust === 0,
        scope: null,
        readOnly: false,
        canShare: true,
        audience: null,
        client,
      },
    }));
  }
  return first(tokenByHash({ tokenHash, now }), (row) => ({
    hash: row.hash,
    session: null,
    actor: {
      kind,
      userId: row.userId,
      role: row.role,
      credentialId: row.id,
      credentialName: row.name,
      authTime: row.createdAt,
      isTrusted: true,
      scope: row.scope === null ? null : (JSON.parse(row.scope) as string[]),
      readOnly: row.readOnly === 1,
      canShare: row.canShare === 1,
      audience: row.audience,
      client,
    },
  }));
}

/** Dependencies needed to authenticate and authorize a caller. */
export type AuthDeps = Pick<Deps, "db" | "now" | "config" | "checkCaller" | "defer">;

/** The authenticated actor, the credential as presented and the time of the request. */
export type Authenticated = { readonly actor: Actor; readonly caller: Caller; readonly now: Instant };

/**
 * Looks up the credential and runs `queries` in the same round trip. Throws `unauthenticated` if the credential is not
 * valid (the results are discarded), `forbidden` or `rate_limited` as the route declares for this caller, and `scope_empty`
 * if a scoped token has no live drive left.
 */
export const authenticate = <const Q extends readonly Query<unknown>[]>(
  deps: AuthDeps,
  caller: Caller,
  queries: Q,
): Promise<Authentication<Q>> => identified(deps, caller, deps.db.batch([identifying(deps, caller), ...queries]));

type Authentication<Q extends readonly AnyQuery<unknown>[]> = {
  readonly actor: Actor;
  readonly by: Authenticated;
  readonly results: Results<Q>;
};

/**
 * Like `authenticate`, with queries that write regardless of the outcome: they use up something single-use, such as a
 * challenge, or verify the caller themselves.
 */
export const authenticateAndWrite = <const Q extends readonly AnyQuery<unknown>[]>(
  deps: AuthDeps,
  caller: Caller,
  allowed: Exempt,
  queries: Q,
): Promise<Authentication<Q>> =>
  identified(deps, caller, writeExempt(deps.db, allowed, [identifying(deps, caller), ...queries]));

const identifying = ({ now, config }: AuthDeps, caller: Caller): Query<CredentialRow | null> =>
  identify(caller, now, config.sessionIdleMs);

async function identified<const Q extends readonly AnyQuery<unknown>[]>(
  deps: AuthDeps,
  caller: Caller,
  answered: Promise<Results<readonly [Query<CredentialRow | null>, ...Q]>>,
): Promise<Authentication<Q>> {
  const [found, ...results] = await answered;
  if (!found || !equalSecrets(found.hash, caller.tokenHash)) throw unauthenticated();
  await deps.checkCaller(found.actor);
  if (found.actor.scope?.length === 0) {
    throw new AppError("scope_empty", "This token was created for drives that no longer exist, so it gives no access.");
  }
  touch(deps, caller, found);
  // The remaining results are those of `queries`, in order.
  const { actor } = found;
  return { actor, by: { actor, caller, now: deps.now }, results: results as unknown as Results<Q> };
}

/**
 * Records that a session was used, after the response and at most once a minute, or a tenth of the idle window if that is
 * shorter. The first use is always recorded: a session that was never used shows that software opened its sign-in link. For
 * tokens, `noteCall` later records the call as well.
 */
function touch(deps: AuthDeps, caller: Caller, { session }: CredentialRow): void {
  if (session === null) return;
  const interval = deps.config.sessionIdleMs === 0 ? MINUTE : Math.min(MINUTE, deps.config.sessionIdleMs / 10);
  const { now } = deps;
  const { lastSeenAt: last, createdAt: created } = session;
  if (last !== created && now - last < interval) return;
  const seen = Math.max(now, last + 1);
  deps.defer(() =>
    writeOneExempt(
      deps.db,
      exempt.bookkeeping,
      write(
        sql`update ${sessions} set last_seen_at = ${seen}
          where token_hash = ${caller.tokenHash}
            and last_seen_at < ${seen}`,
      ),
    ),
  );
}
