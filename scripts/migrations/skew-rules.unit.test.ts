/** Migrations that would break an older version are reported; purely additive ones are not. */
import { expect, test } from "vitest";
import { judgeSkew } from "./skew-rules.ts";
import { readMigrations } from "../schema.ts";

const FIRST = "create table pages (id text primary key not null, title text not null) strict, without rowid;";

/** The findings for a second migration after the first. */
const judge = (sql: string): string[] =>
  judgeSkew([
    { file: "0001_first.sql", sql: FIRST },
    { file: "0002_second.sql", sql },
  ]);

test.each([
  ["alter table pages drop column title;", "column pages.title is gone"],
  ["alter table pages rename column title to name;", "column pages.title is gone"],
  ["alter table pages add column kind text not null;", "column pages.kind is required and has no default"],
  ["drop table pages;", "table pages is gone"],
  ["alter table pages rename to sheets;", "table pages is gone"],
  ["create unique index pages_by_title on pages (title);", "index pages_by_title is unique"],
  [
    "create trigger no_long_titles before insert on pages when length(new.title) > 9 begin select raise(abort, 'long'); end;",
    "trigger no_long_titles may reject",
  ],
  [
    `create table new_pages (id text primary key not null, title text not null check (title <> '')) strict, without rowid;
     insert into new_pages select * from pages; drop table pages; alter table new_pages rename to pages;`,
    "table pages has changed",
  ],
])("rejects %s", (sql, says) => {
  expect(judge(sql).join("\n")).toContain(`0002_second.sql: ${says}`);
});

test.each([
  "create table sheets (id text primary key not null, title text not null unique);",
  "alter table pages add column kind text not null default '';",
  "alter table pages add column length integer not null generated always as (length(title)) virtual;",
  "alter table pages add column slug text; create unique index pages_by_slug on pages (slug) where slug is not null;",
  "create index pages_by_title on pages (title);",
  "create table counts (n integer not null); create trigger page_added after insert on pages begin update counts set n = n + 1; end;",
  "-- reviewed: nothing has written empty titles since the first version\ncreate trigger no_empty before insert on pages when new.title = '' begin select raise(abort, 'empty'); end;",
  "-- reviewed: nothing reads it\nalter table pages drop column title;",
])("accepts %s", (sql) => {
  expect(judge(sql)).toEqual([]);
});

test.each(["main", "search"] as const)("accepts all migrations of %s for the version before each", (history) => {
  expect(judgeSkew(readMigrations(history))).toEqual([]);
});
