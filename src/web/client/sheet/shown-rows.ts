/** Which rows of a sheet are shown, and where: all of them, or those that a filter leaves. Positions count from 0 as rows do. */

export class ShownRows {
  /** Rows from here on, which nothing is written in, are shown always. */
  readonly #end: number;
  readonly #rows: Int32Array;
  /** How many of the rows before each are shown. */
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

  /** Of so many rows, how many are shown. */
  count(rows: number): number {
    return rows - this.hidden;
  }

  get hidden(): number {
    return this.#end - this.#rows.length;
  }

  at(position: number): number {
    return this.#rows[position] ?? position + this.hidden;
  }

  /** Of so many rows, the last that is shown. */
  last(rows: number): number {
    return this.at(Math.max(0, this.positionOf(rows) - 1));
  }

  /** Of a row that is hidden, the position of the next one that is not. */
  positionOf(row: number): number {
    return this.#before[row] ?? row - this.hidden;
  }

  isShown(row: number): boolean {
    return this.at(this.positionOf(row)) === row;
  }

  /** Those from one to another, both included. */
  between(top: number, bottom: number): number[] {
    const [first, end] = [this.positionOf(top), this.positionOf(bottom + 1)];
    return Array.from({ length: Math.max(0, end - first) }, (_, index) => this.at(first + index));
  }

  /** The row so many further down (or up), of so many rows. */
  step(row: number, by: number, rows: number): number {
    return this.at(Math.max(0, Math.min(this.positionOf(row) + by, this.count(rows) - 1)));
  }
}
