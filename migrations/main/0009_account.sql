-- Deleting accounts, handing drives over, and administrators who no longer are. Times are milliseconds since 1970.

-- Set from the moment an account is deleted until everything of it is gone; then the row goes. Nobody can sign in to it,
-- and nothing in it says who it was.
alter table users add column deleted_at integer;

-- Deletions under way: what is left to do after the commit that ended the account.
create table account_deletions (
  user_id text primary key not null,
  -- The proven address, for the last mail and for erasing it from the audit trail.
  email text not null,
  by_admin integer not null,
  -- When the queue was last told to go on.
  sent_at integer not null,
  -- The last mail went out.
  mailed_at integer,
  -- The audit trail holds no personal data of theirs any more.
  erased_at integer,
  created_at integer not null
) strict, without rowid;

create index account_deletions_by_sending on account_deletions (sent_at);

-- SHA-256 of addresses that ADMIN_EMAILS names and that an administrator has taken the role from. By address, so that
-- a new account of the same address does not get it back.
create table demoted_addresses (
  address_hash text primary key not null,
  created_at integer not null
) strict, without rowid;

-- What hangs on a person is found by the person: for its export, and to remove it a few rows at a time.
create index message_reads_by_user on message_reads (user_id, page_id);
create index files_by_creator on files (created_by, id);
create index page_grants_by_giver on page_grants (granted_by, page_id);
create index drive_members_by_giver on drive_members (granted_by, drive_id);
create index contact_messages_by_user on contact_messages (user_id, id);
