-- Imports and exports that go on behind an answer: one row each, kept for a while after it has ended. Nobody's account holds
-- it: what an import has made so far has to be taken away also when the account is gone.
create table transfers (
  id text primary key not null,
  user_id text not null,
  kind text not null check (kind in ('import', 'export')),
  drive_id text not null references drives (id) on delete cascade,
  -- Of an import the page that it goes under, of an export the page at its top; null for the whole drive.
  page_id text,
  name text not null,
  state text not null check (state in ('running', 'paused', 'done', 'failed', 'cancelled')),
  phase text not null,
  -- JSON: where the present phase has got to.
  cursor text not null default '{}',
  step integer not null default 1,
  -- How often the present step was begun again after it had been lost.
  attempts integer not null default 0,
  -- Who it acts for: their rights are proved with every step.
  caller_kind text not null check (caller_kind in ('session', 'mcp')),
  token_hash text not null,
  -- The page in the trash that holds what an import makes, until all of it is there.
  root_id text not null,
  size integer not null,
  total integer not null default 0,
  done integer not null default 0,
  pages integer not null default 0,
  files integer not null default 0,
  links integer not null default 0,
  changed integer not null default 0,
  skipped integer not null default 0,
  reason text,
  created_at integer not null,
  updated_at integer not null,
  ended_at integer
) strict, without rowid;
create index transfers_by_user on transfers (user_id, id);
create index transfers_by_drive on transfers (drive_id, root_id);
create index transfers_open on transfers (updated_at) where ended_at is null;
create index transfers_ended on transfers (ended_at) where ended_at is not null;

-- What lies in an archive that is imported, and what becomes of it; goes when the import has ended.
create table transfer_entries (
  transfer_id text not null references transfers (id) on delete cascade,
  path text not null,
  -- The archive it lies in: the one that was uploaded is 0, those in it follow.
  archive integer not null,
  folder text not null,
  stem text not null,
  name_key text not null,
  sort_key text not null,
  type text not null,
  title text not null,
  at integer not null default 0,
  packed integer not null default 0,
  size integer not null default 0,
  crc integer not null default 0,
  is_stored integer not null default 0,
  -- A file whose text becomes a document, once it has been read.
  converts integer not null default 0,
  page_id text not null,
  file_id text not null,
  parent_id text,
  place integer not null default 0,
  depth integer not null,
  -- folder: only if no page takes what is in it; listed, then page, then done, of what converts by way of reading; left:
  -- nothing becomes of it.
  state text not null,
  primary key (transfer_id, path)
) strict, without rowid;
create index transfer_entries_by_folder on transfer_entries (transfer_id, folder, sort_key);
create index transfer_entries_by_stem on transfer_entries (transfer_id, stem);
create index transfer_entries_by_name on transfer_entries (transfer_id, name_key);
create index transfer_entries_by_place on transfer_entries (transfer_id, state, archive, at);
create index transfer_entries_by_depth on transfer_entries (transfer_id, state, depth, path);

-- What is told of an import or export at its end.
create table transfer_notes (
  transfer_id text not null references transfers (id) on delete cascade,
  -- The step that wrote it, and its place among those.
  step integer not null,
  n integer not null,
  kind text not null check (kind in ('changed', 'skipped')),
  path text not null,
  reason text not null,
  primary key (transfer_id, step, n)
) strict, without rowid;
