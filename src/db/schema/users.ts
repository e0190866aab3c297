/** Accounts, the identities they sign in with, and what their owners are found by. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, unique, uniqueIndex } from "drizzle-orm/sqlite-core";
import { APPEARANCES, LANGUAGES } from "../../kernel/preferences.ts";

/** Deletions under way: what is left to do after the commit that ended the account. */
export const accountDeletions = sqliteTable(
  "account_deletions",
  {
    userId: text("user_id").primaryKey(),
    /** The proven address, for the last mail and for erasing it from the audit log. */
    email: text("email").notNull(),
    byAdmin: integer("by_admin").notNull(),
    /** When the queue was last told to go on. */
    sentAt: integer("sent_at").notNull(),
    /** The last mail went out. */
    mailedAt: integer("mailed_at"),
    /** The audit log holds no personal data of theirs any more. */
    erasedAt: integer("erased_at"),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [index("account_deletions_by_sending").on(t.sentAt)],
);

/** SHA-256 of addresses that ADMIN_EMAILS names and that an administrator has taken the role from. By address, so that a new account of the same address does not get it back. */
export const demotedAddresses = sqliteTable("demoted_addresses", {
  addressHash: text("address_hash").primaryKey(),
  createdAt: integer("created_at").notNull(),
});

/** An account at a provider, known by issuer and subject; the address is what the provider said when it was linked. */
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

/** The words a discoverable person is found by: of their username, display name and name, folded. */
export const personWords = sqliteTable(
  "person_words",
  {
    word: text("word").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The rules of folding by which the word was made. */
    rules: integer("rules").notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.word, t.userId] }),
    index("person_words_by_user").on(t.userId),
    index("person_words_by_rules").on(t.rules, t.userId),
  ],
);

/** What each user's files weigh, counted by the triggers below whatever wrote or removed them. */
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
    /** What the owner sees and may change; it proves nothing. */
    email: text("email").notNull(),
    /** The proven address: sign-in, linking and search use this one. */
    loginEmail: text("login_email").notNull(),
    image: text("image"),
    role: text("role", { enum: ["user", "admin"] })
      .notNull()
      .default("user"),
    provider: text("provider", { enum: ["email", "providera", "both"] })
      .notNull()
      .default("email"),
    /** Credentials carry the epoch they were made in; raising it ends them all at once. */
    epoch: integer("epoch").notNull().default(0),
    suspendedAt: integer("suspended_at"),
    failedPasskeys: integer("failed_passkeys").notNull().default(0),
    lockedUntil: integer("locked_until"),
    /** Until then links sent to this mailbox ask before they sign in: something opened one on its own. */
    confirmLinksUntil: integer("confirm_links_until").notNull().default(0),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    username: text("username"),
    displayName: text("display_name"),
    bio: text("bio").notNull().default(""),
    /** Found by others in search only when switched on. */
    discoverable: integer("discoverable").notNull().default(0),
    /** Set from the moment an account is deleted until everything of it is gone; then the row goes. Nobody can sign in to it, and nothing in it says who it was. */
    deletedAt: integer("deleted_at"),
    /** Null while the browser's counts. */
    language: text("language", { enum: LANGUAGES }),
    appearance: text("appearance", { enum: APPEARANCES }).notNull().default("system"),
    /** A JSON list of the kinds of notification that are turned off. */
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
