/** SQL for ended credentials: found when they are presented again, or removed by the sweep. */
import { and, eq, inArray, isNotNull, lte, ne, or } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../../kernel/caller.ts";
import type { Instant } from "../../../kernel/clock.ts";
import { sessions } from "../../../db/schema/sessions.ts";
import { oauthRefreshTokens } from "../../../db/schema/oauth.ts";
import { mcpTokenDrives, mcpTokens, tokenPages, toolCalls } from "../../../db/schema/tokens.ts";
import { users } from "../../../db/schema/users.ts";
import {
  aliased,
  builder,
  first,
  jsonList,
  many,
  rowsOf,
  sql,
  whole,
  write,
  type Query,
  type RowOf,
  type SQL,
  type Write,
} from "../../../db/sql.ts";
import { idleSince } from "../../../permissions/credential.ts";

const written = alias(tokenPages, "written");

/**
 * A credential that is no longer valid, with the reason; `ended` sessions were ended by signing out everywhere or by a
 * suspension.
 */
export type EndedCredential = {
  readonly id: string;
  readonly userId: string;
  readonly reason: "expired" | "ended" | "revoked" | "suspended";
};

/** Condition over `sessions`: expired or idle for too long. `idleMs` 0 means no idle timeout. */
const isExpired = (now: Instant, idleMs: number): SQL =>
  sql`(${sessions.expiresAt} <= ${now} or ${sessions.lastSeenAt} <= ${idleSince(now, idleMs)})`;

/** Why a rejected credential has ended; null if it is unknown or still valid. */
export const findEndedCredential = (caller: Caller, now: Instant, idleMs: number): Query<EndedCredential | null> =>
  caller.kind === "session" ? findEndedSession(caller.tokenHash, now, idleMs) : findEndedToken(caller.tokenHash);

function findEndedSession(tokenHash: string, now: Instant, idleMs: number): Query<EndedCredential | null> {
  const ended = {
    id: sessions.id,
    userId: sessions.userId,
    isCurrent: sql<0 | 1>`${sessions.epoch} = ${users.epoch}`,
    suspendedAt: users.suspendedAt,
  };
  return first(
    builder
      .select(aliased(ended))
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(
        and(
          eq(sessions.tokenHash, tokenHash),
          or(ne(sessions.epoch, users.epoch), isNotNull(users.suspendedAt), isExpired(now, idleMs)),
        ),
      ),
    ({ id, userId, isCurrent, suspendedAt }): EndedCredential => ({
      id,
      userId,
      reason: suspendedAt !== null ? "suspended" : isCurrent === 1 ? "expired" : "ended",
    }),
  );
}

const findEndedToken = (tokenHash: string): Query<EndedCredential | null> =>
  first(
    builder
      .select(aliased({ id: mcpTokens.id, userId: mcpTokens.userId, revokedAt: mcpTokens.revokedAt }))
      .from(mcpTokens)
      .innerJoin(users, eq(users.id, mcpTokens.userId))
      .where(and(eq(mcpTokens.tokenHash, tokenHash), or(isNotNull(mcpTokens.revokedAt), isNotNull(users.suspendedAt)))),
    ({ id, userId, revokedAt }): EndedCredential => ({
      id,
      userId,
      reason: revokedAt === null ? "suspended" : "revoked",
    }),
  );

/** Condition: the session has this token and has expired, but its row still exists. */
export const sessionIsExpired = (tokenHash: string, now: Instant, idleMs: number): SQL =>
  sql`exists (
    select 1 from ${sessions}
    where ${sessions.tokenHash} = ${tokenHash}
      and ${isExpired(now, idleMs)})`;

export const deleteExpiredSession = (tokenHash: string, now: Instant, idleMs: number): Write<number> =>
  write(builder.delete(sessions).where(and(eq(sessions.tokenHash, tokenHash), isExpired(now, idleMs))));

const expired = {
  tokenHash: sessions.tokenHash,
  id: sessions.id,
  userId: sessions.userId,
  /** 0 if it had ended before it expired. */
  lasted: sql<0 | 1>`${sessions.epoch} = ${users.epoch} and ${users.suspendedAt} is null`,
  ip: sessions.ip,
  userAgent: sessions.userAgent,
};

export type Expired = RowOf<typeof expired>;

/** Expired sessions, longest ago first. */
export const findExpired = (now: Instant, most: number): Query<Expired[]> =>
  many(
    rowsOf(
      expired,
      (columns) => sql`
        select ${columns}
        from ${sessions} indexed by sessions_by_expiry
        cross join ${users} on ${users.id} = ${sessions.userId}
        where ${sessions.expiresAt} <= ${now}
        order by ${sessions.expiresAt}
        limit ${whole(most)}`,
    ),
  );

export const deleteExpired = (tokenHashes: readonly string[], now: Instant): Write<number> =>
  write(
    builder
      .delete(sessions)
      .where(and(inArray(sessions.tokenHash, jsonList(tokenHashes)), lte(sessions.expiresAt, now))),
  );

/** Deletes stored tool call results that can no longer be repeated. */
export const deleteToolCalls = (before: Instant, most: number): Write<number> =>
  write(sql`
    delete from ${toolCalls}
    where (${toolCalls.tokenId}, ${toolCalls.key}) in (
      select token_id, key
      from ${toolCalls} indexed by tool_calls_by_start
      where ${toolCalls.startedAt} < ${before}
      order by ${toolCalls.startedAt}
      limit ${whole(most)})`);

const revokedBefore = (before: Instant, most: number): SQL => sql`
  select ${mcpTokens.id}, ${mcpTokens.tokenHash}
  from ${mcpTokens} indexed by mcp_tokens_by_revocation
  where ${mcpTokens.revokedAt} < ${before}
  order by ${mcpTokens.revokedAt}, ${mcpTokens.tokenHash}
  limit ${whole(most)}`;

/** Maximum rows of written pages removed per run. */
const WRITTEN_PER_BATCH = 2_000;

/**
 * Deletes tokens revoked before `before`, with their drives and their list of written pages. A token with a long list
 * is deleted in a later run, once the list is empty. Run these in one batch.
 */
export const deleteRevoked = (before: Instant, most: number): readonly Write<number>[] => [
  write(sql`
    delete from ${tokenPages}
    where (${tokenPages.tokenId}, ${tokenPages.pageId}) in (
      select ${written.tokenId}, ${written.pageId}
      from (${revokedBefore(before, most)}) revoked
      cross join ${tokenPages} written on ${written.tokenId} = revoked.id
      limit ${whole(WRITTEN_PER_BATCH)})`),
  write(sql`
    delete from ${mcpTokenDrives}
    where ${mcpTokenDrives.tokenId} in (select id from (${revokedBefore(before, most)}))`),
  write(sql`
    delete from ${oauthRefreshTokens}
    where ${oauthRefreshTokens.tokenId} in (select id from (${revokedBefore(before, most)}))`),
  write(sql`
    delete from ${mcpTokens}
    where ${mcpTokens.tokenHash} in (select token_hash from (${revokedBefore(before, most)}))
      and not exists (
        select 1 from ${tokenPages}
        where ${tokenPages.tokenId} = ${mcpTokens.id})`),
];
