/** SQL of socket tokens. */
import type { Caller } from "../../kernel/caller.ts";
import type { Instant } from "../../kernel/clock.ts";
import { first, sql, write, type Query } from "../../db/sql.ts";
import { sessionIsLive } from "../access/access.ts";

type NewSocketToken = { tokenHash: string; caller: Caller; pageId: string | null; now: Instant; expiresAt: Instant };

/** Bound to the session as it is now, its epoch included. */
export const insertToken = (token: NewSocketToken): Query<number> =>
  write(sql`insert into socket_tokens (token_hash, session_id, user_id, epoch, page_id, created_at, expires_at)
    select ${token.tokenHash}, id, user_id, epoch, ${token.pageId}, ${token.now}, ${token.expiresAt}
    from sessions where token_hash = ${token.caller.tokenHash}`);

export type Connection = {
  readonly userId: string;
  readonly sessionId: string;
  /** What the session is looked up by, so that it can be proven again while the connection lasts. */
  readonly sessionHash: string;
  readonly epoch: number;
  /** The only page the connection is for; null for any. */
  readonly pageId: string | null;
};

type Row = { user_id: string; session_id: string; session_hash: string; epoch: number; page_id: string | null };

const toConnection = (row: Row): Connection => ({
  userId: row.user_id,
  sessionId: row.session_id,
  sessionHash: row.session_hash,
  epoch: row.epoch,
  pageId: row.page_id,
});

const SESSION = sql`(select s.token_hash from sessions s where s.user_id = socket_tokens.user_id and s.id = socket_tokens.session_id)`;

type Claim = { tokenHash: string; claimId: string; now: Instant; idleMs: number };

/** Uses the token up, if it is unused, young enough and its session still lives; of many racers one gets a row. */
export const consume = ({ tokenHash, claimId, now, idleMs }: Claim): Query<Connection | null> =>
  first<Row, Connection>(
    sql`update socket_tokens set used_at = ${now}, claim_id = ${claimId}
        where token_hash = ${tokenHash} and used_at is null and expires_at > ${now}
          and exists (select 1 from sessions s join users u on u.id = s.user_id
            where s.user_id = socket_tokens.user_id and s.id = socket_tokens.session_id and s.epoch = socket_tokens.epoch
              and ${sessionIsLive(now, idleMs)})
        returning user_id, session_id, ${SESSION} as session_hash, epoch, page_id`,
    toConnection,
  );

/** What this claim got, when the reply was lost. */
export const claimed = ({ tokenHash, claimId }: Pick<Claim, "tokenHash" | "claimId">): Query<Connection | null> =>
  first<Row, Connection>(
    sql`select user_id, session_id, ${SESSION} as session_hash, epoch, page_id from socket_tokens
        where token_hash = ${tokenHash} and claim_id = ${claimId} and session_hash is not null`,
    toConnection,
  );
