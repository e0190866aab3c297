/** Which cells a scrolled grid shows and where they are, with rows and columns that stay in view while the others scroll. */
import type { Place } from "../../../formats/sheet/recalculation.ts";
import type { Rect } from "../../../formats/sheet/references.ts";
import { type Columns, HEAD_WIDTH, ROW_HEIGHT } from "./layout.ts";
import type { Size } from "./selection.ts";

/** Rows and columns that are drawn beyond the edges. */
const BEYOND = 4;

const NOTHING: Size = { rows: 0, columns: 0 };

/** Those from one to another, after the frozen ones, which are always drawn. */
function numbers(first: number, last: number, frozen: number): number[] {
  const from = Math.max(first, frozen);
  const frozenOnes = Array.from({ length: frozen }, (_, index) => index);
  return [...frozenOnes, ...Array.from({ length: Math.max(0, last - from + 1) }, (_, index) => from + index)];
}

export class Viewport {
  readonly columns: Columns;
  readonly #dom: HTMLElement;
  /** From the first of each on. */
  #frozen: Size;

  constructor(dom: HTMLElement, columns: Columns, frozen: Size) {
    this.columns = columns;
    this.#dom = dom;
    this.#frozen = frozen;
  }

  get frozen(): Size {
    return this.#frozen;
  }

  get isFrozen(): boolean {
    return this.#frozen.rows > 0 || this.#frozen.columns > 0;
  }

  /** The rows above and the columns before a cell stay in view, as far as they leave room for others. */
  freeze({ row, column }: Place): void {
    const { clientHeight, clientWidth } = this.#dom;
    const rows = Math.min(row, Math.floor(clientHeight / 2 / ROW_HEIGHT));
    let columns = column;
    while (columns > 0 && this.columns.left(columns) > clientWidth / 2) columns--;
    this.#frozen = { rows, columns };
  }

  unfreeze(): void {
    this.#frozen = NOTHING;
  }

  /** The numbers of rows and columns that are to be drawn. */
  shown(size: Size): { rows: number[]; columns: number[] } {
    const { scrollTop, scrollLeft, clientHeight, clientWidth } = this.#dom;
    const top = Math.max(0, Math.floor(scrollTop / ROW_HEIGHT) - BEYOND);
    const bottom = Math.min(size.rows - 1, Math.ceil((scrollTop + clientHeight) / ROW_HEIGHT) + BEYOND);
    const left = Math.max(0, this.columns.at(scrollLeft) - BEYOND);
    const right = Math.min(size.columns - 1, this.columns.at(scrollLeft + clientWidth) + BEYOND);
    return { rows: numbers(top, bottom, this.#frozen.rows), columns: numbers(left, right, this.#frozen.columns) };
  }

  /** Scrolls as little as it takes to see a cell. */
  reveal({ row, column }: Place): void {
    const dom = this.#dom;
    if (row >= this.#frozen.rows) {
      const [top, height] = [row * ROW_HEIGHT, dom.clientHeight - ROW_HEIGHT];
      const above = this.#frozen.rows * ROW_HEIGHT;
      if (top - above < dom.scrollTop) dom.scrollTop = top - above;
      else if (top + ROW_HEIGHT > dom.scrollTop + height) dom.scrollTop = top + ROW_HEIGHT - height;
    }
    if (column >= this.#frozen.columns) {
      const [left, width] = [this.columns.left(column), dom.clientWidth - HEAD_WIDTH];
      const before = this.columns.left(this.#frozen.columns);
      const end = left + this.columns.width(column);
      if (left - before < dom.scrollLeft) dom.scrollLeft = left - before;
      else if (end > dom.scrollLeft + width) dom.scrollLeft = Math.min(left - before, end - width);
    }
  }

  /** Scrolls so that a frozen cell stands where `place` puts what lies over it. */
  settle({ row, column }: Place): void {
    if (row < this.#frozen.rows) this.#dom.scrollTop = 0;
    if (column < this.#frozen.columns) this.#dom.scrollLeft = 0;
  }

  /** Rows that fit the window. */
  get pageRows(): number {
    return Math.max(1, Math.floor(this.#dom.clientHeight / ROW_HEIGHT) - 2 - this.#frozen.rows);
  }

  /** The cell at a point of the window; -1 for the heads. */
  placeAt(x: number, y: number, size: Size): Place {
    const dom = this.#dom;
    const box = dom.getBoundingClientRect();
    const [inX, inY] = [x - box.left - dom.clientLeft, y - box.top - dom.clientTop];
    const isFrozenRow = inY < (this.#frozen.rows + 1) * ROW_HEIGHT;
    const isFrozenColumn = inX < HEAD_WIDTH + this.columns.left(this.#frozen.columns);
    const row = Math.floor((inY + (isFrozenRow ? 0 : dom.scrollTop)) / ROW_HEIGHT) - 1;
    const column = this.columns.at(inX + (isFrozenColumn ? 0 : dom.scrollLeft) - HEAD_WIDTH);
    return {
      row: inY < ROW_HEIGHT ? -1 : Math.min(row, size.rows - 1),
      column: inX < HEAD_WIDTH ? -1 : Math.min(column, size.columns - 1),
    };
  }

  /** Puts an element over cells. */
  place({ style }: HTMLElement, { top, left, bottom, right }: Rect): void {
    const { columns } = this;
    style.top = `${(top + 1) * ROW_HEIGHT}px`;
    style.left = `${HEAD_WIDTH + columns.left(left)}px`;
    style.height = `${(bottom - top + 1) * ROW_HEIGHT}px`;
    style.width = `${columns.left(right + 1) - columns.left(left)}px`;
  }

  /** Puts an element that stands beside the grid below a cell, or above it where the window ends. */
  placeBelow(dom: HTMLElement, { row, column }: Place): void {
    const { offsetTop, offsetLeft, scrollTop, scrollLeft, clientHeight, clientWidth } = this.#dom;
    const left = HEAD_WIDTH + this.columns.left(column) - scrollLeft;
    const top = (row + 1) * ROW_HEIGHT - scrollTop;
    dom.style.left = `${offsetLeft + Math.max(0, Math.min(left, clientWidth - dom.offsetWidth))}px`;
    dom.style.top = `${offsetTop + (top > clientHeight / 2 ? top - dom.offsetHeight : top + ROW_HEIGHT)}px`;
  }
}
