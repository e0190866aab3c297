-- Every way in beyond the mailed link. Times are milliseconds since 1970; hashes are base64url of SHA-256 with the kind
-- of credential mixed in. What is single-use has used_at and, where a reply may be lost, the claim_id of its winner.

alter table users add column username text;
alter table users add column display_name text;
alter table users add column bio text not null default '';
-- Found by others in search only when switched on.
alter table users add column discoverable integer not null default 0;
create unique index users_by_username on users (username) where username is not null;

-- The device whose token made the session; null for a session of a browser alone.
alter table sessions add column device_id text;
create index sessions_by_device on sessions (device_id) where device_id is not null;
-- For the sweep.
create index sessions_by_expiry on sessions (expires_at);
create index mcp_tokens_by_revocation on mcp_tokens (revoked_at) where revoked_at is not null;

-- Hash of the session of the browser that asked for the link, if it had one: a sign-in in that browser ends it, also
-- where the link is opened from another site, to which the browser sends no session cookie.
alter table magic_links add column asked_by text;

-- An account at a provider, known by issuer and subject; the address is what the provider said when it was linked.
create table identities (
  issuer text not null,
  subject text not null,
  user_id text not null references users (id) on delete cascade,
  provider text not null check (provider in ('providera', 'providerb')),
  email text not null,
  created_at integer not null,
  primary key (issuer, subject)
) strict, without rowid;
create index identities_by_user on identities (user_id, provider);

-- Marks that a sign-in at a provider is under way: the single-use half of state. No secret lies here.
create table oauth_marks (
  state_hash text primary key not null,
  provider text not null check (provider in ('providera', 'providerb')),
  created_at integer not null,
  expires_at integer not null,
  used_at integer,
  claim_id text
) strict, without rowid;
create index oauth_marks_by_expiry on oauth_marks (expires_at);

-- Identity tokens that were taken once, until they expire by themselves.
create table spent_id_tokens (
  token_hash text primary key not null,
  expires_at integer not null,
  claim_id text not null
) strict, without rowid;
create index spent_id_tokens_by_expiry on spent_id_tokens (expires_at);

create table passkeys (
  -- WebAuthn credential id, base64url; unique over all users.
  credential_id text primary key not null,
  id text not null unique,
  user_id text not null references users (id) on delete cascade,
  -- COSE key, base64url.
  public_key text not null,
  -- What the authenticator gives back as the user's handle; the same for all passkeys of a user, and says nothing.
  user_handle text not null,
  counter integer not null,
  device_type text not null check (device_type in ('singleDevice', 'multiDevice')),
  backed_up integer not null,
  -- JSON list of WebAuthn transports.
  transports text not null default '[]',
  name text not null,
  created_at integer not null,
  last_used_at integer,
  -- Its counter once went backwards: somebody may have copied it.
  clone_suspected_at integer
) strict, without rowid;
create index passkeys_by_user on passkeys (user_id, id);

create table webauthn_challenges (
  -- UUIDv7; also the first 16 bytes of the challenge, so that an answer names its row.
  id text primary key not null,
  ceremony text not null check (ceremony in ('register', 'authenticate')),
  challenge text not null,
  -- Registration: hash of the session that asked. Sign-in: hash of the browser's cookie, or of nothing for programs.
  bound_to text not null,
  -- Registration: the handle the new passkey is made for.
  user_handle text,
  created_at integer not null,
  expires_at integer not null,
  used_at integer,
  claim_id text,
  -- The failure it was answered with has been counted against the account.
  charged_at integer
) strict, without rowid;

create table devices (
  id text primary key not null,
  user_id text not null references users (id) on delete cascade,
  -- The name the client gave the device, opaque to us.
  device_id text not null,
  name text not null,
  platform text not null check (platform in ('web', 'desktop', 'ios', 'android')),
  epoch integer not null,
  trust_score integer not null default 100 check (trust_score between 0 and 100),
  suspicious_count integer not null default 0,
  -- The stored fingerprint: families, never versions; place by country and region, never the address.
  browser text not null,
  os text not null,
  country text not null,
  region text not null,
  latitude real,
  longitude real,
  created_at integer not null,
  last_used_at integer not null,
  -- Absolute; refreshing does not move it.
  expires_at integer not null,
  revoked_at integer
) strict, without rowid;
create index devices_by_user on devices (user_id, device_id);

-- The family of a device's tokens: one current, its parents replaced.
create table device_tokens (
  token_hash text primary key not null,
  device text not null references devices (id) on delete cascade,
  generation integer not null,
  -- The successor is derived from the token and this salt, so that a lost reply can be given again.
  salt text not null,
  created_at integer not null,
  -- Idle limit of this token.
  expires_at integer not null,
  replaced_at integer
) strict, without rowid;
create unique index device_tokens_by_device on device_tokens (device, generation);

create table socket_tokens (
  token_hash text primary key not null,
  session_id text not null,
  user_id text not null references users (id) on delete cascade,
  epoch integer not null,
  page_id text,
  created_at integer not null,
  expires_at integer not null,
  used_at integer,
  claim_id text
) strict, without rowid;
create index socket_tokens_by_expiry on socket_tokens (expires_at);

-- One call of one service: one resource, one action, sixty seconds.
create table service_tokens (
  token_hash text primary key not null,
  audience text not null,
  resource_type text not null,
  resource_id text not null,
  action text not null,
  created_at integer not null,
  expires_at integer not null,
  used_at integer,
  claim_id text
) strict, without rowid;
create index service_tokens_by_expiry on service_tokens (expires_at);

-- A change of address waits here for the proof that the new mailbox is the user's.
create table email_changes (
  id text primary key not null,
  token_hash text not null unique,
  user_id text not null references users (id) on delete cascade,
  email text not null,
  -- The proven address it replaces, which is told.
  previous_email text not null,
  epoch integer not null,
  created_at integer not null,
  expires_at integer not null,
  mailed_at integer,
  used_at integer,
  claim_id text
) strict, without rowid;
create index email_changes_by_user on email_changes (user_id, used_at);

-- Notices that were mailed, so that a job that comes twice sends one. job_id is a UUIDv7.
create table sent_notices (
  job_id text primary key not null,
  sent_at integer not null
) strict, without rowid;
