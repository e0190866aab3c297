-- Apps that connect through OAuth. What a person allows one of them is a row of `mcp_tokens`; here stand who the apps are,
-- what they asked for, and what they renew their tokens with.

-- Known by registration, or by a document at the address that is their id.
create table oauth_clients (
  id text primary key,
  kind text not null check (kind in ('registered', 'document')),
  name text not null,
  redirect_uris text not null,
  created_at integer not null,
  -- When the document was last read.
  checked_at integer not null,
  -- Forgotten then, unless somebody allows it something before.
  keep_until integer not null
) strict, without rowid;
create index oauth_clients_by_end on oauth_clients (keep_until);

-- One request for access, from asking to the exchange of what came of it.
create table oauth_requests (
  id text primary key,
  kind text not null check (kind in ('code', 'device')),
  client_id text not null,
  redirect_uri text,
  state text,
  challenge text,
  resource text not null,
  wants_write integer not null,
  created_at integer not null,
  expires_at integer not null,
  device_hash text,
  user_code_hash text,
  polled_at integer,
  poll_interval integer not null default 5000,
  -- What the person decided.
  decided_at integer,
  allowed integer not null default 0,
  user_id text references users (id) on delete cascade,
  epoch integer,
  -- Ids as JSON; null for all drives.
  drive_ids text,
  read_only integer not null default 1,
  granted_until integer,
  code_hash text,
  code_expires_at integer,
  -- The one exchange, and the token that it made.
  used_at integer,
  claim_id text,
  token_id text
) strict, without rowid;
create index oauth_requests_by_end on oauth_requests (expires_at);
create index oauth_requests_by_user on oauth_requests (user_id) where user_id is not null;
create unique index oauth_requests_by_device on oauth_requests (device_hash) where device_hash is not null;
create unique index oauth_requests_by_user_code on oauth_requests (user_code_hash) where user_code_hash is not null;
create unique index oauth_requests_by_code on oauth_requests (code_hash) where code_hash is not null;

-- A family for each token; replaced ones stay, to tell a stolen one from a made-up one.
create table oauth_refresh_tokens (
  token_hash text primary key,
  token_id text not null,
  user_id text not null references users (id) on delete cascade,
  generation integer not null,
  salt text not null,
  created_at integer not null,
  replaced_at integer
) strict, without rowid;
create index oauth_refresh_tokens_by_token on oauth_refresh_tokens (token_id, generation);
create index oauth_refresh_tokens_by_user on oauth_refresh_tokens (user_id);

-- Of tokens that an app was granted; null for those that a person made by hand.
alter table mcp_tokens add column client_id text;
-- The resource that the token opens (RFC 8707).
alter table mcp_tokens add column audience text;
-- When the token by this hash ends. It is replaced until the grant itself ends.
alter table mcp_tokens add column expires_at integer;
alter table mcp_tokens add column granted_until integer;
create index mcp_tokens_by_grant_end on mcp_tokens (granted_until) where granted_until is not null and revoked_at is null;
