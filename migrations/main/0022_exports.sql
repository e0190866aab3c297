-- Exports in the background.

-- Parts of the archive that were numbered so far: each run of a step takes numbers of its own, so that a run that was
-- given up cannot write over what another has written.
alter table transfers add column parts integer not null default 0;
-- Until when the archive may be downloaded; null when there is none.
alter table transfers add column expires_at integer;
create index transfers_expiring on transfers (expires_at) where expires_at is not null;

-- What an archive is to hold, entry by entry, and where in it each was written; goes when the export has ended.
create table export_entries (
  transfer_id text not null references transfers (id) on delete cascade,
  -- The place of its page among those that are exported, parents before children.
  n integer not null,
  -- 0 is the page itself, 1 what was said on it, from 2 on what is attached to it.
  part integer not null,
  -- n of the page above; 0 at the top.
  parent_n integer not null,
  page_id text not null,
  -- What the page is, or what is attached to it.
  file_id text,
  type text not null,
  title text not null,
  -- Null until it has been given its name.
  path text,
  -- Of a page with others below it, where those lie.
  folder text,
  -- Null until it has been written.
  at integer,
  packed integer not null default 0,
  size integer not null default 0,
  crc integer not null default 0,
  is_stored integer not null default 0,
  is_streamed integer not null default 0,
  -- JSON for the manifest; null for what is not in that.
  detail text,
  primary key (transfer_id, n, part)
) strict, without rowid;
create index export_entries_by_page on export_entries (transfer_id, page_id) where part = 0;
create index export_entries_by_file on export_entries (transfer_id, file_id) where file_id is not null;
create index export_entries_by_parent on export_entries (transfer_id, parent_n, n) where part = 0;

-- Parts of its archive that the bucket has taken.
create table export_parts (
  transfer_id text not null references transfers (id) on delete cascade,
  number integer not null,
  etag text not null,
  primary key (transfer_id, number)
) strict, without rowid;
