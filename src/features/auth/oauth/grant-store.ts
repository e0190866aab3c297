/** SQL for grants to apps: MCP tokens with an expiry, and the refresh tokens that renew them. */
import { and, eq, isNull, or } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Instant } from "../../../kernel/clock.ts";
import { oauthRefreshTokens } from "../../../db/schema/oauth.ts";
import { mcpTokens } from "../../../db/schema/tokens.ts";
import { users } from "../../../db/schema/users.ts";
import {
  aliased,
  builder,
  first,
  sql,
  whole,
  write,
  type Query,
  type RowOf,
  type SQL,
  type Write,
} from "../../../db/sql.ts";
import { ROTATION_GRACE } from "../rotation-rules.ts";
import { isUnreplaced, isWithinGrace, replaceToken } from "../rotation-statements.ts";
import { MAX_REFRESH_GENERATIONS } from "./rules.ts";

const t = alias(mcpTokens, "t");
const r = alias(oauthRefreshTokens, "r");
const u = alias(users, "u");

type NewRefreshToken = {
  readonly tokenHash: string;
  readonly tokenId: string;
  readonly userId: string;
  readonly salt: string;
  readonly now: Instant;
};

export const insertFirstRefreshToken = ({ now, ...token }: NewRefreshToken): Write<number> =>
  write(builder.insert(oauthRefreshTokens).values({ ...token, generation: 0, createdAt: now }));

const held = {
  tokenHash: oauthRefreshTokens.tokenHash,
  generation: oauthRefreshTokens.generation,
  salt: oauthRefreshTokens.salt,
  replacedAt: oauthRefreshTokens.replacedAt,
  tokenId: mcpTokens.id,
  accessHash: mcpTokens.tokenHash,
  userId: mcpTokens.userId,
  name: mcpTokens.name,
  clientId: mcpTokens.clientId,
  audience: mcpTokens.audience,
  readOnly: mcpTokens.readOnly,
  expiresAt: mcpTokens.expiresAt,
  grantedUntil: mcpTokens.grantedUntil,
  revokedAt: mcpTokens.revokedAt,
  suspendedAt: users.suspendedAt,
};

/** The presented refresh token with the grant that it renews. */
export type RefreshableGrant = RowOf<typeof held>;

export const findByRefreshToken = (tokenHash: string): Query<RefreshableGrant | null> =>
  first(
    builder
      .select(aliased(held))
      .from(oauthRefreshTokens)
      .innerJoin(mcpTokens, eq(mcpTokens.id, oauthRefreshTokens.tokenId))
      .innerJoin(users, eq(users.id, mcpTokens.userId))
      .where(eq(oauthRefreshTokens.tokenHash, tokenHash)),
  );

const granted = { tokenId: mcpTokens.id, userId: mcpTokens.userId, name: mcpTokens.name, clientId: mcpTokens.clientId };

export type OAuthGrant = RowOf<typeof granted>;

/** The grant of an access token; null for a token that a user created by hand. */
export const findByAccessToken = (tokenHash: string): Query<OAuthGrant | null> =>
  first(
    builder
      .select(aliased(granted))
      .from(mcpTokens)
      .where(
        and(
          or(eq(mcpTokens.tokenHash, tokenHash), eq(mcpTokens.replacedHash, tokenHash)),
          sql`${mcpTokens.clientId} is not null`,
        ),
      ),
  );

/** Guard condition: the token is its family's current one or within the grace period, and the grant is active. */
export const isUsable = (refreshHash: string, now: Instant): SQL => sql`exists (
  select 1
  from ${oauthRefreshTokens} r
  join ${mcpTokens} t on ${t.id} = ${r.tokenId}
  join ${users} u on ${u.id} = ${t.userId}
  where ${r.tokenHash} = ${refreshHash}
    and ${isWithinGrace(r.replacedAt, now)}
    and ${t.revokedAt} is null
    and ${t.grantedUntil} > ${now}
    and ${u.suspendedAt} is null)`;

export const isCurrentRefreshToken = (refreshHash: string): SQL => isUnreplaced(oauthRefreshTokens, refreshHash);

type Rotation = {
  readonly parent: RefreshableGrant;
  readonly successorHash: string;
  readonly accessHash: string;
  readonly lastFour: string;
  readonly expiresAt: Instant;
  readonly salt: string;
  readonly now: Instant;
};

/** Rotates the tokens once, for the first request that presents the token; later ones change nothing. */
export const rotateRefreshToken = ({ parent, now, ...next }: Rotation): Write<number>[] => {
  const { tokenHash, tokenId, userId } = parent;
  const generation = parent.generation + 1;
  return [
    write(
      builder
        .update(mcpTokens)
        .set({
          tokenHash: next.accessHash,
          lastFour: next.lastFour,
          expiresAt: next.expiresAt,
          replacedHash: mcpTokens.tokenHash,
          replacedUntil: sql`min(${mcpTokens.expiresAt}, ${now + ROTATION_GRACE})`,
        })
        .where(and(eq(mcpTokens.id, tokenId), isCurrentRefreshToken(tokenHash))),
    ),
    write(sql`
      insert into ${oauthRefreshTokens} (token_hash, token_id, user_id, generation, salt, created_at)
      select ${next.successorHash}, ${tokenId}, ${userId}, ${generation}, ${next.salt}, ${now}
      where ${isCurrentRefreshToken(tokenHash)}`),
    ...replaceToken(
      oauthRefreshTokens,
      tokenHash,
      sql`token_id = ${tokenId} and generation <= ${generation - MAX_REFRESH_GENERATIONS}`,
      now,
    ),
  ];
};

/** Guard condition: the grant has not been revoked. */
export const isGranted = (tokenId: string): SQL =>
  sql`exists (
    select 1 from ${mcpTokens}
    where id = ${tokenId}
      and revoked_at is null)`;

/** The row stays, so that a later use is recognized as that of a revoked token. */
export const revokeOAuthGrant = (tokenId: string, now: Instant): Write<number> =>
  write(
    builder
      .update(mcpTokens)
      .set({ revokedAt: now })
      .where(and(eq(mcpTokens.id, tokenId), isNull(mcpTokens.revokedAt))),
  );

/** Revokes expired grants, so that they are no longer listed. */
export const revokeEnded = (now: Instant, most: number): Write<number> =>
  write(sql`update ${mcpTokens} set revoked_at = ${now}
    where token_hash in (
      select token_hash
      from ${mcpTokens} indexed by mcp_tokens_by_grant_end
      where granted_until <= ${now}
        and granted_until is not null
        and revoked_at is null
      order by granted_until
      limit ${whole(most)})`);
