-- Invitations of addresses to a page or a drive. Each carries the rights that its acceptance gives.
create table invitations (
  id text primary key not null,
  page_id text references pages (id) on delete cascade,
  drive_id text references drives (id) on delete cascade,
  email text not null,
  role text not null check (role in ('admin', 'member')),
  rights integer not null,
  token_hash text not null unique,
  invited_by text not null references users (id) on delete cascade,
  created_at integer not null,
  -- When the present link was made; the link's token is derived from it.
  issued_at integer not null,
  expires_at integer not null,
  mailed_at integer,
  -- The address was mailed too often: no mail is sent.
  muted integer not null default 0,
  -- The account that received the rights.
  granted_to text references users (id) on delete cascade,
  -- When that account opened the page or the link; until then lists show the invitation in place of the account.
  accepted_at integer,
  check ((page_id is null) <> (drive_id is null))
) strict;

create unique index invitations_by_page on invitations (page_id, email) where page_id is not null;
create unique index invitations_by_drive on invitations (drive_id, email) where drive_id is not null;
create index invitations_by_email on invitations (email, id) where granted_to is null;
create index invitations_by_inviter on invitations (invited_by, accepted_at);
create index invitations_by_recipient on invitations (granted_to, page_id);
create index invitations_by_expiry on invitations (expires_at) where accepted_at is null;
