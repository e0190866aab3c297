/** The visible rows of a sheet: all of them, or those that a filter leaves. Positions count from 0, like rows. */

export class ShownRows {
  /** Rows from here on are unfilled and always shown. */
  readonly #end: number;
  readonly #rows: Int32Array;
  /** For each row, the number of visible rows before it. */
  readonly #before: Int32Array;

  constructor(end = 0, isShown: (row: number) => boolean = () => true) {
    const rows = new Int32Array(end);
    this.#before = new Int32Array(end + 1);
    let count = 0;
    for (let row = 0; row < end; row++) {
      this.#before[row] = count;
      if (isShown(row)) rows[count++] = row;
    }
    this.#before[end] = count;
    this.#end = end;
    this.#rows = rows.subarray(0, count);
  }

  /** How many of the first `rows` rows are shown. */
  count(rows: number): number {
    return rows - this.hidden;
  }

  get hidden(): number {
    return this.#end - this.#rows.length;
  }

  at(position: number): number {
    return this.#rows[position] ?? position + this.hidden;
  }

  /** The last visible one of the first `rows` rows. */
  last(rows: number): number {
    return this.at(Math.max(0, this.positionOf(rows) - 1));
  }

  /** For a hidden row, the position of the next visible one. */
  positionOf(row: number): number {
    return this.#before[row] ?? row - this.hidden;
  }

  isShown(row: number): boolean {
    return this.at(this.positionOf(row)) === row;
  }

  /** The visible rows of a range, both ends included. */
  between(top: number, bottom: number): number[] {
    const [first, end] = [this.positionOf(top), this.positionOf(bottom + 1)];
    return Array.from({ length: Math.max(0, end - first) }, (_, index) => this.at(first + index));
  }

  /** The row `by` visible rows further down (or up), limited to the first `rows` rows. */
  step(row: number, by: number, rows: number): number {
    return this.at(Math.max(0, Math.min(this.positionOf(row) + by, this.count(rows) - 1)));
  }
}
