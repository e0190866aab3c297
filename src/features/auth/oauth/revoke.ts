/** Ends an app's grant: because the app revoked it, or because its code or token was reused. */
import type { Client } from "../../../kernel/caller.ts";
import type { Deps } from "../../../deps.ts";
import { guard } from "../../../db/sql.ts";
import { GuardFailed } from "../../../platform/db.ts";
import { hashToken, isToken } from "../../../platform/tokens.ts";
import { exempt } from "../../../permissions/exempt.ts";
import { commit } from "../../../commit/commit.ts";
import type { Parameters as Sent } from "./contract.ts";
import { invalidGrant } from "./oauth-error.ts";
import { required } from "./parameters.ts";
import * as store from "./grant-store.ts";

type Ending = {
  readonly tokenId: string;
  readonly userId: string;
  readonly clientId: string | null;
  readonly client: Client;
  /** The kind of credential that was presented a second time. */
  readonly reused: "code" | "refresh" | null;
};

/**
 * Whoever presents a credential that was already exchanged is either not the app, or not the only one who has it. The
 * two cases cannot be distinguished, so the whole grant is revoked (RFC 9700 §4.14.2).
 */
export async function endGrant(deps: Deps, { tokenId, userId, clientId, client, reused }: Ending): Promise<void> {
  const about = { by: { userId, client }, resource: { type: "mcp_token", id: tokenId } };
  const detail = { client: clientId ?? "", ...(reused !== null && { reason: "reuse" }) };
  try {
    await commit(deps, reused === null ? exempt.signOut : exempt.endSessions, {
      queries: [guard(store.isGranted(tokenId)), store.revokeOAuthGrant(tokenId, deps.now)],
      notes: [
        ...(reused === null
          ? []
          : [{ kind: "token.reuse", outcome: "refused", ...about, detail: { token: reused } } as const]),
        { kind: "mcp.revoke", ...about, detail },
      ],
    });
  } catch (error) {
    // The grant has already ended, and that was recorded.
    if (!(error instanceof GuardFailed)) throw error;
  }
}

/** RFC 7009, for either of an app's tokens; the grant ends with both. An unknown token counts as revoked. */
export async function revokeOAuthToken(deps: Deps, sent: Sent, client: Client): Promise<void> {
  const raw = required(sent, "token");
  const clientId = required(sent, "client_id");
  const found = isToken("refresh", raw)
    ? await deps.db.one(store.findByRefreshToken(hashToken("refresh", raw)))
    : isToken("mcp", raw)
      ? await deps.db.one(store.findByAccessToken(hashToken("mcp", raw)))
      : null;
  if (!found) return;
  if (found.clientId !== clientId) throw invalidGrant();
  await endGrant(deps, { tokenId: found.tokenId, userId: found.userId, clientId, client, reused: null });
}
