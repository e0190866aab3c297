/** The signed-in user, their sessions, and ending them. */
import type { Actor, Caller, Client } from "../../../kernel/caller.ts";
import { paginate } from "../../../kernel/cursor.ts";
import { AppError, notFound, unauthenticated } from "../../../kernel/errors.ts";
import type { Deps } from "../../../deps.ts";
import { GuardFailed } from "../../../platform/db.ts";
import type { Query } from "../../../db/sql.ts";
import { hashToken, isToken } from "../../../platform/tokens.ts";
import { authenticate, type AuthDeps } from "../../../permissions/authenticate.ts";
import { authorizeAccount } from "../../../permissions/authorize-account.ts";
import { FRESH_FOR, isFresh } from "../../../permissions/fresh-sign-in.ts";
import { toIso } from "../../../kernel/clock.ts";
import { callerId } from "../../../permissions/credential.ts";
import { exempt } from "../../../permissions/exempt.ts";
import { commit } from "../../../commit/commit.ts";
import type { AuditNote } from "../../../commit/audit-note.ts";
import { revokeDevices } from "./statements.ts";
import type { SessionList, SessionQuery, SignInFreshness, User } from "./contract.ts";
import type * as z from "zod";
import { consumeLinksOf } from "./link-store.ts";
import * as origin from "./origin-store.ts";
import * as store from "./store.ts";
import { findCallerUser, findLoginEmail, raiseEpoch } from "./user-store.ts";
import { sessionHashOf } from "../../../kernel/caller.ts";

export async function getUser(deps: AuthDeps, caller: Caller): Promise<User> {
  const { results } = await authenticate(deps, caller, [findCallerUser(caller)]);
  const [user] = results;
  if (!user) throw notFound("This account");
  return user;
}

/** Lets a client request a new sign-in before the user fills in a form that requires a recent one. */
export async function getFreshness(deps: AuthDeps, caller: Caller): Promise<SignInFreshness> {
  const { actor, results } = await authenticate(deps, caller, [findLoginEmail(caller)]);
  const [email] = results;
  if (email === null) throw notFound("This account");
  const freshUntil = isFresh(actor, deps.now) ? toIso(actor.authTime + FRESH_FOR) : null;
  return { userId: actor.userId, email, freshUntil };
}

/** Authenticates the session without loading anything else. */
export const requireSession = async (deps: AuthDeps, caller: Caller): Promise<void> => {
  await authenticate(deps, caller, []);
};

export async function listSessions(
  deps: AuthDeps,
  caller: Caller,
  query: SessionQuery,
): Promise<z.infer<typeof SessionList>> {
  const asked = { ...query, limit: query.limit + 1 };
  const { results } = await authenticate(deps, caller, [
    store.listSessions(caller, asked, deps.now, deps.config.sessionIdleMs),
  ]);
  const { page: sessions, nextCursor } = paginate(results[0], query.limit, ({ id }) => id);
  return { sessions, nextCursor };
}

/**
 * Ends a session with its devices, and withdraws consents given in it that have no token yet. `withCredentials` also
 * ends the passkeys and tokens created in it, which requires a recent sign-in: `step_up_required`.
 */
export async function revokeSession(
  deps: Deps,
  caller: Caller,
  sessionId: string,
  withCredentials: boolean,
): Promise<void> {
  const user = callerId(caller);
  const action = withCredentials ? "endSessionAndCredentials" : "endSessions";
  const [allowed, isOwn, devices, passkeys, tokens] = await authorizeAccount(deps, caller, action, [
    store.ownsSession(caller, sessionId),
    origin.devicesOfSession(user, sessionId),
    origin.passkeysOfSession(user, sessionId),
    origin.tokensOfSession(user, sessionId),
  ]);
  if (!isOwn) throw notFound("This session");
  const { actor } = allowed;
  const { userId } = actor;
  const by = { by: actor } as const;
  await commit(deps, allowed, {
    queries: [
      ...revokeDevices(origin.devicesToEnd(devices, userId, sessionId), deps.now),
      origin.withdrawConsents(userId, sessionId),
      ...(withCredentials
        ? [origin.endPasskeysOf(userId, sessionId), origin.endTokensOf(userId, sessionId, deps.now)]
        : []),
      store.deleteSession(userId, sessionId),
    ],
    notes: [
      ...devices.map((id): AuditNote => ({
        ...by,
        kind: "device.revoke",
        resource: { type: "device", id },
        detail: { reason: "session" },
      })),
      ...(withCredentials
        ? [
            ...passkeys.map(({ id, name }): AuditNote => ({
              ...by,
              kind: "passkey.remove",
              resource: { type: "passkey", id },
              detail: { name, reason: "session" },
            })),
            ...tokens.map(({ id, name }): AuditNote => ({
              ...by,
              kind: "mcp.revoke",
              resource: { type: "mcp_token", id },
              detail: { name, reason: "session" },
            })),
          ]
        : []),
      { ...by, kind: "session.revoke", resource: { type: "session", id: sessionId } },
    ],
    jobs:
      withCredentials && passkeys.length > 0
        ? [{ id: deps.newId(), kind: "mail.notice", userId, notice: "passkey_removed" }]
        : [],
  }).catch(asUnauthenticated);
}

type LogOutRequest = {
  readonly caller: Caller | null;
  readonly csrfFault: AppError | null;
  /** As presented; an unknown token changes nothing. */
  readonly deviceToken: string;
  readonly client: Client;
};

/**
 * Ends the request's session, its device, and the device whose token is presented, so that nothing left on it can sign
 * in again automatically. Succeeds even if none of them exists, and records those that did.
 */
export async function logOut(deps: Deps, { caller, csrfFault, deviceToken, client }: LogOutRequest): Promise<void> {
  const sessionHash = sessionHashOf(caller);
  const tokenHash = isToken("device", deviceToken) ? hashToken("device", deviceToken) : null;
  const signedOutDevices = store.devicesToSignOut(sessionHash, tokenHash);
  const session = caller && sessionHash !== null ? await findSession(deps, caller, signedOutDevices) : null;
  if (session && csrfFault) throw csrfFault;
  if (!session && tokenHash === null) return;
  const devices = session ? session.results[0] : await deps.db.one(store.devicesToSignOut(null, tokenHash));
  if (!session && devices.length === 0) return;
  await commit(deps, exempt.signOut, {
    queries: [
      ...devices.flatMap(({ id }) => revokeDevices(id, deps.now)),
      ...(session ? [store.deleteSession(session.actor.userId, session.actor.credentialId)] : []),
    ],
    notes: [
      ...devices.map(({ id, userId }): AuditNote => ({
        kind: "device.revoke",
        by: session?.actor.userId === userId ? session.actor : { userId, client },
        resource: { type: "device", id },
        detail: { reason: "logout" },
      })),
      ...(session ? logOutNotes(session.actor) : []),
    ],
  });
}

const logOutNotes = (actor: Actor): AuditNote[] => [
  { kind: "auth.logout", by: actor },
  { kind: "session.revoke", by: actor, resource: { type: "session", id: actor.credentialId } },
];

/** Null only if the session has already ended: an outage must not look like that. */
const findSession = <T>(deps: Deps, caller: Caller, query: Query<T>) =>
  authenticate(deps, caller, [query]).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "unauthenticated") return null;
    throw error;
  });

/** Ends every session of the user at once by raising the epoch, and every pending link. MCP tokens stay valid. */
export async function logOutEverywhere(deps: Deps, caller: Caller): Promise<void> {
  const [allowed] = await authorizeAccount(deps, caller, "endSessions", []);
  const { actor } = allowed;
  await commit(deps, allowed, {
    queries: [raiseEpoch(actor.userId, deps.now), consumeLinksOf(actor.userId, deps.now)],
    notes: [{ kind: "session.invalidate_all", by: actor }],
  }).catch(asUnauthenticated);
}

/** These commits have no guard but that the session is still valid. */
function asUnauthenticated(error: unknown): never {
  throw error instanceof GuardFailed ? unauthenticated() : error;
}
