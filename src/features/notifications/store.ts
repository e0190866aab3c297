/** SQL for a user's notifications. Triggers maintain the counts, so showing them reads one row. */
import { and, eq, isNull } from "drizzle-orm";
import type { Caller } from "../../kernel/caller.ts";
import { toIso, type Instant } from "../../kernel/clock.ts";
import { notificationCounts, notifications } from "../../db/schema/notifications.ts";
import { accessRequests } from "../../db/schema/pages.ts";
import {
  aliased,
  builder,
  exists,
  first,
  many,
  rowsOf,
  sql,
  whole,
  write,
  type Query,
  type RowOf,
  type Write,
} from "../../db/sql.ts";
import { callerId, prepareForCaller } from "../../permissions/credential.ts";
import type { Notification, NotificationType } from "./contract.ts";

const listed = {
  id: notifications.id,
  type: sql<NotificationType>`coalesce(${notifications.kind}, ${notifications.laterType}, ${notifications.type})`,
  title: notifications.title,
  message: notifications.message,
  readAt: notifications.readAt,
  createdAt: notifications.createdAt,
  actorId: notifications.actorId,
  pageId: notifications.pageId,
  driveId: notifications.driveId,
  threadId: notifications.threadId,
  awaitsAnswer: sql<0 | 1>`(${notifications.laterType} is 'ACCESS_REQUEST' and exists (
    select 1 from ${accessRequests}
    where ${accessRequests.pageId} = ${notifications.pageId}
      and ${accessRequests.userId} = ${notifications.actorId}
      and ${accessRequests.declinedAt} is null))`,
};

const toNotification = ({ readAt, awaitsAnswer, ...row }: RowOf<typeof listed>): Notification => ({
  ...row,
  read: readAt !== null,
  awaitsAnswer: awaitsAnswer === 1,
  createdAt: toIso(row.createdAt),
});

/** Newest first. */
export const listNotifications = (caller: Caller, limit: number, offset: number): Query<Notification[]> =>
  many(
    rowsOf(
      listed,
      (columns) => sql`
        select ${columns}
        from ${notifications}
        where ${notifications.userId} = ${callerId(caller)}
        order by ${notifications.id} desc
        limit ${whole(limit)} offset ${whole(offset)}`,
    ),
    toNotification,
  );

const counts = { total: notificationCounts.total, unread: notificationCounts.unread };

const countsOfCaller = prepareForCaller((id) =>
  rowsOf(
    counts,
    (columns) => sql`select ${columns} from ${notificationCounts}
      where ${notificationCounts.userId} = ${id}`,
  ),
);

export const countNotifications = (caller: Caller): Query<RowOf<typeof counts> | null> =>
  first(countsOfCaller(caller, {}));

export const ownsNotification = (caller: Caller, id: string): Query<boolean> =>
  exists(
    builder
      .select(aliased({ id: notifications.id }))
      .from(notifications)
      .where(and(eq(notifications.userId, callerId(caller)), eq(notifications.id, id))),
  );

export const markRead = (userId: string, id: string, now: Instant): Write<number> =>
  write(
    builder
      .update(notifications)
      .set({ readAt: now })
      .where(and(eq(notifications.id, id), eq(notifications.userId, userId), isNull(notifications.readAt))),
  );

/** Marks all that are unread at the time of the commit. */
export const markAllRead = (userId: string, now: Instant): Write<number> =>
  write(
    builder
      .update(notifications)
      .set({ readAt: now })
      .where(and(eq(notifications.userId, userId), isNull(notifications.readAt))),
  );

export const deleteNotification = (userId: string, id: string): Write<number> =>
  write(builder.delete(notifications).where(and(eq(notifications.id, id), eq(notifications.userId, userId))));
