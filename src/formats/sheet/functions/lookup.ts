/** Functions that find values in ranges, and positions of ranges. */
import { MAX_COLUMNS, MAX_ROWS, cellNameOf, rangeOf } from "../references.ts";
import type { Scope } from "../scope.ts";
import { searchMatrix, type Search, searchSorted } from "../search.ts";
import { type Node, type Reach, reachOf } from "../syntax.ts";
import { toLogical, toNumber } from "../typed-input.ts";
import { Fault, type Matrix, NOT_FOUND, REF, type Scalar, VALUE, type Value } from "../values.ts";
import { lazy, type Library, numberAt, scalarOf, ranged, scalar, tableOf } from "./signature.ts";

const logicalAt = (values: readonly Value[], index: number, fallback: boolean): boolean | Fault => {
  const value = values[index];
  return value === undefined ? fallback : toLogical(scalarOf(value));
};

/** VLOOKUP and HLOOKUP: search in the first column (or row) of a table, and return a value from another. */
const tableLookup = (across: boolean) =>
  ranged(3, 4, (values, scope) => {
    const table = tableOf(values[1] ?? null);
    const index = numberAt(values, 2, 0);
    if (index instanceof Fault) return index;
    const sorted = logicalAt(values, 3, true);
    if (sorted instanceof Fault) return sorted;
    const line = Math.trunc(index) - 1;
    if (line < 0) return VALUE;
    if (line >= (across ? table.rows : table.columns)) return REF;
    const keys = across ? table.part(0, 0, 1, table.columns) : table.part(0, 0, table.rows, 1);
    const wanted = scalarOf(values[0] ?? null);
    const found = sorted ? searchSorted(wanted, keys, scope) : searchMatrix(wanted, keys, "wildcard", scope);
    if (found instanceof Fault) return found;
    return across ? table.at(line, found) : table.at(found, line);
  });

const isLine = (matrix: Matrix): boolean => matrix.rows === 1 || matrix.columns === 1;

/** 0-based index, by the match and search modes of XLOOKUP and XMATCH. */
function searchBy(
  values: readonly Value[],
  at: { readonly match: number; readonly order: number },
  scope: Scope,
): number | Fault {
  const line = tableOf(values[1] ?? null);
  const match = numberAt(values, at.match, 0);
  const order = numberAt(values, at.order, 1);
  if (match instanceof Fault) return match;
  if (order instanceof Fault) return order;
  const how: Search | undefined = new Map<number, Search>([
    [0, "exact"],
    [-1, "below"],
    [1, "above"],
    [2, "wildcard"],
  ]).get(match);
  return how && isLine(line) ? searchMatrix(scalarOf(values[0] ?? null), line, how, scope, order < 0) : VALUE;
}

function xlookup(values: readonly Value[], scope: Scope): Value {
  const keys = tableOf(values[1] ?? null);
  const answers = tableOf(values[2] ?? null);
  const down = keys.columns === 1;
  if (down ? answers.rows !== keys.rows : answers.columns !== keys.columns) return VALUE;
  const found = searchBy(values, { match: 4, order: 5 }, scope);
  if (found instanceof Fault) {
    const otherwise = values[3];
    return found.code === "#N/A" && otherwise !== undefined && otherwise !== null ? otherwise : found;
  }
  const line = down ? answers.part(found, 0, 1, answers.columns) : answers.part(0, found, answers.rows, 1);
  return line.rows === 1 && line.columns === 1 ? line.at(0, 0) : line;
}

function position(values: readonly Value[], scope: Scope): Scalar {
  const line = tableOf(values[1] ?? null);
  const type = numberAt(values, 2, values.length > 2 ? 0 : 1);
  if (type instanceof Fault) return type;
  if (!isLine(line)) return NOT_FOUND;
  const wanted = scalarOf(values[0] ?? null);
  const found =
    type === 0 ? searchMatrix(wanted, line, "wildcard", scope) : searchSorted(wanted, line, scope, type < 0);
  return found instanceof Fault ? found : found + 1;
}

/**
 * LOOKUP with a result vector, or in a table: searches the first line along its longer side, and returns from the last
 * line.
 */
function lookup(values: readonly Value[], scope: Scope): Scalar {
  const table = tableOf(values[1] ?? null);
  const across = table.columns > table.rows;
  const keys = across ? table.part(0, 0, 1, table.columns) : table.part(0, 0, table.rows, 1);
  const found = searchSorted(scalarOf(values[0] ?? null), keys, scope);
  if (found instanceof Fault) return found;
  if (values[2] !== undefined) {
    const answers = tableOf(values[2]);
    return answers.columns === 1 ? answers.at(found, 0) : answers.at(0, found);
  }
  return across ? table.at(table.rows - 1, found) : table.at(found, table.columns - 1);
}

/** Row or column 0 means all of them. */
function element(values: readonly Value[], scope: Scope): Value {
  const matrix = tableOf(values[0] ?? null);
  const first = numberAt(values, 1, 0);
  const second = numberAt(values, 2, 0);
  if (first instanceof Fault) return first;
  if (second instanceof Fault) return second;
  const along = matrix.rows === 1 && values.length < 3;
  const [row, column] = (along ? [0, first] : [first, second]).map(Math.trunc);
  if (row === undefined || column === undefined || row < 0 || column < 0) return VALUE;
  if (row > matrix.rows || column > matrix.columns) return REF;
  if (row > 0 && (column > 0 || matrix.columns === 1)) return matrix.at(row - 1, Math.max(0, column - 1));
  if (column > 0 && matrix.rows === 1) return matrix.at(0, column - 1);
  scope.charge(matrix.filledRows);
  if (row > 0) return matrix.part(row - 1, 0, 1, matrix.columns);
  return column > 0 ? matrix.part(0, column - 1, matrix.rows, 1) : matrix;
}

const place = (at: (reach: Reach) => number, own: (scope: Scope) => number) =>
  lazy(0, 1, ([node], scope) => {
    if (node === undefined) return own(scope);
    const reach = reachOf(node);
    return reach ? at(reach) : VALUE;
  });

const size = (of: (matrix: Matrix) => number) =>
  lazy(1, 1, ([node], scope) => {
    const reach = reachOf(node);
    const value = reach ? scope.locate(reach) : node ? scope.evaluate(node) : null;
    return value instanceof Fault ? value : of(tableOf(value));
  });

function offset([base, ...rest]: readonly Node[], scope: Scope): Value {
  const reach = reachOf(base);
  if (!reach) return VALUE;
  const { rect } = scope.locate(reach);
  const height = rect.bottom - rect.top + 1;
  const width = rect.right - rect.left + 1;
  const sides: number[] = [];
  for (const [at, fallback] of [0, 0, height, width].entries()) {
    const node = rest[at];
    const number = node && node.kind !== "missing" ? toNumber(scalarOf(scope.evaluate(node))) : fallback;
    if (number instanceof Fault) return number;
    sides.push(Math.trunc(number));
  }
  const [down = 0, over = 0, rows = 0, columns = 0] = sides;
  const [top, left] = [rect.top + down, rect.left + over];
  return readAt({ top, left, bottom: top + rows - 1, right: left + columns - 1 }, scope);
}

/** A single cell becomes its value, anything larger a range. */
function readAt(reach: Reach & { readonly bottom: number; readonly right: number }, scope: Scope): Value {
  const { top, left, bottom, right } = reach;
  if (top < 0 || left < 0 || bottom < top || right < left || bottom >= MAX_ROWS || right >= MAX_COLUMNS) return REF;
  const area = scope.read(reach);
  return area.rows === 1 && area.columns === 1 ? area.at(0, 0) : area;
}

/** Converts text to a reference, in `A1` style only. */
function indirect(values: readonly Value[], scope: Scope): Value {
  const text = scalarOf(values[0] ?? null);
  if (text instanceof Fault) return text;
  const reach = typeof text === "string" ? rangeOf(text.trim()) : null;
  if (!reach) return REF;
  const area = scope.read(reach);
  return area.rows === 1 && area.columns === 1 ? area.at(0, 0) : area;
}

function address(row: number, column: number, kind: number): Scalar {
  if (row < 1 || column < 1 || row > MAX_ROWS || column > MAX_COLUMNS) return VALUE;
  const [, letters = "", digits = ""] =
    /^([A-Z]+)(\d+)$/.exec(cellNameOf(Math.trunc(row) - 1, Math.trunc(column) - 1)) ?? [];
  return `${kind === 1 || kind === 3 ? "$" : ""}${letters}${kind === 1 || kind === 2 ? "$" : ""}${digits}`;
}

export const LOOKUP: Library = {
  VLOOKUP: tableLookup(false),
  HLOOKUP: tableLookup(true),
  XLOOKUP: ranged(3, 6, xlookup),
  XMATCH: ranged(2, 4, (values, scope) => {
    const found = searchBy(values, { match: 2, order: 3 }, scope);
    return found instanceof Fault ? found : found + 1;
  }),
  MATCH: ranged(2, 3, position),
  LOOKUP: ranged(2, 3, lookup),
  INDEX: ranged(1, 3, element),
  OFFSET: lazy(3, 5, offset),
  INDIRECT: ranged(1, 1, indirect),
  ADDRESS: scalar(["number", "number"], ["number"], (row, column, kind = 1) => address(row, column, kind)),
  ROW: place(
    ({ top }) => top + 1,
    ({ row }) => row + 1,
  ),
  COLUMN: place(
    ({ left }) => left + 1,
    ({ column }) => column + 1,
  ),
  ROWS: size(({ rows }) => rows),
  COLUMNS: size(({ columns }) => columns),
};
