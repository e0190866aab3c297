/** Tool tokens, the drives in their scope and the pages they wrote to. */
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
    /** The token may change access to pages and drives. What it grants outlives it. */
    canShare: integer("can_share").notNull().default(0),
    /** The app the token was granted to. Null for tokens created by hand, like the audience and the end of the grant. */
    clientId: text("client_id"),
    /** The resource that the token is valid for (RFC 8707). */
    audience: text("audience"),
    /** When the token expires; null for never. An app renews its token until the grant itself ends. */
    expiresAt: integer("expires_at"),
    grantedUntil: integer("granted_until"),
    /** The hash before the last renewal, and until when it is still accepted, for calls in progress. */
    replacedHash: text("replaced_hash"),
    replacedUntil: integer("replaced_until"),
    /** The last call made with the token, and its error code if it was rejected; updated at most every 30 seconds. */
    lastCall: text("last_call"),
    lastCallAt: integer("last_call_at"),
    lastCallError: text("last_call_error"),
    /** The name reported by the client program; null until it reports one. */
    clientName: text("client_name"),
    /** The session that created the token, or its successor in the same browser; null for rows older than this column. */
    originSession: text("origin_session"),
    /** The agent's answer that this token was made for. Nobody has its secret. */
    agentRunId: text("agent_run_id"),
  },
  (t) => [
    index("mcp_tokens_by_grant_end")
      .on(t.grantedUntil)
      .where(sql`granted_until is not null and revoked_at is null`),
    index("mcp_tokens_by_id").on(t.id),
    index("mcp_tokens_listed")
      .on(t.userId, t.id)
      .where(sql`agent_run_id is null and revoked_at is null`),
    uniqueIndex("mcp_tokens_by_replaced")
      .on(t.replacedHash)
      .where(sql`replaced_hash is not null`),
    index("mcp_tokens_by_revocation")
      .on(t.revokedAt)
      .where(sql`revoked_at is not null`),
    index("mcp_tokens_by_user").on(t.userId, t.id),
  ],
);

/** Pages that a token has written to, with the time of the last write to the minute. */
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

/** Tool calls that the client may repeat under its own idempotency key. */
export const toolCalls = sqliteTable(
  "tool_calls",
  {
    tokenId: text("token_id").notNull(),
    key: text("key").notNull(),
    /** Hash of the tool and its arguments: a key is valid for one call only. */
    callHash: text("call_hash").notNull(),
    startedAt: integer("started_at").notNull(),
    /** The tool's answer as JSON; null while the call is running, or if its outcome is unknown. */
    answer: text("answer"),
  },
  (t) => [primaryKey({ columns: [t.tokenId, t.key] }), index("tool_calls_by_start").on(t.startedAt)],
);
