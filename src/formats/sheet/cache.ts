/**
 * Caches what is repeatedly computed for one range during an evaluation: its totals, its order, the positions of its
 * values. A range is only read once all its formulas have values, so cached results stay valid for the rest of the
 * evaluation.
 */
import { Area } from "./grid.ts";
import { fold, Fault, isNumeric, type Matrix, Moment, numericOf, type Scalar, textCost, type Unit } from "./values.ts";

/** Totals of the numbers in a range. `unit` is set if all of them share it. */
export type RangeTotals = {
  count: number;
  filled: number;
  sum: number;
  least: number;
  most: number;
  unit: Unit | null;
  fault: Fault | null;
};

/** Maximum entries of all caches together: beyond it, results are recomputed each time. */
const MAX_KEPT = 2_000_000;

export class Cache {
  readonly #charge: (cells: number) => void;
  readonly #running = new Map<string, { filled: number; tally: RangeTotals }>();
  readonly #sorted = new Map<string, readonly number[]>();
  readonly #places = new Map<string, ReadonlyMap<number | string | boolean, readonly number[]>>();
  #kept = 0;

  constructor(charge: (cells: number) => void) {
    this.#charge = charge;
  }

  /** A running total (`SUM(B$2:B9)` in row 9 and so on down) continues from that of the row above. */
  tally(matrix: Matrix): RangeTotals {
    const rows = matrix.filledRows;
    if (!(matrix instanceof Area)) return this.#extend(emptyTally(), matrix, 0, rows);
    const { top, left, right } = matrix.rect;
    const key = `${top},${left},${right}`;
    const running = this.#running.get(key);
    if (running && running.filled <= rows) {
      this.#extend(running.tally, matrix, running.filled, rows);
      running.filled = rows;
      return running.tally;
    }
    const tally = this.#extend(emptyTally(), matrix, 0, rows);
    if (!running) this.#running.set(key, { filled: rows, tally });
    return tally;
  }

  #extend(tally: RangeTotals, matrix: Matrix, from: number, rows: number): RangeTotals {
    const columns = matrix.filledColumns;
    this.#charge((rows - from) * columns + 1);
    for (let row = from; row < rows; row++) {
      for (let column = 0; column < columns; column++) count(tally, matrix.at(row, column));
    }
    return tally;
  }

  /** The numbers of a matrix in ascending order; faults are left out. */
  sorted(matrix: Matrix): readonly number[] {
    return this.#once(this.#sorted, matrix, () => numbersOf(matrix).toSorted((a, b) => a - b));
  }

  /** Positions of each value, as ascending offsets in row order, by the keys of `keyOf`. */
  places(matrix: Matrix): ReadonlyMap<number | string | boolean, readonly number[]> {
    return this.#once(this.#places, matrix, () => placesOf(matrix, this.#charge));
  }

  #once<T>(made: Map<string, T>, matrix: Matrix, make: () => T): T {
    const rect = matrix instanceof Area ? matrix.rect : null;
    const key = rect && `${rect.top},${rect.left},${rect.bottom},${rect.right}`;
    const known = key === null ? undefined : made.get(key);
    this.#charge(1);
    if (known !== undefined) return known;
    const cells = matrix.filledRows * matrix.filledColumns;
    // Sorting and indexing cost more than reading.
    this.#charge(4 * cells);
    const value = make();
    if (key !== null && this.#kept + cells <= MAX_KEPT) {
      this.#kept += cells;
      made.set(key, value);
    }
    return value;
  }
}

const emptyTally = (): RangeTotals => ({
  count: 0,
  filled: 0,
  sum: 0,
  least: Infinity,
  most: -Infinity,
  unit: null,
  fault: null,
});

function count(tally: RangeTotals, value: Scalar): void {
  if (value === null) return;
  tally.filled++;
  if (isNumeric(value)) {
    const number = typeof value === "number" ? value : value.serial;
    const unit = value instanceof Moment ? value.unit : null;
    if (tally.count === 0) tally.unit = unit;
    else if (tally.unit !== unit) tally.unit = null;
    tally.count++;
    tally.sum += number;
    if (number < tally.least) tally.least = number;
    if (number > tally.most) tally.most = number;
  } else if (value instanceof Fault) tally.fault ??= value;
}

function numbersOf(matrix: Matrix): number[] {
  const numbers: number[] = [];
  for (let row = 0; row < matrix.filledRows; row++) {
    for (let column = 0; column < matrix.filledColumns; column++) {
      const value = matrix.at(row, column);
      if (isNumeric(value)) numbers.push(numericOf(value));
    }
  }
  return numbers;
}

function placesOf(
  matrix: Matrix,
  charge: (cells: number) => void,
): ReadonlyMap<number | string | boolean, readonly number[]> {
  const places = new Map<number | string | boolean, number[]>();
  const columns = matrix.filledColumns;
  for (let row = 0; row < matrix.filledRows; row++) {
    for (let column = 0; column < columns; column++) {
      const key = keyOf(matrix.at(row, column));
      if (key === null) continue;
      if (typeof key === "string") charge(textCost(key));
      const known = places.get(key);
      const place = row * columns + column;
      if (known) known.push(place);
      else places.set(key, [place]);
    }
  }
  return places;
}

/**
 * Values that a lookup treats as equal share a key: numbers to 15 digits, text case-insensitively. Null for a blank or
 * fault.
 */
export function keyOf(value: Scalar): number | string | boolean | null {
  if (typeof value === "string") return fold(value);
  if (typeof value === "boolean" || value === null) return value;
  if (value instanceof Fault) return null;
  const number = numericOf(value);
  return Number.isInteger(number) ? number : Number(number.toPrecision(15));
}
