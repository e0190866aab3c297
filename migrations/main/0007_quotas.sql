-- What a drive holds, the trash included: pages, and bytes of text (UTF-8). Counted by the triggers below whatever wrote or
-- removed it, so that what a person may keep is checked by adding up the few drives they own. Text is what pages and
-- messages say, what attachments are found by, and the prompts of agents.

alter table drives add column total_pages integer not null default 0;
alter table drives add column text_bytes integer not null default 0;

update drives set
  total_pages = (select count(*) from pages where drive_id = drives.id),
  text_bytes = (
    select coalesce(sum(
      coalesce((select octet_length(content) from page_contents where page_id = p.id), 0)
      + coalesce((select sum(octet_length(content)) from messages where page_id = p.id), 0)
      + coalesce((select sum(octet_length(content)) from attachment_texts where page_id = p.id), 0)
      + coalesce((select octet_length(system_prompt) from agent_configs where page_id = p.id), 0)), 0)
    from pages p where p.drive_id = drives.id);

create trigger page_counted after insert on pages begin
  update drives set total_pages = total_pages + 1 where id = new.drive_id;
end;
-- Before, while its texts are there: they go by cascade once the page is gone, and then count for no drive.
create trigger page_uncounted before delete on pages begin
  update drives set
    total_pages = total_pages - 1,
    text_bytes = text_bytes
      - coalesce((select octet_length(content) from page_contents where page_id = old.id), 0)
      - coalesce((select sum(octet_length(content)) from messages where page_id = old.id), 0)
      - coalesce((select sum(octet_length(content)) from attachment_texts where page_id = old.id), 0)
      - coalesce((select octet_length(system_prompt) from agent_configs where page_id = old.id), 0)
  where id = old.drive_id;
end;
create trigger page_changed_drive after update of drive_id on pages when old.drive_id <> new.drive_id begin
  update drives set
    total_pages = total_pages + iif(id = new.drive_id, 1, -1),
    text_bytes = text_bytes + iif(id = new.drive_id, 1, -1) * (
      coalesce((select octet_length(content) from page_contents where page_id = new.id), 0)
      + coalesce((select sum(octet_length(content)) from messages where page_id = new.id), 0)
      + coalesce((select sum(octet_length(content)) from attachment_texts where page_id = new.id), 0)
      + coalesce((select octet_length(system_prompt) from agent_configs where page_id = new.id), 0))
  where id in (old.drive_id, new.drive_id);
end;

create trigger content_counted after insert on page_contents when new.content <> '' begin
  update drives set text_bytes = text_bytes + octet_length(new.content)
  where id = (select drive_id from pages where id = new.page_id);
end;
create trigger content_recounted after update of content on page_contents
  when octet_length(old.content) <> octet_length(new.content) begin
  update drives set text_bytes = text_bytes + octet_length(new.content) - octet_length(old.content)
  where id = (select drive_id from pages where id = new.page_id);
end;
create trigger content_uncounted after delete on page_contents begin
  update drives set text_bytes = text_bytes - octet_length(old.content)
  where id = (select drive_id from pages where id = old.page_id);
end;

create trigger message_counted after insert on messages begin
  update drives set text_bytes = text_bytes + octet_length(new.content)
  where id = (select drive_id from pages where id = new.page_id);
end;
create trigger message_recounted after update of content on messages
  when octet_length(old.content) <> octet_length(new.content) begin
  update drives set text_bytes = text_bytes + octet_length(new.content) - octet_length(old.content)
  where id = (select drive_id from pages where id = new.page_id);
end;
create trigger message_uncounted after delete on messages begin
  update drives set text_bytes = text_bytes - octet_length(old.content)
  where id = (select drive_id from pages where id = old.page_id);
end;

create trigger attachment_text_counted after insert on attachment_texts begin
  update drives set text_bytes = text_bytes + octet_length(new.content)
  where id = (select drive_id from pages where id = new.page_id);
end;
create trigger attachment_text_recounted after update of content on attachment_texts
  when octet_length(old.content) <> octet_length(new.content) begin
  update drives set text_bytes = text_bytes + octet_length(new.content) - octet_length(old.content)
  where id = (select drive_id from pages where id = new.page_id);
end;
create trigger attachment_text_uncounted after delete on attachment_texts begin
  update drives set text_bytes = text_bytes - octet_length(old.content)
  where id = (select drive_id from pages where id = old.page_id);
end;

create trigger prompt_counted after insert on agent_configs when new.system_prompt <> '' begin
  update drives set text_bytes = text_bytes + octet_length(new.system_prompt)
  where id = (select drive_id from pages where id = new.page_id);
end;
create trigger prompt_recounted after update of system_prompt on agent_configs
  when octet_length(old.system_prompt) <> octet_length(new.system_prompt) begin
  update drives set text_bytes = text_bytes + octet_length(new.system_prompt) - octet_length(old.system_prompt)
  where id = (select drive_id from pages where id = new.page_id);
end;
create trigger prompt_uncounted after delete on agent_configs begin
  update drives set text_bytes = text_bytes - octet_length(old.system_prompt)
  where id = (select drive_id from pages where id = old.page_id);
end;
