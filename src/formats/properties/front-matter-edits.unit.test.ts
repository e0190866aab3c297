import { parse } from "yaml";
import { expect, test } from "vitest";
import { seeded } from "../../../test/support/seeded.ts";
import {
  applyEdits,
  moveProperty,
  removeProperty,
  renameProperty,
  setProperty,
  type KeyPath,
} from "./front-matter-edits.ts";
import { findEntry, readFrontMatter, type PropertyValue } from "./front-matter.ts";

const PAGE = `---
# Kept.
status: In review   # ask Ann
"Start date": '2026-12-01'
tags: [venue, "spring, late"]
people:
  - Ann # first
  - Bo
odd: &x 1
empty:
---
Text.
`;

function after(text: string, edits: ReturnType<typeof setProperty>): string {
  expect(edits).not.toBe(null);
  return applyEdits(text, edits ?? []);
}

/** The lines that differ, as `-` and `+`. */
function changed(before: string, text: string): string[] {
  const [old, next] = [before.split("\n"), text.split("\n")];
  let start = 0;
  while (start < old.length && old[start] === next[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, next.length) - start && old.at(-1 - end) === next.at(-1 - end)) end += 1;
  return [
    ...old.slice(start, old.length - end).map((line) => `-${line}`),
    ...next.slice(start, next.length - end).map((line) => `+${line}`),
  ];
}

const set = (key: KeyPath, value: PropertyValue, text = PAGE): string[] =>
  changed(text, after(text, setProperty(text, key, value)));

test("setting a value changes its line alone, and keeps comments and quotes", () => {
  expect(set("Status", "Done")).toEqual(["-status: In review   # ask Ann", "+status: Done   # ask Ann"]);
  expect(set("start date", "2026-12-02")).toEqual([`-"Start date": '2026-12-01'`, `+"Start date": '2026-12-02'`]);
  expect(set("empty", 3)).toEqual(["-empty:", "+empty: 3"]);
  expect(set("status", null)).toEqual(["-status: In review   # ask Ann", "+status:    # ask Ann"]);
  expect(set("status", "In review")).toEqual([]);
});

test("quotes text that would be read as something else", () => {
  const text = "---\na: x\n---\n";
  const written = (value: PropertyValue): string => set("a", value, text)[1] ?? "";
  expect(written("yes")).toBe('+a: "yes"');
  expect(written("12")).toBe('+a: "12"');
  expect(written("a: b")).toBe('+a: "a: b"');
  expect(written("x\ny")).toBe(String.raw`+a: "x\ny"`);
  expect(written("2026-12-01/2026-12-03")).toBe("+a: 2026-12-01/2026-12-03");
  expect(written("3 rooms")).toBe("+a: 3 rooms");
  expect(written(["a, b", "c"])).toBe('+a: ["a, b", c]');
  expect(written("@[Ann](user:u1)")).toBe('+a: "@[Ann](user:u1)"');
});

test("an item added to a list leaves the others in place", () => {
  expect(setProperty(PAGE, "tags", ["venue", "spring, late", "print"])).toEqual([
    { from: PAGE.indexOf("]"), to: PAGE.indexOf("]"), insert: ", print" },
  ]);
  expect(set("people", ["Ann", "Cem", "Bo"])).toEqual(["+  - Cem"]);
  expect(set("people", ["Bo"])).toEqual(["-  - Ann # first"]);
  expect(set("people", ["Ann", "Bo"])).toEqual([]);
  expect(set("people", "Ann")).toEqual(["-people:", "-  - Ann # first", "-  - Bo", "+people: Ann"]);
});

test.each<readonly [string[], string]>([
  [["x", "venue", "spring, late"], '[x, venue, "spring, late"]'],
  [["venue"], "[venue]"],
  [["spring, late"], '["spring, late"]'],
  [["x"], "[x]"],
  [[], "[]"],
  [["venue", "x", "spring, late"], '[venue, x, "spring, late"]'],
])("a list in brackets becomes %j", (value, list) => {
  expect(after(PAGE, setProperty(PAGE, "tags", value))).toContain(`tags: ${list}\n`);
});

test("a new property comes last, and a text without front matter gets one", () => {
  expect(set("Budget", 1200)).toEqual(["+Budget: 1200"]);
  expect(after("Text.", setProperty("Text.", "Due", "2026-12-01"))).toBe("---\nDue: 2026-12-01\n---\nText.");
  expect(after("---\n---\n", setProperty("---\n---\n", "a: b", [1, "x"]))).toBe('---\n"a: b": [1, x]\n---\n---\n---\n'); // oxfmt-ignore
});

test("raw values are never rewritten, but can be removed", () => {
  expect(setProperty(PAGE, "odd", 2)).toBe(null);
  expect(changed(PAGE, after(PAGE, removeProperty(PAGE, "odd")))).toEqual(["-odd: &x 1"]);
});

test("removing and renaming reach every property of that name", () => {
  const text = "---\na: 1\nb: 2\nA: 3\n---\n";
  expect(after(text, removeProperty(text, "a"))).toBe("---\nb: 2\n---\n");
  expect(after(text, renameProperty(text, "a", "c d"))).toBe("---\nc d: 1\nb: 2\nc d: 3\n---\n");
  expect(renameProperty(text, "a", "B")).toBe(null);
  expect(renameProperty(text, "a", " ")).toBe(null);
  expect(removeProperty("Text.", "a")).toEqual([]);
});

test("keys below statuses and properties have the same edits", () => {
  const status = ["statuses", "doing"] as const;
  const first = after("- [ ] x", setProperty("- [ ] x", status, "Doing, amber"));
  expect(first).toBe("---\nstatuses:\n  doing: Doing, amber\n---\n- [ ] x");
  expect(set(["statuses", "done"], "Done, green, done", first)).toEqual(["+  done: Done, green, done"]);
  expect(set(status, "Doing, amber, limit 3", first)).toEqual([
    "-  doing: Doing, amber",
    "+  doing: Doing, amber, limit 3",
  ]);
  expect(after(first, renameProperty(first, status, "now"))).toContain("\n  now: Doing, amber\n");
  const two = after(first, setProperty(first, ["statuses", "todo"], "To do"));
  const moved = after(two, moveProperty(two, ["statuses", "todo"], "doing"));
  expect(moved).toBe("---\nstatuses:\n  todo: To do\n  doing: Doing, amber\n---\n- [ ] x");
  expect(after(moved, moveProperty(moved, ["statuses", "todo"], null))).toBe(two);
  expect(after(two, removeProperty(two, status))).toBe("---\nstatuses:\n  todo: To do\n---\n- [ ] x");
  const options = after("", setProperty("", ["properties", "Status"], ["To do, gray", "Done"]));
  expect(options).toBe("---\nproperties:\n  Status:\n    - To do, gray\n    - Done\n---\n");
  expect(set(["properties", "Status"], ["To do, gray", "Doing", "Done"], options)).toEqual(["+    - Doing"]);
  const retyped = after(options, setProperty(options, ["properties", "Status"], "text"));
  expect(retyped).toBe("---\nproperties:\n  Status: text\n---\n");
  expect(after(retyped, setProperty(retyped, ["properties", "Status"], ["To do, gray", "Done"]))).toBe(options);
});

test("front matter past its limits is not edited", () => {
  const text = `---\n${"k: v\n".repeat(201)}---\n`;
  for (const edits of [setProperty(text, "k", "w"), removeProperty(text, "k"), renameProperty(text, "k", "l")])
    expect(edits).toBe(null);
});

test("what is written is read back, by this reader and by a YAML parser, with all other lines kept", () => {
  const next = seeded(11);
  const letters = ["a", "B", " ", ":", "#", "-", "'", '"', "[", "]", ",", "\\", "1", ".", "é", "\n", "@", "!", "{", "&", "%", "yes", "null", "\t", "\u2028", "0x1", "~"]; // oxfmt-ignore
  const words = (): string => Array.from({ length: next() % 6 }, () => letters[next() % letters.length]).join("");
  for (let n = 0; n < 3000; n += 1) {
    const value =
      [words, () => [words(), words()], () => (next() % 1000) / 8, () => next() % 2 === 0][next() % 4]?.() ?? null;
    const key = ["status", "start date", "tags", "people", "empty", words()][next() % 6] ?? "";
    if (key.trim() === "" || key === "odd") continue;
    const text = after(PAGE, setProperty(PAGE, key, value));
    const read = findEntry(readFrontMatter(text)?.entries ?? [], key);
    expect({ key, value: read?.value }).toEqual({ key, value });
    expect(text.endsWith("\n---\nText.\n")).toBe(true);
    const all: unknown = parse(text.slice(4, text.indexOf("\n---\n", 4)), { uniqueKeys: false });
    expect(Object.values(all ?? {})).toContainEqual(value);
  }
});
