/** Notifications and notices. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import {
  LATER_NOTIFICATION_TYPES,
  NOTIFICATION_TYPES,
  UNCHECKED_NOTIFICATION_TYPES,
} from "../../kernel/notification-type.ts";
import { drives } from "./drives.ts";
import { pages } from "./pages.ts";
import { users } from "./users.ts";

/** Maintained by triggers for every kind of write, so that showing a count reads one row. */
export const notificationCounts = sqliteTable("notification_counts", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  total: integer("total").notNull(),
  unread: integer("unread").notNull(),
});

export const notifications = sqliteTable(
  "notifications",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    type: text("type", { enum: NOTIFICATION_TYPES }).notNull(),
    title: text("title").notNull(),
    message: text("message").notNull(),
    actorId: text("actor_id"),
    pageId: text("page_id"),
    driveId: text("drive_id"),
    readAt: integer("read_at"),
    createdAt: integer("created_at").notNull(),
    /** Types added after the check constraint on `type`; older versions of the service read `type`. */
    laterType: text("later_type", { enum: LATER_NOTIFICATION_TYPES }),
    /** Types that the constraint on `later_type` does not allow either. */
    kind: text("kind", { enum: UNCHECKED_NOTIFICATION_TYPES }),
    /** The comment thread it is about; null for anything else. */
    threadId: text("thread_id"),
  },
  (t) => [
    index("notifications_by_reading")
      .on(t.readAt)
      .where(sql`read_at is not null`),
    index("notifications_by_user").on(t.userId, t.id),
    index("notifications_unread")
      .on(t.userId, t.id)
      .where(sql`read_at is null`),
  ],
);

/** Pages for which a user wants no notifications about mentions and files. */
export const mutedPages = sqliteTable(
  "muted_pages",
  {
    pageId: text("page_id")
      .notNull()
      .references(() => pages.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.pageId, t.userId] }), index("muted_pages_by_user").on(t.userId, t.pageId)],
);

/** Drives for which a user wants no notifications about mentions and files. */
export const mutedDrives = sqliteTable(
  "muted_drives",
  {
    driveId: text("drive_id")
      .notNull()
      .references(() => drives.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.driveId, t.userId] }), index("muted_drives_by_user").on(t.userId, t.driveId)],
);

/** Notices that were mailed, so that a redelivered job sends none. job_id is a UUIDv7. */
export const sentNotices = sqliteTable("sent_notices", {
  jobId: text("job_id").primaryKey(),
  sentAt: integer("sent_at").notNull(),
});
