/** The search database, separate from the main database: the indexed state of pages, and the full-text index. */
import { index, integer, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";

export const docs = sqliteTable(
  "docs",
  {
    /** Increases with every change, so that its order is the order of changes. */
    id: integer("id").primaryKey(),
    pageId: text("page_id").notNull(),
    driveId: text("drive_id").notNull(),
    /** The indexed state of the page: its revision, and when it was last changed (ms). */
    revision: integer("revision").notNull(),
    changedAt: integer("changed_at").notNull(),
    /** Folded, with a leading space. */
    title: text("title").notNull(),
    body: text("body").notNull(),
    /** Version of the indexing rules used; the sweep reindexes pages with an older one. */
    rules: integer("rules").notNull().default(1),
    /** For every 32nd character of the folded body, its position in the page's text; empty if all positions are equal. */
    places: text("places").notNull().default(""),
  },
  (t) => [index("docs_by_change").on(t.changedAt), index("docs_by_rules").on(t.rules, t.id), unique().on(t.pageId)],
);

/** A contentless FTS5 table by the ids of `docs`: the words of a page, as src/features/search/word-rules.ts writes them. */
export const terms = sqliteTable("terms", {
  rowid: integer("rowid").primaryKey(),
  tokens: text("tokens").notNull(),
});
