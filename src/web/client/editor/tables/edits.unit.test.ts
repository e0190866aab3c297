import { ChangeSet, Text } from "@codemirror/state";
import { expect, test } from "vitest";
import { documentParser } from "../../../../formats/markdown/syntax.ts";
import { type Alignment, rowsOf, tableModel, type TableModel } from "../../../shared/document/table-model.ts";
import * as edits from "./edits.ts";
import { seededFractions } from "../../../../../test/support/seeded.ts";

const random = seededFractions(20_261);

const modelOf = (source: string): TableModel => {
  const model = tableModel(source);
  if (!model) throw new Error("no table");
  return model;
};

function apply(source: string, made: edits.Edits | null): string {
  if (!made) return source;
  const text = Text.of(source.split("\n"));
  return ChangeSet.of(made, text.length).apply(text).toString();
}

const change = (source: string, make: (model: TableModel, source: string) => edits.Edits | null) =>
  apply(source, make(modelOf(source), source));

const TABLE = "| a    | b |\n| ---- | - |\n| 1    | 2 |";
const BARE = "a | b\n--- | ---\n1 | 2";

test("changes only the bytes of the edited cell", () => {
  const set = (source: string, row: number, column: number, text: string) =>
    change(source, (model) => edits.fillCells(model, source, { row, column }, [[text]]));
  expect(set(TABLE, 1, 0, "10|\n1")).toBe("| a    | b |\n| ---- | - |\n| 10\\|<br>1    | 2 |");
  expect(set(BARE, 1, 0, "# x")).toBe("a | b\n--- | ---\n| # x | 2");
  expect(set(BARE, 0, 1, "")).toBe("a |  |\n--- | ---\n1 | 2");
  expect(set("|a||\n|-|-|", 0, 1, "b")).toBe("|a| b |\n|-|-|");
  expect(set("|a|b|\n|-|-|", 0, 0, "a\\")).toBe("|a\\ |b|\n|-|-|");
  expect(set("|a|b|c|\n|-|-|-|\n|1|", 1, 2, "3")).toBe("|a|b|c|\n|-|-|-|\n|1|  | 3 |");
  expect(set("a|b|c\n-|-|-\n1", 1, 2, "3")).toBe("a|b|c\n-|-|-\n1 |  | 3 |");
});

test("keeps the text that a changed cell shares with its former text", () => {
  const model = modelOf(TABLE);
  expect(edits.fillCells(model, TABLE, { row: 1, column: 0 }, [["1234"]])).toEqual([
    { from: 29, to: 29, insert: "234" },
  ]);
  expect(edits.difference("a😀b", "a😁b")).toEqual({ from: 1, to: 3, insert: "😁" });
});

test("inserts, deletes and moves rows as lines", () => {
  expect(change(TABLE, (model) => edits.insertRow(model, 1))).toBe(
    "| a    | b |\n| ---- | - |\n|      |   |\n| 1    | 2 |",
  );
  expect(change(TABLE, (model) => edits.insertRow(model, 2))).toBe(
    "| a    | b |\n| ---- | - |\n| 1    | 2 |\n|      |   |",
  );
  expect(change(TABLE, (model) => edits.deleteRow(model, 1))).toBe("| a    | b |\n| ---- | - |");
  expect(edits.insertRow(modelOf(TABLE), 0)).toBeNull();
  expect(edits.deleteRow(modelOf(TABLE), 0)).toBeNull();
  const three = "|a|\n|-|\n|1|\n|2|\n|3|";
  expect(change(three, (model) => edits.moveRow(model, three, 1, 1))).toBe("|a|\n|-|\n|2|\n|1|\n|3|");
  expect(change(three, (model) => edits.moveRow(model, three, 3, -1))).toBe("|a|\n|-|\n|1|\n|3|\n|2|");
  expect(edits.moveRow(modelOf(three), three, 1, -1)).toBeNull();
});

test("adds a new row inside the table's quote", () => {
  expect(change("| a |\n> |---|", (model) => edits.insertRow(model, 1))).toBe("| a |\n> |---|\n> |   |");
});

test("inserts, deletes and moves columns in every line", () => {
  expect(change(BARE, (model) => edits.insertColumn(model, 0))).toBe("|  | a | b |\n| --- | --- | --- |\n|  | 1 | 2 |");
  expect(change(TABLE, (model) => edits.insertColumn(model, 2))).toBe(
    "| a    | b |  |\n| ---- | - | --- |\n| 1    | 2 |  |",
  );
  expect(change(TABLE, (model) => edits.deleteColumn(model, 0))).toBe("| b |\n| - |\n| 2 |");
  expect(change(BARE, (model) => edits.deleteColumn(model, 1))).toBe("| a |\n| --- |\n| 1 |");
  expect(change(TABLE, (model) => edits.moveColumn(model, TABLE, 0, 1))).toBe(
    "| b | a    |\n| - | ---- |\n| 2 | 1    |",
  );
  expect(change(BARE, (model) => edits.moveColumn(model, BARE, 1, -1))).toBe("| b | a  |\n| --- | ---  |\n| 2 | 1  |");
  expect(edits.deleteColumn(modelOf("|a|\n|-|"), 0)).toBeNull();
});

test("writes an alignment with the same number of characters", () => {
  const align = (alignment: Alignment) =>
    change(TABLE, (model) => edits.setAlignment(model, 0, alignment)).split("\n")[1];
  expect([align("left"), align("right"), align("center"), align(null)]).toEqual([
    "| :--- | - |",
    "| ---: | - |",
    "| :--: | - |",
    "| ---- | - |",
  ]);
});

test("fills the table with pasted cells and extends it", () => {
  const filled = change(BARE, (model, source) =>
    edits.fillCells(model, source, { row: 1, column: 1 }, [["x", "y|z"], ["u"]]),
  );
  expect(filled).toBe("a | b |  |\n--- | --- | --- |\n1 | x | y\\|z |\n|  | u |  |");
});

const any = (limit: number) => Math.floor(random() * limit);
const TEXTS = ["", "x", "a|b", "two\nlines", "\\", "`c|d`", "😀 é", "# h", "- l", "> q", "---", "a\\|b", "***"];
const text = () => TEXTS[any(TEXTS.length)] ?? "";

/** The cells of each line as written, even if there are more or fewer than the table has columns. */
const cellsOf = (source: string): string[][] =>
  rowsOf(modelOf(source)).map(({ segments }) => segments.map(({ from, to }) => source.slice(from, to)));

const asWritten = (value: string) =>
  value
    .trim()
    .replaceAll("\n", "<br>")
    .replaceAll(/(?<!\\)\|/g, "\\|");

const swap = (list: string[], one: number, two: number) => {
  while (list.length <= Math.max(one, two)) list.push("");
  [list[one], list[two]] = [list[two] ?? "", list[one] ?? ""];
};

/** Applies one random change to both the source and the grid of expected cells. */
function step(source: string, grid: string[][]): string {
  const model = modelOf(source);
  const columns = model.alignments.length;
  const [row, column] = [any(grid.length), any(columns)];
  const by = random() < 0.5 ? -1 : 1;
  const set = (at: number, index: number, value: string) => {
    const cells = grid[at];
    while (cells && cells.length <= index) cells.push("");
    if (cells) cells[index] = asWritten(value);
  };
  switch (any(9)) {
    case 0:
      if (grid.length > 1 + any(12)) return source;
      grid.splice(
        row + 1,
        0,
        Array.from({ length: columns }, () => ""),
      );
      return apply(source, edits.insertRow(model, row + 1));
    case 1:
      if (row > 0) grid.splice(row, 1);
      return apply(source, edits.deleteRow(model, row));
    case 2: {
      const [line, other] = [grid[row], grid[row + by]];
      if (row > 0 && row + by > 0 && line && other) [grid[row], grid[row + by]] = [other, line];
      return apply(source, edits.moveRow(model, source, row, by));
    }
    case 3: {
      if (columns > 1 + any(8)) return source;
      const at = any(columns + 1);
      for (const cells of grid) if (at <= cells.length) cells.splice(at, 0, "");
      return apply(source, edits.insertColumn(model, at));
    }
    case 4:
      if (columns > 1) for (const cells of grid) cells.splice(column, 1);
      return apply(source, edits.deleteColumn(model, column));
    case 5: {
      const other = column + by;
      if (other >= 0 && other < columns)
        for (const cells of grid) if (cells.length > Math.min(column, other)) swap(cells, column, other);
      return apply(source, edits.moveColumn(model, source, column, by));
    }
    case 6:
      return apply(
        source,
        edits.setAlignment(model, column, ([null, "left", "right", "center"] as const)[any(4)] ?? null),
      );
    default: {
      const rows = Array.from({ length: 1 + any(2) }, () => Array.from({ length: 1 + any(2) }, text));
      const width = Math.max(columns, ...rows.map((cells) => column + cells.length));
      for (const [index, cells] of rows.entries()) {
        if (!grid[row + index]) grid[row + index] = Array.from({ length: width }, () => "");
        for (const [at, value] of cells.entries()) set(row + index, column + at, value);
      }
      return apply(source, edits.fillCells(model, source, { row, column }, rows));
    }
  }
}

const BEGINNINGS = [TABLE, BARE, "|a||\n|-|-|\n|1|\n|1|2|3|", "a|b|c\n:-|-|-:\n1\n|\n|2|3", "| a |\n> |---|\n> | 1"];

test("keeps the table, its cells and the surrounding text through two thousand random changes", () => {
  for (let round = 0; round < 40; round++) {
    let source = BEGINNINGS[round % BEGINNINGS.length] ?? TABLE;
    const [before, after] = [round % BEGINNINGS.length === 4 ? "> " : "Before\n", "\n\nBehind | it\n"];
    const grid = cellsOf(source);
    for (let count = 0; count < 50; count++) {
      const former = source;
      source = step(former, grid);
      const context = JSON.stringify({ former, source });
      const table = documentParser.parse(before + source + after).topNode.cursor();
      while (table.name !== "Table" && table.next());
      expect([table.name, table.from, table.to - source.length], context).toEqual([
        "Table",
        before.length,
        before.length,
      ]);
      const columns = modelOf(source).alignments.map((_, column) => column);
      const visible = (cells: string[]) => columns.map((column) => cells[column] ?? "");
      expect(cellsOf(source).map(visible), context).toEqual(grid.map(visible));
    }
  }
});
