-- Search by meaning, where a model for it is configured; else both stay empty. The vectors are in Vectorize, by page and number.
create table page_vectors (
  page_id text not null,
  chunk integer not null,
  -- Of the model, the drive and the text that the vector was made from.
  hash text not null,
  -- Where the chunk begins in the page's text, in characters from 1.
  place integer not null,
  primary key (page_id, chunk)
) strict, without rowid;

-- Pages whose vectors wait to be made or deleted. `mark` tells one change of a page from the next.
create table vector_queue (
  page_id text primary key not null,
  mark text not null,
  tries integer not null,
  due_at integer not null
) strict;
create index vector_queue_by_due on vector_queue (due_at);
