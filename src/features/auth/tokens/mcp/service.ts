/** Use cases of MCP tokens: list, create, revoke. Only a session may do so; a token cannot create another. */
import type { Caller } from "../../../../kernel/caller.ts";
import { DAY, toIso, toIsoOrNull } from "../../../../kernel/clock.ts";
import { AppError, notFound } from "../../../../kernel/errors.ts";
import type { Deps } from "../../../../deps.ts";
import { guard } from "../../../../db/sql.ts";
import { hashToken, makeToken } from "../../../../platform/tokens.ts";
import { authenticate, type AuthDeps } from "../../../../permissions/authenticate.ts";
import { authorizeAccount, allowToken } from "../../../../permissions/authorize-account.ts";
import { commit } from "../../../../commit/commit.ts";
import type { CreateMcpToken, McpToken, NewMcpToken } from "./contract.ts";
import * as store from "./store.ts";

/** Maximum active tokens per user, including those of apps. */
export const MAX_TOKENS = 100;

export async function listTokens(deps: AuthDeps, caller: Caller): Promise<McpToken[]> {
  const { results } = await authenticate(deps, caller, [store.listTokens(caller)]);
  return results[0];
}

/** Throws `step_up_required`, `forbidden` for a drive that the caller cannot see, `conflict` if the token limit is reached. */
export async function createToken(deps: Deps, caller: Caller, wanted: CreateMcpToken): Promise<NewMcpToken> {
  const driveIds = wanted.driveIds ?? [];
  const { by, results } = await authenticate(deps, caller, [
    store.findDrives(caller, driveIds),
    store.countTokens(caller),
  ]);
  const [drives, count] = results;
  const refusal = "A token can only be created for drives that you can view.";
  const allowed = allowToken(by, { ids: driveIds, seen: drives, refusal });
  const { actor } = allowed;
  if (count >= MAX_TOKENS)
    throw new AppError("conflict", `You have ${MAX_TOKENS} tokens. Revoke one that you no longer need.`);
  const token = makeToken("mcp", deps.random);
  const row = {
    id: deps.newId(),
    tokenHash: hashToken("mcp", token),
    userId: actor.userId,
    name: wanted.name,
    lastFour: token.slice(-4),
    driveIds: wanted.driveIds ?? null,
    readOnly: wanted.readOnly,
    canShare: wanted.canShare,
    expiresAt: wanted.expiresInDays === undefined ? null : deps.now + wanted.expiresInDays * DAY,
    now: deps.now,
    originSession: actor.credentialId,
  };
  await commit(deps, allowed, {
    queries: [guard(store.hasRoomForToken(caller, MAX_TOKENS)), ...store.insertMcpToken(row)],
    notes: [{ kind: "mcp.create", by: actor, resource: { type: "mcp_token", id: row.id }, detail: detailOf(row) }],
    jobs: [{ id: deps.newId(), kind: "mail.notice", userId: actor.userId, notice: "token_added" }],
  });
  return {
    id: row.id,
    name: row.name,
    lastFour: row.lastFour,
    isScoped: row.driveIds !== null,
    readOnly: row.readOnly,
    canShare: row.canShare,
    driveScopes: drives,
    isApp: false,
    createdAt: toIso(deps.now),
    lastUsedAt: null,
    expiresAt: toIsoOrNull(row.expiresAt),
    clientName: null,
    lastCall: null,
    token,
  };
}

type TokenRow = Parameters<typeof store.insertMcpToken>[0];

const detailOf = ({ name, driveIds, readOnly, canShare, expiresAt }: TokenRow) => ({
  name,
  drives: [...(driveIds ?? [])],
  readOnly,
  canShare,
  expiresAt,
});

/** The token is rejected from its next request on. */
export async function revokeToken(deps: Deps, caller: Caller, tokenId: string): Promise<void> {
  const [allowed, token] = await authorizeAccount(deps, caller, "revokeToken", [store.findToken(caller, tokenId)]);
  if (!token) throw notFound("This token");
  const { actor } = allowed;
  await commit(deps, allowed, {
    queries: [store.revokeToken(actor.userId, tokenId, deps.now)],
    notes: [
      { kind: "mcp.revoke", by: actor, resource: { type: "mcp_token", id: tokenId }, detail: { name: token.name } },
    ],
  });
}
