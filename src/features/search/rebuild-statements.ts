/** Statements that rebuild the search index. */

/** Run on the search database, before pages are marked. */
export const EMPTY_INDEX = [
  "delete from docs",
  "insert into terms (terms) values ('delete-all')",
  "delete from page_vectors",
];

/** Run on the main database. Oldest change first, since pages are indexed in the order of changes. */
export const MARK_ALL_PAGES =
  "insert into search_dirty (page_id, since) select id, updated_at from pages where true on conflict do nothing";
