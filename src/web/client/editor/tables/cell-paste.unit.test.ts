import { expect, test } from "vitest";
import { pastedRows } from "./cell-paste.ts";

test.each([
  ["tab-separated cells", "a\tb\n1\t\n", [["a", "b"], ["1", ""]]], // oxfmt-ignore
  ["one row of tab-separated cells", "a\tb", [["a", "b"]]],
  ["a cell with a line break", '"a\nb"\tc', [["a\nb", "c"]]],
  ["Markdown", "| a | **b** |\n| --- | :-: |\n| 1 | x \\| y |\n", [["a", "**b**"], ["1", "x \\| y"]]], // oxfmt-ignore
  ["a backslash", "a\\b\tc", [["a\\\\b", "c"]]],
])("reads pasted rows: %s", (_, text, rows) => {
  expect(pastedRows(text, false)).toEqual(rows);
});

test.each(["one cell", "two\nlines", "a | b", "# heading\n\n| a |\n|---|\n| b |"])(
  "pastes %j into one cell",
  (text) => {
    expect(pastedRows(text, false)).toBeNull();
  },
);

test("reads a column only if the clipboard comes from a spreadsheet", () => {
  expect(pastedRows("1\n2\n", true)).toEqual([["1"], ["2"]]);
  expect(pastedRows("1\n", true)).toBeNull();
});
