/** Positions and sizes of rows and columns in pixels. sheet.css uses the same sizes for the print of a sheet. */
import { boundedWidth, COLUMN_WIDTH } from "../../../formats/sheet/settings.ts";

export const ROW_HEIGHT = 28;
export const HEAD_WIDTH = 48;

export class Columns {
  #widths = new Map<number, number>();

  /** Resets to the shared widths. */
  reset(widths: ReadonlyMap<number, number>): void {
    this.#widths = new Map(widths);
  }

  width(column: number): number {
    return this.#widths.get(column) ?? COLUMN_WIDTH;
  }

  set(column: number, width: number): void {
    this.#widths.set(column, boundedWidth(width));
  }

  /** The x offset of a column, without the row heads. Few columns have a custom width. */
  left(column: number): number {
    let left = column * COLUMN_WIDTH;
    for (const [each, width] of this.#widths) if (each < column) left += width - COLUMN_WIDTH;
    return left;
  }

  /** The column at an x offset. */
  at(x: number): number {
    let column = 0;
    for (let rest = x - this.width(0); rest >= 0; rest -= this.width(column)) column++;
    return column;
  }

  entries(): [number, number][] {
    return [...this.#widths];
  }
}
