/** Mouse, pen and touch in the grid: selecting, editing, inserting references into a formula, and dragging handles. */
import { type CellPosition, cellNameOf } from "../../../formats/sheet/references.ts";
import type { CellEditing } from "./cell-editing.ts";
import { dragFillHandle } from "./drag-fill.ts";
import { continueToNeighbours } from "./fill.ts";
import type { GridView } from "./grid-view.ts";
import { rectOf, type Selection, selectionOfRect } from "./selection.ts";
import type { Sheet } from "./sheet.ts";
import type { WidthGrips } from "./width-grips.ts";

type Options = {
  readonly sheet: Sheet;
  readonly grid: GridView;
  readonly editing: CellEditing;
  readonly grips: WidthGrips;
  readonly filter: (column: number) => void;
};

export function listenToPointer(options: Options): void {
  const pointer = new GridPointer(options);
  const { dom } = options.grid;
  dom.addEventListener("pointerdown", (event) => pointer.down(event));
  dom.addEventListener("pointermove", (event) => pointer.move(event));
  for (const type of ["pointerup", "pointercancel", "pointerleave"]) dom.addEventListener(type, () => pointer.end());
  dom.addEventListener("dblclick", (event) => pointer.double(event));
}

class GridPointer {
  readonly #options: Options;
  #isSelecting = false;
  /** The first cell of the reference that is being dragged for a formula. */
  #pointedFrom: CellPosition | null = null;

  constructor(options: Options) {
    this.#options = options;
    options.sheet.onMoved((track) => {
      this.#pointedFrom &&= track(this.#pointedFrom);
    });
  }

  down(event: PointerEvent): void {
    const { sheet, grid, editing, grips, filter } = this.#options;
    const target = elementOf(event);
    if (event.button !== 0 || target?.closest("input")) return;
    const grip = target?.closest<HTMLElement>("[data-grip]");
    if (grip) return grips.drag(grip, event);
    const funnel = target?.closest<HTMLElement>("[data-filter]");
    if (funnel) {
      // The panel receives the focus.
      event.preventDefault();
      return filter(Number(funnel.dataset["filter"]));
    }
    const handle = target?.closest("[data-fill]");
    if (handle && !sheet.isReadOnly) {
      editing.commit(null);
      return dragFillHandle(sheet, grid, handle, event);
    }
    const place = this.#placeOf(event);
    if (editing.input.takesReference && place.row >= 0 && place.column >= 0) {
      event.preventDefault();
      this.#pointedFrom = place;
      return this.#point(place);
    }
    editing.commit(null);
    // A touch may also scroll: its meaning is known when the finger is lifted.
    if (event.pointerType === "touch") return this.#tap(place, event);
    this.#isSelecting = true;
    sheet.select(this.#selectionOf(place, event));
  }

  move(event: PointerEvent): void {
    const { sheet } = this.#options;
    const place = this.#placeOf(event);
    if (this.#pointedFrom) this.#point(place);
    else if (this.#isSelecting && place.row >= 0 && place.column >= 0) {
      const { active, head } = sheet.selection;
      if (head.row !== place.row || head.column !== place.column) sheet.select({ active, head: place });
    }
  }

  end(): void {
    this.#isSelecting = false;
    this.#pointedFrom = null;
  }

  double(event: MouseEvent): void {
    const { sheet, editing, grips } = this.#options;
    const target = elementOf(event);
    const grip = target?.closest<HTMLElement>("[data-grip]");
    if (grip) return grips.fit(Number(grip.dataset["grip"]));
    if (sheet.isReadOnly) return;
    if (target?.closest("[data-fill]")) {
      const filled = continueToNeighbours(sheet);
      if (filled) sheet.select(selectionOfRect(filled));
    } else if (target?.closest("[role=gridcell]")) editing.start({ isTyped: false });
  }

  #placeOf({ clientX, clientY }: PointerEvent): CellPosition {
    const { sheet, grid } = this.#options;
    return grid.viewport.placeAt(clientX, clientY, sheet.size);
  }

  #selectionOf(place: CellPosition, event: PointerEvent): Selection {
    const { sheet } = this.#options;
    const { rows, columns } = sheet.size;
    const from = event.shiftKey ? sheet.selection.active : place;
    // A head means its whole row or column, the corner all cells.
    return {
      active: { row: from.row < 0 ? sheet.shown.at(0) : from.row, column: Math.max(0, from.column) },
      head: { row: place.row < 0 ? rows - 1 : place.row, column: place.column < 0 ? columns - 1 : place.column },
    };
  }

  #point(place: CellPosition): void {
    if (this.#pointedFrom === null || place.row < 0 || place.column < 0) return;
    const { top, left, bottom, right } = rectOf({ active: this.#pointedFrom, head: place });
    const first = cellNameOf(top, left);
    const isOne = top === bottom && left === right;
    this.#options.editing.input.putReference(isOne ? first : `${first}:${cellNameOf(bottom, right)}`);
  }

  #tap(place: CellPosition, event: PointerEvent): void {
    const { sheet, grid, editing } = this.#options;
    const { active } = sheet.selection;
    const isAgain = place.row === active.row && place.column === active.column && !event.shiftKey;
    const up = ({ clientX, clientY }: PointerEvent): void => {
      if (Math.hypot(clientX - event.clientX, clientY - event.clientY) > 10) return;
      if (isAgain && !sheet.isReadOnly) editing.start({ isTyped: false });
      else sheet.select(this.#selectionOf(place, event));
    };
    grid.dom.addEventListener("pointerup", up, { once: true });
    grid.dom.addEventListener("pointercancel", () => grid.dom.removeEventListener("pointerup", up), { once: true });
  }
}

const elementOf = ({ target }: Event): Element | null => (target instanceof Element ? target : null);
