/** Sessions, and what is good for one sign-in, connection or call. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/** A change of address waits here for the proof that the new mailbox is the user's. */
export const emailChanges = sqliteTable(
  "email_changes",
  {
    id: text("id").primaryKey(),
    tokenHash: text("token_hash").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    email: text("email").notNull(),
    /** The proven address it replaces, which is told. */
    previousEmail: text("previous_email").notNull(),
    epoch: integer("epoch").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    mailedAt: integer("mailed_at"),
    usedAt: integer("used_at"),
    claimId: text("claim_id"),
  },
  (t) => [index("email_changes_by_user").on(t.userId, t.usedAt), unique().on(t.tokenHash)],
);

export const magicLinks = sqliteTable(
  "magic_links",
  {
    id: text("id").primaryKey(),
    tokenHash: text("token_hash").notNull(),
    email: text("email").notNull(),
    /** Hash of the cookie of the browser that asked for the link. */
    bindingHash: text("binding_hash"),
    next: text("next").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    /** The mail went out; a redelivered job sends no second one. */
    mailedAt: integer("mailed_at"),
    /** 1: asked for beyond the address's limit, so same answer, same work, no mail. 2: beyond the service's, so mailed to known addresses alone. */
    muted: integer("muted").notNull().default(0),
    usedAt: integer("used_at"),
    /** Made by whoever tries to consume it: tells a lost reply from a lost race. */
    claimId: text("claim_id"),
    sessionId: text("session_id"),
    /** Hash of the session of the browser that asked for the link, if it had one: a sign-in in that browser ends it, also where the link is opened from another site, to which the browser sends no session cookie. */
    askedBy: text("asked_by"),
  },
  (t) => [index("magic_links_by_email").on(t.email, t.usedAt), unique().on(t.tokenHash)],
);

/** Marks that a sign-in at a provider is under way: the single-use half of state. No secret lies here. */
export const oauthMarks = sqliteTable(
  "oauth_marks",
  {
    stateHash: text("state_hash").primaryKey(),
    provider: text("provider", { enum: ["providera", "providerb"] }).notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    usedAt: integer("used_at"),
    claimId: text("claim_id"),
  },
  (t) => [index("oauth_marks_by_expiry").on(t.expiresAt)],
);

/** One call of one service: one resource, one action, sixty seconds. */
export const serviceTokens = sqliteTable(
  "service_tokens",
  {
    tokenHash: text("token_hash").primaryKey(),
    audience: text("audience").notNull(),
    resourceType: text("resource_type").notNull(),
    resourceId: text("resource_id").notNull(),
    action: text("action").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    usedAt: integer("used_at"),
    claimId: text("claim_id"),
  },
  (t) => [index("service_tokens_by_expiry").on(t.expiresAt)],
);

export const sessions = sqliteTable(
  "sessions",
  {
    tokenHash: text("token_hash").primaryKey(),
    id: text("id").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    epoch: integer("epoch").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    /** Equals created_at until the first request: a session nobody used. */
    lastSeenAt: integer("last_seen_at").notNull(),
    authTime: integer("auth_time").notNull(),
    method: text("method").notNull(),
    ip: text("ip").notNull(),
    userAgent: text("user_agent").notNull(),
    /** The device whose token made the session; null for a session of a browser alone. */
    deviceId: text("device_id"),
  },
  (t) => [
    index("sessions_by_device")
      .on(t.deviceId)
      .where(sql`device_id is not null`),
    index("sessions_by_expiry").on(t.expiresAt),
    index("sessions_by_user").on(t.userId, t.id),
  ],
);

export const socketTokens = sqliteTable(
  "socket_tokens",
  {
    tokenHash: text("token_hash").primaryKey(),
    sessionId: text("session_id").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    epoch: integer("epoch").notNull(),
    pageId: text("page_id"),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    usedAt: integer("used_at"),
    claimId: text("claim_id"),
  },
  (t) => [index("socket_tokens_by_expiry").on(t.expiresAt)],
);

/** Identity tokens that were taken once, until they expire by themselves. */
export const spentIdTokens = sqliteTable(
  "spent_id_tokens",
  {
    tokenHash: text("token_hash").primaryKey(),
    expiresAt: integer("expires_at").notNull(),
    claimId: text("claim_id").notNull(),
  },
  (t) => [index("spent_id_tokens_by_expiry").on(t.expiresAt)],
);
