-- Sign-up control, limits of the whole instance, and the sizes of its databases.

-- 1 in the row of a link that the operator's own command inserted: it creates an account under every sign-up policy.
alter table magic_links add column may_create_account integer not null default 0;
-- The sign-up link that the requesting browser had opened.
alter table magic_links add column sign_up_hash text;

-- Expiring links with which people who have no account can sign up.
create table sign_up_links (
  id text primary key not null,
  token_hash text not null unique,
  created_by text not null references users (id) on delete cascade,
  created_at integer not null,
  expires_at integer not null,
  max_uses integer not null,
  uses integer not null default 0
) strict;

create index sign_up_links_by_creator on sign_up_links (created_by, id);
create index sign_up_links_by_expiry on sign_up_links (expires_at);

-- One row, which the sweep refreshes.
create table instance_usage (
  id integer primary key not null check (id = 1),
  measured_at integer not null default 0,
  text_bytes integer not null,
  pages integer not null,
  file_bytes integer not null,
  users integer not null,
  -- What may be added until the next measurement. Writes check these, so they need no configuration.
  text_room integer not null default 9007199254740991,
  page_room integer not null default 9007199254740991,
  file_room integer not null default 9007199254740991,
  user_room integer not null default 9007199254740991,
  sized_at integer not null default 0,
  main_bytes integer,
  search_bytes integer,
  audit_bytes integer,
  -- 1 while the search database is too full for more pages.
  search_full integer not null default 0,
  -- JSON: by resource, the highest threshold (percent) that was reported.
  reported text not null default '{}'
) strict;

insert into instance_usage (id, text_bytes, pages, file_bytes, users)
select 1,
  (select coalesce(sum(text_bytes), 0) from drives),
  (select coalesce(sum(total_pages), 0) from drives),
  (select coalesce(sum(bytes), 0) from storage_usage),
  (select count(*) from users where deleted_at is null);

-- The sizes at the end of each day (UTC), for the forecast.
create table instance_sizes (
  day integer primary key not null,
  main_bytes integer,
  search_bytes integer,
  audit_bytes integer
) strict;

-- Mails sent on each day (UTC), counted while their number is limited.
create table mail_days (
  day integer primary key not null,
  sent integer not null
) strict;
