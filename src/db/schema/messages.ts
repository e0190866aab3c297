/** Messages on channels and chats. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { files } from "./files.ts";
import { pages } from "./pages.ts";
import { users } from "./users.ts";

/** How far each reader has read a channel; everything after it is unread. */
export const messageReads = sqliteTable(
  "message_reads",
  {
    pageId: text("page_id")
      .notNull()
      .references(() => pages.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    lastReadId: text("last_read_id").notNull(),
  },
  (t) => [primaryKey({ columns: [t.pageId, t.userId] }), index("message_reads_by_user").on(t.userId, t.pageId)],
);

export const messages = sqliteTable(
  "messages",
  {
    id: text("id").primaryKey(),
    pageId: text("page_id")
      .notNull()
      .references(() => pages.id, { onDelete: "cascade" }),
    /** Null if no user is the author. */
    userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
    role: text("role", { enum: ["user", "assistant", "system"] }).notNull(),
    content: text("content").notNull(),
    parentMessageId: text("parent_message_id"),
    createdAt: integer("created_at").notNull(),
    editedAt: integer("edited_at"),
    /** A deleted message with replies keeps its place, but not its content. */
    deletedAt: integer("deleted_at"),
    /** The tool token it was posted with; null for messages that users posted themselves. */
    tokenId: text("token_id"),
    /** The agent's run that this message is the answer of. */
    runId: text("run_id"),
  },
  (t) => [
    index("messages_by_page").on(t.pageId, t.id),
    index("messages_by_parent")
      .on(t.parentMessageId, t.id)
      .where(sql`parent_message_id is not null`),
    index("messages_by_user").on(t.userId, t.id),
  ],
);

/** Emoji reactions: each user can add each emoji once per message. */
export const messageReactions = sqliteTable(
  "message_reactions",
  {
    messageId: text("message_id")
      .notNull()
      .references(() => messages.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    emoji: text("emoji").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.messageId, t.userId, t.emoji] }),
    index("message_reactions_by_user").on(t.userId, t.messageId),
  ],
);

/** Images and other files shown in a message. */
export const messageFiles = sqliteTable(
  "message_files",
  {
    messageId: text("message_id")
      .notNull()
      .references(() => messages.id, { onDelete: "cascade" }),
    fileId: text("file_id")
      .notNull()
      .references(() => files.id, { onDelete: "cascade" }),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.fileId] }), index("message_files_by_file").on(t.fileId, t.messageId)],
);
