/** The search database: pages as they were indexed, and the index of what stands in them. Not one of the main database. */
import { index, integer, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";

export const docs = sqliteTable(
  "docs",
  {
    /** Grows with every change, so that its order is the order of changes. */
    id: integer("id").primaryKey(),
    pageId: text("page_id").notNull(),
    driveId: text("drive_id").notNull(),
    /** The page as it was indexed: its revision, and when it was last changed (ms). */
    revision: integer("revision").notNull(),
    changedAt: integer("changed_at").notNull(),
    /** Folded: a blank, then one character for each of the page's own, so that a place here is a place there. */
    title: text("title").notNull(),
    body: text("body").notNull(),
  },
  (t) => [index("docs_by_change").on(t.changedAt), unique().on(t.pageId)],
);

/** A contentless FTS5 table, by the ids of `docs`: what stands in a page, as src/features/search/word-rules.ts writes it. */
export const terms = sqliteTable("terms", {
  rowid: integer("rowid").primaryKey(),
  tokens: text("tokens").notNull(),
});
