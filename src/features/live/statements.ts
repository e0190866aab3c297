/** SQL about connected users, for the objects that manage the sockets. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../kernel/caller.ts";
import type { Instant } from "../../kernel/clock.ts";
import { EDIT, VIEW } from "../../kernel/rights.ts";
import { onlineUsers, openPages } from "../../db/schema/live.ts";
import { pages } from "../../db/schema/pages.ts";
import { users } from "../../db/schema/users.ts";
import { mcpTokens } from "../../db/schema/tokens.ts";
import { first, jsonList, many, rowsOf, sql, write, type Query, type RowOf, type Write } from "../../db/sql.ts";
import { rightsOnMany, hasRightsOnLivePage } from "../../permissions/bulk-rights.ts";
import { TOKEN_SCOPE, callerIsLive, currentTokenHash, idleSince } from "../../permissions/credential.ts";

const t = alias(mcpTokens, "t");

/**
 * The user's last connection to the page has closed. `openedAt` is the time of the newest connection that the room
 * knows of; a newer one is still being opened and keeps the row.
 */
export const deleteOpenPage = (pageId: string, userId: string, openedAt: Instant): Write<number> =>
  write(sql`delete from ${openPages}
    where page_id = ${pageId}
      and user_id = ${userId}
      and opened_at <= ${openedAt}`);

/**
 * Deletes the rows of connections that ended unnoticed or were rejected: all rows of users not in `connected` opened
 * before `before`.
 */
export const deleteStaleOpenPages = (pageId: string, connected: readonly string[], before: Instant): Write<number> =>
  write(sql`delete from ${openPages}
    where page_id = ${pageId}
      and opened_at < ${before}
      and user_id not in ${jsonList(connected)}`);

export const insertOnlineUser = (userId: string, now: Instant): Write<number> =>
  write(sql`insert into ${onlineUsers} (user_id, since)
    values (${userId}, ${now})
    on conflict do nothing`);

export const deleteOnlineUser = (userId: string): Write<number> =>
  write(sql`delete from ${onlineUsers} where user_id = ${userId}`);

/** A valid credential; `scope` lists the live drives that a token is limited to, or is null for no limit. */
export type LiveCredential = { readonly tokenHash: string; readonly scope: readonly string[] | null };

/** Returns those of the credentials that are currently valid. */
export function findLiveCredentials(
  callers: readonly Pick<Caller, "kind" | "tokenHash">[],
  now: Instant,
  idleMs: number,
): Query<LiveCredential[]> {
  const isLive = (kind: Caller["kind"]) => callerIsLive({ kind, tokenHash: sql`c.hash` }, now, idleSince(now, idleMs));
  const list = JSON.stringify(callers.map(({ kind, tokenHash }) => [kind, tokenHash]));
  return many(
    sql<{ hash: string; scope: string | null }>`
      select c.hash, (
        select ${TOKEN_SCOPE}
        from ${mcpTokens} t
        where ${t.tokenHash} = ${currentTokenHash(sql`c.hash`)}) as scope
      from (select distinct value ->> 0 as kind, value ->> 1 as hash from json_each(${list})) c
      where (c.kind = 'session' and ${isLive("session")})
        or (c.kind = 'mcp' and ${isLive("mcp")})`,
    ({ hash, scope }) => ({
      tokenHash: hash,
      // json_group_array over a text column: a list of drive ids.
      scope: scope === null ? null : (JSON.parse(scope) as string[]),
    }),
  );
}

const o = alias(openPages, "o");
const p = alias(pages, "p");
const held = alias(pages, "held");
const u = alias(users, "u");

/** Who has these pages open, for pages that the user may see. */
export const findOpenPages = (userId: string, pageIds: readonly string[]) =>
  many(
    rowsOf(
      { pageId: o.pageId, driveId: held.driveId, userId: o.userId, name: u.name },
      (columns) => sql`
        with recursive ${rightsOnMany(sql`${userId}`, pageIds)}
        select ${columns}
        from held
        cross join ${openPages} o on ${o.pageId} = held.root
        cross join ${users} u on ${u.id} = ${o.userId}
        where ${hasRightsOnLivePage(VIEW)}
        order by ${u.name}, ${u.id}`,
    ),
  );

const visible = { pageId: p.id, driveId: held.driveId, revision: p.revision };

/** A page that a user may see. */
export type VisibleRevision = RowOf<typeof visible>;

/** Those of the pages that the user may see and that are not in the trash, each with its revision in D1. */
export const findVisiblePages = (userId: string, pageIds: readonly string[]): Query<VisibleRevision[]> =>
  many(
    rowsOf(
      visible,
      (columns) => sql`
        with recursive ${rightsOnMany(sql`${userId}`, pageIds)}
        select ${columns}
        from held
        cross join ${pages} p on ${p.id} = held.root
        where ${hasRightsOnLivePage(VIEW)}`,
    ),
  );

/** The name of a user who is typing in a channel or chat; null if they may not write there. */
export const findTypist = (userId: string, pageId: string) =>
  first(
    rowsOf(
      { name: u.name },
      (columns) => sql`
        with recursive ${rightsOnMany(sql`${userId}`, [pageId])}
        select ${columns}
        from held
        cross join ${pages} p on ${p.id} = held.root
        cross join ${users} u on ${u.id} = ${userId}
        where ${hasRightsOnLivePage(EDIT)}
          and ${p.type} in ('CHANNEL', 'AI_CHAT')`,
    ),
  );
