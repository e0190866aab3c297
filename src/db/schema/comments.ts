/** Comment threads beside the text of pages, and the comments in them. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { CLOSINGS, TARGET_KINDS, THREAD_KINDS } from "../../kernel/comment.ts";
import { pages } from "./pages.ts";
import { users } from "./users.ts";

export const commentThreads = sqliteTable(
  "comment_threads",
  {
    id: text("id").primaryKey(),
    pageId: text("page_id")
      .notNull()
      .references(() => pages.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: THREAD_KINDS }).notNull(),
    target: text("target", { enum: TARGET_KINDS }).notNull(),
    /** `ThreadPlace` as JSON: which part of a picture or a PDF; "{}" for every other target. */
    place: text("place").notNull().default("{}"),
    /** The words it was opened on, as they were then. */
    quote: text("quote").notNull().default(""),
    /** What a suggestion puts in their place; null for a comment. */
    replacement: text("replacement"),
    /** The page's revision when the thread was opened. */
    revision: integer("revision").notNull().default(0),
    closedRevision: integer("closed_revision"),
    /** Null while the thread is open. */
    closedAt: integer("closed_at"),
    closedBy: text("closed_by").references(() => users.id, { onDelete: "set null" }),
    closedAs: text("closed_as", { enum: CLOSINGS }),
    /** The page with the task whose completion resolves the thread. */
    taskPageId: text("task_page_id"),
    /** Null if no user is the author any more. */
    userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
    /** The tool token it was opened with; null for threads that users opened themselves. */
    tokenId: text("token_id"),
    createdAt: integer("created_at").notNull(),
    /** The newest comment, or the thread's own id while it has none. */
    lastCommentId: text("last_comment_id").notNull().default(""),
    /** Maintained by triggers, as is `textBytes`. */
    commentCount: integer("comment_count").notNull().default(0),
    /** Size in bytes of the quote, the replacement and the comments. */
    textBytes: integer("text_bytes").notNull().default(0),
  },
  (t) => [
    index("comment_threads_by_page").on(t.pageId, t.id),
    index("comment_threads_open")
      .on(t.pageId, t.id)
      .where(sql`closed_at is null`),
    index("comment_threads_by_user").on(t.userId, t.id),
    index("comment_threads_by_closer")
      .on(t.closedBy)
      .where(sql`closed_by is not null`),
    index("comment_threads_by_task")
      .on(t.taskPageId, t.id)
      .where(sql`task_page_id is not null`),
  ],
);

export const comments = sqliteTable(
  "comments",
  {
    id: text("id").primaryKey(),
    threadId: text("thread_id")
      .notNull()
      .references(() => commentThreads.id, { onDelete: "cascade" }),
    pageId: text("page_id").notNull(),
    userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
    tokenId: text("token_id"),
    /** The author's name in the file that the comment was imported from. */
    authorName: text("author_name"),
    content: text("content").notNull(),
    createdAt: integer("created_at").notNull(),
    editedAt: integer("edited_at"),
    /** The first comment of a thread with replies keeps its place when it is deleted, but not its content. */
    deletedAt: integer("deleted_at"),
  },
  (t) => [index("comments_by_thread").on(t.threadId, t.id), index("comments_by_user").on(t.userId, t.id)],
);

/** Emoji reactions: each user can add each emoji once per comment. */
export const commentReactions = sqliteTable(
  "comment_reactions",
  {
    commentId: text("comment_id")
      .notNull()
      .references(() => comments.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    emoji: text("emoji").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.commentId, t.userId, t.emoji] }),
    index("comment_reactions_by_user").on(t.userId, t.commentId),
  ],
);

/** What each reader has read of a thread, and whether they follow it. */
export const commentReaders = sqliteTable(
  "comment_readers",
  {
    threadId: text("thread_id")
      .notNull()
      .references(() => commentThreads.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    lastReadId: text("last_read_id").notNull().default(""),
    /** 1 if they have opened the thread or written in it. */
    commented: integer("commented").notNull().default(0),
    /** Null if the user has not chosen: those who have written are notified of replies, others are not. */
    follows: integer("follows"),
  },
  (t) => [primaryKey({ columns: [t.threadId, t.userId] }), index("comment_readers_by_user").on(t.userId, t.threadId)],
);
