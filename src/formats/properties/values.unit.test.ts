import { expect, test } from "vitest";
import { findEntry, readFrontMatter } from "./front-matter.ts";
import { newProperty, readOption, type Property, type PropertyType } from "./schema.ts";
import { entryOfIndexed, indexedValues, MAX_INDEXED, typedValue, writeReference, readReference } from "./values.ts";

const matterOf = (source: string) => readFrontMatter(`---\n${source}\n---\n`);
const entry = (source: string) => findEntry(matterOf(`p: ${source}`)?.entries ?? [], "p");

const STATUS: Property = {
  ...newProperty("p", "choice"),
  options: ["To do, gray", "In review, was Review"].map(readOption),
};

const value = (type: PropertyType, source: string) => {
  const property = type === "choice" ? STATUS : newProperty("p", type);
  const { value: read, text, fits, sort } = typedValue(property, entry(source));
  return [read, text, fits, sort];
};

test.each<readonly [PropertyType, string, readonly unknown[]]>([
  ["text", "Hall A", ["Hall A", "Hall A", true, "hall a"]],
  ["text", "1.10", ["1.10", "1.10", true, "1.10"]],
  ["text", "[a, b]", ["a, b", "a, b", true, "a, b"]],
  ["number", "1200.5", [1200.5, "1200.5", true, 1200.5]],
  ["number", "007", [7, "007", true, 7]],
  ["choice", "to DO", ["To do", "To do", true, 0]],
  ["choice", "Review", ["In review", "In review", true, 1]],
  ["choices", "[x, y]", [["x", "y"], "x, y", true, "x, y"]],
  ["people", '"@[Ann](user:u1)"', [["user:u1"], "Ann", true, "ann"]],
  ["page", '["[Plan](page:p1)", "@[B](page:p2)"]', [["page:p1", "page:p2"], "Plan, B", true, "plan, b"]],
  ["file", '"[plan.pdf](file:f1)"', [["file:f1"], "plan.pdf", true, "plan.pdf"]],
  ["date", "2026-12-01", ["2026-12-01", "2026-12-01", true, "2026-12-01"]],
  ["date", "2026-12-01T09:30", ["2026-12-01T09:30", "2026-12-01T09:30", true, "2026-12-01T09:30"]],
  ["date", "2026-12-01/2026-12-03", ["2026-12-01/2026-12-03", "2026-12-01/2026-12-03", true, "2026-12-01"]],
  ["checkbox", "true", [true, "true", true, 1]],
  ["checkbox", "no", [false, "no", true, 0]],
  [
    "address",
    "https://example.org/a",
    ["https://example.org/a", "https://example.org/a", true, "https://example.org/a"],
  ],
  ["address", "ann@example.org", ["ann@example.org", "ann@example.org", true, "ann@example.org"]],
  ["text", "", [null, "", true, null]],
])("%s: %s", (type, source, read) => {
  expect(value(type, source)).toEqual(read);
});

test.each<readonly [PropertyType, string]>([
  ["number", "many"],
  ["number", "[1, 2]"],
  ["choice", "Blocked"],
  ["people", "Ann"],
  ["people", '"[Plan](page:p1)"'],
  ["date", "2026-02-30"],
  ["date", "01/02/2026"],
  ["date", "2026-12-03/2026-12-01"],
  ["checkbox", "maybe"],
  ["checkbox", "__proto__"],
  ["checkbox", "constructor"],
  ["address", "the hall"],
  ["address", "ann@example"],
  ["address", "ann@example..org"],
])("%s: “%s” is marked and kept as text", (type, source) => {
  const { fits, text } = typedValue(type === "choice" ? STATUS : newProperty("p", type), entry(source));
  expect(fits).toBe(false);
  expect(text).not.toBe("");
});

test.each([
  ["dots after an at sign", `a@${".".repeat(60_000)}@`],
  ["short domains", `a@${"a.".repeat(30_000)}@`],
  ["names", `${"a-".repeat(30_000)}/`],
  ["a path", `https://example.org/${"a".repeat(60_000)}`],
])("values of 60 KB of %s are no addresses", (_, source) => {
  const pages = Array.from({ length: 30 }, () => typedValue(newProperty("p", "address"), entry(source)));
  expect(pages.filter(({ fits }) => fits)).toEqual([]);
});

test("raw values and declarations that are not understood are marked", () => {
  expect(typedValue(newProperty("p", "text"), entry("&x 1"))).toMatchObject({ fits: false, value: null });
  expect(typedValue({ ...newProperty("p", "text"), isUnderstood: false }, entry("x"))).toMatchObject({
    fits: false,
    text: "x",
  });
  expect(typedValue(newProperty("p", "date"), null)).toMatchObject({ fits: true, value: null });
});

test("references keep brackets in their labels", () => {
  const reference = { kind: "page", id: "p1", label: "A [b] \\ c" } as const;
  expect(readReference(writeReference(reference))).toEqual(reference);
});

test("the index stores numbers, truth, dates, ids and folded text, whatever their types", () => {
  const matter = matterOf('Status: In review\nn: 1.50\nok: true\nDue: 2026-12-01\nOwner: ["@[Ann](user:u1)", Bo]\nodd: &x 1\nnone:\nstatuses:\n  a: A'); // oxfmt-ignore
  expect(indexedValues(matter)).toEqual([
    { key: "status", n: 0, value: "in review", shown: "In review" },
    { key: "n", n: 0, value: 1.5, shown: "1.50" },
    { key: "ok", n: 0, value: 1, shown: "true" },
    { key: "due", n: 0, value: "2026-12-01", shown: null },
    { key: "owner", n: 0, value: "user:u1", shown: "Ann" },
    { key: "owner", n: 1, value: "bo", shown: "Bo" },
  ]);
});

test.each<readonly [PropertyType, string]>([
  ["text", "Hall A"],
  ["text", "hall"],
  ["number", "1.50"],
  ["checkbox", "true"],
  ["date", "2026-12-01T10:00"],
  ["people", '["@[Ann](user:u1)"]'],
  ["page", '"[Plan [b]](page:p1)"'],
  ["choices", "[x, Y]"],
])("a value of type %s is the same from the text and from the index: %s", (type, source) => {
  const [property, read] = [newProperty("p", type), entry(source)];
  const rows = indexedValues(matterOf(`p: ${source}`));
  expect(typedValue(property, entryOfIndexed(rows))).toEqual(typedValue(property, read));
});

test("a page has a bounded number of rows, and each a bounded length", () => {
  const long = Array.from({ length: 3000 }, (_, n) => `x${n}`).join(", ");
  const matter = matterOf(Array.from({ length: 3 }, (_, n) => `k${n}: [${long}]`).join("\n"));
  expect(indexedValues(matter)).toHaveLength(150);
  const many = matterOf(Array.from({ length: 20 }, (_, n) => `k${n}: [${"x,".repeat(100)}]`).join("\n"));
  expect(indexedValues(many).length).toBe(MAX_INDEXED);
  const [row] = indexedValues(matterOf(`k: ${"X".repeat(5000)}`));
  expect(String(row?.value)).toHaveLength(200);
});
