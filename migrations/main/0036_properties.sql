-- The properties of pages, which their texts contain as lines of front matter: a row for each item of a value. Derived from
-- the texts, and written in the same transaction.
create table page_values (
  page_id text not null references pages (id) on delete cascade,
  -- The folded name of the property, and the position of the item in a list.
  key text not null,
  n integer not null,
  -- The parent of the page; '' at the root of a drive.
  parent_id text not null,
  -- Whatever the declared type, so that a change of types writes nothing: a number, 0 or 1, an ISO date, `user:ID`,
  -- `page:ID`, `file:ID` or folded text.
  value any not null,
  -- The words, if they differ from the value.
  shown text,
  primary key (page_id, key, n)
) strict, without rowid;
create index page_values_by_value on page_values (parent_id, key, value, page_id);
create index page_values_by_page_ref on page_values (value, key, page_id)
  where typeof(value) = 'text' and substr(value, 1, 5) = 'page:';

create trigger page_values_moved after update of parent_id on pages when new.parent_id is not old.parent_id begin
  update page_values set parent_id = coalesce(new.parent_id, '') where page_id = new.id;
end;

-- A text without front matter has no properties, whichever version stores it, and whatever text it replaces.
create trigger page_values_ended after update of content on page_contents when substr(new.content, 1, 3) <> '---' begin
  delete from page_values where page_id = new.page_id;
end;

-- Who is assigned which tasks of task lists, by due date: a row for each person of a task.
create table task_people (
  user_id text not null,
  is_done integer not null,
  -- YYYY-MM-DD; '9999' without a due date.
  due text not null,
  page_id text not null references pages (id) on delete cascade,
  -- A hash of the task's text, and its number among the tasks of the page with that text.
  key text not null,
  -- The task's words as written, or their beginning.
  source text not null,
  -- The day, YYYY-MM-DD, on which the person is reminded; null without a reminder.
  remind_on text,
  -- Whether that reminder was sent, or withheld when it was to be sent.
  reminded integer not null default 0,
  primary key (user_id, is_done, due, page_id, key)
) strict, without rowid;
-- `reminded` so that the few rows that were reminded are found when a list changes.
create index task_people_by_page on task_people (page_id, reminded);
create index task_people_by_reminder on task_people (remind_on) where remind_on is not null and is_done = 0 and reminded = 0;

-- How far the sweep has indexed pages whose texts were stored by a version without these tables. No row: not at all.
create table property_index (
  id integer primary key check (id = 1),
  -- The version of the rules by which pages are indexed, and the number of times that all pages were.
  rules integer not null,
  passes integer not null,
  -- The id of the last page of the current pass, which does not begin before this time (ms).
  after_id text not null,
  due_at integer not null
) strict;
