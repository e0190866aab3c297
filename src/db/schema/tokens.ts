/** Tokens of tools, what they reach and where they wrote. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";
import { pages } from "./pages.ts";

export const mcpTokenDrives = sqliteTable(
  "mcp_token_drives",
  {
    tokenId: text("token_id").notNull(),
    driveId: text("drive_id").notNull(),
  },
  (t) => [primaryKey({ columns: [t.tokenId, t.driveId] })],
);

export const mcpTokens = sqliteTable(
  "mcp_tokens",
  {
    tokenHash: text("token_hash").primaryKey(),
    id: text("id").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    lastFour: text("last_four").notNull(),
    /** 'drives' with no live drive left denies everything; it never turns into 'all'. */
    scopeMode: text("scope_mode", { enum: ["all", "drives"] }).notNull(),
    readOnly: integer("read_only").notNull().default(0),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at"),
    revokedAt: integer("revoked_at"),
    /** The token may change who has access to pages and drives. What it grants outlives it. */
    canShare: integer("can_share").notNull().default(0),
  },
  (t) => [
    index("mcp_tokens_by_revocation")
      .on(t.revokedAt)
      .where(sql`revoked_at is not null`),
    index("mcp_tokens_by_user").on(t.userId, t.id),
  ],
);

/** Pages that a token has written on, and when it last did, to the minute. */
export const tokenPages = sqliteTable(
  "token_pages",
  {
    tokenId: text("token_id").notNull(),
    pageId: text("page_id")
      .notNull()
      .references(() => pages.id, { onDelete: "cascade" }),
    lastAt: integer("last_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tokenId, t.pageId] }),
    index("token_pages_by_time").on(t.tokenId, t.lastAt, t.pageId),
  ],
);
