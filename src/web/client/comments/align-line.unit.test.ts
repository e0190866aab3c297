import { expect, test } from "vitest";
import { alignLine, cellsIn } from "./align-line.ts";

/** The source characters that a printed text is aligned with. */
const aligned = (source: string, printed: string): string =>
  alignLine(source, printed)
    .map((at) => source.charAt(at))
    .join("");

test.each([
  ["plain text", "plain text"],
  ["## A heading", "A heading"],
  ["a **bold** word", "a bold word"],
  ["a **bold _and_** `code`", "a bold and code"],
  ["see [the plan](/pages/plan) now", "see the plan now"],
  ["see [a](b)b", "see ab"],
  ["- [ ] Book the ==hall==", "Book the hall"],
  ["1. first *item*", "1. first item"],
  [String.raw`a \* b`, "a * b"],
  ["> quoted ~~text~~", "quoted text"],
])("finds each printed character of %j in its source", (source, printed) => {
  expect(aligned(source, printed)).toBe(printed);
});

test("does not take a printed word for its twin in an address", () => {
  const source = "[Go](/plan) to the plan";
  expect(alignLine(source, "Go to the plan").at(-1)).toBe(source.length - 1);
  expect(alignLine(source, "Go to the plan").at(-4)).toBe(source.length - 4);
});

test("goes on behind text that is not in the source", () => {
  expect(aligned("a &amp; b", "a & b").replaceAll("&", "")).toBe("a  b");
  expect(alignLine("Tom &lt; Ann", "Tom < Ann").at(-1)).toBe("Tom &lt; Ann".length - 1);
});

test("reads the cells of a row with their offsets", () => {
  const row = String.raw`| one | t\|wo |  | four |`;
  expect(cellsIn(row).map(({ from, to }) => row.slice(from, to))).toEqual(["one", String.raw`t\|wo`, "", "four"]);
  expect(cellsIn("a | b").map(({ from, to }) => "a | b".slice(from, to))).toEqual(["a", "b"]);
});
