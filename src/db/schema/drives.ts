/** Drives and their members. */
import { index, integer, primaryKey, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { storedRights } from "./rights.ts";
import { users } from "./users.ts";

export const driveMembers = sqliteTable(
  "drive_members",
  {
    driveId: text("drive_id")
      .notNull()
      .references(() => drives.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text("role", { enum: ["admin", "member"] }).notNull(),
    ...storedRights(),
    grantedBy: text("granted_by").notNull(),
    createdAt: integer("created_at").notNull(),
    /** The address by which the member was added; null if by user id. May be shown to the user who entered it. */
    invitedEmail: text("invited_email"),
  },
  (t) => [
    primaryKey({ columns: [t.driveId, t.userId] }),
    index("drive_members_by_giver").on(t.grantedBy, t.driveId),
    index("drive_members_by_user").on(t.userId, t.driveId),
  ],
);

export const drives = sqliteTable(
  "drives",
  {
    id: text("id").primaryKey(),
    ownerId: text("owner_id")
      .notNull()
      .references(() => users.id),
    name: text("name").notNull(),
    slug: text("slug").notNull(),
    /** Number of live pages; updated in the same batch as the pages. */
    pageCount: integer("page_count").notNull().default(0),
    trashedAt: integer("trashed_at"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    totalPages: integer("total_pages").notNull().default(0),
    textBytes: integer("text_bytes").notNull().default(0),
    /** Where the objects of its pages are created; null: near whoever is first. */
    location: text("location"),
  },
  (t) => [unique().on(t.ownerId, t.slug)],
);
