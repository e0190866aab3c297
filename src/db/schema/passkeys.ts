/** Passkeys and WebAuthn challenges. */
import { index, integer, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

export const passkeys = sqliteTable(
  "passkeys",
  {
    /** WebAuthn credential id, base64url; unique over all users. */
    credentialId: text("credential_id").primaryKey(),
    id: text("id").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** COSE key, base64url. */
    publicKey: text("public_key").notNull(),
    /** The user handle that the authenticator returns: the same for all passkeys of a user, and not identifying. */
    userHandle: text("user_handle").notNull(),
    counter: integer("counter").notNull(),
    deviceType: text("device_type", { enum: ["singleDevice", "multiDevice"] }).notNull(),
    backedUp: integer("backed_up").notNull(),
    /** JSON list of WebAuthn transports. */
    transports: text("transports").notNull().default("[]"),
    name: text("name").notNull(),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at"),
    /** When its counter went backwards: the passkey may have been cloned. */
    cloneSuspectedAt: integer("clone_suspected_at"),
    /** The session that created the passkey, or its successor in the same browser; null for rows older than this column. */
    originSession: text("origin_session"),
  },
  (t) => [index("passkeys_by_user").on(t.userId, t.id), unique().on(t.id)],
);

export const webauthnChallenges = sqliteTable("webauthn_challenges", {
  /** UUIDv7; also the first 16 bytes of the challenge, so that a response identifies its row. */
  id: text("id").primaryKey(),
  ceremony: text("ceremony", { enum: ["register", "authenticate"] }).notNull(),
  challenge: text("challenge").notNull(),
  /** Registration: hash of the requesting session. Sign-in: hash of the browser's cookie, or of nothing for programs. */
  boundTo: text("bound_to").notNull(),
  /** Registration: the user handle for the new passkey. */
  userHandle: text("user_handle"),
  createdAt: integer("created_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
  usedAt: integer("used_at"),
  claimId: text("claim_id"),
  /** When the failed attempt was counted against the account. */
  chargedAt: integer("charged_at"),
});
