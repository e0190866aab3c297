/** The grips between column heads: dragging resizes a column, a double-click fits it to its cells. */
import type { CellPosition } from "../../../formats/sheet/references.ts";
import type { GridView } from "./grid-view.ts";
import { type Columns, HEAD_WIDTH } from "./layout.ts";

type OnMoved = (follow: (track: (place: CellPosition) => CellPosition | null) => void, signal: AbortSignal) => void;

export class WidthGrips {
  readonly #grid: GridView;
  readonly #columns: Columns;
  readonly #widened: (column: number) => void;
  readonly #onMoved: OnMoved;

  constructor(grid: GridView, columns: Columns, onMoved: OnMoved, widened: (column: number) => void) {
    this.#onMoved = onMoved;
    this.#grid = grid;
    this.#columns = columns;
    this.#widened = widened;
  }

  drag(grip: HTMLElement, { clientX, pointerId }: PointerEvent): void {
    const { dom } = this.#grid;
    let column = Number(grip.dataset["grip"]);
    const before = this.#columns.width(column);
    const moving = new AbortController();
    const { signal } = moving;
    dom.setPointerCapture(pointerId);
    const widen = (event: PointerEvent): void => {
      this.#columns.set(column, before + event.clientX - clientX);
      this.#grid.draw();
    };
    const stop = (): void => {
      moving.abort();
      this.#widened(column);
    };
    this.#onMoved((track) => {
      const now = track({ row: 0, column });
      if (now === null) moving.abort();
      else column = now.column;
    }, signal);
    dom.addEventListener("pointermove", widen, { signal });
    dom.addEventListener("pointerup", stop, { signal });
    dom.addEventListener("pointercancel", stop, { signal });
  }

  /** Fits the width to the longest text on the screen. */
  fit(column: number): void {
    const cells = this.#grid.dom.querySelectorAll<HTMLElement>(`[role=gridcell][aria-colindex="${column + 2}"]`);
    const range = document.createRange();
    const widths = [...cells].map((cell) => {
      range.selectNodeContents(cell);
      return range.getBoundingClientRect().width;
    });
    this.#columns.set(column, Math.max(HEAD_WIDTH, ...widths) + 18);
    this.#widened(column);
  }
}
