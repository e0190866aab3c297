/** The row and column actions of the bar above a sheet. */
import { type Move, movedIndex, type Shift } from "../../../formats/sheet/move-references.ts";
import type { CellPosition } from "../../../formats/sheet/references.ts";
import { remappedSettings, removedSettings, shiftedSettings } from "../../../formats/sheet/settings.ts";
import { readTyped } from "../../../formats/sheet/typed-input.ts";
import { words } from "../../../words/sheet.ts";
import { announce } from "../ui/notice.ts";
import { continueSelection, fill } from "./fill.ts";
import { at, rectOf } from "./selection.ts";
import type { Sheet } from "./sheet.ts";
import { moveChanges, orderChanges, removeRowsChanges, shiftChanges } from "./structure.ts";

export type Action = { readonly label: string; readonly run: (sheet: Sheet) => void };

const insert = (axis: "row" | "column", isAfter: boolean) => (sheet: Sheet) => {
  const { top, left, bottom, right } = rectOf(sheet.selection);
  const [first, last] = axis === "row" ? [top, bottom] : [left, right];
  const count = axis === "row" ? sheet.shown.between(top, bottom).length : last - first + 1;
  const to = isAfter ? last + 1 : first;
  const shift = { axis, at: to, count };
  sheet.change(shiftChanges(sheet.doc, shift), "input", shiftedSettings(shift));
  if (axis === "row") sheet.filtered.keep(Array.from({ length: count }, (_, index) => to + index));
  sheet.select(axis === "row" ? at(to, left) : at(top, to));
};

const remove = (axis: "row" | "column") => (sheet: Sheet) => {
  const { top, left, bottom, right } = rectOf(sheet.selection);
  if (axis === "row") {
    // Rows hidden by a filter are kept.
    const rows = sheet.shown.between(top, bottom);
    sheet.change(removeRowsChanges(sheet.doc, rows), "delete.rows", removedSettings(rows));
  } else {
    const shift: Shift = { axis, at: left, count: left - right - 1 };
    sheet.change(shiftChanges(sheet.doc, shift), "delete.rows", shiftedSettings(shift));
  }
  sheet.select(at(sheet.shown.at(sheet.shown.positionOf(top)), left));
};

/**
 * Moves the selected rows or columns past their neighbour. Skips rows that a filter hides; does nothing if the
 * selection contains one.
 */
export function moveSelected(sheet: Sheet, axis: "row" | "column", by: 1 | -1): void {
  const { active, head } = sheet.selection;
  const { top, left, bottom, right } = rectOf({ active, head });
  const [first, last] = axis === "row" ? [top, bottom] : [left, right];
  const count = last - first + 1;
  if (axis === "row" && sheet.shown.between(top, bottom).length < count) return announce(words.rowsBetween);
  const edge = { row: by > 0 ? last : first, column: by > 0 ? last : first };
  const next = sheet.step(edge, axis === "row" ? [by, 0] : [0, by])[axis];
  if (next === edge[axis]) return;
  const distance = next - edge[axis];
  const move: Move = { axis, at: first, count, to: first + distance };
  const settings = remappedSettings(axis, (index) => movedIndex(index, move));
  sheet.change(moveChanges(sheet.doc, move), "move.line", settings);
  const moved = ({ row, column }: CellPosition): CellPosition =>
    axis === "row" ? { row: row + distance, column } : { row, column: column + distance };
  sheet.select({ active: moved(active), head: moved(head) });
}

/** Blanks last, numbers and dates before text; stable for equal keys. */
const sort = (isDown: boolean) => (sheet: Sheet) => {
  const { active } = sheet.selection;
  const top = namesColumns(sheet, active.column) ? 1 : 0;
  // Rows hidden by a filter keep their place.
  const slots = sheet.shown.between(top, sheet.filled.rows - 1);
  const order = [...slots];
  const keys = new Map(order.map((row) => [row, sheet.cell(row, active.column)]));
  const rank = (row: number): number => {
    const kind = keys.get(row)?.kind ?? "blank";
    return kind === "blank" ? 2 : typeof keys.get(row)?.value === "number" ? 0 : 1;
  };
  const compare = (a: number, b: number): number => {
    const [x, y] = [keys.get(a)?.value ?? "", keys.get(b)?.value ?? ""];
    return typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y));
  };
  order.sort((a, b) => {
    const [x, y] = [rank(a), rank(b)];
    if (x === 2 || y === 2) return x - y || a - b;
    return (isDown ? 1 : -1) * (x - y || compare(a, b)) || a - b;
  });
  const places = new Map(order.map((row, index) => [row, slots[index] ?? row]));
  const settings = remappedSettings("row", (row) => places.get(row) ?? row);
  sheet.change(orderChanges(sheet.doc, slots, order), "input.sort", settings);
  sheet.select(at(active.row, active.column));
};

/** True if the first row names the columns: text above cells of another kind. */
export function namesColumns(sheet: Sheet, column: number): boolean {
  const [head, first] = [readTyped(sheet.typed({ row: 0, column })), sheet.cell(1, column).kind];
  if (typeof head !== "string") return false;
  if (first !== "text") return true;
  const { columns } = sheet.filled;
  // A column of text does not reveal this, but its neighbours may.
  for (let each = 0; each < columns; each++) {
    const below = sheet.cell(1, each).kind;
    if (sheet.cell(0, each).kind === "text" && below !== "text" && below !== "blank") return true;
  }
  return false;
}

export const ACTIONS: readonly Action[] = [
  { label: words.insertRowAbove, run: insert("row", false) },
  { label: words.insertRowBelow, run: insert("row", true) },
  { label: words.insertColumnLeft, run: insert("column", false) },
  { label: words.insertColumnRight, run: insert("column", true) },
  { label: words.deleteRows, run: remove("row") },
  { label: words.deleteColumns, run: remove("column") },
  { label: words.moveRowsUp, run: (sheet) => moveSelected(sheet, "row", -1) },
  { label: words.moveRowsDown, run: (sheet) => moveSelected(sheet, "row", 1) },
  { label: words.moveColumnsLeft, run: (sheet) => moveSelected(sheet, "column", -1) },
  { label: words.moveColumnsRight, run: (sheet) => moveSelected(sheet, "column", 1) },
  { label: words.sortUp, run: sort(true) },
  { label: words.sortDown, run: sort(false) },
  { label: words.fillDown, run: (sheet) => fill(sheet, "down") },
  { label: words.fillRight, run: (sheet) => fill(sheet, "right") },
  { label: words.continueSeries, run: continueSelection },
];
