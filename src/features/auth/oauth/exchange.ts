/** Exchanges a user's consent for tokens, by an authorization code or a device code. */
import type { Client } from "../../../kernel/caller.ts";
import type { Deps } from "../../../deps.ts";
import { guard } from "../../../db/sql.ts";
import { GuardFailed, retryOnce } from "../../../platform/db.ts";
import { equalSecrets } from "../../../platform/keys.ts";
import { hashToken, isToken, makeSalt, makeToken, sha256 } from "../../../platform/tokens.ts";
import { exempt } from "../../../permissions/exempt.ts";
import { commit } from "../../../commit/commit.ts";
import { insertMcpToken } from "../tokens/mcp/store.ts";
import { findClient } from "./client-store.ts";
import type { Parameters as Sent, TokenAnswer } from "./contract.ts";
import { insertFirstRefreshToken } from "./grant-store.ts";
import { OAuthError, invalidClient, invalidGrant } from "./oauth-error.ts";
import { required, requireGranted } from "./parameters.ts";
import { endGrant } from "./revoke.ts";
import { ACCESS_LIFETIME, POLL_INTERVAL, isVerifier } from "./rules.ts";
import * as store from "./request-store.ts";
import { tokenAnswer } from "./refresh.ts";

/**
 * RFC 6749 §4.1.3. A code works once, within a minute, for the client, redirect URI and verifier of its request.
 * Presenting it again revokes the tokens issued for it, because it has leaked.
 */
export const exchangeCode = (deps: Deps, sent: Sent, client: Client): Promise<TokenAnswer> =>
  retryOnce(async () => {
    const code = required(sent, "code");
    const clientId = required(sent, "client_id");
    const verifier = required(sent, "code_verifier");
    const redirectUri = required(sent, "redirect_uri");
    if (!isToken("code", code)) throw invalidGrant();
    const request = await deps.db.one(store.findByCode(hashToken("code", code)));
    if (!request) throw invalidGrant();
    const isTheirs =
      request.clientId === clientId &&
      request.redirectUri === redirectUri &&
      isVerifier(verifier) &&
      equalSecrets(sha256(verifier), request.challenge ?? "");
    if (!isTheirs) throw invalidGrant();
    if (request.usedAt !== null) return refuseReplay(deps, request, client);
    if ((request.codeExpiresAt ?? 0) <= deps.now) throw invalidGrant();
    requireGranted(deps.config.origin, sent, request.resource);
    return grant(deps, request, client);
  }).catch(asInvalidGrant);

/** RFC 8628 §3.4: until the user decides, the response is `authorization_pending`. */
export const exchangeDeviceCode = (deps: Deps, sent: Sent, client: Client): Promise<TokenAnswer> =>
  retryOnce(async () => {
    const deviceCode = required(sent, "device_code");
    const clientId = required(sent, "client_id");
    if (!isToken("deviceCode", deviceCode)) throw invalidGrant();
    const hash = hashToken("deviceCode", deviceCode);
    const [request] = await commit(deps, exempt.connectApp, {
      queries: [store.findByDevice(hash), store.notePoll(hash, POLL_INTERVAL, deps.now)],
    });
    if (request?.clientId !== clientId) throw invalidGrant();
    if (request.usedAt !== null) return refuseReplay(deps, request, client);
    if (request.polledAt !== null && request.polledAt + request.pollInterval > deps.now)
      throw new OAuthError("slow_down", "Poll less often: wait five seconds longer between requests.");
    if (request.expiresAt <= deps.now) throw new OAuthError("expired_token", "The code was not entered in time.");
    if (request.decidedAt === null) throw new OAuthError("authorization_pending", "The user has not decided yet.");
    if (request.allowed === 0) throw new OAuthError("access_denied", "The user declined.");
    requireGranted(deps.config.origin, sent, request.resource);
    return grant(deps, request, client);
  }).catch(asInvalidGrant);

/** A guard failed twice: the user has been suspended or has signed out everywhere since. */
const asInvalidGrant = (error: unknown): never => {
  throw error instanceof GuardFailed ? invalidGrant() : error;
};

/** One transaction: consumes the request, and inserts the token, its drives and its first refresh token. */
async function grant(deps: Deps, request: store.DecidedRequest, client: Client): Promise<TokenAnswer> {
  const { userId, clientId } = request;
  const app = await deps.db.one(findClient(clientId));
  if (!app) throw invalidClient();
  if (userId === null || request.grantedUntil === null) throw invalidGrant();
  const claimId = deps.newId();
  const tokenId = deps.newId();
  const access = makeToken("mcp", deps.random);
  const refresh = makeToken("refresh", deps.random);
  const driveIds = request.driveIds === null ? null : (JSON.parse(request.driveIds) as string[]); // `recordDecision` wrote it
  const expiresAt = Math.min(deps.now + ACCESS_LIFETIME, request.grantedUntil);
  const readOnly = request.readOnly === 1;
  await commit(deps, exempt.connectApp, {
    queries: [
      store.claim({ id: request.id, claimId, tokenId, now: deps.now }),
      guard(store.isClaimedBy(request.id, claimId)),
      ...insertMcpToken({
        id: tokenId,
        tokenHash: hashToken("mcp", access),
        userId,
        name: app.name,
        lastFour: access.slice(-4),
        driveIds,
        readOnly,
        canShare: false,
        expiresAt,
        now: deps.now,
        originSession: request.originSession,
        grant: { clientId, audience: request.resource, grantedUntil: request.grantedUntil },
      }),
      insertFirstRefreshToken({
        tokenHash: hashToken("refresh", refresh),
        tokenId,
        userId,
        salt: makeSalt(deps.random),
        now: deps.now,
      }),
    ],
    notes: [
      {
        kind: "mcp.create",
        by: { userId, client },
        resource: { type: "mcp_token", id: tokenId },
        detail: { name: app.name, client: clientId, drives: driveIds ?? [], readOnly, canShare: false },
      },
    ],
    jobs: [{ id: deps.newId(), kind: "mail.notice", userId, notice: "token_added" }],
  });
  return tokenAnswer({ access, refresh, readOnly, expiresAt, now: deps.now });
}

async function refuseReplay(deps: Deps, request: store.DecidedRequest, client: Client): Promise<never> {
  const { tokenId, userId } = request;
  if (tokenId !== null && userId !== null)
    await endGrant(deps, { tokenId, userId, clientId: request.clientId, client, reused: "code" });
  throw invalidGrant();
}
