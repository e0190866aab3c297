/** Filling cells from adjacent ones: the range that a drag of the handle covers, and the text written there. */
import { copiedBy } from "../../../formats/sheet/move-references.ts";
import type { CellPosition, Rect } from "../../../formats/sheet/references.ts";
import { seriesOf } from "../../../formats/sheet/series.ts";
import type { CellText } from "./edits.ts";
import { rectOf } from "./selection.ts";
import type { Sheet } from "./sheet.ts";

/** Extends the rectangle to the place, along the axis on which it is farther away on the screen. */
export function extended({ shown }: Sheet, rect: Rect, { row, column }: CellPosition): Rect {
  const distance = (from: number, to: number): number => shown.positionOf(to) - shown.positionOf(from);
  const down = Math.max(distance(rect.bottom, row), distance(row, rect.top), 0);
  const across = Math.max(column - rect.right, rect.left - column, 0);
  return down >= across
    ? { ...rect, top: Math.min(rect.top, row), bottom: Math.max(rect.bottom, row) }
    : { ...rect, left: Math.min(rect.left, column), right: Math.max(rect.right, column) };
}

const numbersFrom = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Continues the columns of `from` (or its rows, when filling sideways) into the other visible cells of `to`. */
export function continueInto(sheet: Sheet, from: Rect, to: Rect): void {
  const { shown } = sheet;
  const isDown = from.left === to.left && from.right === to.right;
  const top = shown.positionOf(from.top);
  const { length, start, count } = isDown
    ? {
        length: shown.between(from.top, from.bottom).length,
        start: shown.positionOf(to.top) - top,
        count: shown.between(to.top, to.bottom).length,
      }
    : { length: from.right - from.left + 1, start: to.left - from.left, count: to.right - to.left + 1 };
  const lines = isDown ? numbersFrom(from.left, from.right) : shown.between(from.top, from.bottom);
  const cells: CellText[] = [];
  for (const line of lines) {
    const place = (index: number): CellPosition =>
      isDown ? { row: shown.at(top + index), column: line } : { row: line, column: from.left + index };
    const typed = Array.from({ length }, (_, index) => sheet.typed(place(index)));
    const at = seriesOf(typed, isDown ? "down" : "right");
    for (let index = start; index < start + count; index++) {
      if (index < 0 || index >= length) cells.push({ ...place(index), text: at(index) });
    }
  }
  sheet.write(cells);
}

/** Continues the filled cells at the top of the selection (at the left of a single row) through the rest of it. */
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
    const isHiddenOrBlank = (row: number): boolean =>
      !sheet.shown.isShown(row) || !isFilled({ ...whole, right, top: row, bottom: row });
    while (last > whole.top && isHiddenOrBlank(last)) last--;
    continueInto(sheet, { ...whole, bottom: last }, whole);
  } else {
    let last = right;
    while (last > whole.left && !isFilled({ ...whole, left: last, right: last })) last--;
    continueInto(sheet, { ...whole, right: last }, whole);
  }
}

/** Continues the selection as far down as the adjacent column is filled. */
export function continueToNeighbours(sheet: Sheet): Rect | null {
  const from = rectOf(sheet.selection);
  const isFilled = (row: number, column: number): boolean => column >= 0 && sheet.typed({ row, column }) !== "";
  const below = (row: number): number => sheet.step({ row, column: 0 }, [1, 0]).row;
  const beside = [from.left - 1, from.right + 1].find((column) => isFilled(below(from.bottom), column));
  if (beside === undefined) return null;
  let { bottom } = from;
  while (isFilled(below(bottom), beside)) bottom = below(bottom);
  const to = { ...from, bottom };
  continueInto(sheet, from, to);
  return to;
}

/** Copies the first row (or column) of the selection into the rest of it, adjusting formulas. */
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
