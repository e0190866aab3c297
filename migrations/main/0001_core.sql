-- People, drives, pages and the two outboxes. Times are milliseconds since 1970; rights are bits: 1 view, 2 edit,
-- 4 share, 8 delete. Small keyed tables are WITHOUT ROWID so that a lookup by key reads one row.

create table users (
  id text primary key not null,
  name text not null,
  -- What the owner sees and may change; it proves nothing.
  email text not null,
  -- The proven address: sign-in, linking and search use this one.
  login_email text not null unique,
  image text,
  role text not null default 'user' check (role in ('user', 'admin')),
  provider text not null default 'email' check (provider in ('email', 'providera', 'both')),
  -- Credentials carry the epoch they were born in; raising it ends them all at once.
  epoch integer not null default 0,
  suspended_at integer,
  failed_passkeys integer not null default 0,
  locked_until integer,
  -- Until then links sent to this mailbox ask before they sign in: something opened one on its own.
  confirm_links_until integer not null default 0,
  created_at integer not null,
  updated_at integer not null
) strict, without rowid;

create table sessions (
  token_hash text primary key not null,
  id text not null,
  user_id text not null references users (id) on delete cascade,
  epoch integer not null,
  created_at integer not null,
  expires_at integer not null,
  -- Equals created_at until the first request: a session nobody used.
  last_seen_at integer not null,
  auth_time integer not null,
  method text not null,
  ip text not null,
  user_agent text not null
) strict, without rowid;
create index sessions_by_user on sessions (user_id, id);

create table magic_links (
  id text primary key not null,
  token_hash text not null unique,
  email text not null,
  -- Hash of the cookie of the browser that asked for the link.
  binding_hash text,
  next text not null,
  created_at integer not null,
  expires_at integer not null,
  -- The mail went out; a redelivered job sends no second one.
  mailed_at integer,
  -- Asked for beyond the address's limit: same answer, same work, no mail.
  muted integer not null default 0,
  used_at integer,
  -- Made by whoever tries to consume it: tells a lost reply from a lost race.
  claim_id text,
  session_id text
) strict, without rowid;
create index magic_links_by_email on magic_links (email, used_at);

create table mcp_tokens (
  token_hash text primary key not null,
  id text not null,
  user_id text not null references users (id) on delete cascade,
  name text not null,
  last_four text not null,
  -- 'drives' with no live drive left denies everything; it never turns into 'all'.
  scope_mode text not null check (scope_mode in ('all', 'drives')),
  read_only integer not null default 0,
  created_at integer not null,
  last_used_at integer,
  revoked_at integer
) strict, without rowid;
create index mcp_tokens_by_user on mcp_tokens (user_id, id);

create table mcp_token_drives (
  token_id text not null,
  drive_id text not null,
  primary key (token_id, drive_id)
) strict, without rowid;

create table drives (
  id text primary key not null,
  owner_id text not null references users (id),
  name text not null,
  slug text not null,
  -- Live pages; kept in the batch that changes it.
  page_count integer not null default 0,
  trashed_at integer,
  created_at integer not null,
  updated_at integer not null,
  unique (owner_id, slug)
) strict, without rowid;

create table drive_members (
  drive_id text not null references drives (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  role text not null check (role in ('admin', 'member')),
  rights integer not null check (rights between 0 and 15),
  granted_by text not null,
  created_at integer not null,
  primary key (drive_id, user_id)
) strict, without rowid;
create index drive_members_by_user on drive_members (user_id, drive_id);

create table pages (
  id text primary key not null,
  drive_id text not null references drives (id),
  -- No foreign key: a page in the trash may outlive its parent and is then restored to the root.
  parent_id text,
  title text not null,
  type text not null check (type in
    ('DOCUMENT', 'FOLDER', 'AI_CHAT', 'CHANNEL', 'CANVAS', 'FILE', 'SHEET', 'TASK_LIST', 'CODE')),
  position real not null,
  -- Revision of the content below; grows by one with each committed edit.
  revision integer not null default 1,
  -- Set on the page that was deleted; what lies under it is in the trash with it.
  trashed_at integer,
  created_by text not null,
  -- The session or token that made the page and so was shown its first text; its room is told when it comes to life.
  created_via text not null default '',
  created_at integer not null,
  updated_at integer not null
) strict, without rowid;
create index pages_tree on pages (drive_id, parent_id, position, id);
create index pages_trash on pages (drive_id, trashed_at) where trashed_at is not null;

-- Texts stand apart so that walking the tree does not read them. No row means empty.
create table page_contents (
  page_id text primary key not null references pages (id) on delete cascade,
  content text not null
) strict;

create table page_grants (
  page_id text not null references pages (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  rights integer not null check (rights between 0 and 15),
  granted_by text not null,
  created_at integer not null,
  primary key (page_id, user_id)
) strict, without rowid;
create index page_grants_by_user on page_grants (user_id, page_id);
-- Counting what a member may not see begins at the few grants that withhold the view.
create index page_grants_withheld on page_grants (user_id, page_id) where (rights & 1) = 0;

-- Rows that commit with the act they tell of; shipped to the audit chain and the queue afterwards.
create table audit_outbox (
  id text primary key not null,
  entry text not null,
  created_at integer not null
) strict, without rowid;

create table jobs_outbox (
  id text primary key not null,
  job text not null,
  created_at integer not null
) strict, without rowid;
