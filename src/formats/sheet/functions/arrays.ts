/** Functions that return tables. A formula shows the first element; other functions receive the whole table. */
import { keyOf } from "../cache.ts";
import type { Scope } from "../scope.ts";
import { toLogical } from "../typed-input.ts";
import {
  compare,
  Fault,
  type Matrix,
  type Scalar,
  Table,
  textCost,
  tooLargeFor,
  VALUE,
  type Value,
} from "../values.ts";
import { type Library, MANY, numberAt, scalarOf, ranged, result, tableOf, walkMatrix } from "./signature.ts";

const EMPTY = new Fault("#N/A", "No rows remain.");

/** The filled rows of a table as arrays; counts the work. */
function rowsOf(matrix: Matrix, scope: Scope): Scalar[][] {
  const rows: Scalar[][] = [];
  walkMatrix(matrix, scope, (value, row) => {
    scope.charge(textCost(value));
    const line = rows[row];
    if (line) line.push(value);
    else rows.push([value]);
    return undefined;
  });
  return rows;
}

const tableFrom = (rows: readonly (readonly Scalar[])[]): Value =>
  rows.length === 0 ? EMPTY : new Table(rows.length, rows[0]?.length ?? 0, rows.flat());

function transposed(rows: readonly (readonly Scalar[])[]): Scalar[][] {
  const columns = rows[0]?.length ?? 0;
  return Array.from({ length: columns }, (_, column) => rows.map((row) => row[column] ?? null));
}

function sequence(values: readonly Value[], scope: Scope): Value {
  const [rows, columns, start, step] = [1, 1, 1, 1].map((fallback, index) => numberAt(values, index, fallback));
  if (rows instanceof Fault) return rows;
  if (columns instanceof Fault) return columns;
  if (start instanceof Fault) return start;
  if (step instanceof Fault) return step;
  const [height, width] = [Math.trunc(rows ?? 0), Math.trunc(columns ?? 0)];
  if (height < 1 || width < 1) return VALUE;
  const tooLarge = tooLargeFor(height, width);
  if (tooLarge) return tooLarge;
  scope.charge(height * width);
  const cells = Array.from({ length: height * width }, (_, index) => result((start ?? 1) + index * (step ?? 1)));
  return new Table(height, width, cells);
}

/** Distinct rows (or columns), in order of their first appearance. */
function unique(values: readonly Value[], scope: Scope): Value {
  const byColumn = toLogical(scalarOf(values[1] ?? false));
  const once = toLogical(scalarOf(values[2] ?? false));
  if (byColumn instanceof Fault) return byColumn;
  if (once instanceof Fault) return once;
  const rows = rowsOf(tableOf(values[0] ?? null), scope);
  const lines = byColumn ? transposed(rows) : rows;
  const seen = new Map<string, { line: Scalar[]; times: number }>();
  for (const line of lines) {
    const key = JSON.stringify(line.map((value) => (value instanceof Fault ? [value.code] : keyOf(value))));
    const known = seen.get(key);
    if (known) known.times++;
    else seen.set(key, { line, times: 1 });
  }
  const kept = [...seen.values()].filter(({ times }) => !once || times === 1).map(({ line }) => line);
  return tableFrom(byColumn ? transposed(kept) : kept);
}

/** Sorts by one column, ascending (1) or descending (-1). Blanks and errors come last. */
function sort(values: readonly Value[], scope: Scope): Value {
  const [index, order] = [numberAt(values, 1, 1), numberAt(values, 2, 1)];
  if (index instanceof Fault) return index;
  if (order instanceof Fault) return order;
  const rows = rowsOf(tableOf(values[0] ?? null), scope);
  const column = Math.trunc(index) - 1;
  if (column < 0 || column >= (rows[0]?.length ?? 0) || (order !== 1 && order !== -1)) return VALUE;
  scope.charge(rows.length * 16);
  return tableFrom(rows.toSorted((a, b) => inOrder(a[column] ?? null, b[column] ?? null, order)));
}

function inOrder(a: Scalar, b: Scalar, order: number): number {
  const last = (value: Scalar) => (value === null ? 2 : value instanceof Fault ? 1 : 0);
  const difference = last(a) - last(b);
  const found = difference === 0 && last(a) === 0 ? compare(a, b) : difference;
  return found instanceof Fault ? 0 : difference === 0 ? found * order : difference;
}

/** The rows (or columns) whose corresponding condition is true. */
function filter(values: readonly Value[], scope: Scope): Value {
  const matrix = tableOf(values[0] ?? null);
  const conditions = tableOf(values[1] ?? null);
  const down = conditions.columns === 1 && conditions.rows === matrix.rows;
  if (!down && (conditions.rows !== 1 || conditions.columns !== matrix.columns)) return VALUE;
  const rows = rowsOf(matrix, scope);
  const lines = down ? rows : transposed(rows);
  const kept: Scalar[][] = [];
  for (const [index, line] of lines.entries()) {
    const holds = toLogical(down ? conditions.at(index, 0) : conditions.at(0, index));
    if (holds instanceof Fault) return holds;
    if (holds) kept.push(line);
  }
  if (kept.length === 0) return values[2] ?? EMPTY;
  return tableFrom(down ? kept : transposed(kept));
}

/** Stacks tables vertically; narrower ones are padded with #N/A. */
function stack(values: readonly Value[], scope: Scope): Value {
  const rows = values.flatMap((value) => rowsOf(tableOf(value), scope));
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const tooLarge = tooLargeFor(rows.length, width);
  if (tooLarge) return tooLarge;
  scope.charge(rows.length * width);
  return tableFrom(rows.map((row) => [...row, ...Array.from({ length: width - row.length }, () => EMPTY)]));
}

export const ARRAYS: Library = {
  TRANSPOSE: ranged(1, 1, ([value = null], scope) => tableFrom(transposed(rowsOf(tableOf(value), scope)))),
  SEQUENCE: ranged(1, 4, sequence),
  UNIQUE: ranged(1, 3, unique),
  SORT: ranged(1, 3, sort),
  FILTER: ranged(2, 3, filter),
  VSTACK: ranged(1, MANY, stack),
};
