/** The first rows of a sheet as they are shown. Loaded when a sheet is shown: the functions of formulas are a good part of the program. */
import { withFormatShown } from "../../formats/sheet/cell-format.ts";
import { parseRow } from "../../formats/sheet/csv.ts";
import { type Cell, evaluate } from "../../formats/sheet/evaluate.ts";
import { countRows, isSettings } from "../../formats/sheet/settings-line.ts";
import { formatAt, readSettings } from "../../formats/sheet/settings.ts";
import { isFormula } from "../../formats/sheet/typed-input.ts";

const ROWS = 100;

/** Longer texts are printed as far as they are typed: their formulas wait for the script. */
const MOST_CHARACTERS = 200_000;
const WORK = 500_000;

export type FirstCells = {
  readonly rows: readonly (readonly Cell[])[];
  /** Of columns that are not as wide as others. */
  readonly widths: ReadonlyMap<number, number>;
};

export function firstCells(text: string, now: number): FirstCells {
  const lines = text.split("\n");
  const settings = readSettings(lines.filter(isSettings));
  const rows = valuesOf(
    lines.slice(
      0,
      countRows(lines.length, (index) => lines[index] ?? ""),
    ),
    text.length > MOST_CHARACTERS,
    now,
  );
  return {
    widths: settings.widths,
    rows: rows.map((cells, row) => cells.map((cell, column) => withFormatShown(cell, formatAt(settings, row, column)))),
  };
}

function valuesOf(lines: readonly string[], isLong: boolean, now: number): readonly (readonly Cell[])[] {
  const parse = (line: string): string[] => (isSettings(line) ? [] : parseRow(line));
  if (!isLong) return evaluate(lines.map(parse), { now }, WORK).slice(0, ROWS);
  const rows = lines.slice(0, ROWS).map((line) => parse(line).map((field) => (isFormula(field) ? "" : field)));
  return evaluate(rows, { now }, WORK);
}
