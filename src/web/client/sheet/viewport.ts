/** The visible cells of a scrolled grid and their positions, with frozen rows and columns. */
import type { CellPosition, Rect } from "../../../formats/sheet/references.ts";
import { type Columns, HEAD_WIDTH, ROW_HEIGHT } from "./layout.ts";
import { NOTHING, type Size } from "./selection.ts";
import type { ShownRows } from "./shown-rows.ts";

/** Rows and columns that are drawn beyond the edges. */
const BEYOND = 4;

/** The frozen indices, which are always drawn, followed by those from `first` to `last`. */
function numbers(first: number, last: number, frozen: number): number[] {
  const from = Math.max(first, frozen);
  const frozenOnes = Array.from({ length: frozen }, (_, index) => index);
  return [...frozenOnes, ...Array.from({ length: Math.max(0, last - from + 1) }, (_, index) => from + index)];
}

export class Viewport {
  readonly columns: Columns;
  readonly #dom: HTMLElement;
  readonly #rows: () => ShownRows;
  /** The number of frozen rows and columns. */
  #frozen = NOTHING;

  constructor(dom: HTMLElement, columns: Columns, rows: () => ShownRows) {
    this.columns = columns;
    this.#dom = dom;
    this.#rows = rows;
  }

  get frozen(): Size {
    return this.#frozen;
  }

  /** Freezes the first rows and columns. */
  freeze(wanted: Size): void {
    this.#frozen = this.fitted(wanted);
  }

  /** Limits the frozen area to half of the window, which may be smaller than that of the user who froze it. */
  fitted({ rows, columns: wanted }: Size): Size {
    const { clientHeight, clientWidth } = this.#dom;
    let columns = wanted;
    while (columns > 0 && this.columns.left(columns) > clientWidth / 2) columns--;
    return { rows: Math.min(rows, Math.floor(clientHeight / 2 / ROW_HEIGHT)), columns };
  }

  /** The rows and columns to draw. */
  shown(size: Size): { rows: number[]; columns: number[] } {
    const { scrollTop, scrollLeft, clientHeight, clientWidth } = this.#dom;
    const top = Math.max(0, Math.floor(scrollTop / ROW_HEIGHT) - BEYOND);
    const rows = this.#rows();
    const bottom = Math.min(rows.count(size.rows) - 1, Math.ceil((scrollTop + clientHeight) / ROW_HEIGHT) + BEYOND);
    const left = Math.max(0, this.columns.at(scrollLeft) - BEYOND);
    const right = Math.min(size.columns - 1, this.columns.at(scrollLeft + clientWidth) + BEYOND);
    const positions = numbers(top, bottom, this.#frozen.rows);
    return {
      rows: positions.map((position) => rows.at(position)),
      columns: numbers(left, right, this.#frozen.columns),
    };
  }

  /** Scrolls the minimum distance that makes a cell visible. */
  reveal({ row, column }: CellPosition): void {
    const dom = this.#dom;
    if (row >= this.#frozen.rows) {
      const [top, height] = [this.#rows().positionOf(row) * ROW_HEIGHT, dom.clientHeight - ROW_HEIGHT];
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

  /** Scrolls so that a frozen cell is where `place` puts an element over it. */
  scrollToFrozen({ row, column }: CellPosition): void {
    if (row < this.#frozen.rows) this.#dom.scrollTop = 0;
    if (column < this.#frozen.columns) this.#dom.scrollLeft = 0;
  }

  /** Number of rows that fit the window. */
  get pageRows(): number {
    return Math.max(1, Math.floor(this.#dom.clientHeight / ROW_HEIGHT) - 2 - this.#frozen.rows);
  }

  /** The cell at a point of the window; -1 for the heads. */
  placeAt(x: number, y: number, size: Size): CellPosition {
    const dom = this.#dom;
    const box = dom.getBoundingClientRect();
    const [inX, inY] = [x - box.left - dom.clientLeft, y - box.top - dom.clientTop];
    const isFrozenRow = inY < (this.#frozen.rows + 1) * ROW_HEIGHT;
    const isFrozenColumn = inX < HEAD_WIDTH + this.columns.left(this.#frozen.columns);
    const rows = this.#rows();
    const position = Math.floor((inY + (isFrozenRow ? 0 : dom.scrollTop)) / ROW_HEIGHT) - 1;
    const column = this.columns.at(inX + (isFrozenColumn ? 0 : dom.scrollLeft) - HEAD_WIDTH);
    return {
      row: inY < ROW_HEIGHT ? -1 : rows.at(Math.min(position, rows.count(size.rows) - 1)),
      column: inX < HEAD_WIDTH ? -1 : Math.min(column, size.columns - 1),
    };
  }

  /** Puts an element over the visible part of a range; returns false if none is visible. */
  place({ style }: HTMLElement, { top, left, bottom, right }: Rect): boolean {
    const { columns } = this;
    const rows = this.#rows();
    const [first, end] = [rows.positionOf(top), rows.positionOf(bottom + 1)];
    style.top = `${(first + 1) * ROW_HEIGHT}px`;
    style.left = `${HEAD_WIDTH + columns.left(left)}px`;
    style.height = `${(end - first) * ROW_HEIGHT}px`;
    style.width = `${columns.left(right + 1) - columns.left(left)}px`;
    return end > first;
  }

  /** Puts an element outside the grid below a cell, or above it near the end of the grid. */
  placeBelow(dom: HTMLElement, { row, column }: CellPosition): void {
    const { offsetTop, offsetLeft, scrollTop, scrollLeft, clientHeight, clientWidth } = this.#dom;
    const left = HEAD_WIDTH + this.columns.left(column) - scrollLeft;
    const top = (this.#rows().positionOf(row) + 1) * ROW_HEIGHT - scrollTop;
    dom.style.left = `${offsetLeft + Math.max(0, Math.min(left, clientWidth - dom.offsetWidth))}px`;
    dom.style.top = `${offsetTop + (top > clientHeight / 2 ? top - dom.offsetHeight : top + ROW_HEIGHT)}px`;
  }

  /** Puts a popover below the head of a column, within the window. */
  placeUnderHead(dom: HTMLElement, column: number): void {
    const box = this.#dom.getBoundingClientRect();
    const isFrozen = column < this.#frozen.columns;
    const left = box.left + HEAD_WIDTH + this.columns.left(column) - (isFrozen ? 0 : this.#dom.scrollLeft);
    const top = box.top + ROW_HEIGHT;
    dom.style.left = `${Math.max(8, Math.min(left, innerWidth - dom.offsetWidth - 8))}px`;
    dom.style.top = `${Math.max(8, Math.min(top, innerHeight - dom.offsetHeight - 8))}px`;
  }
}
