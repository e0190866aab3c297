/** The handle at the corner of the selection: dragging it continues the cells as a series. */
import type { CellPosition, Rect } from "../../../formats/sheet/references.ts";
import { continueInto, extended } from "./fill.ts";
import type { GridView } from "./grid-view.ts";
import { rectOf, selectionOfRect } from "./selection.ts";
import type { Sheet } from "./sheet.ts";

export function dragFillHandle(sheet: Sheet, grid: GridView, handle: Element, { pointerId }: PointerEvent): void {
  let from = rectOf(sheet.selection);
  const dragging = new AbortController();
  const { signal } = dragging;
  const follow = (track: (place: CellPosition) => CellPosition | null): void => {
    const active = track({ row: from.top, column: from.left });
    const head = track({ row: from.bottom, column: from.right });
    if (active === null || head === null) return stop(null, true);
    from = rectOf({ active, head });
    // Recomputed on the next pointer move.
    grid.filling = null;
  };
  handle.setPointerCapture(pointerId);
  const extend = ({ clientX, clientY }: PointerEvent): void => {
    const { row, column } = grid.viewport.placeAt(clientX, clientY, sheet.size);
    const place = { row: Math.max(0, row), column: Math.max(0, column) };
    grid.filling = extended(sheet, from, place);
    grid.viewport.reveal(place);
    grid.draw();
  };
  const stop = (to: Rect | null, isGone = false): void => {
    dragging.abort();
    grid.filling = null;
    if (to) continueInto(sheet, from, to);
    if (!isGone) sheet.select(selectionOfRect(to ?? from));
  };
  sheet.onMoved(follow, signal);
  grid.dom.addEventListener("pointermove", extend, { signal });
  grid.dom.addEventListener("pointerup", () => stop(grid.filling), { signal });
  grid.dom.addEventListener("pointercancel", () => stop(null), { signal });
}
