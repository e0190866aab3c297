/** SQL that families of tokens which replace each other have in common. */
import type { Column } from "drizzle-orm";
import type { Instant } from "../../kernel/clock.ts";
import type { deviceTokens } from "../../db/schema/devices.ts";
import type { oauthRefreshTokens } from "../../db/schema/oauth.ts";
import { sql, write, type SQL, type Write } from "../../db/sql.ts";
import { ROTATION_GRACE } from "./rotation-rules.ts";

type Tokens = typeof deviceTokens | typeof oauthRefreshTokens;

/** Nobody has exchanged the token before: of all who present it, one changes what it stands for. */
export const isUnreplaced = (tokens: Tokens, tokenHash: string): SQL => sql`exists (
  select 1 from ${tokens}
  where ${tokens.tokenHash} = ${tokenHash}
    and ${tokens.replacedAt} is null)`;

/** Of a token: it is the current one of its family, or was a moment ago. */
export const isWithinGrace = (replacedAt: Column, now: Instant): SQL =>
  sql`(${replacedAt} is null or ${replacedAt} > ${now - ROTATION_GRACE})`;

/** The end of a rotation: `old` of the family is remembered no longer, and the token is the current one no more. */
export const replaceToken = (tokens: Tokens, tokenHash: string, old: SQL, now: Instant): Write<number>[] => [
  write(sql`delete from ${tokens} where ${old}`),
  write(sql`update ${tokens} set replaced_at = ${now}
    where ${tokens.tokenHash} = ${tokenHash}
      and ${tokens.replacedAt} is null`),
];
