import { expect, test } from "vitest";
import fc from "fast-check";
import { evaluate } from "./evaluate.ts";
import { Recalculation } from "./recalculation.ts";
import type { CellPosition } from "./references.ts";

const clock = { now: Date.UTC(2026, 10, 23) };
const ROWS = 5;
const COLUMNS = 4;

const place = fc.record({ row: fc.nat(ROWS - 1), column: fc.nat(COLUMNS - 1) });
const name = place.map(({ row, column }) => `${"ABCD".charAt(column)}${row + 1}`);
const range = fc.tuple(name, name).map(([a, b]) => `${a}:${b}`);
const formula = fc.oneof(
  name.map((a) => `=${a}+1`),
  range.map((a) => `=SUM(${a})`),
  fc.tuple(name, name, name).map(([a, b, c]) => `=IF(${a}>2,${b},${c})`),
  range.map((a) => `=ROWS(${a})&COUNTA(${a})`),
  fc.tuple(name, fc.nat(3)).map(([a, by]) => `=OFFSET(${a},${by},0)`),
  fc.constantFrom("=SUM(A:B)", "=COUNTA(2:3)", "=1+", "=A1:A9", "=ROWS(C:C)"),
);
const field = fc.oneof({ weight: 2, arbitrary: fc.constantFrom("", "1", "2", "7", "word", "2026-01-02") }, formula);
const row = fc.array(field, { maxLength: COLUMNS });
/** Cells written in sequence, including below and to the right of the sheet. */
const edit = fc.array(fc.record({ row: fc.nat(ROWS + 1), column: fc.nat(COLUMNS), field }), {
  minLength: 1,
  maxLength: 3,
});

const valuesOf = (sheet: Recalculation, rows: readonly (readonly string[])[]) =>
  rows.map((fields, at) => fields.map((_, column) => sheet.cell(at, column)));

test("recalculates the same values as a full evaluation after any edits", () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: ROWS }), fc.array(edit, { maxLength: 6 }), (first, edits) => {
      let rows = first;
      const sheet = new Recalculation(rows, clock);
      for (const cells of edits) {
        const next = rows.map((fields) => [...fields]);
        const changed: CellPosition[] = [];
        for (const cell of cells) {
          while (next.length <= cell.row) next.push([]);
          const fields = next[cell.row] ?? [];
          while (fields.length < cell.column) {
            changed.push({ row: cell.row, column: fields.length });
            fields.push("");
          }
          fields[cell.column] = cell.field;
          changed.push({ row: cell.row, column: cell.column });
        }
        rows = next;
        sheet.change(rows, changed, clock);
        expect(valuesOf(sheet, rows)).toEqual(evaluate(rows, clock));
      }
    }),
    { numRuns: Number(process.env["PROOFS"] ?? 1) * 400 },
  );
});

test("removes the value of a removed field", () => {
  const sheet = new Recalculation([["1", "2"], ["=SUM(A1:B1)"]], clock);
  sheet.change([["1"], ["=SUM(A1:B1)"]], [{ row: 0, column: 1 }], clock);
  expect(sheet.cell(1, 0).text).toBe("1");
});
