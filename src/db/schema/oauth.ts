/** Apps that connect through OAuth: who they are, what they asked for, and what they renew their tokens with. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

export const oauthClients = sqliteTable(
  "oauth_clients",
  {
    /** Made up by us, or the address of the document that describes the app. */
    id: text("id").primaryKey(),
    kind: text("kind", { enum: ["registered", "document"] }).notNull(),
    /** What the app calls itself. */
    name: text("name").notNull(),
    redirectUris: text("redirect_uris").notNull(),
    createdAt: integer("created_at").notNull(),
    /** When the document was last read. */
    checkedAt: integer("checked_at").notNull(),
    /** Forgotten then, unless somebody allows it something before. */
    keepUntil: integer("keep_until").notNull(),
    /** The document could not be read, and is not fetched again before; null where it was read. */
    failedUntil: integer("failed_until"),
  },
  (t) => [index("oauth_clients_by_end").on(t.keepUntil)],
);

/** One request for access, from asking to the exchange of what came of it. */
export const oauthRequests = sqliteTable(
  "oauth_requests",
  {
    id: text("id").primaryKey(),
    kind: text("kind", { enum: ["code", "device"] }).notNull(),
    clientId: text("client_id").notNull(),
    redirectUri: text("redirect_uri"),
    state: text("state"),
    challenge: text("challenge"),
    resource: text("resource").notNull(),
    wantsWrite: integer("wants_write").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    deviceHash: text("device_hash"),
    userCodeHash: text("user_code_hash"),
    polledAt: integer("polled_at"),
    pollInterval: integer("poll_interval").notNull().default(5000),
    decidedAt: integer("decided_at"),
    allowed: integer("allowed").notNull().default(0),
    userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    /** The user's, when they decided. */
    epoch: integer("epoch"),
    /** Ids as JSON; null for all drives. */
    driveIds: text("drive_ids"),
    readOnly: integer("read_only").notNull().default(1),
    grantedUntil: integer("granted_until"),
    codeHash: text("code_hash"),
    codeExpiresAt: integer("code_expires_at"),
    usedAt: integer("used_at"),
    claimId: text("claim_id"),
    /** The token that the exchange made. */
    tokenId: text("token_id"),
    /** The session in which the person decided. */
    originSession: text("origin_session"),
  },
  (t) => [
    index("oauth_requests_by_end").on(t.expiresAt),
    index("oauth_requests_by_user")
      .on(t.userId)
      .where(sql`user_id is not null`),
    uniqueIndex("oauth_requests_by_device")
      .on(t.deviceHash)
      .where(sql`device_hash is not null`),
    uniqueIndex("oauth_requests_by_user_code")
      .on(t.userCodeHash)
      .where(sql`user_code_hash is not null`),
    uniqueIndex("oauth_requests_by_code")
      .on(t.codeHash)
      .where(sql`code_hash is not null`),
  ],
);

/** A family for each tool token; replaced ones stay, to tell a stolen one from a made-up one. */
export const oauthRefreshTokens = sqliteTable(
  "oauth_refresh_tokens",
  {
    tokenHash: text("token_hash").primaryKey(),
    tokenId: text("token_id").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    generation: integer("generation").notNull(),
    /** What its successors are derived from, with the token itself and our key. */
    salt: text("salt").notNull(),
    createdAt: integer("created_at").notNull(),
    replacedAt: integer("replaced_at"),
  },
  (t) => [
    index("oauth_refresh_tokens_by_token").on(t.tokenId, t.generation),
    index("oauth_refresh_tokens_by_user").on(t.userId),
  ],
);
