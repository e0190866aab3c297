/** Connections between users, and messages to the administrators. */
import { index, integer, primaryKey, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/** One row per pair of users, smaller id first, so that two simultaneous requests result in one connection. */
export const connections = sqliteTable(
  "connections",
  {
    id: text("id").primaryKey(),
    lowId: text("low_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    highId: text("high_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    requesterId: text("requester_id").notNull(),
    status: text("status", { enum: ["pending", "accepted", "blocked"] }).notNull(),
    /** Who blocked first, and whether the other user has blocked too. Only users who blocked see the row and can unblock. */
    blockedBy: text("blocked_by"),
    alsoBlocked: integer("also_blocked").notNull().default(0),
    message: text("message").notNull().default(""),
    requestedAt: integer("requested_at").notNull(),
    acceptedAt: integer("accepted_at"),
    updatedAt: integer("updated_at").notNull(),
  },
  (t) => [index("connections_by_high").on(t.highId, t.lowId), unique().on(t.lowId, t.highId)],
);

/** Declined requests, kept until they may be made again. */
export const rejectedRequests = sqliteTable(
  "rejected_requests",
  {
    requesterId: text("requester_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    otherId: text("other_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    rejectedAt: integer("rejected_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.requesterId, t.otherId] }),
    index("rejected_requests_by_other").on(t.otherId),
    index("rejected_requests_by_time").on(t.rejectedAt),
  ],
);

export const contactMessages = sqliteTable(
  "contact_messages",
  {
    id: text("id").primaryKey(),
    userId: text("user_id").notNull(),
    name: text("name").notNull(),
    /** Reply address as entered by the sender; not verified. */
    email: text("email").notNull(),
    subject: text("subject").notNull(),
    message: text("message").notNull(),
    /** When the message was mailed to the administrators. */
    mailedAt: integer("mailed_at"),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [index("contact_messages_by_user").on(t.userId, t.id)],
);
