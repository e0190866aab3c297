/**
 * The formulas without a value, indexed so that the next one inside any range is found in nearly constant time: a range
 * of 10,000 finished cells costs one lookup. Each column is a union-find over its formulas, where a finished one points
 * to the next below it (Tarjan and van Leeuwen 1984, path halving).
 */
import type { Rect } from "./references.ts";

type Column<T> = {
  readonly column: number;
  readonly rows: number[];
  readonly items: T[];
  readonly next: number[];
  left: number;
};

export class Unfinished<T extends { readonly row: number; readonly column: number }> {
  /** Columns with formulas, from left to right. */
  readonly #columns: readonly Column<T>[];
  /** For each of those its own index, or one further right once all its formulas are finished. */
  readonly #nextColumn: number[];
  readonly #byColumn = new Map<number, Column<T>>();
  /** Number of columns examined so far. */
  looks = 0;

  /** `formulas` are in row order. */
  constructor(formulas: readonly T[]) {
    for (const item of formulas) {
      const column = this.#byColumn.get(item.column) ?? newColumn<T>(item.column);
      this.#byColumn.set(item.column, column);
      column.next.push(column.left++);
      column.rows.push(item.row);
      column.items.push(item);
    }
    this.#columns = [...this.#byColumn.values()].toSorted((a, b) => a.column - b.column);
    this.#nextColumn = this.#columns.map((_, index) => index);
    for (const column of this.#columns) column.next.push(column.rows.length);
    this.#nextColumn.push(this.#columns.length);
  }

  /** The first formula in `rect` without a value, by column from left to right. */
  firstIn({ top, left, bottom, right }: Rect): T | null {
    this.looks++;
    if (left === right) {
      const column = this.#byColumn.get(left);
      return column && column.left > 0 ? firstBetween(column, top, bottom) : null;
    }
    let index = lowerBound(this.#columns.length, (at) => (this.#columns[at]?.column ?? left) < left);
    for (index = follow(this.#nextColumn, index); ; index = follow(this.#nextColumn, index + 1)) {
      const column = this.#columns[index];
      if (!column || column.column > right) return null;
      this.looks++;
      const found = firstBetween(column, top, bottom);
      if (found) return found;
    }
  }

  finish(item: T): void {
    const column = this.#byColumn.get(item.column);
    if (!column) return;
    const at = indexFrom(column.rows, item.row);
    if (column.rows[at] !== item.row || column.next[at] !== at) return;
    column.next[at] = at + 1;
    column.left--;
    if (column.left > 0) return;
    const index = lowerBound(this.#columns.length, (each) => (this.#columns[each]?.column ?? 0) < item.column);
    this.#nextColumn[index] = index + 1;
  }
}

const newColumn = <T>(column: number): Column<T> => ({ column, rows: [], items: [], next: [], left: 0 });

/** The end of a chain of pointers, which is shortened on the way. */
function follow(next: number[], from: number): number {
  let index = from;
  for (let after = next[index] ?? index; after !== index; after = next[index] ?? index) {
    next[index] = next[after] ?? after;
    index = next[index] ?? index;
  }
  return index;
}

function firstBetween<T>({ rows, items, next }: Column<T>, top: number, bottom: number): T | null {
  const index = follow(next, indexFrom(rows, top));
  const row = rows[index];
  return row !== undefined && row <= bottom ? (items[index] ?? null) : null;
}

/** The first index from `row` on; written inline because lookups spend most of their time here. */
function indexFrom(rows: readonly number[], row: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle] ?? row) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first index for which `below` is false, given that it is true for a prefix. */
export function lowerBound(length: number, below: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (below(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
