-- 1 while the page's room may hold text that has not been written here yet: a reader asks the room then.
alter table pages add column is_ahead integer not null default 0;
create index pages_ahead on pages (drive_id) where is_ahead = 1;

-- Who has which page open over a socket, so that a change of access reaches the rooms concerned and nobody else. A row that
-- outlived its socket costs one call, by which it is removed.
create table open_pages (
  page_id text not null references pages (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  opened_at integer not null,
  primary key (page_id, user_id)
) without rowid;
create index open_pages_by_user on open_pages (user_id, page_id);

-- Whose hub has a socket: nobody else's is called.
create table online_users (
  user_id text primary key references users (id) on delete cascade,
  since integer not null
) without rowid;

-- Whose token it is, for undoing what it does at this moment.
create index mcp_tokens_by_id on mcp_tokens (id);
