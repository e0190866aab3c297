/** The values of a sheet's first rows. Loaded on demand, since the formula functions are a large part of the program. */
import { parseRow } from "../../../formats/sheet/csv.ts";
import { type Cell, evaluate, nodeOf } from "../../../formats/sheet/evaluate.ts";
import { countRows, isSettings } from "../../../formats/sheet/settings-line.ts";
import { readSettings } from "../../../formats/sheet/settings.ts";
import { ShownCells } from "../../../formats/sheet/shown-cells.ts";
import type { Node } from "../../../formats/sheet/syntax.ts";
import { isFormula } from "../../../formats/sheet/typed-input.ts";
import { Fault } from "../../../formats/sheet/values.ts";

const ROWS = 100;

/** Longer texts are printed as typed: their formulas are evaluated by the browser's script. */
const MAX_CHARACTERS = 200_000;
const WORK = 500_000;

export type FirstCells = {
  readonly rows: readonly (readonly Cell[])[];
  /** Widths of columns that differ from the default. */
  readonly widths: ReadonlyMap<number, number>;
};

export const firstCells = (text: string, now: number): FirstCells => read(text, now, { most: ROWS, work: WORK });

/** Same as `firstCells`, for a browser, which has more time. */
export const cellsUpTo = (text: string, now: number, most: number): FirstCells =>
  read(text, now, { most, work: undefined });

type Bounds = {
  readonly most: number;
  /** If undefined, the limit of an open sheet. */ readonly work: number | undefined;
};

function read(text: string, now: number, bounds: Bounds): FirstCells {
  const lines = text.split("\n");
  const settings = readSettings(lines.filter(isSettings));
  const rows = valuesOf(
    lines.slice(
      0,
      countRows(lines.length, (index) => lines[index] ?? ""),
    ),
    bounds.work !== undefined && text.length > MAX_CHARACTERS,
    now,
    bounds,
  );
  const fields: string[][] = [];
  const field = (row: number, column: number): string | undefined =>
    (fields[row] ??= fieldsIn(lines[row] ?? ""))[column];
  const node = (row: number, column: number): Node | null => {
    const parsed = nodeOf(field(row, column) ?? "");
    return parsed instanceof Fault ? null : parsed;
  };
  const cells = new ShownCells({ rows: () => lines.length, field, node }, settings);
  return {
    widths: settings.widths,
    rows: rows.map((each, row) => each.map((cell, column) => cells.shown(cell, row, column))),
  };
}

const fieldsIn = (line: string): string[] => (isSettings(line) ? [] : parseRow(line));

function valuesOf(
  lines: readonly string[],
  isLong: boolean,
  now: number,
  { most, work }: Bounds,
): readonly (readonly Cell[])[] {
  if (!isLong) return evaluate(lines.map(fieldsIn), { now }, work).slice(0, most);
  const rows = lines.slice(0, most).map((line) => fieldsIn(line).map((field) => (isFormula(field) ? "" : field)));
  return evaluate(rows, { now }, work);
}
