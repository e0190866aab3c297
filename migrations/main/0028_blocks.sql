-- Set where the one who was blocked has blocked too: each block is lifted by itself.
alter table connections add column also_blocked integer not null default 0 check (also_blocked in (0, 1));

-- Who was turned down, by whom and when: the same request may be made again only after a while.
create table rejected_requests (
  requester_id text not null references users (id) on delete cascade,
  other_id text not null references users (id) on delete cascade,
  rejected_at integer not null,
  primary key (requester_id, other_id)
) strict, without rowid;
create index rejected_requests_by_other on rejected_requests (other_id);
create index rejected_requests_by_time on rejected_requests (rejected_at);
