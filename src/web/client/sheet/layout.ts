/** Where rows and columns are drawn, in pixels. The print of a sheet has the same sizes in sheet.css. */
import { boundedWidth, COLUMN_WIDTH } from "../../../formats/sheet/settings.ts";

export const ROW_HEIGHT = 28;
export const HEAD_WIDTH = 48;

export class Columns {
  #widths = new Map<number, number>();

  /** As they are for everybody. */
  reset(widths: ReadonlyMap<number, number>): void {
    this.#widths = new Map(widths);
  }

  width(column: number): number {
    return this.#widths.get(column) ?? COLUMN_WIDTH;
  }

  set(column: number, width: number): void {
    this.#widths.set(column, boundedWidth(width));
  }

  /** Of its left side, without the heads of the rows. Few columns have a width of their own. */
  left(column: number): number {
    let left = column * COLUMN_WIDTH;
    for (const [each, width] of this.#widths) if (each < column) left += width - COLUMN_WIDTH;
    return left;
  }

  /** The column at so many pixels from the left of the first. */
  at(x: number): number {
    let column = 0;
    for (let rest = x - this.width(0); rest >= 0; rest -= this.width(column)) column++;
    return column;
  }

  entries(): [number, number][] {
    return [...this.#widths];
  }
}
