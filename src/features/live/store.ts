/** SQL for connected users: which pages they have open, and who is connected to a hub. */
import type { Caller } from "../../kernel/caller.ts";
import type { Instant } from "../../kernel/clock.ts";
import { VIEW } from "../../kernel/rights.ts";
import { files } from "../../db/schema/files.ts";
import { onlineUsers, openPages } from "../../db/schema/live.ts";
import { notificationCounts, notifications } from "../../db/schema/notifications.ts";
import { users } from "../../db/schema/users.ts";
import {
  first,
  jsonList,
  many,
  rowsOf,
  sql,
  write,
  type Query,
  type RowOf,
  type SQL,
  type Write,
} from "../../db/sql.ts";
import { mayActOnPage } from "../../permissions/conditions.ts";
import { callerId, idleSince, prepareForCaller } from "../../permissions/credential.ts";

const person = { name: users.name };

const personOfCaller = prepareForCaller((userId) =>
  rowsOf(person, (columns) => sql`select ${columns} from ${users} where ${users.id} = ${userId}`),
);

export const findPerson = (caller: Caller): Query<RowOf<typeof person> | null> => first(personOfCaller(caller, {}));

/** The time a connection is opened, and how long sessions may be idle, in ms. */
type SessionClock = { readonly now: Instant; readonly idleMs: number };

/**
 * Records that the caller has the page open, if they may see it, so that any later loss of that right is reported to
 * the page's room. Runs in the transaction that authorizes the connection, without affecting its outcome.
 */
export const insertOpenPage = (caller: Caller, pageId: string, { now, idleMs }: SessionClock): Write<number> =>
  write(sql`
    insert into ${openPages} (page_id, user_id, opened_at)
    select ${pageId}, user_id, ${now}
    from (select ${callerId(caller)} as user_id)
    where ${mayActOnPage({ caller, now, idleSince: idleSince(now, idleMs) }, pageId, VIEW, { state: "live", reads: true })}
    on conflict (page_id, user_id) do update set opened_at = max(opened_at, excluded.opened_at)`);

const unread = {
  userId: onlineUsers.userId,
  unread: sql<number>`coalesce(${notificationCounts.unread}, 0)`,
};

/** Number of unread notifications for each of these users who is connected. */
export const countUnreadByUser = (userIds: readonly string[]): Query<RowOf<typeof unread>[]> =>
  many(
    rowsOf(
      unread,
      (columns) => sql`
        select ${columns}
        from ${onlineUsers}
        left join ${notificationCounts} on ${notificationCounts.userId} = ${onlineUsers.userId}
        where ${onlineUsers.userId} in ${jsonList(userIds)}`,
    ),
  );

const notified = { id: notifications.id, ...unread };

/** Those of the notifications that exist and whose recipients are connected. */
export const findNotified = (ids: readonly string[]): Query<RowOf<typeof notified>[]> =>
  many(
    rowsOf(
      notified,
      (columns) => sql`
        select ${columns}
        from ${notifications}
        cross join ${onlineUsers} on ${onlineUsers.userId} = ${notifications.userId}
        left join ${notificationCounts} on ${notificationCounts.userId} = ${onlineUsers.userId}
        where ${notifications.id} in ${jsonList(ids)}`,
    ),
  );

/** As a list for `findViewers`. */
export const pageIdsOfFile = (fileId: string): SQL =>
  sql`(select ${files.pageId} as value from ${files} where ${files.id} = ${fileId})`;
