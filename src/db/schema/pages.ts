/** Pages, their texts, grants and mentions. */
import type { PageType } from "../../kernel/page-type.ts";
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";
import { drives } from "./drives.ts";
import { storedRights } from "./rights.ts";

/** Settings of an AI_CHAT page; no row means the defaults. */
export const agentConfigs = sqliteTable("agent_configs", {
  pageId: text("page_id")
    .primaryKey()
    .references(() => pages.id, { onDelete: "cascade" }),
  systemPrompt: text("system_prompt").notNull().default(""),
  /** JSON list of tool names. */
  enabledTools: text("enabled_tools").notNull().default("[]"),
  aiProvider: text("ai_provider").notNull().default(""),
  aiModel: text("ai_model").notNull().default(""),
  updatedAt: integer("updated_at").notNull(),
  /** Which calls of tools wait for the asker: those that are risky, or all that write. */
  approval: text("approval", { enum: ["risky", "writes", "suggestions"] })
    .notNull()
    .default("risky"),
  /** Grows by one with each change. */
  version: integer("version").notNull().default(0),
  /** Where the agent may read without asking: in its own drive, or in all drives that the asker can see. */
  scope: text("scope", { enum: ["drive", "workspace"] })
    .notNull()
    .default("drive"),
});

/** Whether the common commit of several pages happened, and edits of one page that their room gave up. Kept for a day. */
export const editTickets = sqliteTable("edit_tickets", {
  ticket: text("ticket").primaryKey(),
  committed: integer("committed").notNull(),
  createdAt: integer("created_at").notNull(),
});

/** Users and pages that a page's text mentions, updated with every write of the text. */
export const mentions = sqliteTable(
  "mentions",
  {
    pageId: text("page_id")
      .notNull()
      .references(() => pages.id, { onDelete: "cascade" }),
    targetType: text("target_type", { enum: ["user", "page"] }).notNull(),
    targetId: text("target_id").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.pageId, t.targetType, t.targetId] }),
    index("mentions_by_target").on(t.targetType, t.targetId, t.pageId),
  ],
);

/** Texts are stored separately so that walking the tree does not read them. No row means empty. */
export const pageContents = sqliteTable("page_contents", {
  pageId: text("page_id")
    .primaryKey()
    .references(() => pages.id, { onDelete: "cascade" }),
  content: text("content").notNull(),
});

export const pageGrants = sqliteTable(
  "page_grants",
  {
    pageId: text("page_id")
      .notNull()
      .references(() => pages.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    ...storedRights(),
    grantedBy: text("granted_by").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.pageId, t.userId] }),
    index("page_grants_by_giver").on(t.grantedBy, t.pageId),
    index("page_grants_by_user").on(t.userId, t.pageId),
    index("page_grants_narrow")
      .on(t.userId, t.pageId)
      .where(sql`(rights & 9) <> 9`),
    index("page_grants_withheld")
      .on(t.userId, t.pageId)
      .where(sql`(rights & 1) = 0`),
  ],
);

/** Requests for access to a page that the user may not see, one row per user and page. A granted request is deleted. */
export const accessRequests = sqliteTable(
  "access_requests",
  {
    pageId: text("page_id")
      .notNull()
      .references(() => pages.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    message: text("message").notNull().default(""),
    createdAt: integer("created_at").notNull(),
    declinedAt: integer("declined_at"),
  },
  (t) => [primaryKey({ columns: [t.pageId, t.userId] }), index("access_requests_by_user").on(t.userId, t.pageId)],
);

/** The revision of a page that was never edited. */
export const FIRST_REVISION = 1;

export const pages = sqliteTable(
  "pages",
  {
    id: text("id").primaryKey(),
    driveId: text("drive_id")
      .notNull()
      .references(() => drives.id),
    /** No foreign key: a page in the trash may outlive its parent and is then restored to the root. */
    parentId: text("parent_id"),
    title: text("title").notNull(),
    type: text("type").$type<PageType>().notNull(),
    position: real("position").notNull(),
    /** Revision of the content below; grows by one with each committed edit. */
    revision: integer("revision").notNull().default(FIRST_REVISION),
    /** Set on the page that was deleted; its descendants are in the trash with it. */
    trashedAt: integer("trashed_at"),
    createdBy: text("created_by").notNull(),
    /** The session or token that created the page and has therefore seen its first text; its room is told on start. */
    createdVia: text("created_via").notNull().default(""),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    /** 1 while the page's room may have text that is not yet stored here. */
    isAhead: integer("is_ahead").$type<0 | 1>().notNull().default(0),
    /** One emoji, shown in place of the icon of the page's type. */
    icon: text("icon"),
    /** The name of a built-in cover, or `file:` and a file's id, in the format of `parseCover`. */
    cover: text("cover"),
  },
  (t) => [
    index("pages_ahead")
      .on(t.driveId)
      .where(sql`is_ahead = 1`),
    index("pages_trash")
      .on(t.driveId, t.trashedAt)
      .where(sql`trashed_at is not null`),
    index("pages_tree").on(t.driveId, t.parentId, t.position, t.id),
    index("pages_with_messages")
      .on(t.driveId, t.id)
      .where(sql`type in ('AI_CHAT', 'CHANNEL')`),
  ],
);

/** Pages whose text, title or place is not yet in the search index; a row is deleted once that revision is indexed. */
export const searchDirty = sqliteTable("search_dirty", {
  pageId: text("page_id").primaryKey(),
  since: integer("since").notNull(),
});
