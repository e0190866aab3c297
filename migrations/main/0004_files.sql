-- Files: bytes that stand once in the bucket, and the records that refer to them. Times are milliseconds since 1970; sizes
-- are bytes.

-- One row a birth of a content. Its object is `sha256/<sha256>/<generation>`, or `stage/<generation>` while `staged`; a
-- generation is never used again, so that a late removal can only hit what it was meant for.
create table blobs (
  generation text primary key not null,
  -- Lower-case hex.
  sha256 text not null,
  size integer not null,
  -- What a `dead` row names is on its way out of the bucket and takes no references.
  state text not null default 'live' check (state in ('live', 'dead')),
  staged integer not null,
  -- Since when nothing refers to it; 0 = just now, until the sweep puts the time in.
  condemned_at integer,
  created_at integer not null,
  -- While `staged`: when the queue was last told to give it its place.
  sent_at integer not null default 0
) strict, without rowid;
create unique index blobs_live on blobs (sha256) where state = 'live';
create index blobs_condemned on blobs (condemned_at) where condemned_at is not null;
create index blobs_staged on blobs (sent_at) where staged = 1;

-- Objects that were written for a content before a blob named them. Whatever stays here for a day is removed.
create table blob_candidates (
  generation text primary key not null,
  sha256 text not null,
  created_at integer not null
) strict, without rowid;

create table files (
  id text primary key not null,
  page_id text not null references pages (id) on delete cascade,
  -- `content`: what a FILE page is; `previous`: what it was before; `attachment`: beside any other page.
  role text not null check (role in ('content', 'previous', 'attachment')),
  filename text not null,
  -- As shown in the record, and as served: decided by the bytes, never by what the uploader said alone.
  mime_type text not null,
  size integer not null,
  generation text not null references blobs (generation),
  created_by text not null,
  status text not null default 'pending' check (status in ('pending', 'processing', 'completed', 'failed')),
  -- Grows when processing is asked for again; results of an earlier run are dropped.
  run integer not null default 1,
  attempts integer not null default 0,
  -- Why it failed, for a person.
  error text,
  -- JSON: width, height, pageCount, characters…
  metadata text not null default '{}',
  created_at integer not null,
  updated_at integer not null
) strict, without rowid;
create index files_by_page on files (page_id, role, id);
create index files_by_blob on files (generation, created_by);
create index files_under_way on files (updated_at) where status in ('pending', 'processing');

-- What each user's files weigh, counted by the triggers below whatever wrote or removed them.
create table storage_usage (
  user_id text primary key not null,
  bytes integer not null,
  files integer not null
) strict, without rowid;

create trigger file_added after insert on files begin
  insert into storage_usage (user_id, bytes, files) values (new.created_by, new.size, 1)
    on conflict (user_id) do update set bytes = bytes + excluded.bytes, files = files + 1;
end;
create trigger file_removed after delete on files begin
  update storage_usage set bytes = bytes - old.size, files = files - 1 where user_id = old.created_by;
  update blobs set condemned_at = 0 where generation = old.generation and condemned_at is null
    and not exists (select 1 from files where generation = old.generation);
end;

-- What attachments say, so that their page is found by it; no more of each than a search needs.
create table attachment_texts (
  file_id text primary key not null references files (id) on delete cascade,
  page_id text not null references pages (id) on delete cascade,
  content text not null
) strict;
create index attachment_texts_by_page on attachment_texts (page_id, file_id);

-- Documents made from a file's text; asking again gives the same one.
create table conversions (
  file_id text not null references files (id) on delete cascade,
  generation text not null,
  user_id text not null,
  page_id text not null references pages (id) on delete cascade,
  created_at integer not null,
  primary key (file_id, generation, user_id)
) strict, without rowid;
create index conversions_by_page on conversions (page_id);

-- Files that come in parts, one row a part that has arrived.
create table uploads (
  -- Also the generation of the bytes.
  id text primary key not null,
  user_id text not null references users (id) on delete cascade,
  -- JSON: where the file is to stand, as an upload in one piece says it.
  target text not null,
  filename text not null,
  size integer not null,
  -- The bucket's own name of the upload.
  store_upload_id text not null,
  -- Set once the parts are one object, so that completing again goes on from there.
  assembled integer not null default 0,
  -- The record it became.
  file_id text,
  created_at integer not null,
  expires_at integer not null
) strict, without rowid;
create index uploads_by_user on uploads (user_id, id);
create index uploads_by_end on uploads (expires_at);

create table upload_parts (
  upload_id text not null references uploads (id) on delete cascade,
  number integer not null,
  etag text not null,
  size integer not null,
  primary key (upload_id, number)
) strict, without rowid;
