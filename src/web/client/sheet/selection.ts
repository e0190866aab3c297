/** The selection of a sheet: an active cell, and a rectangle from it to the opposite corner. */
import type { CellPosition, Rect } from "../../../formats/sheet/references.ts";
import type { ShownRows } from "./shown-rows.ts";

/** `active` is where the selection started; `head` is the corner that moves. */
export type Selection = { readonly active: CellPosition; readonly head: CellPosition };

export const at = (row: number, column: number): Selection => ({ active: { row, column }, head: { row, column } });

export const rectOf = ({ active, head }: Selection): Rect => ({
  top: Math.min(active.row, head.row),
  left: Math.min(active.column, head.column),
  bottom: Math.max(active.row, head.row),
  right: Math.max(active.column, head.column),
});

/** Selects a rectangle, with the focus in its first cell. */
export const selectionOfRect = ({ top, left, bottom, right }: Rect): Selection => ({
  active: { row: top, column: left },
  head: { row: bottom, column: right },
});

export const isSingle = ({ active, head }: Selection): boolean =>
  active.row === head.row && active.column === head.column;

export type Direction = readonly [rows: number, columns: number];

/** The size of the shown sheet. */
export type Size = { readonly rows: number; readonly columns: number };

export const NOTHING: Size = { rows: 0, columns: 0 };

const clamp = (value: number, count: number): number => Math.max(0, Math.min(value, count - 1));

/** Moves by rows and columns, skipping hidden rows. */
export const moved = (
  { row, column }: CellPosition,
  [rows, columns]: Direction,
  size: Size,
  shown: ShownRows,
): CellPosition => ({
  row: rows === 0 ? row : shown.step(row, rows, size.rows),
  column: clamp(column + columns, size.columns),
});

/** Ctrl with an arrow: moves to the end of the filled cells, or across blanks to the next filled cell. */
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
