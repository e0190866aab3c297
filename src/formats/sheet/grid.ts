/** The values of a sheet during evaluation, and views of parts of it. */
import type { Rect } from "./references.ts";
import type { Reach } from "./syntax.ts";
import { Matrix, type Scalar } from "./values.ts";

export class Grid {
  readonly rows: number;
  readonly columns: number;
  readonly #cells: Scalar[][];

  constructor(cells: Scalar[][]) {
    this.#cells = cells;
    this.rows = cells.length;
    this.columns = cells.reduce((most, row) => Math.max(most, row.length), 0);
  }

  at(row: number, column: number): Scalar {
    return this.#cells[row]?.[column] ?? null;
  }

  set(row: number, column: number, value: Scalar): void {
    const cells = this.#cells[row];
    if (cells) cells[column] = value;
  }

  /** Whole columns and rows end at the end of the sheet. */
  rectOf({ top, left, bottom, right }: Reach): Rect {
    return {
      top,
      left,
      bottom: bottom ?? Math.max(top, this.rows - 1),
      right: right ?? Math.max(left, this.columns - 1),
    };
  }
}

/** A live view of a sheet's range. */
export class Area extends Matrix {
  readonly rect: Rect;
  readonly rows: number;
  readonly columns: number;
  readonly #grid: Grid;

  constructor(grid: Grid, rect: Rect) {
    super();
    this.#grid = grid;
    this.rect = rect;
    this.rows = rect.bottom - rect.top + 1;
    this.columns = rect.right - rect.left + 1;
  }

  at(row: number, column: number): Scalar {
    return this.#grid.at(this.rect.top + row, this.rect.left + column);
  }

  part(row: number, column: number, rows: number, columns: number): Area {
    const [top, left] = [this.rect.top + row, this.rect.left + column];
    return new Area(this.#grid, { top, left, bottom: top + rows - 1, right: left + columns - 1 });
  }

  override get filledRows(): number {
    return Math.max(0, Math.min(this.rows, this.#grid.rows - this.rect.top));
  }

  override get filledColumns(): number {
    return Math.max(0, Math.min(this.columns, this.#grid.columns - this.rect.left));
  }
}
