-- Who hands out access, and by which address people were added. Both are off, or unknown, for what was there before.

-- The token may change who has access to pages and drives. What it grants outlives it.
alter table mcp_tokens add column can_share integer not null default 0;

-- The address by which the person was added; null when it was by their id. Whoever typed it may see it again.
alter table drive_members add column invited_email text;

-- Whether something below a page is withheld from whoever deletes it is looked for from here: the grants of theirs that
-- lack the right to view or to delete.
create index page_grants_narrow on page_grants (user_id, page_id) where (rights & 9) <> 9;
