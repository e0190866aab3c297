/** Invitations of email addresses to pages and drives. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, unique, uniqueIndex } from "drizzle-orm/sqlite-core";
import { drives } from "./drives.ts";
import { pages } from "./pages.ts";
import { storedRights } from "./rights.ts";
import { users } from "./users.ts";

/** An invitation is to a page or to a drive, and contains the rights that accepting it gives. */
export const invitations = sqliteTable(
  "invitations",
  {
    id: text("id").primaryKey(),
    pageId: text("page_id").references(() => pages.id, { onDelete: "cascade" }),
    driveId: text("drive_id").references(() => drives.id, { onDelete: "cascade" }),
    email: text("email").notNull(),
    /** Always `member` for a page. */
    role: text("role", { enum: ["admin", "member"] }).notNull(),
    ...storedRights(),
    tokenHash: text("token_hash").notNull(),
    invitedBy: text("invited_by")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: integer("created_at").notNull(),
    /** When the current link was created; its token is derived from this. */
    issuedAt: integer("issued_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    mailedAt: integer("mailed_at"),
    /** The address was mailed too often, so no mail is sent. */
    muted: integer("muted").notNull().default(0),
    /** The account that received the rights. */
    grantedTo: text("granted_to").references(() => users.id, { onDelete: "cascade" }),
    /** When that account opened the page or the link; until then lists show the invitation in place of the account. */
    acceptedAt: integer("accepted_at"),
  },
  (t) => [
    unique().on(t.tokenHash),
    uniqueIndex("invitations_by_page")
      .on(t.pageId, t.email)
      .where(sql`page_id is not null`),
    uniqueIndex("invitations_by_drive")
      .on(t.driveId, t.email)
      .where(sql`drive_id is not null`),
    index("invitations_by_email")
      .on(t.email, t.id)
      .where(sql`granted_to is null`),
    index("invitations_by_inviter").on(t.invitedBy, t.acceptedAt),
    index("invitations_by_recipient").on(t.grantedTo, t.pageId),
    index("invitations_by_expiry")
      .on(t.expiresAt)
      .where(sql`accepted_at is null`),
  ],
);
