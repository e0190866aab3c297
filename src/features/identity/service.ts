/** The signed-in side of identity: who am I, my sessions, and ending them. */
import type { Caller } from "../../kernel/caller.ts";
import { AppError, notFound, unauthenticated } from "../../kernel/errors.ts";
import type { Deps } from "../../deps.ts";
import { GuardFailed } from "../../platform/db.ts";
import { guard } from "../../platform/sql.ts";
import { callerIsLive } from "../access/access.ts";
import { authenticate } from "../access/identify.ts";
import { commit } from "../audit/service.ts";
import type { Session, User } from "./contract.ts";
import type { z } from "zod";
import * as store from "./store.ts";

export async function getUser(deps: Deps, caller: Caller): Promise<User> {
  const { results } = await authenticate(deps, caller, [store.findCallerUser(caller)]);
  const [user] = results;
  if (!user) throw notFound("This account");
  return user;
}

/** Proves the session without loading anything else. */
export const requireSession = async (deps: Deps, caller: Caller): Promise<void> => {
  await authenticate(deps, caller, []);
};

export async function listSessions(deps: Deps, caller: Caller): Promise<z.infer<typeof Session>[]> {
  const { results } = await authenticate(deps, caller, [
    store.listSessions(caller, deps.now, deps.config.sessionIdleMs),
  ]);
  return results[0];
}

export async function revokeSession(deps: Deps, caller: Caller, sessionId: string): Promise<void> {
  const { actor, results } = await authenticate(deps, caller, [store.ownsSession(caller, sessionId)]);
  if (!results[0]) throw notFound("This session");
  await commit(deps, {
    queries: [
      guard(callerIsLive(caller, deps.now, deps.config.sessionIdleMs)),
      store.deleteSession(actor.userId, sessionId),
    ],
    notes: [{ kind: "session.revoke", by: actor, resource: { type: "session", id: sessionId } }],
  }).catch(refuseEnded);
}

/** Ends the session the request came with. Succeeds without one, and says so to the audit only with one. */
export async function logOut(deps: Deps, caller: Caller | null, csrfFault: AppError | null): Promise<void> {
  if (caller?.kind !== "session") return;
  const session = await authenticate(deps, caller, []).catch((error: unknown) => {
    // Only a session that has ended already needs no ending: an outage must not look like one.
    if (error instanceof AppError && error.code === "unauthenticated") return null;
    throw error;
  });
  if (!session) return;
  if (csrfFault) throw csrfFault;
  await commit(deps, {
    queries: [store.deleteSession(session.actor.userId, session.actor.credentialId)],
    notes: [
      { kind: "auth.logout", by: session.actor },
      { kind: "session.revoke", by: session.actor, resource: { type: "session", id: session.actor.credentialId } },
    ],
  });
}

/**
 * Ends every session of the user at one instant, for the epoch they were born in is over, and every link under way.
 * MCP tokens live on.
 */
export async function logOutEverywhere(deps: Deps, caller: Caller): Promise<void> {
  const { actor } = await authenticate(deps, caller, []);
  await commit(deps, {
    queries: [
      guard(callerIsLive(caller, deps.now, deps.config.sessionIdleMs)),
      store.raiseEpoch(actor.userId, deps.now),
      store.spendLinksOf(actor.userId, deps.now),
    ],
    notes: [{ kind: "session.invalidate_all", by: actor }],
  }).catch(refuseEnded);
}

/** These guards ask for nothing but a live session. */
function refuseEnded(error: unknown): never {
  throw error instanceof GuardFailed ? unauthenticated() : error;
}
