/** SQL of users, sessions and sign-in links. Reads return domain types; writes are values for a batch. */
import type { Caller } from "../../kernel/caller.ts";
import { toIso, type Instant } from "../../kernel/clock.ts";
import { first, many, sql, whole, write, type Query, type SQL, print } from "../../db/sql.ts";
import { callerId, sessionIsLive } from "../access/access.ts";
import type { z } from "zod";
import type { Session, SessionQuery, User } from "./contract.ts";

export const findCallerUser = (caller: Caller): Query<User | null> =>
  first<User, User>(
    sql`select id, name, email, image, provider, role from users where id = ${callerId(caller)}`,
    (row) => row,
  );

type SessionRow = {
  id: string;
  token_hash: string;
  method: string;
  ip: string;
  user_agent: string;
  created_at: number;
  last_seen_at: number;
  expires_at: number;
};

/** The caller's sessions that still count, newest first. */
export const listSessions = (
  caller: Caller,
  { cursor, limit }: SessionQuery,
  now: Instant,
  idleMs: number,
): Query<z.infer<typeof Session>[]> =>
  many<SessionRow, z.infer<typeof Session>>(
    sql`select s.id, s.token_hash, s.method, s.ip, s.user_agent, s.created_at, s.last_seen_at, s.expires_at
        from users u cross join sessions s on s.user_id = u.id
        where u.id = ${callerId(caller)} and ${cursor === undefined ? sql`true` : sql`s.id < ${cursor}`} and ${sessionIsLive(now, idleMs)}
        order by s.id desc limit ${whole(limit)}`,
    (row) => ({
      id: row.id,
      current: row.token_hash === caller.tokenHash,
      method: row.method,
      ip: row.ip,
      userAgent: row.user_agent,
      createdAt: toIso(row.created_at),
      lastSeenAt: toIso(row.last_seen_at),
      expiresAt: toIso(row.expires_at),
    }),
  );

export const ownsSession = (caller: Caller, sessionId: string): Query<boolean> => ({
  ...print(sql`select 1 from sessions where user_id = ${callerId(caller)} and id = ${sessionId}`),
  read: (rows) => rows.length > 0,
});

export const deleteSession = (userId: string, sessionId: string): Query<number> =>
  write(sql`delete from sessions where user_id = ${userId} and id = ${sessionId}`);

export const hasMoreSessions = (user: SQL, most: number): SQL =>
  sql`exists (select 1 from sessions where user_id = ${user} limit 1 offset ${whole(most)})`;

/** Ends the user's sessions beyond the `kept` that were used last. */
export const endIdleSessions = (user: SQL, kept: number): Query<number> =>
  write(sql`delete from sessions where token_hash in (select token_hash from sessions where user_id = ${user}
    order by last_seen_at desc, id desc limit -1 offset ${whole(kept)})`);

export const sessionExists = (tokenHash: string): SQL =>
  sql`exists (select 1 from sessions where token_hash = ${tokenHash})`;

type Device = { readonly id: string; readonly userId: string };

/** The live devices that a sign-out ends: the one with this token, and the one that the session is of. */
export const devicesLeaving = (sessionHash: string | null, deviceTokenHash: string | null): Query<Device[]> =>
  many<{ id: string; user_id: string }, Device>(
    sql`select id, user_id from devices where revoked_at is null and id in (
          select device from device_tokens where token_hash = ${deviceTokenHash}
          union select device_id from sessions where token_hash = ${sessionHash})`,
    (row) => ({ id: row.id, userId: row.user_id }),
  );

export const deleteSessionByHash = (tokenHash: string): Query<number> =>
  write(sql`delete from sessions where token_hash = ${tokenHash}`);

export const raiseEpoch = (userId: string, now: Instant): Query<number> =>
  write(sql`update users set epoch = epoch + 1, updated_at = ${now} where id = ${userId}`);

export type Link = {
  readonly id: string;
  readonly email: string;
  readonly bindingHash: string | null;
  readonly askedBy: string | null;
  readonly expiresAt: Instant;
  readonly usedAt: Instant | null;
  readonly userId: string | null;
  readonly suspended: boolean;
  readonly mailboxOpensLinks: boolean;
  /** The session this link made, if it was used and nobody has made a request with it. */
  readonly unusedSessionId: string | null;
};

type LinkRow = {
  id: string;
  email: string;
  binding_hash: string | null;
  asked_by: string | null;
  expires_at: number;
  used_at: number | null;
  user_id: string | null;
  suspended_at: number | null;
  confirm_links_until: number | null;
  unused_session_id: string | null;
};

export const findLink = (tokenHash: string, now: Instant): Query<Link | null> =>
  first<LinkRow, Link>(
    sql`select l.id, l.email, l.binding_hash, l.asked_by, l.expires_at, l.used_at, u.id as user_id, u.suspended_at, u.confirm_links_until,
          (select s.id from sessions s where s.user_id = u.id and s.id = l.session_id and s.last_seen_at = s.created_at) as unused_session_id
        from magic_links l left join users u on u.login_email = l.email where l.token_hash = ${tokenHash}`,
    (row) => ({
      id: row.id,
      email: row.email,
      bindingHash: row.binding_hash,
      askedBy: row.asked_by,
      expiresAt: row.expires_at,
      usedAt: row.used_at,
      userId: row.user_id,
      suspended: row.suspended_at !== null,
      mailboxOpensLinks: (row.confirm_links_until ?? 0) > now,
      unusedSessionId: row.unused_session_id,
    }),
  );

type NewLink = {
  id: string;
  tokenHash: string;
  email: string;
  bindingHash: string;
  askedBy: string | null;
  next: string;
  muted: boolean;
  now: Instant;
  expiresAt: Instant;
};

export const insertLink = (link: NewLink): Query<number> =>
  write(sql`insert into magic_links (id, token_hash, email, binding_hash, asked_by, next, muted, created_at, expires_at)
    values (${link.id}, ${link.tokenHash}, ${link.email}, ${link.bindingHash}, ${link.askedBy}, ${link.next}, ${link.muted ? 1 : 0}, ${link.now}, ${link.expiresAt})`);

/** One of many racers wins; the loser's row count is 0, as is everybody's once the user is suspended. */
export const claimLink = (linkId: string, claimId: string, sessionId: string, now: Instant): Query<number> =>
  write(sql`update magic_links set used_at = ${now}, claim_id = ${claimId}, session_id = ${sessionId}
    where id = ${linkId} and used_at is null and expires_at > ${now}
      and not exists (select 1 from users where login_email = magic_links.email and suspended_at is not null)`);

export const linkIsClaimedBy = (linkId: string, claimId: string): SQL =>
  sql`exists (select 1 from magic_links where id = ${linkId} and claim_id = ${claimId})`;

export const wasClaimedBy = (linkId: string, claimId: string): Query<boolean> => ({
  ...print(sql`select 1 from magic_links where id = ${linkId} and claim_id = ${claimId}`),
  read: (rows) => rows.length > 0,
});

/** One sign-in uses up every other link sent to the address. */
export const spendSiblings = (email: string, now: Instant): Query<number> =>
  write(sql`update magic_links set used_at = ${now} where email = ${email} and used_at is null`);

/** As `spendSiblings`, for all links under way to the user. */
export const spendLinksOf = (userId: string, now: Instant): Query<number> =>
  write(sql`update magic_links set used_at = ${now}
    where email = (select login_email from users where id = ${userId}) and used_at is null`);

type NewUser = { id: string; email: string; name: string; now: Instant };

/** Does nothing when somebody with this address came first. */
export const insertUser = (user: NewUser): Query<number> =>
  write(sql`insert into users (id, name, email, login_email, created_at, updated_at)
    values (${user.id}, ${user.name}, ${user.email}, ${user.email}, ${user.now}, ${user.now})
    on conflict (login_email) do nothing`);

type NewSession = {
  id: string;
  tokenHash: string;
  /** Selects the id of the user. */
  user: SQL;
  method: string;
  ip: string;
  userAgent: string;
  now: Instant;
  expiresAt: Instant;
  /** When the user last proved who they are; 0 for a session that a device token made by itself. */
  authTime: Instant;
  device: string | null;
  /** False while something other than the person may have opened the way in: the first request tells. */
  claimed: boolean;
};

/** Selects the id of the user with this proven address. */
export const userWithEmail = (email: string): SQL => sql`(select id from users where login_email = ${email})`;

/** Born in the user's present epoch; a suspended user gets none. */
export const insertSession = (session: NewSession): Query<number> =>
  write(sql`insert into sessions (token_hash, id, user_id, epoch, created_at, expires_at, last_seen_at, auth_time, method, ip, user_agent, device_id)
    select ${session.tokenHash}, ${session.id}, id, epoch, ${session.now}, ${session.expiresAt}, ${session.now + (session.claimed ? 1 : 0)}, ${session.authTime},
      ${session.method}, ${session.ip}, ${session.userAgent}, ${session.device}
    from users where id = ${session.user} and suspended_at is null`);

type Welcome = {
  /** The address is among the configured administrators'. */
  readonly isAdmin: boolean;
  readonly addressHash: string;
  /** What `users.provider` says of an account that never came this way; null for ways it does not tell of. */
  readonly otherWay: "email" | "providera" | null;
  readonly now: Instant;
};

const wasDemoted = (addressHash: string): SQL =>
  sql`exists (select 1 from demoted_addresses where address_hash = ${addressHash})`;

/** From now on the configuration gives this address no role; an administrator may. */
export const demoteAddress = (addressHash: string, now: Instant): Query<number> =>
  write(
    sql`insert into demoted_addresses (address_hash, created_at) values (${addressHash}, ${now}) on conflict do nothing`,
  );

export const promoteAddress = (addressHash: string): Query<number> =>
  write(sql`delete from demoted_addresses where address_hash = ${addressHash}`);

/**
 * A sign-in ends the lockout, gives configured administrators their role unless it was taken from them, and is remembered
 * as one of both ways; writes nothing when nothing changes.
 */
export const welcomeUser = (user: SQL, { isAdmin, addressHash, otherWay, now }: Welcome): Query<number> => {
  const promotes = isAdmin ? sql`not ${wasDemoted(addressHash)}` : sql`0`;
  return write(sql`update users set failed_passkeys = 0, locked_until = null, role = case when ${promotes} then 'admin' else role end,
      provider = case when provider = ${otherWay} then 'both' else provider end, updated_at = ${now}
    where id = ${user}
      and (failed_passkeys <> 0 or locked_until is not null or (role <> 'admin' and ${promotes}) or provider = ${otherWay})`);
};

/** True while failed passkeys are counted against the user, or a lock they led to still stands in the row. */
export const hasLockout = (user: SQL): SQL =>
  sql`exists (select 1 from users where id = ${user} and (failed_passkeys <> 0 or locked_until is not null))`;

/** True while the user is no administrator and the configuration may make them one. */
export const isPromotable = (user: SQL, addressHash: string): SQL =>
  sql`exists (select 1 from users where id = ${user} and role <> 'admin') and not ${wasDemoted(addressHash)}`;

export const findUser = (user: SQL): Query<User | null> =>
  first<User, User>(sql`select id, name, email, image, provider, role from users where id = ${user}`, (row) => row);

export const distrustMailbox = (userId: string, until: Instant): Query<number> =>
  write(sql`update users set confirm_links_until = ${until} where id = ${userId}`);

export type MailableLink = { readonly email: string; readonly next: string; readonly expiresAt: Instant };

/** Claims the sending of a link's mail; null when it went out, is muted, spent or expired, or its owner is suspended. */
export const claimMail = (linkId: string, now: Instant): Query<MailableLink | null> =>
  first<{ email: string; next: string; expires_at: number }, MailableLink>(
    sql`update magic_links set mailed_at = ${now}
        where id = ${linkId} and mailed_at is null and muted = 0 and used_at is null and expires_at > ${now}
          and not exists (select 1 from users where login_email = magic_links.email and suspended_at is not null)
        returning email, next, expires_at`,
    (row) => ({ email: row.email, next: row.next, expiresAt: row.expires_at }),
  );

export const releaseMail = (linkId: string): Query<number> =>
  write(sql`update magic_links set mailed_at = null where id = ${linkId}`);
