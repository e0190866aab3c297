/** Tokens of tools, what they reach and where they wrote. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
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
    /** The app that a person granted the token; null for tokens that they made by hand, as are the audience and the end of the grant. */
    clientId: text("client_id"),
    /** The resource that the token opens (RFC 8707). */
    audience: text("audience"),
    /** When the token by this hash ends; null for those that were made to last. An app renews its own until the grant itself ends. */
    expiresAt: integer("expires_at"),
    grantedUntil: integer("granted_until"),
    /** The hash before the last renewal, and until when it still counts: calls that were under way go on with it. */
    replacedHash: text("replaced_hash"),
    replacedUntil: integer("replaced_until"),
    /** What was last called with it, and the code of what that was refused with; noted every half a minute at most. */
    lastCall: text("last_call"),
    lastCallAt: integer("last_call_at"),
    lastCallError: text("last_call_error"),
    /** What the program that uses it calls itself; null until one says. */
    clientName: text("client_name"),
    /** The session that made it, or that replaced that one in the same browser; null from before this was noted. */
    originSession: text("origin_session"),
  },
  (t) => [
    index("mcp_tokens_by_grant_end")
      .on(t.grantedUntil)
      .where(sql`granted_until is not null and revoked_at is null`),
    index("mcp_tokens_by_id").on(t.id),
    uniqueIndex("mcp_tokens_by_replaced")
      .on(t.replacedHash)
      .where(sql`replaced_hash is not null`),
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

/** Calls of tools that their client may repeat by the key it gave them. */
export const toolCalls = sqliteTable(
  "tool_calls",
  {
    tokenId: text("token_id").notNull(),
    key: text("key").notNull(),
    /** Of the tool and its arguments: a key stands for one call. */
    callHash: text("call_hash").notNull(),
    startedAt: integer("started_at").notNull(),
    /** As JSON; null while it runs, and where nobody knows what became of it. */
    answer: text("answer"),
  },
  (t) => [primaryKey({ columns: [t.tokenId, t.key] }), index("tool_calls_by_start").on(t.startedAt)],
);
