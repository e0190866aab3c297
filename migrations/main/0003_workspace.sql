-- What people do on and around pages: mentions, messages, notifications, connections, agents. Times are milliseconds
-- since 1970; ids sort by time.

-- Who and what a page's text names, kept with every write of the text.
create table mentions (
  page_id text not null references pages (id) on delete cascade,
  target_type text not null check (target_type in ('user', 'page')),
  target_id text not null,
  created_by text not null,
  created_at integer not null,
  primary key (page_id, target_type, target_id)
) strict, without rowid;
create index mentions_by_target on mentions (target_type, target_id, page_id);

-- Settings of an AI_CHAT page; no row means the defaults.
create table agent_configs (
  page_id text primary key not null references pages (id) on delete cascade,
  system_prompt text not null default '',
  -- JSON list of tool names.
  enabled_tools text not null default '[]',
  ai_provider text not null default '',
  ai_model text not null default '',
  updated_at integer not null
) strict, without rowid;

create table messages (
  id text primary key not null,
  page_id text not null references pages (id) on delete cascade,
  -- Null for what nobody wrote in person.
  user_id text references users (id) on delete set null,
  role text not null check (role in ('user', 'assistant', 'system')),
  content text not null,
  parent_message_id text,
  created_at integer not null,
  edited_at integer,
  -- A deleted message with replies keeps its place and loses its content.
  deleted_at integer
) strict, without rowid;
create index messages_by_page on messages (page_id, id);
create index messages_by_user on messages (user_id, id);
create index messages_by_parent on messages (parent_message_id, id) where parent_message_id is not null;

-- How far each reader has read a channel; everything after it is unread.
create table message_reads (
  page_id text not null references pages (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  last_read_id text not null,
  primary key (page_id, user_id)
) strict, without rowid;

-- One row a pair of people, smaller id first, so that two requests that cross are one connection.
create table connections (
  id text primary key not null,
  low_id text not null references users (id) on delete cascade,
  high_id text not null references users (id) on delete cascade,
  requester_id text not null,
  status text not null check (status in ('pending', 'accepted', 'blocked')),
  -- Who blocked; only they see the row and may lift it.
  blocked_by text,
  message text not null default '',
  requested_at integer not null,
  accepted_at integer,
  updated_at integer not null,
  check (low_id < high_id),
  unique (low_id, high_id)
) strict, without rowid;
create index connections_by_high on connections (high_id, low_id);

create table notifications (
  id text primary key not null,
  user_id text not null references users (id) on delete cascade,
  type text not null check (type in ('PAGE_SHARED', 'PERMISSION_UPDATED', 'PERMISSION_REVOKED', 'MENTION',
    'CONNECTION_REQUEST', 'CONNECTION_ACCEPTED', 'DRIVE_MEMBER_ADDED', 'FILE_PROCESSED', 'FILE_FAILED', 'SECURITY')),
  title text not null,
  message text not null,
  actor_id text,
  page_id text,
  drive_id text,
  read_at integer,
  created_at integer not null
) strict, without rowid;
create index notifications_by_user on notifications (user_id, id);
create index notifications_unread on notifications (user_id, id) where read_at is null;

-- Counted by the triggers below, so that showing a count reads one row whatever wrote the notifications.
create table notification_counts (
  user_id text primary key not null references users (id) on delete cascade,
  total integer not null,
  unread integer not null
) strict, without rowid;

create trigger notification_added after insert on notifications begin
  insert into notification_counts (user_id, total, unread) values (new.user_id, 1, new.read_at is null)
    on conflict (user_id) do update set total = total + 1, unread = unread + (new.read_at is null);
end;
create trigger notification_read after update of read_at on notifications
  when (old.read_at is null) <> (new.read_at is null) begin
  update notification_counts set unread = unread + (new.read_at is null) - (old.read_at is null) where user_id = new.user_id;
end;
create trigger notification_removed after delete on notifications begin
  update notification_counts set total = total - 1, unread = unread - (old.read_at is null) where user_id = old.user_id;
end;

-- Pages whose text, title or place the search index does not have yet; a row goes when the index has that revision.
create table search_dirty (
  page_id text primary key not null,
  since integer not null
) strict, without rowid;

-- The words a discoverable person is found by: of their username, display name and name, folded.
create table person_words (
  word text not null,
  user_id text not null references users (id) on delete cascade,
  primary key (word, user_id)
) strict, without rowid;
create index person_words_by_user on person_words (user_id);

-- Edits of several pages at once: whether the commit they have in common happened. Kept for a day.
create table edit_tickets (
  ticket text primary key not null,
  committed integer not null,
  created_at integer not null
) strict, without rowid;

-- Pages that a token has written on, and when it last did, to the minute.
create table token_pages (
  token_id text not null,
  page_id text not null references pages (id) on delete cascade,
  last_at integer not null,
  primary key (token_id, page_id)
) strict, without rowid;
create index token_pages_by_time on token_pages (token_id, last_at, page_id);
