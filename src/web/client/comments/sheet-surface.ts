/** The cells of a sheet: those with threads have a mark in their corner. */
import type { CellRange } from "../../../kernel/comment.ts";
import type { Rect } from "../../../formats/sheet/references.ts";
import { cellHostOf, type CellHost } from "../sheet/cell-comments.ts";
import type { Lit, Mark, Selected, Surface, SurfaceEvents } from "./surface.ts";

const rectOf = ({ row, column, endRow, endColumn }: CellRange): Rect => ({
  top: row,
  left: column,
  bottom: endRow,
  right: endColumn,
});

const isWithin = ({ top, left }: Rect, cells: CellRange | null): boolean =>
  cells !== null && top >= cells.row && top <= cells.endRow && left >= cells.column && left <= cells.endColumn;

export class SheetSurface implements Surface {
  readonly element: HTMLElement;
  readonly #host: CellHost;
  readonly #ended = new AbortController();
  #lit: Lit = { active: null, hovered: null };
  marks: readonly Mark[] = [];

  /** Null until the sheet is interactive. */
  static in(sheet: HTMLElement, events: SurfaceEvents): SheetSurface | null {
    const host = cellHostOf(sheet);
    return host && new SheetSurface(host, events);
  }

  constructor(host: CellHost, events: SurfaceEvents) {
    this.element = host.grid;
    this.#host = host;
    const { signal } = this.#ended;
    host.onSelect(() => {
      const selected = host.selection();
      events.caretOn(this.marks.find(({ cells }) => isWithin(selected, cells))?.id ?? null);
    }, signal);
    host.grid.addEventListener(
      "click",
      ({ target }) => {
        const mark = target instanceof Element ? target.closest<HTMLElement>("[data-thread-mark]") : null;
        if (mark) events.pressed(mark.dataset["threadMark"] ?? "");
      },
      { signal },
    );
    host.grid.addEventListener("scroll", () => events.moved(), { signal, passive: true });
  }

  get isShown(): boolean {
    return this.element.isConnected;
  }

  mark(marks: readonly Mark[]): void {
    this.marks = marks;
    this.#paint();
  }

  light(lit: Lit): void {
    this.#lit = lit;
    this.#paint();
  }

  /** A grid scrolls by itself and fills the window: its cards are in the list. */
  top(): number | null {
    return null;
  }

  reveal({ cells }: Mark): void {
    if (cells) this.#host.reveal(rectOf(cells));
  }

  selected(): Selected | null {
    const { top: row, left: column, bottom: endRow, right: endColumn } = this.#host.selection();
    const cells = { row, column, endRow, endColumn };
    return {
      quote: this.#host.text(),
      cells,
      range: null,
      target: () => Promise.resolve({ target: { kind: "cells", ...cells } }),
    };
  }

  focus(mark: Mark | null): void {
    if (mark) this.reveal(mark);
    this.element.focus({ preventScroll: true });
  }

  end(): void {
    this.#ended.abort();
    this.#host.mark([]);
  }

  #paint(): void {
    this.#host.mark(
      this.marks.flatMap(({ id, cells }) =>
        cells ? [{ id, rect: rectOf(cells), isLit: id === this.#lit.active || id === this.#lit.hovered }] : [],
      ),
    );
  }
}
