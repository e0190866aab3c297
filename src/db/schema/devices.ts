/** Devices that stay signed in. */
import { sql } from "drizzle-orm";
import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/** All refresh tokens of a device: one current, its predecessors replaced. */
export const deviceTokens = sqliteTable(
  "device_tokens",
  {
    tokenHash: text("token_hash").primaryKey(),
    device: text("device")
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    generation: integer("generation").notNull(),
    /** The successor is derived from the token and this salt, so that a lost response can be repeated. */
    salt: text("salt").notNull(),
    createdAt: integer("created_at").notNull(),
    /** When this token expires if unused. */
    expiresAt: integer("expires_at").notNull(),
    replacedAt: integer("replaced_at"),
  },
  (t) => [uniqueIndex("device_tokens_by_device").on(t.device, t.generation)],
);

export const devices = sqliteTable(
  "devices",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The client's own identifier of the device, opaque to us. */
    deviceId: text("device_id").notNull(),
    name: text("name").notNull(),
    platform: text("platform", { enum: ["web", "desktop", "ios", "android"] }).notNull(),
    epoch: integer("epoch").notNull(),
    trustScore: integer("trust_score").notNull().default(100),
    suspiciousCount: integer("suspicious_count").notNull().default(0),
    /** The stored fingerprint: browser and OS families, never versions; country and region, never the address. */
    browser: text("browser").notNull(),
    os: text("os").notNull(),
    country: text("country").notNull(),
    region: text("region").notNull(),
    latitude: real("latitude"),
    longitude: real("longitude"),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at").notNull(),
    /** Absolute expiry; refreshing does not extend it. */
    expiresAt: integer("expires_at").notNull(),
    revokedAt: integer("revoked_at"),
    /** The session that registered the device, or its successor in the same browser; null for rows older than this column. */
    originSession: text("origin_session"),
  },
  (t) => [
    index("devices_by_end").on(t.expiresAt),
    index("devices_by_revocation")
      .on(t.revokedAt)
      .where(sql`revoked_at is not null`),
    index("devices_by_user").on(t.userId, t.deviceId),
  ],
);
