-- How a person wants the program to speak and to look; without a language the browser's counts.
alter table users add column language text;
alter table users add column appearance text not null default 'system';
