/** Sign-up links, and the usage, limits and sizes of the whole instance. */
import { index, integer, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/** Stored in place of a limit that does not exist: larger than any usage. */
export const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** Expiring links with which people who have no account can sign up. A revoked link is deleted. */
export const signUpLinks = sqliteTable(
  "sign_up_links",
  {
    id: text("id").primaryKey(),
    tokenHash: text("token_hash").notNull(),
    createdBy: text("created_by")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    maxUses: integer("max_uses").notNull(),
    uses: integer("uses").notNull().default(0),
  },
  (t) => [
    unique().on(t.tokenHash),
    index("sign_up_links_by_creator").on(t.createdBy, t.id),
    index("sign_up_links_by_expiry").on(t.expiresAt),
  ],
);

/** One row, which the sweep refreshes. */
export const instanceUsage = sqliteTable("instance_usage", {
  id: integer("id").primaryKey(),
  measuredAt: integer("measured_at").notNull().default(0),
  textBytes: integer("text_bytes").notNull(),
  pages: integer("pages").notNull(),
  fileBytes: integer("file_bytes").notNull(),
  users: integer("users").notNull(),
  /** What may be added until the next measurement. Writes check these, so they need no configuration. */
  textRoom: integer("text_room").notNull().default(UNLIMITED),
  pageRoom: integer("page_room").notNull().default(UNLIMITED),
  fileRoom: integer("file_room").notNull().default(UNLIMITED),
  userRoom: integer("user_room").notNull().default(UNLIMITED),
  sizedAt: integer("sized_at").notNull().default(0),
  mainBytes: integer("main_bytes"),
  searchBytes: integer("search_bytes"),
  auditBytes: integer("audit_bytes"),
  /** 1 while the search database is too full for more pages. */
  searchFull: integer("search_full").notNull().default(0),
  /** JSON: by resource, the highest threshold (percent) that was reported. */
  reported: text("reported").notNull().default("{}"),
});

/** The sizes at the end of each day (UTC), for the forecast. */
export const instanceSizes = sqliteTable("instance_sizes", {
  day: integer("day").primaryKey(),
  mainBytes: integer("main_bytes"),
  searchBytes: integer("search_bytes"),
  auditBytes: integer("audit_bytes"),
});

/** Mails sent on each day (UTC), counted while their number is limited. */
export const mailDays = sqliteTable("mail_days", {
  day: integer("day").primaryKey(),
  sent: integer("sent").notNull(),
});
