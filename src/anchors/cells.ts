/**
 * Where the cells of a sheet are after an edit. Sorting and moving write the texts of rows and columns over each other,
 * so that offsets do not follow them: rows are paired by their fields, or columns by theirs.
 */
import { parseRow } from "../formats/sheet/csv.ts";
import { keepOrder } from "../realtime/paired-lines.ts";
import { splitLines } from "../realtime/text.ts";
import { at, identity, pairByValues, pairEqual, pairNeighbours, shareOf, type Pairing } from "./pairing.ts";

/** Counted from 0. */
export type Cell = { readonly row: number; readonly column: number };

/** Opposite corners, both in the range; `from` has the smaller row and column. */
export type CellRange = { readonly from: Cell; readonly to: Cell };

/** The cells after the edit; null for a cell whose row or column is gone. */
export function moveCells(before: string, after: string, cells: readonly Cell[]): (Cell | null)[] {
  const map = new SheetMap(before, after);
  return cells.map((cell) => map.cell(cell));
}

/** The ranges after the edit, which span the rows and columns that are left; null if all of either are gone. */
export function moveCellRanges(before: string, after: string, ranges: readonly CellRange[]): (CellRange | null)[] {
  const map = new SheetMap(before, after);
  return ranges.map((range) => map.range(range));
}

type Row = readonly string[];

/** Half of the rows or columns must have an equal partner; otherwise both may have changed. */
const MOST = 0.5;

/** If this many rows have an equal partner, no column changed. */
const CLEARLY_ROWS = 0.9;

class SheetMap {
  readonly #rows: Pairing;
  readonly #columns: Pairing;

  constructor(before: string, after: string) {
    const [a, b] = [rowsOf(before), rowsOf(after)];
    const widths = [widthOf(a), widthOf(b)] as const;
    const rows = pairEqual(a.map(keyOf), b.map(keyOf));
    const mayBeColumns = a.length === b.length && shareOf(rows) < CLEARLY_ROWS;
    const columns = mayBeColumns ? pairEqual(columnsOf(a, widths[0]), columnsOf(b, widths[1])) : null;
    const isByColumn = columns !== null && shareOf(columns) > shareOf(rows);
    const share = isByColumn ? shareOf(columns) : shareOf(rows);
    if (isByColumn && share >= MOST) {
      this.#rows = identity(a.length, b.length);
      this.#columns = columns;
    } else if (share >= MOST || widths[0] < 2) {
      this.#rows = rows;
      this.#columns = identity(widths[0], Math.max(...widths));
    } else [this.#rows, this.#columns] = pairBoth(a, b, widths);
    pairNeighbours(this.#columns, widths[1], (i, j) => areAlike(columnOf(a, i), columnOf(b, j)));
    pairNeighbours(this.#rows, b.length, (i, j) => areAlike(this.#project(a[i] ?? []), b[j] ?? []));
  }

  cell({ row, column }: Cell): Cell | null {
    const moved = { row: at(this.#rows, row), column: this.#columnAt(column) };
    return moved.row === -1 || moved.column === -1 ? null : moved;
  }

  range({ from, to }: CellRange): CellRange | null {
    const rows = spanOf(this.#rows, from.row, to.row);
    const columns = spanOf(this.#columns, from.column, to.column);
    return rows && columns && { from: { row: rows[0], column: columns[0] }, to: { row: rows[1], column: columns[1] } };
  }

  /** The fields of a row in the order of the columns after the edit. */
  #project(row: Row): Row {
    const fields: string[] = [];
    row.forEach((field, column) => {
      const moved = this.#columnAt(column);
      if (moved !== -1) fields[moved] = field;
    });
    return Array.from(fields, (field) => field ?? "");
  }

  /** Behind the last column there are only empty cells. */
  #columnAt(column: number): number {
    return column < this.#columns.length ? at(this.#columns, column) : column;
  }
}

const rowsOf = (text: string): Row[] => splitLines(text).map((line) => parseRow(line).map(withoutReferences));

/** Moving a row changes the references of formulas to it. */
export const withoutReferences = (field: string): string =>
  field.startsWith("=") ? field.replace(/#REF!|\$?[A-Z]+\$?\d+/g, "R") : field;

const widthOf = (rows: readonly Row[]): number => rows.reduce((width, row) => Math.max(width, row.length), 0);

const SEPARATOR = "\u0001";

/** Empty fields at the end do not count. */
const keyOf = (row: Row): string => row.slice(0, row.findLastIndex((field) => field !== "") + 1).join(SEPARATOR);

const columnOf = (rows: readonly Row[], column: number): Row => rows.map((row) => row[column] ?? "");

const columnsOf = (rows: readonly Row[], width: number): string[] =>
  Array.from({ length: width }, (_, column) => keyOf(columnOf(rows, column)));

/** Both rows and columns changed: columns are paired by their values in any order, then rows by these columns. */
function pairBoth(a: readonly Row[], b: readonly Row[], widths: readonly [number, number]): [Pairing, Pairing] {
  const [some, others] = [a, b].map((rows, side) =>
    Array.from({ length: widths[side] ?? 0 }, (_, column) => columnOf(rows, column)),
  );
  const columns = pairByValues(some ?? [], others ?? []);
  const paired = [...columns.keys()].filter((column) => at(columns, column) !== -1);
  if (paired.length === 0) return [pairEqual(a.map(keyOf), b.map(keyOf)), identity(widths[0], Math.max(...widths))];
  const keysOf = (rows: readonly Row[], order: readonly number[]) =>
    rows.map((row) => keyOf(order.map((column) => row[column] ?? "")));
  const rows = pairEqual(
    keysOf(a, paired),
    keysOf(
      b,
      paired.map((column) => at(columns, column)),
    ),
  );
  return [rows, columns];
}

/** True if at least half of the fields are equal, where one may always differ. */
function areAlike(some: Row, others: Row): boolean {
  const length = Math.max(some.length, others.length);
  let equal = 0;
  for (let i = 0; i < length; i++) if ((some[i] ?? "") === (others[i] ?? "")) equal++;
  return 2 * equal >= length - 1;
}

/**
 * First and last place of what is left of a range. If other rows came between its own, only those count that are in
 * their old order: a row that was moved up or down past others does not stretch the range.
 */
function spanOf(pairing: Pairing, from: number, to: number): [number, number] | null {
  const left: [number, number][] = [];
  for (let i = from; i <= to; i++) if (at(pairing, i) !== -1) left.push([i, at(pairing, i)]);
  if (left.length === 0) return null;
  const [first, last] = extremes(left);
  const inside = pairing.reduce((count, place) => (place >= first && place <= last ? count + 1 : count), 0);
  if (inside === left.length) return [first, last];
  const kept = keepOrder(left);
  return extremes(left.filter(([i]) => kept.has(i)));
}

const extremes = (places: readonly (readonly [number, number])[]): [number, number] =>
  places.reduce<[number, number]>(
    ([first, last], [, place]) => [Math.min(first, place), Math.max(last, place)],
    [Infinity, -1],
  );
