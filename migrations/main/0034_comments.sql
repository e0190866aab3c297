-- Comment threads beside the text of pages. Where a thread stands in a text is kept by the page's object, with the text;
-- here are its words, its state and what it was opened on.
create table comment_threads (
  id text primary key,
  page_id text not null references pages (id) on delete cascade,
  -- 'comment' or 'suggestion'.
  kind text not null,
  -- 'page', 'text', 'cells', 'picture' or 'pdf'.
  target text not null,
  -- What of the target it is about, as JSON: a rectangle of a picture, the page of a PDF.
  place text not null default '{}',
  -- The words it was opened on, as they were then.
  quote text not null default '',
  -- What a suggestion puts in their place.
  replacement text,
  -- The revision it was opened at, and the one at which it was resolved or decided.
  revision integer not null default 0,
  closed_revision integer,
  -- Null while it is open.
  closed_at integer,
  closed_by text references users (id) on delete set null,
  -- 'resolved', 'task', 'accepted' or 'rejected'.
  closed_as text,
  -- The page with the task whose completion resolves the thread.
  task_page_id text,
  user_id text references users (id) on delete set null,
  token_id text,
  created_at integer not null,
  -- The newest comment, or the thread itself while it has none, to tell what a reader has not read.
  last_comment_id text not null default '',
  -- Kept by the triggers below: comments, and bytes of text (UTF-8) with the quote, the replacement and the comments.
  comment_count integer not null default 0,
  text_bytes integer not null default 0
) strict, without rowid;
create index comment_threads_by_page on comment_threads (page_id, id);
create index comment_threads_open on comment_threads (page_id, id) where closed_at is null;
create index comment_threads_by_user on comment_threads (user_id, id);
create index comment_threads_by_closer on comment_threads (closed_by) where closed_by is not null;
create index comment_threads_by_task on comment_threads (task_page_id, id) where task_page_id is not null;

create table comments (
  id text primary key,
  thread_id text not null references comment_threads (id) on delete cascade,
  page_id text not null,
  -- Null if nobody is the author any more.
  user_id text references users (id) on delete set null,
  -- The tool token it was written with.
  token_id text,
  -- The author's name in the file that the comment was imported from.
  author_name text,
  content text not null,
  created_at integer not null,
  edited_at integer,
  deleted_at integer
) strict, without rowid;
create index comments_by_thread on comments (thread_id, id);
create index comments_by_user on comments (user_id, id);

create table comment_reactions (
  comment_id text not null references comments (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  emoji text not null,
  created_at integer not null,
  primary key (comment_id, user_id, emoji)
) strict, without rowid;
create index comment_reactions_by_user on comment_reactions (user_id, comment_id);

-- What each reader has read of a thread, whether they have written in it, and whether they are told about replies: null if
-- they have not chosen, which those who have written are, else 1 or 0.
create table comment_readers (
  thread_id text not null references comment_threads (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  last_read_id text not null default '',
  commented integer not null default 0,
  follows integer,
  primary key (thread_id, user_id)
) strict, without rowid;
create index comment_readers_by_user on comment_readers (user_id, thread_id);

create trigger comment_added after insert on comments begin
  update comment_threads set
    comment_count = comment_count + 1,
    text_bytes = text_bytes + octet_length(new.content),
    last_comment_id = max(last_comment_id, new.id)
  where id = new.thread_id;
end;
create trigger comment_edited after update of content on comments
  when octet_length(old.content) <> octet_length(new.content) begin
  update comment_threads set text_bytes = text_bytes + octet_length(new.content) - octet_length(old.content)
  where id = new.thread_id;
end;
create trigger comment_removed after delete on comments begin
  update comment_threads set
    comment_count = comment_count - 1,
    text_bytes = text_bytes - octet_length(old.content),
    last_comment_id = coalesce((select max(id) from comments where thread_id = old.thread_id), id)
  where id = old.thread_id;
end;

-- What threads add to the text of their drive. Beside the triggers for other texts, which stay as they are.
create trigger thread_counted after insert on comment_threads when new.text_bytes <> 0 begin
  update drives set text_bytes = text_bytes + new.text_bytes
  where id = (select drive_id from pages where id = new.page_id);
end;
create trigger thread_recounted after update of text_bytes on comment_threads
  when old.text_bytes <> new.text_bytes begin
  update drives set text_bytes = text_bytes + new.text_bytes - old.text_bytes
  where id = (select drive_id from pages where id = new.page_id);
end;
create trigger thread_uncounted after delete on comment_threads begin
  update drives set text_bytes = text_bytes - old.text_bytes
  where id = (select drive_id from pages where id = old.page_id);
end;
create trigger page_threads_uncounted before delete on pages begin
  update drives set text_bytes = text_bytes
    - coalesce((select sum(text_bytes) from comment_threads where page_id = old.id), 0)
  where id = old.drive_id;
end;
create trigger page_threads_changed_drive after update of drive_id on pages when old.drive_id <> new.drive_id begin
  update drives set text_bytes = text_bytes + iif(id = new.drive_id, 1, -1)
    * coalesce((select sum(text_bytes) from comment_threads where page_id = new.id), 0)
  where id in (old.drive_id, new.drive_id);
end;

-- Types that neither constraint on the other two columns allows; without one, so that later types need no further column.
alter table notifications add column kind text;
-- The thread that a notification is about.
alter table notifications add column thread_id text;
