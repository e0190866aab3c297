/** What is selected in a sheet: one cell that has the focus, and a rectangle from it to where the selection was taken. */
import type { CellPosition, Rect } from "../../../formats/sheet/references.ts";
import type { ShownRows } from "./shown-rows.ts";

/** `active` stays where a selection began; `head` is the corner that goes on. */
export type Selection = { readonly active: CellPosition; readonly head: CellPosition };

export const at = (row: number, column: number): Selection => ({ active: { row, column }, head: { row, column } });

export const rectOf = ({ active, head }: Selection): Rect => ({
  top: Math.min(active.row, head.row),
  left: Math.min(active.column, head.column),
  bottom: Math.max(active.row, head.row),
  right: Math.max(active.column, head.column),
});

/** All of a rectangle, with the focus in its first cell. */
export const selectionOfRect = ({ top, left, bottom, right }: Rect): Selection => ({
  active: { row: top, column: left },
  head: { row: bottom, column: right },
});

export const isSingle = ({ active, head }: Selection): boolean =>
  active.row === head.row && active.column === head.column;

export type Direction = readonly [rows: number, columns: number];

/** How large the sheet that is shown is. */
export type Size = { readonly rows: number; readonly columns: number };

export const NOTHING: Size = { rows: 0, columns: 0 };

const clamp = (value: number, count: number): number => Math.max(0, Math.min(value, count - 1));

/** Over rows that are not shown. */
export const moved = (
  { row, column }: CellPosition,
  [rows, columns]: Direction,
  size: Size,
  shown: ShownRows,
): CellPosition => ({
  row: rows === 0 ? row : shown.step(row, rows, size.rows),
  column: clamp(column + columns, size.columns),
});

/** As Ctrl and an arrow go: to the end of what is filled, or over what is blank to what is filled next. */
export function jumped(
  from: CellPosition,
  step: (place: CellPosition) => CellPosition,
  isFilled: (place: CellPosition) => boolean,
): CellPosition {
  const isEnd = (place: CellPosition): boolean => {
    const next = step(place);
    return next.row === place.row && next.column === place.column;
  };
  let place = step(from);
  const goesOverFilled = isFilled(from) && isFilled(place);
  if (goesOverFilled) while (!isEnd(place) && isFilled(step(place))) place = step(place);
  else while (!isEnd(place) && !isFilled(place)) place = step(place);
  return place;
}
