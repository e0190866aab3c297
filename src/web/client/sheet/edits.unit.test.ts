import { ChangeSet, Text } from "@codemirror/state";
import { expect, test } from "vitest";
import { withFrozen, withWidth } from "../../../formats/sheet/settings.ts";
import { cellChanges, mapped, placeAt } from "./edits.ts";
import { settingsChanges, settingsOf } from "./settings-edits.ts";
import { SheetText } from "./sheet-text.ts";
import { moveChanges, orderChanges, removeRowsChanges, shiftChanges } from "./structure.ts";

const docOf = (text: string): Text => Text.of(text.split("\n"));

/** The text after the changes, checking that the incrementally updated rows match a fresh parse. */
function after(text: string, make: (doc: Text) => Parameters<typeof ChangeSet.of>[0]): string {
  const doc = docOf(text);
  const sheet = new SheetText(doc);
  const changes = ChangeSet.of(make(doc), doc.length);
  const changed = changes.apply(doc);
  sheet.update(changed, changes);
  expect(sheet.rows).toEqual(new SheetText(changed).rows);
  return changed.toString();
}

test.each([
  ["a,b\nc", 0, 1, "x", "a,x\nc"],
  ["a,b\nc", 1, 2, "x", "a,b\nc,,x"],
  ["a", 2, 1, "x", "a\n\n,x"],
  ["a", 2, 1, "", "a"],
  ["a,b", 0, 0, 'say "1, 2"', '"say ""1, 2""",b'],
  ['a"b,c', 0, 1, "x", '"a""b",x'],
  ["", 0, 0, "=1+1", "=1+1"],
])("changes in %j the cell %d,%d to %j: %j", (text, row, column, value, expected) => {
  expect(after(text, (doc) => cellChanges(doc, [{ row, column, text: value }]))).toBe(expected);
});

test("changes several cells by replacing only their fields", () => {
  const cells = [
    { row: 0, column: 1, text: "1" },
    { row: 0, column: 3, text: "3" },
    { row: 0, column: 2, text: "2" },
    { row: 3, column: 0, text: "z" },
  ];
  expect(after("a,b\nc", (doc) => cellChanges(doc, cells))).toBe("a,1,2,3\nc\n\nz");
  expect(cellChanges(docOf("a,b,c"), [{ row: 0, column: 1, text: "x" }])).toEqual([{ from: 2, to: 3, insert: "x" }]);
});

test("adjusts formulas when rows and columns are inserted or deleted", () => {
  const text = "1,2\n3,4\n=SUM(A1:A2),=B1";
  const shifted = (axis: "row" | "column", at: number, count: number) =>
    after(text, (doc) => shiftChanges(doc, { axis, at, count }));
  expect(shifted("row", 1, 1)).toBe("1,2\n\n3,4\n=SUM(A1:A3),=B1");
  expect(shifted("row", 0, 1)).toBe("\n1,2\n3,4\n=SUM(A2:A3),=B2");
  expect(shifted("row", 0, -1)).toBe("3,4\n=SUM(A1:A1),=#REF!");
  expect(shifted("row", 2, -1)).toBe("1,2\n3,4");
  expect(shifted("column", 0, 1)).toBe(",1,2\n,3,4\n,=SUM(B1:B2),=C1");
  expect(shifted("column", 0, -1)).toBe("2\n4\n=A1");
  expect(shifted("column", 1, -1)).toBe("1\n3\n=SUM(A1:A2)");
});

test("moves formulas with their rows when rows are reordered", () => {
  expect(after("b,=A1\na,=A2", (doc) => orderChanges(doc, [0, 1], [1, 0]))).toBe("a,=A1\nb,=A2");
});

test("moves rows and columns and keeps the cells that formulas reference", () => {
  const text = "a,1\nb,2\nc,=B1+B2\nd,=SUM(B1:B3)";
  const moved = (axis: "row" | "column", at: number, count: number, to: number, from = text) =>
    after(from, (doc) => moveChanges(doc, { axis, at, count, to }));
  expect(moved("row", 0, 1, 1)).toBe("b,2\na,1\nc,=B2+B1\nd,=SUM(B1:B3)");
  expect(moved("row", 2, 1, 0)).toBe("c,=B2+B3\na,1\nb,2\nd,=SUM(B1:B3)");
  expect(moved("row", 2, 2, 1)).toBe("a,1\nc,=B1+B4\nd,=SUM(B1:B3)\nb,2");
  expect(moved("row", 3, 1, 4)).toBe("a,1\nb,2\nc,=B1+B2\n\nd,=SUM(B1:B3)");
  expect(moved("row", 3, 5, 2)).toBe("a,1\nb,2\nd,=SUM(B1:B3)\nc,=B1+B2");
  expect(moved("row", 7, 1, 6)).toBe(text);
  expect(moved("row", 0, 1, -1)).toBe(text);
  expect(moved("column", 0, 1, 1)).toBe("1,a\n2,b\n=A1+A2,c\n=SUM(A1:A3),d");
  expect(moved("column", 1, 1, 2, "a,b\nc\n=B1")).toBe("a,,b\nc\n=C1");
  expect(moved("column", 2, 1, 1, 'a,"b, ""x""",c\n1,2')).toBe('a,c,"b, ""x"""\n1,,2');
});

test("tracks a cell through other users' changes", () => {
  const doc = docOf("a,b\nc,,\nd");
  const through = (at: number, insert: string, row: number, column: number) => {
    const changes = ChangeSet.of({ from: at, insert }, doc.length);
    return mapped({ row, column }, doc, changes.apply(doc), changes);
  };
  expect(through(0, "new\n", 1, 1)).toEqual({ row: 2, column: 1 });
  expect(through(0, "new,", 0, 1)).toEqual({ row: 0, column: 2 });
  expect(through(3, "bbb", 0, 1)).toEqual({ row: 0, column: 1 });
  expect(through(9, ",x\ny", 2, 5)).toEqual({ row: 2, column: 5 });
  expect(placeAt(doc, 3)).toEqual({ row: 0, column: 1 });
});

const SET = "#octavo-sheet width:B:90";

test("keeps the settings as the last line, unaffected by row and column changes", () => {
  const text = `a,1\nb,2\n${SET}`;
  expect(after(text, (doc) => cellChanges(doc, [{ row: 3, column: 1, text: "x" }]))).toBe(`a,1\nb,2\n\n,x\n${SET}`);
  expect(after(SET, (doc) => cellChanges(doc, [{ row: 0, column: 0, text: "x" }]))).toBe(`x\n${SET}`);
  expect(after(text, (doc) => shiftChanges(doc, { axis: "column", at: 0, count: 1 }))).toBe(`,a,1\n,b,2\n${SET}`);
  expect(after(text, (doc) => shiftChanges(doc, { axis: "row", at: 1, count: -1 }))).toBe(`a,1\n${SET}`);
  expect(after(text, (doc) => moveChanges(doc, { axis: "row", at: 1, count: 1, to: 2 }))).toBe(`a,1\n\nb,2\n${SET}`);
  expect(after(text, (doc) => moveChanges(doc, { axis: "column", at: 0, count: 1, to: 1 }))).toBe(`1,a\n2,b\n${SET}`);
  // A tool has written below the settings.
  expect(after(`a\n${SET}\nb`, (doc) => cellChanges(doc, [{ row: 1, column: 0, text: "x" }]))).toBe(`a\nx\nb\n${SET}`);
});

test("deletes non-adjacent rows at once and adjusts references to them", () => {
  const text = "1\n2\n3\n4\n=SUM(A1:A4),=A2,=A4";
  expect(after(text, (doc) => removeRowsChanges(doc, [1, 2]))).toBe("1\n4\n=SUM(A1:A2),=#REF!,=A2");
  expect(after(text, (doc) => removeRowsChanges(doc, [0, 2, 3, 9]))).toBe("2\n=SUM(A1:A1),=A1,=#REF!");
});

test("replaces only the changed words of the settings, so that two users' changes merge", () => {
  const doc = docOf(`a\n${SET} freeze:1x0`);
  const widen = settingsChanges(doc, withWidth(1, 120));
  const freeze = settingsChanges(doc, withFrozen(2, 0));
  const first = ChangeSet.of(widen, doc.length);
  const second = ChangeSet.of(freeze, doc.length).map(first);
  const merged = second.apply(first.apply(doc));
  expect(settingsOf(merged)).toEqual({ frozen: { rows: 2, columns: 0 }, widths: new Map([[1, 120]]), formats: [] });
  expect(after("", (empty) => settingsChanges(empty, withWidth(0, 50)))).toBe("\n#octavo-sheet width:A:50");
  expect(settingsChanges(docOf("a"), withFrozen(0, 0))).toEqual([]);
});
