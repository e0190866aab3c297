import { parse, parseDocument } from "yaml";
import { expect, test } from "vitest";
import { seeded } from "../../../test/support/seeded.ts";
import { bodyStart, countedEntries, findEntry, MAX_KEYS, readFrontMatter } from "./front-matter.ts";

const page = (source: string): string => `---\n${source}\n---\nText.\n`;

function valuesOf(source: string): Record<string, unknown> {
  const entries = readFrontMatter(page(source))?.entries ?? [];
  return Object.fromEntries(entries.map(({ key, form, value }) => [key, form === "raw" ? "(raw)" : value]));
}

test.each([
  ["text", "a: To do", "To do"],
  ["no value", "a:", null],
  ["null", "a: ~", null],
  ["a number", "a: -12.50", -12.5],
  ["an exponent", "a: 1e3", 1000],
  ["true", "a: true", true],
  ["double quotes", String.raw`a: "Plan: \"next\" é"`, 'Plan: "next" é'],
  ["single quotes", "a: 'It''s on'", "It's on"],
  ["quotes and a comment", 'a: "x # y" # ask Ann', "x # y"],
  ["a comment", "a: In review # ask Ann", "In review"],
  ["an address with a hash", "a: https://example.org/a?b=1#c", "https://example.org/a?b=1#c"],
  ["a list in brackets", "a: [venue, 'spring, late', \"x\", 3]", ["venue", "spring, late", "x", 3]],
  ["an empty list", "a: []", []],
  ["a list with a last comma", "a: [x, ]", ["x"]],
  ["a list with an item per line", "a:\n  - x # first\n\n  # second\n  - 'y'", ["x", "y"]],
  ["a list without indentation", "a:\n- x\n- y", ["x", "y"]],
  ["a formula", "a: =Budget * 1.2", "=Budget * 1.2"],
  ["a link behind a word", "a: page in [Projects](page:p1)", "page in [Projects](page:p1)"],
])("reads %s as YAML does", (_, source, value) => {
  expect(valuesOf(source)).toEqual({ a: value });
  expect(parse(source)).toEqual({ a: value });
});

test.each([
  "yes",
  "no",
  "on",
  "off",
  "1:30",
  "12:30:45",
  "00123",
  "0x1F",
  "0o17",
  "1_000",
  "12345678901234567",
  "076d35d",
  "+31",
  ".inf",
  "2026-12-01",
  "1d",
  "=",
])("reads %s as text", (source) => {
  expect(valuesOf(`a: ${source}`)).toEqual({ a: source });
});

test.each([
  ["anchors", "a: &x 1"],
  ["aliases", "a: *x"],
  ["tags", "a: !!js/function 'x'"],
  ["block scalars", "a: |\n  x\n  y"],
  ["maps", "a:\n  b: c"],
  ["maps in braces", "a: {b: c}"],
  ["lists in lists", "a: [[x]]"],
  ["lists of maps", "a:\n  - b: c"],
  ["text over two lines", "a: x\n  y"],
  ["an open quote", 'a: "x'],
  ["an open bracket", "a: [x"],
  ["words behind a quote", 'a: "x" y'],
  ["a second colon", "a: b: c"],
  ["an empty item", "a: [x,,y]"],
  ["an escape that JSON lacks", String.raw`a: "\x41"`],
])("leaves %s raw", (_, source) => {
  const text = page(`${source}\nz: 1`);
  const matter = readFrontMatter(text);
  expect(matter?.entries.map(({ key, form }) => [key, form])).toEqual([
    ["a", "raw"],
    ["z", "scalar"],
  ]);
  const [first] = matter?.entries ?? [];
  expect(text.slice(first?.from, first?.to)).toBe(source);
});

test("a line that is no property is raw, with the lines below it", () => {
  const matter = readFrontMatter(page("a: 1\n? x\n  : y\nb: 2"));
  expect(matter?.entries.map(({ key, form }) => [key, form])).toEqual([
    ["a", "scalar"],
    [null, "raw"],
    ["b", "scalar"],
  ]);
});

test("reads one level of keys below statuses and properties, and nowhere else", () => {
  const source =
    "statuses:\n  todo: To do, gray\n  done: Done, green, done\nproperties:\n  Status:\n    - To do, gray\n    - Doing, amber\n  Due: date\n  Odd: {a: b}\nother:\n  a: b";
  const matter = readFrontMatter(page(source));
  const shown = matter?.entries.map(({ key, form, below }) => [key, form, below.map((each) => [each.key, each.value])]);
  expect(shown).toEqual([
    ["statuses", "map", [["todo", "To do, gray"], ["done", "Done, green, done"]]],
    ["properties", "map", [["Status", ["To do, gray", "Doing, amber"]], ["Due", "date"], ["Odd", null]]],
    ["other", "raw", []],
  ]); // oxfmt-ignore
});

test("offsets delimit the key, the value and each item", () => {
  const text = page('"My key": "x" # why\ntags: [a, "b c"]\nlist:\n  - d # why');
  const entries = readFrontMatter(text)?.entries ?? [];
  const cut = ({ from, to }: { from: number; to: number }): string => text.slice(from, to);
  expect(entries.map(({ keyAt, valueAt, items }) => [cut(keyAt), cut(valueAt), items.map(cut)])).toEqual([
    ['"My key"', '"x"', ['"x"']],
    ["tags", '[a, "b c"]', ["a", '"b c"']],
    ["list", "", ["d"]],
  ]);
});

test.each([
  ["no first line of dashes", "a: 1\n---\n"],
  ["no last line of dashes", "---\na: 1\n"],
  ["prose between two rules", "---\nA quiet day.\n---\n"],
  ["two rules", "---\n\n---\nText"],
  ["two rules without a line between them", "---\n---\nText"],
  ["a heading between two rules", "---\n# Plan\n---\nText"],
  ["a first line with more dashes", "----\na: 1\n---\n"],
  ["no text", ""],
])("finds no front matter with %s", (_, text) => {
  expect(readFrontMatter(text)).toBe(null);
});

test("the body begins below the front matter", () => {
  expect(bodyStart("---\n# note\na: 1\n---\nText")).toBe(20);
  expect(bodyStart("---\na: 1\n...\nText")).toBe(13);
  expect(bodyStart("Text")).toBe(0);
});

test("of equal names the later counts, whatever their case and composition", () => {
  const entries = readFrontMatter(page("Status: a\nstatus: b\nCafe\u0301: 1\n__proto__: x"))?.entries ?? [];
  expect(findEntry(entries, "STATUS")?.value).toBe("b");
  expect(findEntry(entries, "café")?.value).toBe(1);
  expect(findEntry(entries, "constructor")).toBe(null);
  expect(countedEntries(entries).map(({ key }) => key)).toEqual(["status", "Cafe\u0301", "__proto__"]);
});

test("agrees with a YAML parser on made-up pages wherever it reads a value", () => {
  const random = seeded(7);
  const next = (below: number): number => random() % below;
  const pick = (list: readonly string[]): string => list[next(list.length)] ?? "";
  const scalars = ["x", "To do", "a b # c", '"q: \\" r"', "'s '' t'", "-3.5", "12", "true", "null", "", "~", "a#b", "a: b", "[x", "x]", "- y", "#z", "é, ü", "a:b", '"open', "{k}", "`q`", "2026-12-01", "-x", "?y", ":z", "x,y"]; // oxfmt-ignore
  let read = 0;
  for (let n = 0; n < 4000; n += 1) {
    const forms = [
      () => ` ${pick(scalars)}`,
      () => ` [${Array.from({ length: next(4) }, () => pick(scalars)).join(", ")}]`,
      () => Array.from({ length: 1 + next(3) }, () => `\n${pick(["  ", ""])}- ${pick(scalars)}`).join(""),
    ];
    const source = `${pick(["a", "My key", '"q"', "k-1", "a.b"])}:${forms[next(3)]?.() ?? ""}\nlast: 1`;
    const [entry, last] = readFrontMatter(page(source))?.entries ?? [];
    if (entry === undefined || entry.form === "raw") continue;
    read += 1;
    const document = parseDocument(source, { logLevel: "silent" });
    expect({ source, errors: document.errors.length }).toEqual({ source, errors: 0 });
    expect({ source, read: { [entry.key ?? ""]: entry.value, last: last?.value } }).toEqual({
      source,
      read: document.toJS(),
    });
  }
  expect(read).toBeGreaterThan(1500);
});

const LONG = 60_000;
const hostile: readonly (readonly [string, string])[] = [
  ["deep brackets", `a: ${"[".repeat(LONG / 2)}${"]".repeat(LONG / 2)}`],
  ["deep indentation", Array.from({ length: 340 }, (_, n) => `${" ".repeat(n)}a:`).join("\n")],
  ["a long key", `${"k".repeat(LONG)}: v`],
  ["escaped quotes", `a: "${String.raw`\"`.repeat(LONG / 2)}"`],
  ["an open quote", `a: "${"b: c\n".repeat(LONG / 5)}`],
  ["blanks", `a: x${" ".repeat(LONG)}y`],
  ["blanks before a hash", `a: ${" #".repeat(LONG / 2)}`],
  ["blanks in a key", `a${" ".repeat(LONG)}b`],
  ["an open list", `a: [${"a, ".repeat(LONG / 3)}`],
  ["colons", `a${":".repeat(LONG)}`],
  ["dashes", `a:\n${"- ".repeat(LONG / 2)}`],
  ["digits", `a: ${"9".repeat(LONG)}`],
  ["dots", `a: ${"1.".repeat(LONG / 2)}`],
];

test.each(hostile)("reads 60 KB of %s within bounds", (_, source) => {
  const matter = readFrontMatter(page(source));
  expect(matter?.entries.length ?? 0).toBeLessThanOrEqual(MAX_KEYS);
});

test("more keys or text than the limit is too large", () => {
  const many = page(Array.from({ length: 9000 }, (_, n) => `k${n}: v`).join("\n"));
  expect(readFrontMatter(many)?.entries.length ?? 0).toBeLessThanOrEqual(MAX_KEYS);
  expect(readFrontMatter(many)?.isTooLarge).toBe(true);
  const nested = page(`properties:\n${Array.from({ length: MAX_KEYS }, (_, n) => `  k${n}: text`).join("\n")}`);
  expect(readFrontMatter(nested)?.isTooLarge).toBe(true);
  const keys = page(Array.from({ length: 50_000 }, (_, n) => `k${n}: v`).join("\n"));
  expect(readFrontMatter(keys)).toMatchObject({ isTooLarge: true, entries: [] });
  expect(readFrontMatter(page("A long day. ".repeat(10_000)))).toBe(null);
});
