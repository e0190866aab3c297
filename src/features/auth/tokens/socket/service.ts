/** Use cases of socket tokens: issue one to a session, consume it when the connection opens. */
import type { Caller } from "../../../../kernel/caller.ts";
import { MINUTE, toIso } from "../../../../kernel/clock.ts";
import { AppError, notFound, unauthenticated } from "../../../../kernel/errors.ts";
import type { Deps } from "../../../../deps.ts";
import { GuardFailed } from "../../../../platform/db.ts";
import { hashToken, isToken, makeToken } from "../../../../platform/tokens.ts";
import { authenticate } from "../../../../permissions/authenticate.ts";
import { allowAccount } from "../../../../permissions/authorize-account.ts";
import { allowPage } from "../../../../permissions/authorize-page.ts";
import { commit } from "../../../../commit/commit.ts";
import { loadPage } from "../../../pages/service.ts";
import type { SocketToken } from "./contract.ts";
import * as store from "./store.ts";
import { exempt, writeOneExempt } from "../../../../permissions/exempt.ts";

/** Lifetime of an unused token, in ms. */
const LIFETIME = MINUTE;
const PATH = "/api/realtime";

/** Throws `not_found` for a page that the caller cannot see. */
export async function issueSocketToken(deps: Deps, caller: Caller, pageId: string | null): Promise<SocketToken> {
  const { by, results } = await authenticate(deps, caller, pageId === null ? [] : [loadPage(caller, pageId)]);
  const [page = null] = results;
  const allowed = pageId === null ? allowAccount(by, "openSocket") : allowPage(by, "openSocket", page);
  const token = makeToken("socket", deps.random);
  const expiresAt = deps.now + LIFETIME;
  await commit(deps, allowed, {
    queries: [
      store.insertSocketToken({ tokenHash: hashToken("socket", token), caller, pageId, now: deps.now, expiresAt }),
    ],
  }).catch((error: unknown) => {
    throw error instanceof GuardFailed ? (pageId === null ? unauthenticated() : notFound("This page")) : error;
  });
  return { token, expiresAt: toIso(expiresAt), url: deps.config.origin.replace(/^http/, "ws") + PATH };
}

/**
 * Consumes the token for one connection. Throws `unauthenticated` if it is unknown, used or expired, or if its session
 * has ended.
 */
export async function consumeSocketToken(deps: Deps, raw: string): Promise<store.TokenConnection> {
  if (!isToken("socket", raw)) throw unauthenticated();
  const claim = { tokenHash: hashToken("socket", raw), claimId: deps.newId() };
  const consume = store.consume({ ...claim, now: deps.now, idleMs: deps.config.sessionIdleMs });
  const connection = await writeOneExempt(deps.db, exempt.signIn, consume).catch((error: unknown) => {
    // The response may have been lost after the write; the claim id shows whether it was.
    if (error instanceof AppError) return deps.db.one(store.findClaimed(claim));
    throw error;
  });
  if (!connection) throw unauthenticated();
  return connection;
}
