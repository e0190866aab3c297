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
    /** Folded, behind a blank. */
    title: text("title").notNull(),
    body: text("body").notNull(),
    /** By which rules it was indexed: the sweep has those of older ones indexed anew. */
    rules: integer("rules").notNull().default(1),
    /** Of every 32nd character of the folded body, which one of the page's own it is; empty where all are at their own places. */
    places: text("places").notNull().default(""),
  },
  (t) => [index("docs_by_change").on(t.changedAt), index("docs_by_rules").on(t.rules, t.id), unique().on(t.pageId)],
);

/** A contentless FTS5 table, by the ids of `docs`: what stands in a page, as src/features/search/word-rules.ts writes it. */
export const terms = sqliteTable("terms", {
  rowid: integer("rowid").primaryKey(),
  tokens: text("tokens").notNull(),
});
