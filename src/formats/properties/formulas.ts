/**
 * Formulas of properties, such as `=Budget * 1.2`, evaluated by the sheet engine over the properties of one row. Names of
 * several words are written in brackets. Pure.
 */
import { evaluate, type Cell } from "../sheet/evaluate.ts";
import type { Clock } from "../sheet/evaluation.ts";
import { cellNameOf } from "../sheet/references.ts";
import { foldKey } from "./front-matter.ts";
import type { Property } from "./schema.ts";
import type { TypedValue } from "./values.ts";

/** Approximate number of cells that all formulas of one list of rows may read. */
const WORK = 1_000_000;

/** A text in quotes, a name in brackets, or a word, with the bracket that makes it the name of a function. */
const NAMES = /"(?:[^"]|"")*"|\[([^[\]]+)\]|[\p{L}_][\p{L}\p{N}_.]*\(?/gu;

/** `values` are those of one row, by the names of properties. */
export type FormulaRow = ReadonlyMap<string, TypedValue>;

/** The formulas' values, for each row by the names of the properties. An error does not fit. */
export function evaluateFormulas(
  schema: readonly Property[],
  rows: readonly FormulaRow[],
  clock: Clock,
): ReadonlyMap<string, TypedValue>[] {
  const formulas = schema.filter(({ type }) => type === "formula");
  if (formulas.length === 0) return rows.map(() => new Map());
  const columns = new Map(schema.map(({ name }, column) => [foldKey(name), column]));
  const grid = rows.map((values, row) =>
    schema.map(({ name, formula }) => (formula === null ? fieldOf(values.get(name)) : inRow(formula, columns, row))),
  );
  const cells = evaluate(grid, clock, WORK);
  return rows.map(
    (_, row) => new Map(formulas.map(({ name }) => [name, valueOf(cells[row]?.[columns.get(foldKey(name)) ?? -1])])),
  );
}

/** The value as the source of a sheet's cell, in which a leading apostrophe marks text. */
function fieldOf(value: TypedValue | undefined): string {
  if (value === undefined || value.value === null) return "";
  if (typeof value.value === "number") return String(value.value);
  if (typeof value.value === "boolean") return value.value ? "TRUE" : "FALSE";
  const day = /^\d{4}-\d\d-\d\d/.exec(value.text)?.[0];
  return day !== undefined && typeof value.sort === "string" && value.sort.startsWith(day) ? day : `'${value.text}`;
}

const inRow = (formula: string, columns: ReadonlyMap<string, number>, row: number): string =>
  formula.replaceAll(NAMES, (source, bracketed?: string) => {
    if (source.endsWith("(")) return source;
    const column = columns.get(foldKey(bracketed ?? source));
    if (column !== undefined) return cellNameOf(row, column);
    // A cell's name means nothing here.
    return bracketed !== undefined || /^[A-Za-z]{1,3}\d+$/.test(source) ? "#NAME?" : source;
  });

function valueOf(cell: Cell | undefined): TypedValue {
  if (cell === undefined || cell.kind === "blank")
    return { value: null, text: "", references: [], fits: true, sort: null };
  const isPlain = cell.kind === "number" || cell.kind === "logical";
  const value = isPlain ? cell.value : cell.text;
  const sort = typeof cell.value === "boolean" ? Number(cell.value) : cell.value;
  return { value, text: cell.text, references: [], fits: cell.kind !== "error", sort };
}
