/** SQL for socket tokens. */
import { and, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../../../kernel/caller.ts";
import type { Instant } from "../../../../kernel/clock.ts";
import { sessions, socketTokens } from "../../../../db/schema/sessions.ts";
import { users } from "../../../../db/schema/users.ts";
import {
  aliased,
  builder,
  changing,
  first,
  rowsOf,
  sql,
  write,
  type Query,
  type RowOf,
  type Write,
} from "../../../../db/sql.ts";
import { sessionIsLive, idleSince } from "../../../../permissions/credential.ts";

type NewSocketToken = { tokenHash: string; caller: Caller; pageId: string | null; now: Instant; expiresAt: Instant };

/** Bound to the session and its current epoch. */
export const insertSocketToken = (token: NewSocketToken): Write<number> =>
  write(sql`
    insert into ${socketTokens} (token_hash, session_id, user_id, epoch, page_id, created_at, expires_at)
    select ${token.tokenHash}, ${sessions.id}, ${sessions.userId}, ${sessions.epoch}, ${token.pageId}, ${token.now},
      ${token.expiresAt}
    from ${sessions}
    where ${sessions.tokenHash} = ${token.caller.tokenHash}`);

const isOfToken = sql`${sessions.userId} = ${socketTokens.userId} and ${sessions.id} = ${socketTokens.sessionId}`;

const connection = {
  userId: socketTokens.userId,
  sessionId: socketTokens.sessionId,
  /** Identifies the session, so that it can be checked again while the connection is open. */
  sessionHash: sql<string>`(select ${sessions.tokenHash} from ${sessions} where ${isOfToken})`,
  epoch: socketTokens.epoch,
  /** The only page that the connection is for; null for any. */
  pageId: socketTokens.pageId,
};

export type TokenConnection = RowOf<typeof connection>;

type TokenClaim = { tokenHash: string; claimId: string; now: Instant; idleMs: number };

/** The table aliases that `sessionIsLive` expects. */
const s = alias(sessions, "s");
const u = alias(users, "u");

/**
 * Consumes the token if it is unused and not expired and its session is active; only one of several concurrent requests
 * gets a row.
 */
export const consume = ({ tokenHash, claimId, now, idleMs }: TokenClaim): Write<TokenConnection | null> =>
  changing(
    first(
      rowsOf(
        connection,
        (columns) => sql`
        update ${socketTokens} set used_at = ${now}, claim_id = ${claimId}
        where ${socketTokens.tokenHash} = ${tokenHash}
          and ${socketTokens.usedAt} is null
          and ${socketTokens.expiresAt} > ${now}
          and exists (
            select 1
            from ${sessions} ${s}
            join ${users} ${u} on ${u.id} = ${s.userId}
            where ${s.userId} = ${socketTokens.userId}
              and ${s.id} = ${socketTokens.sessionId}
              and ${s.epoch} = ${socketTokens.epoch}
              and ${sessionIsLive(now, idleSince(now, idleMs))})
        returning ${columns}`,
      ),
    ),
  );

/** What this claim consumed, if the response was lost. */
export const findClaimed = ({
  tokenHash,
  claimId,
}: Pick<TokenClaim, "tokenHash" | "claimId">): Query<TokenConnection | null> =>
  first(
    builder
      .select(aliased({ ...connection, sessionHash: sessions.tokenHash }))
      .from(socketTokens)
      .innerJoin(sessions, isOfToken)
      .where(and(eq(socketTokens.tokenHash, tokenHash), eq(socketTokens.claimId, claimId))),
  );
