/** Filling cells from those beside them: which cells a drag of the handle means, and what is written there. */
import { copiedBy } from "../../../formats/sheet/move-references.ts";
import type { Place } from "../../../formats/sheet/recalculation.ts";
import type { Rect } from "../../../formats/sheet/references.ts";
import { seriesOf } from "../../../formats/sheet/series.ts";
import type { CellText } from "./edits.ts";
import { rectOf } from "./selection.ts";
import type { Sheet } from "./sheet.ts";

/** The rectangle as far as the place, on the side on which that is farther away. */
export function extended(rect: Rect, { row, column }: Place): Rect {
  const down = Math.max(row - rect.bottom, rect.top - row, 0);
  const across = Math.max(column - rect.right, rect.left - column, 0);
  return down >= across
    ? { ...rect, top: Math.min(rect.top, row), bottom: Math.max(rect.bottom, row) }
    : { ...rect, left: Math.min(rect.left, column), right: Math.max(rect.right, column) };
}

/** The cells of `to` beside `from` go on as its columns (or, beside it, its rows) do. */
export function continueInto(sheet: Sheet, from: Rect, to: Rect): void {
  const isDown = from.left === to.left && from.right === to.right;
  const { length, start, count } = isDown
    ? { length: from.bottom - from.top + 1, start: to.top - from.top, count: to.bottom - to.top + 1 }
    : { length: from.right - from.left + 1, start: to.left - from.left, count: to.right - to.left + 1 };
  const lines = isDown ? { first: from.left, last: from.right } : { first: from.top, last: from.bottom };
  const cells: CellText[] = [];
  for (let line = lines.first; line <= lines.last; line++) {
    const place = (index: number): Place =>
      isDown ? { row: from.top + index, column: line } : { row: line, column: from.left + index };
    const typed = Array.from({ length }, (_, index) => sheet.typed(place(index)));
    const at = seriesOf(typed, isDown ? "down" : "right");
    for (let index = start; index < start + count; index++) {
      if (index < 0 || index >= length) cells.push({ ...place(index), text: at(index) });
    }
  }
  sheet.write(cells);
}

/** What is filled at the top of the selection, or of a single row at its left, goes on through the rest of it. */
export function continueSelection(sheet: Sheet): void {
  const whole = rectOf(sheet.selection);
  const isFilled = (rect: Rect): boolean =>
    sheet
      .read(rect, (place) => sheet.typed(place))
      .flat()
      .some((text) => text !== "");
  const { bottom, right } = sheet.selected();
  if (whole.bottom > whole.top) {
    let last = bottom;
    while (last > whole.top && !isFilled({ ...whole, right, top: last, bottom: last })) last--;
    continueInto(sheet, { ...whole, bottom: last }, whole);
  } else {
    let last = right;
    while (last > whole.left && !isFilled({ ...whole, left: last, right: last })) last--;
    continueInto(sheet, { ...whole, right: last }, whole);
  }
}

/** As far down as the cells beside the selection are filled. */
export function continueToNeighbours(sheet: Sheet): Rect | null {
  const from = rectOf(sheet.selection);
  const isFilled = (row: number, column: number): boolean => column >= 0 && sheet.typed({ row, column }) !== "";
  const beside = [from.left - 1, from.right + 1].find((column) => isFilled(from.bottom + 1, column));
  if (beside === undefined) return null;
  let { bottom } = from;
  while (isFilled(bottom + 1, beside)) bottom++;
  const to = { ...from, bottom };
  continueInto(sheet, from, to);
  return to;
}

/** The cells of the selection take what those at its top (or left) say; formulas go along. */
export function fill(sheet: Sheet, axis: "down" | "right"): void {
  const rect = sheet.selected();
  const whole = rectOf(sheet.selection);
  const to = axis === "down" ? { ...rect, bottom: whole.bottom } : { ...rect, right: whole.right };
  sheet.write(
    sheet
      .read(to, (place) => {
        const from = axis === "down" ? { ...place, row: to.top } : { ...place, column: to.left };
        return { ...place, text: copiedBy(sheet.typed(from), place.row - from.row, place.column - from.column) };
      })
      .flat(),
  );
}
