-- One emoji, shown in place of the icon of the page's type.
alter table pages add column icon text;
-- The name of a built-in cover, or `file:<file id>`, optionally followed by `@` and a vertical position in percent.
alter table pages add column cover text;
