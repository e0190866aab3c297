/** Shared SQL for families of rotating tokens. */
import type { Column } from "drizzle-orm";
import type { Instant } from "../../kernel/clock.ts";
import type { deviceTokens } from "../../db/schema/devices.ts";
import type { oauthRefreshTokens } from "../../db/schema/oauth.ts";
import { sql, write, type SQL, type Write } from "../../db/sql.ts";
import { ROTATION_GRACE } from "./rotation-rules.ts";

type Tokens = typeof deviceTokens | typeof oauthRefreshTokens;

/** The token has not been exchanged yet: of several concurrent exchanges, only one changes anything. */
export const isUnreplaced = (tokens: Tokens, tokenHash: string): SQL => sql`exists (
  select 1 from ${tokens}
  where ${tokens.tokenHash} = ${tokenHash}
    and ${tokens.replacedAt} is null)`;

/** The token is its family's current one, or was replaced within the grace period. */
export const isWithinGrace = (replacedAt: Column, now: Instant): SQL =>
  sql`(${replacedAt} is null or ${replacedAt} > ${now - ROTATION_GRACE})`;

/** Completes a rotation: deletes the family's `old` tokens, and marks this one as replaced. */
export const replaceToken = (tokens: Tokens, tokenHash: string, old: SQL, now: Instant): Write<number>[] => [
  write(sql`delete from ${tokens} where ${old}`),
  write(sql`update ${tokens} set replaced_at = ${now}
    where ${tokens.tokenHash} = ${tokenHash}
      and ${tokens.replacedAt} is null`),
];
