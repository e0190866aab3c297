/** What is done with rows and columns from the bar above a sheet. */
import type { Place } from "../../../formats/sheet/recalculation.ts";
import { readTyped } from "../../../formats/sheet/typed-input.ts";
import { words } from "../../messages/sheet.ts";
import { continueSelection, fill } from "./fill.ts";
import { at, rectOf } from "./selection.ts";
import type { Sheet } from "./sheet.ts";
import { moveChanges, orderChanges } from "./structure.ts";

export type Action = { readonly label: string; readonly run: (sheet: Sheet) => void };

const insert = (axis: "row" | "column", isAfter: boolean) => (sheet: Sheet) => {
  const { top, left, bottom, right } = rectOf(sheet.selection);
  const [first, last] = axis === "row" ? [top, bottom] : [left, right];
  sheet.shift({ axis, at: isAfter ? last + 1 : first, count: last - first + 1 });
  sheet.select(axis === "row" ? at(isAfter ? last + 1 : first, left) : at(top, isAfter ? last + 1 : first));
};

const remove = (axis: "row" | "column") => (sheet: Sheet) => {
  const { top, left, bottom, right } = rectOf(sheet.selection);
  const [first, last] = axis === "row" ? [top, bottom] : [left, right];
  sheet.shift({ axis, at: first, count: first - last - 1 });
  sheet.select(at(top, left));
};

/** The selected rows or columns, past the next one on a side. */
export function moveSelected(sheet: Sheet, axis: "row" | "column", by: 1 | -1): void {
  const { active, head } = sheet.selection;
  const { top, left, bottom, right } = rectOf({ active, head });
  const [first, last] = axis === "row" ? [top, bottom] : [left, right];
  if (first + by < 0) return;
  sheet.change(moveChanges(sheet.doc, { axis, at: first, count: last - first + 1, to: first + by }), "move.line");
  const moved = ({ row, column }: Place): Place =>
    axis === "row" ? { row: row + by, column } : { row, column: column + by };
  sheet.select({ active: moved(active), head: moved(head) });
}

/** Blanks come last; numbers and days before text; rows that are alike stay in their order. */
const sort = (isDown: boolean) => (sheet: Sheet) => {
  const { active } = sheet.selection;
  const top = hasHead(sheet, active.column) ? 1 : 0;
  const { rows } = sheet.filled;
  const order = Array.from({ length: Math.max(0, rows - top) }, (_, index) => top + index);
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
  sheet.change(orderChanges(sheet.doc, top, order), "input.sort");
  sheet.select(at(active.row, active.column));
};

/** A first row of words over a column that goes on with something else names the columns. */
function hasHead(sheet: Sheet, column: number): boolean {
  const [head, first] = [readTyped(sheet.typed({ row: 0, column })), sheet.cell(1, column).kind];
  if (typeof head !== "string") return false;
  if (first !== "text") return true;
  const { columns } = sheet.filled;
  // The words of a column do not tell: its neighbours may.
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
