/** The search database, separate from the main database: the indexed state of pages, and the full-text index. */
import { index, integer, primaryKey, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";

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

/** The chunks of pages that have vectors in Vectorize, for search by meaning. */
export const pageVectors = sqliteTable(
  "page_vectors",
  {
    pageId: text("page_id").notNull(),
    /** With the page's id, the id of the vector. */
    chunk: integer("chunk").notNull(),
    /** Hash of the model, the drive and the text that the vector was made from. */
    hash: text("hash").notNull(),
    /** Where the chunk begins in the page's text, in characters from 1. */
    place: integer("place").notNull(),
  },
  (t) => [primaryKey({ columns: [t.pageId, t.chunk] })],
);

/** Pages whose vectors wait to be made or deleted. */
export const vectorQueue = sqliteTable(
  "vector_queue",
  {
    pageId: text("page_id").primaryKey(),
    /** Distinguishes changes of a page. */
    mark: text("mark").notNull(),
    /** Number of attempts since the change. */
    tries: integer("tries").notNull(),
    dueAt: integer("due_at").notNull(),
  },
  (t) => [index("vector_queue_by_due").on(t.dueAt)],
);
