/** Accounts, their sign-in identities, and the words people are found by. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, unique, uniqueIndex } from "drizzle-orm/sqlite-core";
import { APPEARANCES, LANGUAGES } from "../../kernel/preferences.ts";

/** Deletions in progress: work that remains after the commit that ended the account. */
export const accountDeletions = sqliteTable(
  "account_deletions",
  {
    userId: text("user_id").primaryKey(),
    /** The verified address, for the final mail and for erasing it from the audit log. */
    email: text("email").notNull(),
    byAdmin: integer("by_admin").notNull(),
    /** When a job was last queued to continue the deletion. */
    sentAt: integer("sent_at").notNull(),
    /** When the final mail was sent. */
    mailedAt: integer("mailed_at"),
    /** When the user's personal data had been erased from the audit log. */
    erasedAt: integer("erased_at"),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [index("account_deletions_by_sending").on(t.sentAt)],
);

/**
 * SHA-256 of addresses in ADMIN_EMAILS whose administrator role was revoked. Keyed by address, so that a new account with
 * the same address does not get the role back.
 */
export const demotedAddresses = sqliteTable("demoted_addresses", {
  addressHash: text("address_hash").primaryKey(),
  createdAt: integer("created_at").notNull(),
});

/** An account at a provider, identified by issuer and subject. The address is the one the provider gave when it was linked. */
export const identities = sqliteTable(
  "identities",
  {
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    provider: text("provider", { enum: ["providera", "providerb"] }).notNull(),
    email: text("email").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.issuer, t.subject] }), index("identities_by_user").on(t.userId, t.provider)],
);

/** Search words of discoverable users: from their username, display name and name, folded. */
export const personWords = sqliteTable(
  "person_words",
  {
    word: text("word").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Version of the folding rules that produced the word. */
    rules: integer("rules").notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.word, t.userId] }),
    index("person_words_by_user").on(t.userId),
    index("person_words_by_rules").on(t.rules, t.userId),
  ],
);

/** Size of each user's files, maintained by triggers for every kind of write. */
export const storageUsage = sqliteTable("storage_usage", {
  userId: text("user_id").primaryKey(),
  bytes: integer("bytes").notNull(),
  files: integer("files").notNull(),
});

export const users = sqliteTable(
  "users",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    /** Shown to the user, who may change it; not verified. */
    email: text("email").notNull(),
    /** The verified address, used for sign-in, linking and search. */
    loginEmail: text("login_email").notNull(),
    image: text("image"),
    role: text("role", { enum: ["user", "admin"] })
      .notNull()
      .default("user"),
    provider: text("provider", { enum: ["email", "providera", "both"] })
      .notNull()
      .default("email"),
    /** Credentials store the epoch they were created in; incrementing it ends them all at once. */
    epoch: integer("epoch").notNull().default(0),
    suspendedAt: integer("suspended_at"),
    failedPasskeys: integer("failed_passkeys").notNull().default(0),
    lockedUntil: integer("locked_until"),
    /** Until then, sign-in links to this mailbox ask for confirmation, because software opened one automatically. */
    confirmLinksUntil: integer("confirm_links_until").notNull().default(0),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    username: text("username"),
    displayName: text("display_name"),
    bio: text("bio").notNull().default(""),
    /** Found by others in search only if switched on. */
    discoverable: integer("discoverable").notNull().default(0),
    /**
     * Set from the deletion of an account until all its data is gone; then the row is deleted too. Nobody can sign in to
     * it, and it contains nothing that identifies the user.
     */
    deletedAt: integer("deleted_at"),
    /** Null to use the browser's language. */
    language: text("language", { enum: LANGUAGES }),
    appearance: text("appearance", { enum: APPEARANCES }).notNull().default("system"),
    /** A JSON list of the notification types that are turned off. */
    notificationsOff: text("notifications_off").notNull().default("[]"),
  },
  (t) => [
    unique().on(t.loginEmail),
    index("users_admins")
      .on(t.id)
      .where(sql`role = 'admin'`),
    uniqueIndex("users_by_username")
      .on(t.username)
      .where(sql`username is not null`),
  ],
);
