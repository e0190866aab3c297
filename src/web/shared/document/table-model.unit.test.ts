import { expect, test } from "vitest";
import { asCell, barePipes, cellAt, rowsOf, tableModel } from "./table-model.ts";
import { documentParser } from "../../../formats/markdown/syntax.ts";
import { seededFractions } from "../../../../test/support/seeded.ts";

const random = seededFractions(20_261);

/** The cells as displayed: one per column in each row. */
function read(source: string) {
  const model = tableModel(source);
  if (!model) throw new Error("no table");
  return rowsOf(model).map(({ segments }) =>
    model.alignments.map((_, column) => {
      const segment = segments[column];
      return segment ? source.slice(segment.from, segment.to) : null;
    }),
  );
}

test("reads a table with its alignments", () => {
  const source = "| a | b | c | d |\n|---|:--|--:|:-:|\n| 1 | 2 | 3 | 4 |";
  expect(read(source)).toEqual([
    ["a", "b", "c", "d"],
    ["1", "2", "3", "4"],
  ]);
  expect(tableModel(source)?.alignments).toEqual([null, "left", "right", "center"]);
});

test.each([
  [
    "escaped pipes are text",
    "| a \\| b | c |\n|---|---|\n| `x\\|y` | \\\\|",
    [
      ["a \\| b", "c"],
      ["`x\\|y`", "\\\\"],
    ],
  ],
  [
    "cells may be missing or too many",
    "| a | b |\n|---|---|\n| 1 |\n| 1 | 2 | 3 |",
    [
      ["a", "b"],
      ["1", null],
      ["1", "2"],
    ],
  ],
  [
    "outer pipes may be missing",
    "a | b\n--- | ---\n1 | 2\n3",
    [
      ["a", "b"],
      ["1", "2"],
      ["3", null],
    ],
  ],
  [
    "a header may be empty",
    "|  |  |\n|---|---|\n| 1 | 2 |",
    [
      ["", ""],
      ["1", "2"],
    ],
  ],
  [
    "cells may have no space",
    "|a||\n|-|-|\n||1|",
    [
      ["a", ""],
      ["", "1"],
    ],
  ],
  [
    "quote markers and indentation are not cells",
    "| a | b |\n> |---|---|\n>   | 1 | 2 |",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
])("reads a table: %s", (_, source, cells) => expect(read(source)).toEqual(cells));

test("returns the prefix for new rows from the lines below the header", () => {
  expect(tableModel("| a |\n> |---|\n> | 1 |")?.prefix).toBe("> ");
});

test("finds the same cells as the parser", () => {
  const alphabet = ["|", "|", "a", " ", "\\", "`", "é", "\n"];
  for (let round = 0; round < 500; round++) {
    const row = Array.from({ length: 12 }, () => alphabet[Math.floor(random() * alphabet.length)]).join("");
    // The parser treats a space after a backslash as content, although it is invisible.
    const source = `|h|i|\n|---|---|\n${row.replaceAll(/\n+/g, "\n|").replaceAll(/\\(?=\s|$)/g, "\\.")}`;
    const tree = documentParser.parse(source);
    const table = tree.topNode.getChild("Table");
    if (!table) continue;
    const lines = [...table.getChildren("TableRow")].map((line) =>
      line.getChildren("TableCell").map(({ from, to }) => [from, to]),
    );
    const model = tableModel(source.slice(table.from, table.to));
    const ours = model?.body.map(({ segments }) =>
      segments.filter(({ from, to }) => from < to).map(({ from, to }) => [table.from + from, table.from + to]),
    );
    expect(ours, JSON.stringify(source)).toEqual(lines);
  }
});

test("escapes pipes and line breaks in text for a cell", () => {
  expect(asCell(" a|b \r\nc\\|d\\\\|e ")).toBe("a\\|b <br>c\\|d\\\\\\|e");
  expect(barePipes(asCell("|\\||"))).toEqual([]);
});

test("assigns every position of a table to a cell", () => {
  const source = "| a | b |\n|---|---|\n| 1 |";
  const model = tableModel(source);
  if (!model) throw new Error("no table");
  const at = (text: string) => cellAt(model, source.indexOf(text));
  expect(cellAt(model, 0)).toEqual({ row: 0, column: 0 });
  expect(at("b")).toEqual({ row: 0, column: 1 });
  expect(at("-|\n")).toEqual({ row: 0, column: 1 });
  expect(at("1")).toEqual({ row: 1, column: 0 });
  expect(cellAt(model, source.length)).toEqual({ row: 1, column: 0 });
});
