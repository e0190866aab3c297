import { expect, test } from "vitest";
import { moveCellRanges, moveCells, type CellRange } from "./cells.ts";

const SHEET = ["name,age,sum", "Ada,36,=B2*2", "Bob,41,=B3*2", "Cat,7,=B4*2", "Dan,58,=B5*2"];
const sheet = (...lines: string[]) => lines.join("\n");
const [HEAD = "", ADA = "", BOB = "", CAT = "", DAN = ""] = SHEET;

const cellAfter = (after: string, row: number, column: number) => {
  const [moved] = moveCells(sheet(...SHEET), after, [{ row, column }]);
  return moved && [moved.row, moved.column];
};

test.each([
  [
    "a row above is inserted",
    sheet(HEAD, "Eve,1,=B2*2", "Ada,36,=B3*2", "Bob,41,=B4*2", "Cat,7,=B5*2", "Dan,58,=B6*2"),
    [3, 1],
  ],
  [
    "rows are sorted, and their formulas follow",
    sheet(HEAD, "Dan,58,=B2*2", "Cat,7,=B3*2", "Bob,41,=B4*2", "Ada,36,=B5*2"),
    [3, 1],
  ],
  ["a column before is inserted", SHEET.map((line) => `,${line}`).join("\n"), [2, 2]],
  ["a column moves", SHEET.map((line) => line.split(",").toReversed().join(",")).join("\n"), [2, 1]],
  ["its own words change", sheet(HEAD, ADA, "Bob,42,=B3*2", CAT, DAN), [2, 1]],
  ["its row is removed", sheet(HEAD, ADA, "Cat,7,=B3*2", "Dan,58,=B4*2"), undefined],
  ["its column is removed", SHEET.map((line) => line.split(",").toSpliced(1, 1).join(",")).join("\n"), undefined],
  [
    "a row and a column are inserted at once",
    sheet(`x,${HEAD}`, "y,Eve,1,=C2*2", "z,Ada,36,=C3*2", "z,Bob,41,=C4*2", "z,Cat,7,=C5*2", "z,Dan,58,=C6*2"),
    [3, 2],
  ],
])("a cell stays where it belongs if %s", (_, after, place) => {
  expect(cellAfter(after, 2, 1) ?? undefined).toEqual(place);
});

const rangeAfter = (after: string, range: CellRange) => moveCellRanges(sheet(...SHEET), after, [range])[0];
const ADA_TO_DAN = { from: { row: 1, column: 0 }, to: { row: 4, column: 1 } };
const BOB_TO_DAN = { from: { row: 2, column: 0 }, to: { row: 4, column: 1 } };

test("a range spans the rows that are left, and those inserted between them", () => {
  expect(rangeAfter(sheet(HEAD, ADA, CAT, DAN), BOB_TO_DAN)).toEqual({
    from: { row: 2, column: 0 },
    to: { row: 3, column: 1 },
  });
  expect(rangeAfter(sheet(HEAD, ADA, BOB, "Eve,1,2", CAT, DAN), BOB_TO_DAN)).toEqual({
    from: { row: 2, column: 0 },
    to: { row: 5, column: 1 },
  });
});

test("a row that is moved away does not stretch a range, and sorting its rows keeps it", () => {
  expect(rangeAfter(sheet(CAT, HEAD, ADA, BOB, DAN), ADA_TO_DAN)?.from.row).toBe(2);
  expect(rangeAfter(sheet(HEAD, ADA, DAN, CAT, BOB), BOB_TO_DAN)).toEqual(BOB_TO_DAN);
});

test("a range of which no row is left is gone", () => {
  expect(rangeAfter(sheet(HEAD, ADA), BOB_TO_DAN)).toBeNull();
});

test("follows the rows of a sheet of 10,000 that is sorted", () => {
  const rows = Array.from({ length: 10_000 }, (_, i) => `item ${i},${(i * 7919) % 10_007},note`);
  const sorted = rows.toSorted((a, b) => Number(a.split(",")[1]) - Number(b.split(",")[1]));
  const cells = Array.from({ length: 500 }, (_, i) => ({ row: i * 20, column: 1 }));
  const moved = moveCells(rows.join("\n"), sorted.join("\n"), cells);
  expect(moved).toEqual(cells.map(({ row, column }) => ({ row: sorted.indexOf(rows[row] ?? ""), column })));
});
