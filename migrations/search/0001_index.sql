-- The search index, in a database of its own: D1 exports no database that holds virtual tables, and this one can be made
-- anew from the other at any time (`npm run search:rebuild`).

create table docs (
  -- Grows with every change, so that its order is the order of changes.
  id integer primary key,
  page_id text not null unique,
  drive_id text not null,
  -- The page as it was indexed: its revision, and when it was last changed (ms).
  revision integer not null,
  changed_at integer not null,
  -- Folded: a blank, then one character for each of the page's own, so that a place here is a place there.
  title text not null,
  body text not null
) strict;
create index docs_by_change on docs (changed_at);

-- What stands in a page, by `docs.id`: words, their letters in threes, the drive and the type, each marked by its first
-- letter (see src/features/search/word-rules.ts). Neither texts nor places are kept, which makes it a tenth of a full index.
create virtual table terms using fts5 (
  tokens, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '_'"
);
