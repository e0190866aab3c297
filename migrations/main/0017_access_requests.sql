-- Who asks to see a page they may not see: one row a person and page, whether it is answered or not.
create table access_requests (
  page_id text not null references pages (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  message text not null default '',
  created_at integer not null,
  -- Set when it was declined; a row that was granted is gone.
  declined_at integer,
  primary key (page_id, user_id)
) strict, without rowid;
create index access_requests_by_user on access_requests (user_id, page_id);

-- Types that came after the check on `type`, which a version before this one reads in their place.
alter table notifications add column later_type text check (later_type in ('ACCESS_REQUEST', 'ACCESS_DECLINED'));

-- What somebody wants to hear no mentions and no news of files from.
create table muted_pages (
  page_id text not null references pages (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  created_at integer not null,
  primary key (page_id, user_id)
) strict, without rowid;
create index muted_pages_by_user on muted_pages (user_id, page_id);

create table muted_drives (
  drive_id text not null references drives (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  created_at integer not null,
  primary key (drive_id, user_id)
) strict, without rowid;
create index muted_drives_by_user on muted_drives (user_id, drive_id);
