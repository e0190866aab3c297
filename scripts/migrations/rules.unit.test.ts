import { expect, test } from "vitest";
import { judgeMigrations } from "./rules.ts";

const judge = (sql: string) => judgeMigrations([{ file: "0001_first.sql", sql }]);

test("requires consecutive, unique numbers and lower-case names", () => {
  const names = (...files: string[]) => judgeMigrations(files.map((file) => ({ file, sql: "select 1;" })));
  expect(names("0001_core.sql", "0002_more_tables.sql")).toEqual([]);
  expect(names("0001_a.sql", "0003_b.sql")).toEqual([expect.stringContaining("0003_b.sql: expected number 0002")]);
  expect(names("0001_a.sql", "0001_b.sql")).toEqual([expect.stringContaining("0001_b.sql: expected number 0002")]);
  expect(names("0001_Core.sql")).toEqual([expect.stringContaining("NNNN_name.sql")]);
  expect(names()).toHaveLength(1);
});

test("requires a reviewed comment beside or above a statement that deletes data", () => {
  expect(judge("select 1;\nDROP  TABLE pages;")).toEqual([expect.stringContaining("0001_first.sql:2")]);
  expect(judge("alter table pages\n  drop column title;")).toHaveLength(1);
  expect(judge("-- reviewed: copied into drives above\n-- on purpose\ndrop table pages;")).toEqual([]);
  expect(judge("drop table pages; -- reviewed: empty")).toEqual([]);
  expect(judge("-- reviewed: for another statement\nselect 1;\ndrop table pages;")).toHaveLength(1);
  expect(judge("-- reviewed:\ndrop table pages;")).toHaveLength(1);
});

test("ignores words in comments and harmless drops", () => {
  expect(judge("-- we never drop table here\n/* alter table a drop b */\ndrop index a;\ndrop trigger b;")).toEqual([]);
});

test("reports statements that D1 rejects, but not the body of a trigger", () => {
  expect(judge("begin transaction;\nselect 1;\ncommit;")).toHaveLength(2);
  expect(judge("create trigger t after insert on a begin\n  select 1;\nend;")).toEqual([]);
});
