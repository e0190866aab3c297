-- The right to comment has a column of its own: older versions reject and compute wrongly with a fifth bit in `rights`.
-- `all_rights` adds it to those bits as 16. Editing includes it, and without viewing it does not count, because older
-- versions change `rights` alone. So it is stored only for rights without editing.
alter table page_grants add column can_comment integer not null default 0 check (can_comment in (0, 1));
alter table page_grants add column all_rights integer not null
  generated always as (rights | iif(rights & 2 or (rights & 1 and can_comment), 16, 0)) virtual;

alter table drive_members add column can_comment integer not null default 0 check (can_comment in (0, 1));
alter table drive_members add column all_rights integer not null
  generated always as (rights | iif(rights & 2 or (rights & 1 and can_comment), 16, 0)) virtual;

alter table invitations add column can_comment integer not null default 0 check (can_comment in (0, 1));
alter table invitations add column all_rights integer not null
  generated always as (rights | iif(rights & 2 or (rights & 1 and can_comment), 16, 0)) virtual;
