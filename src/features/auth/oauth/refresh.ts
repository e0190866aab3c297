/** Exchanges a refresh token for a new access token and refresh token: rotation with a grace period, and reuse detection. */
import { SECOND, type Instant } from "../../../kernel/clock.ts";
import type { Client } from "../../../kernel/caller.ts";
import type { Deps } from "../../../deps.ts";
import { guard } from "../../../db/sql.ts";
import { GuardFailed } from "../../../platform/db.ts";
import { hashToken, isToken, makeSalt, tokenFrom } from "../../../platform/tokens.ts";
import { exempt } from "../../../permissions/exempt.ts";
import { auditStatementIf } from "../../../commit/audit-note.ts";
import { commit } from "../../../commit/commit.ts";
import { flushOutbox } from "../../../commit/flush.ts";
import { isReused } from "../rotation-rules.ts";
import type { Parameters as Sent, TokenAnswer } from "./contract.ts";
import { OAuthError, invalidGrant } from "./oauth-error.ts";
import { optional, required, requireGranted } from "./parameters.ts";
import { endGrant } from "./revoke.ts";
import { ACCESS_LIFETIME, scopeOf } from "./rules.ts";
import * as store from "./grant-store.ts";

type Tokens = {
  readonly access: string;
  readonly refresh: string;
  readonly readOnly: boolean;
  readonly expiresAt: Instant;
  readonly now: Instant;
};

export const tokenAnswer = ({ access, refresh, readOnly, expiresAt, now }: Tokens): TokenAnswer => ({
  access_token: access,
  token_type: "Bearer",
  expires_in: Math.max(0, Math.floor((expiresAt - now) / SECOND)),
  refresh_token: refresh,
  scope: scopeOf(readOnly),
});

/**
 * RFC 6749 §6, rotating (RFC 9700 §4.14.2). Everyone who presents the same token within the grace period gets the same
 * successors, so that concurrent refreshes by two processes of one app both succeed.
 */
export async function refreshTokens(deps: Deps, sent: Sent, client: Client): Promise<TokenAnswer> {
  const raw = required(sent, "refresh_token");
  const clientId = required(sent, "client_id");
  const held = isToken("refresh", raw) ? await deps.db.one(store.findByRefreshToken(hashToken("refresh", raw))) : null;
  if (held?.clientId !== clientId) throw invalidGrant();
  const { grantedUntil } = held;
  const isLive = held.revokedAt === null && held.suspendedAt === null && (grantedUntil ?? 0) > deps.now;
  if (!isLive || grantedUntil === null) throw invalidGrant();
  if (isReused(held, deps.now)) {
    await endGrant(deps, { tokenId: held.tokenId, userId: held.userId, clientId, client, reused: "refresh" });
    throw invalidGrant();
  }
  // RFC 6749 §6: an app may request the scope it has, never more.
  if (held.readOnly === 1 && (optional(sent, "scope") ?? "").split(" ").includes("write"))
    throw new OAuthError("invalid_scope", "The user granted read access only.");
  requireGranted(deps.config.origin, sent, held.audience ?? "");
  const access = tokenFrom("mcp", successor(deps, "access", raw, held.salt));
  const refresh = tokenFrom("refresh", successor(deps, "refresh", raw, held.salt));
  const fresh = Math.min(deps.now + ACCESS_LIFETIME, grantedUntil);
  const expiresAt = held.replacedAt === null ? fresh : Math.min(fresh, held.expiresAt ?? fresh);
  await rotate(deps, { held, access, refresh, expiresAt, client });
  return tokenAnswer({ access, refresh, readOnly: held.readOnly === 1, expiresAt, now: deps.now });
}

/** Derived from the token itself, the row's salt and our key, so no raw token has to be stored to be returned again. */
const successor = ({ keys }: Pick<Deps, "keys">, kind: string, parent: string, salt: string): Uint8Array =>
  Buffer.from(keys.sign("oauth-refresh", kind, parent, salt), "base64url");

type Rotation = {
  readonly held: store.RefreshableGrant;
  readonly access: string;
  readonly refresh: string;
  readonly expiresAt: Instant;
  readonly client: Client;
};

async function rotate(deps: Deps, { held, access, refresh, expiresAt, client }: Rotation): Promise<void> {
  const note = {
    kind: "token.rotate",
    by: { userId: held.userId, client },
    resource: { type: "mcp_token", id: held.tokenId },
  } as const;
  try {
    await commit(deps, exempt.connectApp, {
      queries: [
        guard(store.isUsable(held.tokenHash, deps.now)),
        auditStatementIf(deps, note, store.isCurrentRefreshToken(held.tokenHash)),
        ...store.rotateRefreshToken({
          parent: held,
          successorHash: hashToken("refresh", refresh),
          accessHash: hashToken("mcp", access),
          lastFour: access.slice(-4),
          expiresAt,
          salt: makeSalt(deps.random),
          now: deps.now,
        }),
      ],
    });
  } catch (error) {
    // It was revoked after it was loaded.
    throw error instanceof GuardFailed ? invalidGrant() : error;
  }
  flushOutbox(deps, true, []);
}
