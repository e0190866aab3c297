/**
 * 24 pairs of concurrent edits to one page's properties, with lists on one line and with one item per line. Word-level
 * merging made 6 of them lose a value, duplicate a key or leave invalid YAML; merging by parts of lines, 2; merging new
 * properties by key, none.
 */
import { expect, test } from "vitest";
import { parseDocument } from "yaml";
import { damagedCases, type Case, type Edit, type Reading } from "./judge.ts";

type Value = string | number | boolean | readonly string[];

const PROPERTIES: Readonly<Record<string, Value>> = {
  status: "Doing",
  due: "2026-12-01",
  tags: ["venue", "spring"],
  owner: ["@[Ann](user:u1)"],
  budget: 1200,
  approved: false,
};

const quoted = (value: Value): string => (String(value).startsWith("@") ? JSON.stringify(value) : String(value));
const inOneLine = (key: string, value: Value): string[] =>
  Array.isArray(value) ? [`${key}: [${value.map(quoted).join(", ")}]`] : [`${key}: ${quoted(value)}`];
const itemByLine = (key: string, value: Value): string[] =>
  Array.isArray(value) ? [`${key}:`, ...value.map((item: string) => `  - ${quoted(item)}`)] : inOneLine(key, value);

type Print = typeof inOneLine;

const pageOf = (print: Print): string =>
  ["---", ...Object.entries(PROPERTIES).flatMap(([key, value]) => print(key, value)), "---", "# Spring meeting", "", "We meet in the large hall.", "Bring the list.", ""].join("\n"); // oxfmt-ignore

function read(text: string): Reading {
  const lines = text.split("\n");
  const end = lines.indexOf("---", 1);
  const document = parseDocument(lines.slice(1, end).join("\n"), { schema: "core", uniqueKeys: true });
  const values = (document.toJS() ?? {}) as Record<string, unknown>;
  const properties = Object.entries(values).map(([key, value]) => {
    return [key, { value: Array.isArray(value) ? value.map(String) : String(value) }] as const;
  });
  return {
    things: new Map([...properties, ["text", { value: lines.slice(end).join("\n") }]]),
    faults: lines[0] === "---" && end > 0 ? document.errors.map(({ message }) => message) : ["no front matter"],
  };
}

const spanOf = (lines: readonly string[], key: string): [start: number, end: number] => {
  const start = lines.findIndex((line) => line.startsWith(`${key}:`));
  let end = start + 1;
  while (/^\s/.test(lines[end] ?? "")) end += 1;
  return [start, end];
};

function casesOf(print: Print): Case[] {
  const set =
    (key: string, value: Value): Edit =>
    (lines) => {
      const [start, end] = spanOf(lines, key);
      const at = start < 0 ? lines.indexOf("---", 1) : start;
      return lines.toSpliced(at, start < 0 ? 0 : end - start, ...print(key, value));
    };
  const remove =
    (key: string): Edit =>
    (lines) => {
      const [start, end] = spanOf(lines, key);
      return lines.toSpliced(start, end - start);
    };
  const toTop =
    (key: string): Edit =>
    (lines) => {
      const [start, end] = spanOf(lines, key);
      return remove(key)(lines).toSpliced(1, 0, ...lines.slice(start, end));
    };
  const replace =
    (one: string, other: string): Edit =>
    (lines) =>
      lines.map((line) => line.replace(one, other));
  const [ann, ben, cleo] = ["@[Ann](user:u1)", "@[Ben](user:u2)", "@[Cleo](user:u3)"];
  return [
    ["two beside each other", set("status", "Done"), set("due", "2026-12-24")],
    ["two apart", set("status", "Done"), set("budget", 1500)],
    ["two choices", set("status", "Done"), set("status", "In review")],
    ["the same choice", set("status", "Done"), set("status", "Done")],
    ["two numbers", set("budget", 1300), set("budget", 1500)],
    ["two dates", set("due", "2026-12-24"), set("due", "2027-01-10")],
    ["date, range", set("due", "2026-12-24"), set("due", "2026-12-01/2026-12-03")],
    ["two new ones", set("place", "Hall"), set("url", "https://example.org/a")],
    ["the same new one", set("place", "Hall"), set("place", "Hall")],
    ["a new one with two values", set("place", "Hall"), set("place", "Cellar")],
    ["a new one, the last removed", set("place", "Hall"), remove("approved")],
    ["removed, set", remove("status"), set("status", "Done")],
    ["removed, the next set", remove("status"), set("due", "2026-12-24")],
    ["two new items", set("tags", ["venue", "spring", "money"]), set("tags", ["venue", "spring", "press"])],
    ["the same new item", set("tags", ["venue", "spring", "money"]), set("tags", ["venue", "spring", "money"])],
    ["new item, one removed", set("tags", ["venue", "spring", "money"]), set("tags", ["spring"])],
    ["last item removed, new item", set("tags", ["venue"]), set("tags", ["venue", "spring", "money"])],
    ["two new people", set("owner", [ann, ben]), set("owner", [ann, cleo])],
    ["people replaced, one new", set("owner", [ben]), set("owner", [ann, cleo])],
    ["moved to the top, set", toTop("budget"), set("budget", 1500)],
    ["set, first line of the text", set("approved", true), replace("# Spring meeting", "# The spring meeting")],
    ["the same box", set("approved", true), set("approved", true)],
    ["a new one, words of the text", set("place", "Hall"), replace("large hall", "small hall")],
  ] as const;
}

test.each<[string, Print]>([
  ["inline lists", inOneLine],
  ["one item per line", itemByLine],
])("merges every pair of property changes with %s without damage", (_, print) => {
  expect(damagedCases(pageOf(print), casesOf(print), read)).toEqual({});
});

/** The twenty-fourth pair: a renamed property may have the old value or the new one. */
test("keeps a property that one side renames and the other sets once, under its new name", () => {
  for (const print of [inOneLine, itemByLine]) {
    const rename: Edit = (lines) => lines.map((line) => line.replace(/^status:/, "state:"));
    const set: Edit = (lines) => lines.map((line) => line.replace("status: Doing", "status: Done"));
    const damaged = damagedCases(pageOf(print), [["renamed, set", rename, set]], read);
    expect(damaged["renamed, set"] ?? []).toEqual([expect.stringMatching(/^state: value is "Done"/)]);
  }
});
