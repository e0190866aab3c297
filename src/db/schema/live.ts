/** Current connections: to pages, and to users' hubs. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { pages } from "./pages.ts";
import { users } from "./users.ts";

/** Which users have which page open over a socket. A row may outlive its socket until the page's room is next called. */
export const openPages = sqliteTable(
  "open_pages",
  {
    pageId: text("page_id")
      .notNull()
      .references(() => pages.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    openedAt: integer("opened_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.pageId, t.userId] }), index("open_pages_by_user").on(t.userId, t.pageId)],
);

/** Users whose hub has a socket. */
export const onlineUsers = sqliteTable("online_users", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  since: integer("since").notNull(),
});
