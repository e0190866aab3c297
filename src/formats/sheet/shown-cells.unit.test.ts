/** Display of formula results: the operands' or the column's format, without floating-point noise. */
import { expect, test } from "vitest";
import { Recalculation } from "./recalculation.ts";
import { readSettings } from "./settings.ts";
import { ShownCells } from "./shown-cells.ts";

function shown(rows: readonly (readonly string[])[], settings = ""): string[][] {
  const values = new Recalculation(rows, { now: 0 });
  const source = {
    rows: () => rows.length,
    field: (row: number, column: number) => rows[row]?.[column],
    node: (row: number, column: number) => values.formula(row, column),
  };
  const cells = new ShownCells(source, readSettings([settings]));
  return rows.map((fields, row) => fields.map((_, column) => cells.shown(values.cell(row, column), row, column).text));
}

/** The displayed last cell of a single row. */
const result = (...fields: string[]): string | undefined => shown([fields])[0]?.at(-1);

test.each([
  [["1000.10", "995.45", "=B1-A1"], "-4.65"],
  [["100000000.10", "99999999.45", "=B1-A1"], "-0.65"],
  [["26.95", "22.45", "=A1-B1"], "4.50"],
  [["$26.95", "$22.30", "=B1-A1"], "-$4.65"],
  [["26.95 €", "22.30 €", "=B1-A1"], "-€4.65"],
  [["$5", "$6", "=AVERAGE(A1:B1)"], "$5.50"],
  [["$5", "$6", "=SUM(A1:B1)"], "$11"],
  [["$4.65", "1.19", "=A1*B1"], "$5.53"],
  [["$4.50", "$1.50", "=A1/B1"], "3"],
  [["$4.50", "3", "=A1/B1"], "$1.50"],
  [["$4.50", "€1.50", "=A1+B1"], "6.00"],
  [["12%", "13%", "=A1+B1"], "25%"],
  [["12%", "13%", "=AVERAGE(A1:B1)"], "12.5%"],
  [["200", "7.5%", "=A1*B1"], "15"],
  [["1,234.50", "0.50", "=A1+B1"], "1,235.00"],
  [["=1/3"], "0.333333333"],
  [["=0.1+0.2"], "0.3"],
  [["=1.1*1.1"], "1.21"],
  [["=1.5+1.5"], "3"],
  [["1.5", "1.5", "=A1*B1"], "2.25"],
  [["1", "2", "=AVERAGE(A1:B1)"], "1.5"],
  [["$1.50", "$2.50", "=COUNT(A1:B1)"], "2"],
  [["$1.50", "$2.50", "=IF(A1>B1,A1,B1)"], "$2.50"],
  [["$1.50", "$2.50", "=MAX(A1:B1)-MIN(A1:B1)"], "$1.00"],
  [["19.99", "=ROUND(A1/3,2)"], "6.66"],
  [["1e-7", "=A1*3"], "3E-07"],
  [["123456789012", "=A1+1"], "123456789013"],
  [["=A1"], "#CYCLE!"],
])("displays the last cell of %j as %s", (fields, expected) => {
  expect(result(...fields)).toBe(expected);
});

test("displays a result with the decimals of a column of prices", () => {
  expect(shown([["4.99"], ["12.50"], ["=A1/3"], ["=AVERAGE(A1:A2)"]]).flat()).toEqual([
    "4.99",
    "12.50",
    "1.66",
    "8.75",
  ]);
  expect(shown([["price"], ["4.99"], ["=COUNT(A1:A2)"]]).flat()).toEqual(["price", "4.99", "1"]);
});

test("applies chosen formats, also through other formulas", () => {
  const format = "#octavo-sheet format:A:B:currency.EUR.2";
  expect(shown([["26.95", "22.3", "=B1-A1", "=C1*2"]], format)[0]).toEqual(["€26.95", "€22.30", "-€4.65", "-€9.30"]);
  expect(shown([["0.125", "0.25", "=A1+B1"]], "#octavo-sheet format:A:B:percent.1")[0]?.[2]).toBe("37.5%");
  expect(shown([["26.95", "=A1*2"]], "#octavo-sheet format:B:B:number.0")[0]?.[1]).toBe("54");
});

test("rounds a number without a format to the column width", () => {
  expect(shown([["=2/3"]], "#octavo-sheet width:A:64")[0]).toEqual(["0.667"]);
  expect(shown([["=1234567/7"]], "#octavo-sheet width:A:32")[0]).toEqual(["176367"]);
});

test("infers formats of a long running balance and a large range with bounded work", () => {
  const balance = Array.from({ length: 3_000 }, (_, row) => ["0.10", row === 0 ? "=A1" : `=B${row}+A${row + 1}`]);
  expect(shown(balance).at(-1)?.[1]).toBe("300.00");
  const long = Array.from({ length: 5_000 }, () => ["$0.10"]);
  expect(shown([...long, ["=SUM(A1:A5000)"]]).at(-1)).toEqual(["$500.00"]);
});
