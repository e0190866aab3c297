/** What a mouse, a pen and a finger do in the grid: select, edit, fill, point at cells for a formula, and widen columns. */
import type { Place } from "../../../formats/sheet/recalculation.ts";
import { nameOf, type Rect } from "../../../formats/sheet/references.ts";
import { continueInto, continueToNeighbours, extended } from "./fill.ts";
import type { GridView } from "./grid-view.ts";
import { type Columns, HEAD_WIDTH } from "./layout.ts";
import type { Editing } from "./keys.ts";
import { rectOf, type Selection } from "./selection.ts";
import type { Sheet } from "./sheet.ts";

type Options = {
  readonly sheet: Sheet;
  readonly grid: GridView;
  readonly editing: Editing;
  readonly columns: Columns;
  readonly widened: (column: number) => void;
  readonly filter: (column: number) => void;
};

export function listenToPointer({ sheet, grid, editing, columns, widened, filter }: Options): void {
  const { dom } = grid;
  let isSelecting = false;
  let pointedFrom: Place | null = null;

  const placeOf = ({ clientX, clientY }: PointerEvent): Place => grid.viewport.placeAt(clientX, clientY, sheet.size);
  const selectionOf = (place: Place, event: PointerEvent): Selection => {
    const { rows, columns: count } = sheet.size;
    const from = event.shiftKey ? sheet.selection.active : place;
    // A head stands for the whole of its row or column; the corner for all.
    return {
      active: { row: from.row < 0 ? sheet.shown.at(0) : from.row, column: Math.max(0, from.column) },
      head: { row: place.row < 0 ? rows - 1 : place.row, column: place.column < 0 ? count - 1 : place.column },
    };
  };
  const point = (place: Place): void => {
    if (pointedFrom === null || place.row < 0 || place.column < 0) return;
    const { top, left, bottom, right } = rectOf({ active: pointedFrom, head: place });
    const first = nameOf(top, left);
    editing.input.putReference(top === bottom && left === right ? first : `${first}:${nameOf(bottom, right)}`);
  };

  dom.addEventListener("pointerdown", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (event.button !== 0 || target?.closest("input")) return;
    const grip = target?.closest<HTMLElement>("[data-grip]");
    if (grip) return widen(grip, event);
    const funnel = target?.closest<HTMLElement>("[data-filter]");
    if (funnel) {
      // The panel takes the focus.
      event.preventDefault();
      return filter(Number(funnel.dataset["filter"]));
    }
    const handle = target?.closest("[data-fill]");
    if (handle && !sheet.isReadOnly) return dragFill(handle, event);
    const place = placeOf(event);
    if (editing.input.takesReference && place.row >= 0 && place.column >= 0) {
      event.preventDefault();
      pointedFrom = place;
      return point(place);
    }
    editing.commit(null);
    const { active } = sheet.selection;
    const isAgain = place.row === active.row && place.column === active.column && !event.shiftKey;
    // A finger scrolls as well: what it meant is known when it is lifted.
    if (event.pointerType === "touch") return tap(place, isAgain, event);
    isSelecting = true;
    sheet.select(selectionOf(place, event));
  });
  dom.addEventListener("pointermove", (event) => {
    const place = placeOf(event);
    if (pointedFrom) point(place);
    else if (isSelecting && place.row >= 0 && place.column >= 0) {
      const { active, head } = sheet.selection;
      if (head.row !== place.row || head.column !== place.column) sheet.select({ active, head: place });
    }
  });
  const end = (): void => {
    isSelecting = false;
    pointedFrom = null;
  };
  dom.addEventListener("pointerup", end);
  dom.addEventListener("pointercancel", end);
  dom.addEventListener("pointerleave", end);
  dom.addEventListener("dblclick", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const grip = target?.closest<HTMLElement>("[data-grip]");
    if (grip) fit(Number(grip.dataset["grip"]));
    else if (target?.closest("[data-fill]") && !sheet.isReadOnly) selectRect(continueToNeighbours(sheet));
    else if (target?.closest("[role=gridcell]") && !sheet.isReadOnly) editing.start({ isTyped: false });
  });

  function tap(place: Place, isAgain: boolean, event: PointerEvent): void {
    const up = ({ clientX, clientY }: PointerEvent): void => {
      if (Math.hypot(clientX - event.clientX, clientY - event.clientY) > 10) return;
      if (isAgain && !sheet.isReadOnly) editing.start({ isTyped: false });
      else sheet.select(selectionOf(place, event));
    };
    dom.addEventListener("pointerup", up, { once: true });
    dom.addEventListener("pointercancel", () => dom.removeEventListener("pointerup", up), { once: true });
  }

  function selectRect(rect: Rect | null): void {
    if (!rect) return;
    sheet.select({ active: { row: rect.top, column: rect.left }, head: { row: rect.bottom, column: rect.right } });
  }

  function dragFill(handle: Element, { pointerId }: PointerEvent): void {
    editing.commit(null);
    const from = rectOf(sheet.selection);
    const dragging = new AbortController();
    const { signal } = dragging;
    handle.setPointerCapture(pointerId);
    dom.addEventListener(
      "pointermove",
      (moved) => {
        const { row, column } = placeOf(moved);
        const place = { row: Math.max(0, row), column: Math.max(0, column) };
        grid.filling = extended(sheet, from, place);
        grid.viewport.reveal(place);
        grid.draw();
      },
      { signal },
    );
    const stop = (to: Rect | null): void => {
      dragging.abort();
      grid.filling = null;
      if (to) continueInto(sheet, from, to);
      selectRect(to ?? from);
    };
    dom.addEventListener("pointerup", () => stop(grid.filling), { signal });
    dom.addEventListener("pointercancel", () => stop(null), { signal });
  }

  function widen(grip: HTMLElement, { clientX, pointerId }: PointerEvent): void {
    const column = Number(grip.dataset["grip"]);
    const before = columns.width(column);
    const moving = new AbortController();
    const { signal } = moving;
    dom.setPointerCapture(pointerId);
    dom.addEventListener(
      "pointermove",
      (event) => {
        columns.set(column, before + event.clientX - clientX);
        grid.draw();
      },
      { signal },
    );
    const stop = (): void => {
      moving.abort();
      widened(column);
    };
    dom.addEventListener("pointerup", stop, { signal });
    dom.addEventListener("pointercancel", stop, { signal });
  }

  /** As wide as the longest text that is on the screen. */
  function fit(column: number): void {
    const cells = dom.querySelectorAll<HTMLElement>(`[role=gridcell][aria-colindex="${column + 2}"]`);
    const range = document.createRange();
    const widths = [...cells].map((cell) => {
      range.selectNodeContents(cell);
      return range.getBoundingClientRect().width;
    });
    columns.set(column, Math.max(HEAD_WIDTH, ...widths) + 18);
    widened(column);
  }
}
