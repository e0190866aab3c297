/** SQL for what a session created and what may outlive it: devices, passkeys, tokens, and consents not yet exchanged. */
import type { Instant } from "../../../kernel/clock.ts";
import { devices } from "../../../db/schema/devices.ts";
import { oauthRequests } from "../../../db/schema/oauth.ts";
import { passkeys } from "../../../db/schema/passkeys.ts";
import { sessions } from "../../../db/schema/sessions.ts";
import { mcpTokens } from "../../../db/schema/tokens.ts";
import { many, rowsOf, sql, write, type Query, type SQL, type Write } from "../../../db/sql.ts";
import { prepareForUser, type UserKey } from "./user-statements.ts";

const moved = [devices, passkeys, mcpTokens, oauthRequests].map((table) =>
  prepareForUser<"to" | "replaced", number>(
    (id, { to, replaced }) => sql`
      update ${table} set origin_session = ${to}
      where ${table.userId} = ${id}
        and ${table.originSession} = (
          select ${sessions.id} from ${sessions}
          where ${sessions.tokenHash} = ${replaced})`,
  ),
);

/** Attributes everything that the replaced session of the same user created to its successor. Must precede the deletion. */
export const moveOrigin = (user: UserKey, replaced: string, to: string): Write<number>[] =>
  moved.map((statement) => write(statement(user, { to, replaced })));

/** The active devices that end with a session: its own, and those registered in it. */
export const devicesOfSession = (userId: SQL, sessionId: string): Query<string[]> =>
  many(
    rowsOf(
      { id: devices.id },
      (columns) => sql`
        select ${columns}
        from ${devices}
        where ${devices.userId} = ${userId}
          and ${devices.revokedAt} is null
          and (${devices.originSession} = ${sessionId}
            or ${devices.id} = (
              select ${sessions.deviceId} from ${sessions}
              where ${sessions.userId} = ${userId}
                and ${sessions.id} = ${sessionId}))`,
    ),
    ({ id }) => id,
  );

export const passkeysOfSession = (userId: SQL, sessionId: string) =>
  many(
    rowsOf(
      { id: passkeys.id, name: passkeys.name },
      (columns) => sql`
        select ${columns}
        from ${passkeys}
        where ${passkeys.userId} = ${userId}
          and ${passkeys.originSession} = ${sessionId}`,
    ),
  );

export const tokensOfSession = (userId: SQL, sessionId: string) =>
  many(
    rowsOf(
      { id: mcpTokens.id, name: mcpTokens.name },
      (columns) => sql`
        select ${columns}
        from ${mcpTokens}
        where ${mcpTokens.userId} = ${userId}
          and ${mcpTokens.originSession} = ${sessionId}
          and ${mcpTokens.revokedAt} is null`,
    ),
  );

/** An app that was allowed in the session but has not fetched its token gets none. */
export const withdrawConsents = (userId: string, sessionId: string): Write<number> =>
  write(sql`
    update ${oauthRequests} set allowed = 0
    where ${oauthRequests.userId} = ${userId}
      and ${oauthRequests.originSession} = ${sessionId}
      and ${oauthRequests.usedAt} is null`);

/** Both deletions select again by session, so that credentials created meanwhile end as well. */
export const endPasskeysOf = (userId: string, sessionId: string): Write<number> =>
  write(sql`
    delete from ${passkeys}
    where ${passkeys.userId} = ${userId}
      and ${passkeys.originSession} = ${sessionId}`);

export const endTokensOf = (userId: string, sessionId: string, now: Instant): Write<number> =>
  write(sql`
    update ${mcpTokens} set revoked_at = ${now}
    where ${mcpTokens.userId} = ${userId}
      and ${mcpTokens.originSession} = ${sessionId}
      and ${mcpTokens.revokedAt} is null`);

/** `known` plus the devices registered in the session meanwhile, as a selection for the statements that revoke them. */
export const devicesToEnd = (known: readonly string[], userId: string, sessionId: string): SQL => sql`
  select value from json_each(${JSON.stringify(known)})
  union
  select ${devices.id} from ${devices}
  where ${devices.userId} = ${userId}
    and ${devices.originSession} = ${sessionId}`;
