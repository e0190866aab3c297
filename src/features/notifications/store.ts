/** SQL of a user's notifications. Counts are kept by triggers, so that showing them reads one row. */
import type { Caller } from "../../kernel/caller.ts";
import { toIso, type Instant } from "../../kernel/clock.ts";
import { first, many, sql, write, whole, type Query, print } from "../../db/sql.ts";
import { callerId } from "../access/access.ts";
import type { Notification, NotificationType } from "./contract.ts";

type Row = {
  id: string;
  type: NotificationType;
  title: string;
  message: string;
  read_at: number | null;
  created_at: number;
  actor_id: string | null;
  page_id: string | null;
  drive_id: string | null;
};

/** Newest first. */
export const listNotifications = (caller: Caller, limit: number, offset: number): Query<Notification[]> =>
  many<Row, Notification>(
    sql`select id, type, title, message, read_at, created_at, actor_id, page_id, drive_id from notifications
        where user_id = ${callerId(caller)} order by id desc limit ${whole(limit)} offset ${whole(offset)}`,
    (row) => ({
      id: row.id,
      type: row.type,
      title: row.title,
      message: row.message,
      read: row.read_at !== null,
      createdAt: toIso(row.created_at),
      actorId: row.actor_id,
      pageId: row.page_id,
      driveId: row.drive_id,
    }),
  );

export type Counts = { readonly total: number; readonly unread: number };

export const countNotifications = (caller: Caller): Query<Counts | null> =>
  first<Counts, Counts>(
    sql`select total, unread from notification_counts where user_id = ${callerId(caller)}`,
    (row) => row,
  );

export const ownsNotification = (caller: Caller, id: string): Query<boolean> => ({
  ...print(sql`select 1 from notifications where user_id = ${callerId(caller)} and id = ${id}`),
  read: (rows) => rows.length > 0,
});

export const markRead = (userId: string, id: string, now: Instant): Query<number> =>
  write(sql`update notifications set read_at = ${now} where id = ${id} and user_id = ${userId} and read_at is null`);

/** Every one that is unread at the moment of the commit. */
export const markAllRead = (userId: string, now: Instant): Query<number> =>
  write(sql`update notifications set read_at = ${now} where user_id = ${userId} and read_at is null`);

export const deleteNotification = (userId: string, id: string): Query<number> =>
  write(sql`delete from notifications where id = ${id} and user_id = ${userId}`);
