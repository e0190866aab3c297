/** Properties that hold for the format of every page type. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { PAGE_TYPES } from "../kernel/page-type.ts";
import { countLines } from "../realtime/text.ts";
import { formatOf } from "./formats.ts";

const anyText = fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) });

/** Pieces of text that have meaning in at least one type. */
const PIECES = [
  "\n",
  "\n",
  "\r\n",
  " ",
  "  ",
  "\t",
  "\u0000",
  "e\u0000\u0301",
  "\u2028",
  ",",
  '"',
  '""',
  "=1+A1",
  "- [ ] a",
  "# a",
  "due:2026-12-01",
  "!high",
  "@[a](user:u1)",
  "```",
  "a",
  "é",
];
const piecewise = fc.array(fc.constantFrom(...PIECES), { maxLength: 20 }).map((pieces) => pieces.join(""));
const text = fc.oneof(anyText, piecewise);
const type = fc.constantFrom(...PAGE_TYPES);

test("formats any text idempotently without changing the number of lines", () => {
  fc.assert(
    fc.property(type, text, (pageType, content) => {
      const tidied = formatOf(pageType).format(content);
      expect(formatOf(pageType).format(tidied)).toBe(tidied);
      expect(tidied).toBe(tidied.normalize("NFC"));
      expect(countLines(tidied)).toBe(countLines(content.replace(/\r\n?/g, "\n")));
    }),
  );
});

test.each(PAGE_TYPES)("formats the text of a %s page", (pageType) => {
  const { format, faultsOf } = formatOf(pageType);
  expect(format("a \u0007b\t\r\nc\rd \n")).toBe("a b\nc\nd\n");
  expect(format("a  \nb   \n  \n")).toBe(
    ["SHEET", "CODE", "CANVAS", "FILE"].includes(pageType) ? "a\nb\n\n" : "a  \nb  \n\n",
  );
  expect(["fine", "\tfine", ""].map((_, index, lines) => faultsOf(lines)(index))).toEqual([null, null, null]);
});

test.each([
  ["- [ ] a", null],
  ["  12. [X] a", null],
  ["- [link](http://a)", null],
  ["- a", null],
  ["- [] a", "a task is written `- [ ] title` or `- [x] title`."],
  ["* [y] a", "a task is written `- [ ] title` or `- [x] title`."],
  ["- [ ] ", "a task is written `- [ ] title` or `- [x] title`."],
])("reports for the task list line %j: %j", (line, fault) => {
  expect(formatOf("TASK_LIST").faultsOf([line])(0)).toBe(fault);
  expect(formatOf("DOCUMENT").faultsOf([line])(0)).toBeNull();
});

test("rejects a sheet row with unbalanced quotes", () => {
  expect(formatOf("SHEET").faultsOf(['"not'])(0)).toBe("a quoted field is not closed.");
  expect(formatOf("CODE").faultsOf(['"not'])(0)).toBeNull();
});

test("allows text like an unfinished task in code and comments of a task list", () => {
  const lines = ["```", "- [] a", "```", "- [] b", "<!--", "- [] c", "-->", "", "    - [] d"];
  const faultAt = formatOf("TASK_LIST").faultsOf(lines);
  expect(lines.flatMap((line, index) => (faultAt(index) === null ? [] : [line]))).toEqual(["- [] b"]);
});
