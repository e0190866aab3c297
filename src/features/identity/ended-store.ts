/** SQL of credentials that are over: found when somebody still presents one, and swept when nobody does. */
import type { Caller, Client } from "../../kernel/caller.ts";
import type { Instant } from "../../kernel/clock.ts";
import { first, jsonList, many, sql, write, whole, type Query, type SQL } from "../../db/sql.ts";

/** A row that no longer opens anything, with the reason; `ended` sessions fell to a sign-out everywhere or a suspension. */
export type Ended = {
  readonly id: string;
  readonly userId: string;
  readonly reason: "expired" | "ended" | "revoked" | "suspended";
};

type SessionRow = { id: string; user_id: string; is_current: number; suspended_at: number | null };
type TokenRow = { id: string; user_id: string; revoked_at: number | null };

/** Condition over `sessions s`: its time is up, or nobody used it for too long. `idleMs` 0 = no idle timeout. */
const isOver = (now: Instant, idleMs: number): SQL =>
  sql`(s.expires_at <= ${now} or s.last_seen_at <= ${idleMs === 0 ? -1 : now - idleMs})`;

/** What became of a credential that was refused; null when it is none of ours, or good after all. */
export const findEnded = (caller: Caller, now: Instant, idleMs: number): Query<Ended | null> =>
  caller.kind === "session"
    ? first<SessionRow, Ended>(
        sql`select s.id, s.user_id, s.epoch = u.epoch as is_current, u.suspended_at
            from sessions s join users u on u.id = s.user_id
            where s.token_hash = ${caller.tokenHash}
              and (s.epoch <> u.epoch or u.suspended_at is not null or ${isOver(now, idleMs)})`,
        (row) => ({
          id: row.id,
          userId: row.user_id,
          reason: row.suspended_at !== null ? "suspended" : row.is_current === 1 ? "expired" : "ended",
        }),
      )
    : first<TokenRow, Ended>(
        sql`select t.id, t.user_id, t.revoked_at from mcp_tokens t join users u on u.id = t.user_id
            where t.token_hash = ${caller.tokenHash} and (t.revoked_at is not null or u.suspended_at is not null)`,
        (row) => ({ id: row.id, userId: row.user_id, reason: row.revoked_at === null ? "suspended" : "revoked" }),
      );

/** The condition under which the session is this caller's, over, and still there to be told of. */
export const sessionIsOver = (tokenHash: string, now: Instant, idleMs: number): SQL =>
  sql`exists (select 1 from sessions s where s.token_hash = ${tokenHash} and ${isOver(now, idleMs)})`;

export const deleteOver = (tokenHash: string, now: Instant, idleMs: number): Query<number> =>
  write(
    sql`delete from sessions where token_hash in
      (select s.token_hash from sessions s where s.token_hash = ${tokenHash} and ${isOver(now, idleMs)})`,
  );

export type Expired = {
  readonly tokenHash: string;
  readonly id: string;
  readonly userId: string;
  /** False when it had ended before its time was up. */
  readonly lasted: boolean;
  readonly client: Client;
};

type ExpiredRow = { token_hash: string; id: string; user_id: string; lasted: number; ip: string; user_agent: string };

/** Sessions whose time is up, longest ago first. */
export const findExpired = (now: Instant, most: number): Query<Expired[]> =>
  many<ExpiredRow, Expired>(
    sql`select s.token_hash, s.id, s.user_id, s.epoch = u.epoch and u.suspended_at is null as lasted, s.ip, s.user_agent
        from sessions s indexed by sessions_by_expiry cross join users u on u.id = s.user_id
        where s.expires_at <= ${now} order by s.expires_at limit ${whole(most)}`,
    (row) => ({
      tokenHash: row.token_hash,
      id: row.id,
      userId: row.user_id,
      lasted: row.lasted === 1,
      client: { ip: row.ip, userAgent: row.user_agent },
    }),
  );

export const deleteExpired = (tokenHashes: readonly string[], now: Instant): Query<number> =>
  write(sql`delete from sessions where token_hash in ${jsonList(tokenHashes)} and expires_at <= ${now}`);

const revokedBefore = (before: Instant, most: number): SQL =>
  sql`select id, token_hash from mcp_tokens indexed by mcp_tokens_by_revocation
    where revoked_at < ${before} order by revoked_at, token_hash limit ${whole(most)}`;

/** Rows of what one token wrote that one run removes. */
const WRITTEN_AT_ONCE = 2_000;

/**
 * Tokens revoked before that instant, with the drives they were made for and the list of pages they wrote on. A token
 * with a long list goes in a later run, when nothing is left of the list. To be run in one batch.
 */
export const deleteRevoked = (before: Instant, most: number): readonly Query<number>[] => [
  write(sql`delete from token_pages where (token_id, page_id) in (select p.token_id, p.page_id
    from (${revokedBefore(before, most)}) t cross join token_pages p on p.token_id = t.id limit ${whole(WRITTEN_AT_ONCE)})`),
  write(sql`delete from mcp_token_drives where token_id in (select id from (${revokedBefore(before, most)}))`),
  write(sql`delete from mcp_tokens where token_hash in (select token_hash from (${revokedBefore(before, most)}))
    and not exists (select 1 from token_pages p where p.token_id = mcp_tokens.id)`),
];
