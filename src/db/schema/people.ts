/** Connections between people, and messages to the administrators. */
import { index, integer, primaryKey, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/** One row a pair of people, smaller id first, so that two requests that cross are one connection. */
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
    /** Who blocked first, and whether the other has blocked too. Only those who blocked see the row and may lift their block. */
    blockedBy: text("blocked_by"),
    alsoBlocked: integer("also_blocked").notNull().default(0),
    message: text("message").notNull().default(""),
    requestedAt: integer("requested_at").notNull(),
    acceptedAt: integer("accepted_at"),
    updatedAt: integer("updated_at").notNull(),
  },
  (t) => [index("connections_by_high").on(t.highId, t.lowId), unique().on(t.lowId, t.highId)],
);

/** Requests that were turned down, until they may be made again. */
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
    /** Where the answer is to go, as the sender says it; proves nothing. */
    email: text("email").notNull(),
    subject: text("subject").notNull(),
    message: text("message").notNull(),
    /** The administrators have it in their mail. */
    mailedAt: integer("mailed_at"),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [index("contact_messages_by_user").on(t.userId, t.id)],
);
