/**
 * Commands for the table that contains the caret. Each is one transaction, and returns false if there is nothing to do.
 */
import {
  EditorSelection,
  type EditorState,
  StateEffect,
  StateField,
  type StateCommand,
  type TransactionSpec,
} from "@codemirror/state";
import {
  type Alignment,
  cellAt,
  type CellPlace,
  rowsOf,
  tableModel,
  type TableModel,
} from "../../../shared/document/table-model.ts";
import { insertBlock } from "../commands/insert.ts";
import * as edits from "./edits.ts";
import { tableAt, type TableFound } from "./table-widget.ts";

export type Target = Parameters<StateCommand>[0];

export type ActiveCell = { readonly table: TableFound; readonly place: CellPlace };

const setColumn = StateEffect.define<number>();

/** The column of the active cell if the source line has no such cell, and therefore no position for the caret. */
export const missingColumn = StateField.define<number | null>({
  create: () => null,
  update(value, tr) {
    for (const effect of tr.effects) if (effect.is(setColumn)) return effect.value;
    return tr.selection ? null : value;
  },
});

/** The cell that contains the whole selection. */
export function activeCell(state: EditorState): ActiveCell | null {
  const { head, anchor } = state.selection.main;
  const table = tableAt(state, head);
  if (!table || state.selection.ranges.length > 1) return null;
  const place = cellAt(table.model, head - table.from);
  const other = cellAt(table.model, anchor - table.from);
  if (anchor < table.lines.from || anchor > table.lines.to) return null;
  if (place.row !== other.row || place.column !== other.column) return null;
  const column = state.field(missingColumn, false) ?? null;
  const lacks = (rowsOf(table.model)[place.row]?.segments.length ?? 0) <= (column ?? 0);
  return { table, place: column !== null && lacks ? { row: place.row, column } : place };
}

/** The transaction spec that selects the start or end of a cell. */
export function selectCell(from: number, model: TableModel, { row, column }: CellPlace, side: "start" | "end" = "end") {
  const line = rowsOf(model)[row] ?? model.header;
  const cell = line.segments[column];
  const at = cell ? cell[side === "start" ? "from" : "to"] : line.to;
  return { selection: EditorSelection.cursor(from + at), effects: cell ? [] : [setColumn.of(column)] };
}

export function goToCell({ state, dispatch }: Target, { table, place }: ActiveCell, side?: "start" | "end"): boolean {
  dispatch(state.update({ ...selectCell(table.from, table.model, place, side), userEvent: "select.table" }));
  return true;
}

type Change = { readonly edits: edits.Edits | null; readonly place: CellPlace };

/** Changes the active table; afterwards the caret is in the cell that `change` returns. */
function changeTable(
  { state, dispatch }: Target,
  userEvent: string,
  change: (model: TableModel, place: CellPlace, source: string) => Change,
): boolean {
  const cell = activeCell(state);
  if (!cell || state.readOnly) return false;
  const { from, to, model, source } = cell.table;
  const { edits: made, place } = change(model, cell.place, source);
  if (!made) return false;
  const changes = state.changes(made.map((edit) => ({ ...edit, from: from + edit.from, to: from + edit.to })));
  const after = tableModel(changes.apply(state.doc).sliceString(from, changes.mapPos(to, 1)));
  const there = after ? selectCell(from, after, place) : {};
  dispatch(state.update({ changes, ...there, userEvent, scrollIntoView: true }));
  return true;
}

type Step = (model: TableModel, place: CellPlace, source: string) => Change;

export const command =
  (userEvent: string, step: Step): StateCommand =>
  (target) =>
    changeTable(target, userEvent, step);

export const insertRowAbove = command("input.table", (model, { row, column }) => ({
  edits: edits.insertRow(model, row),
  place: { row, column },
}));

export const insertRowBelow = command("input.table", (model, { row, column }) => ({
  edits: edits.insertRow(model, row + 1),
  place: { row: row + 1, column },
}));

export const deleteRow = command("delete.table", (model, { row, column }) => ({
  edits: edits.deleteRow(model, row),
  place: { row: Math.min(row, model.body.length - 1), column },
}));

const moveRow = (by: -1 | 1) =>
  command("move.table", (model, { row, column }, source) => ({
    edits: edits.moveRow(model, source, row, by),
    place: { row: row + by, column },
  }));

export const moveRowUp = moveRow(-1);
export const moveRowDown = moveRow(1);

export const insertColumnLeft = command("input.table", (model, { row, column }) => ({
  edits: edits.insertColumn(model, column),
  place: { row, column },
}));

export const insertColumnRight = command("input.table", (model, { row, column }) => ({
  edits: edits.insertColumn(model, column + 1),
  place: { row, column: column + 1 },
}));

export const deleteColumn = command("delete.table", (model, { row, column }) => ({
  edits: edits.deleteColumn(model, column),
  place: { row, column: Math.min(column, model.alignments.length - 2) },
}));

const moveColumn = (by: -1 | 1) =>
  command("move.table", (model, { row, column }, source) => ({
    edits: edits.moveColumn(model, source, column, by),
    place: { row, column: column + by },
  }));

export const moveColumnLeft = moveColumn(-1);
export const moveColumnRight = moveColumn(1);

export const alignColumn = (alignment: Alignment): StateCommand =>
  command("input.table", (model, place) => ({ edits: edits.setAlignment(model, place.column, alignment), place }));

/** Leaves an empty line in place of the table. */
export const deleteTable: StateCommand = ({ state, dispatch }) => {
  const table = activeCell(state)?.table;
  if (!table || state.readOnly) return false;
  const { from, to } = table;
  dispatch(state.update({ changes: { from, to }, selection: { anchor: from }, userEvent: "delete.table" }));
  return true;
};

/** Moves to the next cell; after the last one, adds a row. */
export const nextCell: StateCommand = (target) => {
  const cell = activeCell(target.state);
  if (!cell) return false;
  const { table, place } = cell;
  const isLastColumn = place.column === table.model.alignments.length - 1;
  if (!isLastColumn) return goToCell(target, { table, place: { ...place, column: place.column + 1 } });
  const next = { row: place.row + 1, column: 0 };
  if (next.row <= table.model.body.length) return goToCell(target, { table, place: next });
  return changeTable(target, "input.table", (model) => ({ edits: edits.insertRow(model, next.row), place: next }));
};

export const previousCell: StateCommand = (target) => {
  const cell = activeCell(target.state);
  if (!cell) return false;
  const { row, column } = cell.place;
  if (column > 0) return goToCell(target, { ...cell, place: { row, column: column - 1 } });
  if (row === 0) return false;
  return goToCell(target, { ...cell, place: { row: row - 1, column: cell.table.model.alignments.length - 1 } });
};

export const cellBelow: StateCommand = (target) => {
  const cell = activeCell(target.state);
  if (!cell || cell.place.row >= cell.table.model.body.length) return false;
  return goToCell(target, { ...cell, place: { ...cell.place, row: cell.place.row + 1 } });
};

export const cellAbove: StateCommand = (target) => {
  const cell = activeCell(target.state);
  if (!cell || cell.place.row === 0) return false;
  return goToCell(target, { ...cell, place: { ...cell.place, row: cell.place.row - 1 } });
};

/** Puts the caret after or before the table; at the end of the document, adds a line to write on. */
export function leaveTable({ state, dispatch }: Target, side: "before" | "behind" = "behind"): boolean {
  const table = activeCell(state)?.table;
  if (!table) return false;
  const { from, to } = table.lines;
  if (side === "before") {
    if (from === 0) return false;
    dispatch(state.update({ selection: { anchor: from - 1 }, userEvent: "select", scrollIntoView: true }));
    return true;
  }
  let line = state.doc.lineAt(to).number + 1;
  while (line < state.doc.lines && state.doc.line(line).text.trim() === "") line++;
  const isBeyond = line > state.doc.lines || state.doc.line(line).text.trim() === "";
  const lack =
    isBeyond && !state.readOnly ? "\n".repeat(Math.max(0, 2 - (state.doc.lines - state.doc.lineAt(to).number))) : "";
  const end = state.doc.length;
  const anchor = isBeyond ? end + lack.length : state.doc.line(line).from;
  const changes = lack === "" ? [] : { from: end, insert: lack };
  dispatch(state.update({ changes, selection: { anchor }, userEvent: "select", scrollIntoView: true }));
  return true;
}

/** Fills cells of the active table from `place` on and moves the caret there. `rows` contain Markdown. */
export function fillCells(
  target: Target,
  place: CellPlace,
  rows: readonly (readonly string[])[],
  userEvent: string,
): boolean {
  return changeTable(target, userEvent, (model, _, source) => ({
    edits: edits.fillCells(model, source, place, rows),
    place,
  }));
}

/** Fills cells from the active one on; `rows` contain Markdown and may differ in length. */
export function pasteRows(target: Target, rows: readonly (readonly string[])[]): boolean {
  return changeTable(target, "input.paste", (model, place, source) => ({
    edits: edits.fillCells(model, source, place, rows),
    place: {
      row: place.row + rows.length - 1,
      column: place.column + Math.max(1, rows.at(-1)?.length ?? 1) - 1,
    },
  }));
}

const MAX_COLUMNS = 20;
const MAX_ROWS = 100;

/** `rows` includes the header; the caret goes into the first cell. */
export function insertTable(state: EditorState, columns: number, rows: number): TransactionSpec {
  const width = Math.min(Math.max(1, columns), MAX_COLUMNS);
  const height = Math.min(Math.max(1, rows), MAX_ROWS);
  const row = (cell: string) => `|${` ${cell} |`.repeat(width)}`;
  const text = [row("   "), row("---"), ...Array.from({ length: height - 1 }, () => row("   "))].join("\n");
  return insertBlock(state, text, 2);
}
