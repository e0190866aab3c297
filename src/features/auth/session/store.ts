/** SQL for sessions. */
import { and, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type * as z from "zod";
import type { Caller } from "../../../kernel/caller.ts";
import { toIso, type Instant } from "../../../kernel/clock.ts";
import { deviceTokens, devices } from "../../../db/schema/devices.ts";
import { passkeys } from "../../../db/schema/passkeys.ts";
import { sessions } from "../../../db/schema/sessions.ts";
import { mcpTokens } from "../../../db/schema/tokens.ts";
import { users } from "../../../db/schema/users.ts";
import {
  aliased,
  builder,
  exists,
  many,
  prepare,
  rowsOf,
  sql,
  whole,
  write,
  type Named,
  type Query,
  type SQL,
  type Write,
} from "../../../db/sql.ts";
import { callerId, sessionIsLive, idleSince } from "../../../permissions/credential.ts";
import type { Session, SessionQuery } from "./contract.ts";
import { idOf, prepareForUser, type UserKey } from "./user-statements.ts";

/** The table aliases that `sessionIsLive` expects. */
const s = alias(sessions, "s");
const u = alias(users, "u");

const listedSession = {
  id: s.id,
  tokenHash: s.tokenHash,
  method: s.method,
  ip: s.ip,
  userAgent: s.userAgent,
  createdAt: s.createdAt,
  lastSeenAt: s.lastSeenAt,
  expiresAt: s.expiresAt,
  /** Passkeys and tokens created in it that are still valid. */
  credentials: sql<number>`(
    select count(*) from ${passkeys}
    where ${passkeys.userId} = ${s.userId}
      and ${passkeys.originSession} = ${s.id})
    + (
    select count(*) from ${mcpTokens}
    where ${mcpTokens.userId} = ${s.userId}
      and ${mcpTokens.originSession} = ${s.id}
      and ${mcpTokens.revokedAt} is null)`,
};

/** The caller's active sessions, newest first. */
export const listSessions = (
  caller: Caller,
  { cursor, limit }: SessionQuery,
  now: Instant,
  idleMs: number,
): Query<z.infer<typeof Session>[]> =>
  many(
    rowsOf(
      listedSession,
      (columns) => sql`
        select ${columns}
        from ${users} ${u}
        cross join ${sessions} ${s} on ${s.userId} = ${u.id}
        where ${u.id} = ${callerId(caller)}
          and ${cursor === undefined ? sql`true` : sql`${s.id} < ${cursor}`}
          and ${sessionIsLive(now, idleSince(now, idleMs))}
        order by ${s.id} desc
        limit ${whole(limit)}`,
    ),
    ({ tokenHash, createdAt, lastSeenAt, expiresAt, ...session }) => ({
      ...session,
      current: tokenHash === caller.tokenHash,
      createdAt: toIso(createdAt),
      lastSeenAt: toIso(lastSeenAt),
      expiresAt: toIso(expiresAt),
    }),
  );

export const ownsSession = (caller: Caller, sessionId: string): Query<boolean> =>
  exists(
    builder
      .select(aliased({ id: sessions.id }))
      .from(sessions)
      .where(and(eq(sessions.userId, callerId(caller)), eq(sessions.id, sessionId))),
  );

export const deleteSession = (userId: string, sessionId: string): Write<number> =>
  write(builder.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.id, sessionId))));

export const hasMoreSessions = (user: UserKey, most: number): SQL =>
  sql`exists (
    select 1 from ${sessions}
    where ${sessions.userId} = ${idOf(user)}
    limit 1 offset ${whole(most)})`;

/** Ends the user's sessions beyond the `kept` most recently used. */
export const endIdleSessions = (user: UserKey, kept: number): Write<number> =>
  write(sql`
    delete from ${sessions}
    where ${sessions.tokenHash} in (
      select ${sessions.tokenHash}
      from ${sessions}
      where ${sessions.userId} = ${idOf(user)}
      order by ${sessions.lastSeenAt} desc, ${sessions.id} desc
      limit -1 offset ${whole(kept)})`);

export const sessionExists = (tokenHash: string): SQL =>
  sql`exists (select 1 from ${sessions} where ${sessions.tokenHash} = ${tokenHash})`;

/** The active devices that signing out ends: the one with this token, the session's own, and those registered in the session. */
export const devicesToSignOut = (sessionHash: string | null, deviceTokenHash: string | null) =>
  many(
    rowsOf(
      { id: devices.id, userId: devices.userId },
      (columns) => sql`
        select ${columns}
        from ${devices}
        where ${devices.revokedAt} is null
          and ${devices.id} in (
            select ${deviceTokens.device} from ${deviceTokens}
            where ${deviceTokens.tokenHash} = ${deviceTokenHash}
            union
            select ${sessions.deviceId} from ${sessions}
            where ${sessions.tokenHash} = ${sessionHash}
            union
            select own.id
            from ${sessions}
            cross join ${devices} own on own.user_id = ${sessions.userId}
              and own.origin_session = ${sessions.id}
            where ${sessions.tokenHash} = ${sessionHash})`,
    ),
  );

const deleteByHash = prepare(
  ({ tokenHash }: Named<"tokenHash">) => sql`delete from ${sessions} where ${sessions.tokenHash} = ${tokenHash}`,
);

export const deleteSessionByHash = (tokenHash: string): Write<number> => ({
  ...write(deleteByHash({ tokenHash })),
  endsSessionsOf: sql`select ${sessions.userId} from ${sessions}
    where ${sessions.tokenHash} = ${tokenHash}`,
});

type NewSession = {
  id: string;
  tokenHash: string;
  user: UserKey;
  method: string;
  ip: string;
  userAgent: string;
  now: Instant;
  expiresAt: Instant;
  /** When the user last proved their identity; 0 for a session created by a device token. */
  authTime: Instant;
  device: string | null;
  /** False if something other than the user may have opened the link, until the first request with the session. */
  claimed: boolean;
};

type SessionValue = Exclude<keyof NewSession, "user" | "claimed"> | "lastSeenAt";

const newSession = prepareForUser(
  (id, session: Named<SessionValue>) => sql`
    insert into ${sessions}
      (token_hash, id, user_id, epoch, created_at, expires_at, last_seen_at, auth_time, method, ip, user_agent, device_id)
    select ${session.tokenHash}, ${session.id}, ${users.id}, ${users.epoch}, ${session.now}, ${session.expiresAt},
      ${session.lastSeenAt}, ${session.authTime}, ${session.method}, ${session.ip}, ${session.userAgent},
      ${session.device}
    from ${users}
    where ${users.id} = ${id}
      and ${users.suspendedAt} is null`,
);

/** Bound to the user's current epoch; a suspended user gets no session. */
export const insertSession = ({ user, claimed, ...session }: NewSession): Write<number> =>
  write(newSession(user, { ...session, lastSeenAt: claimed ? session.now + 1 : session.now }));
