/** Commands for the whole row or column of the active cell. */
import { ChangeSet, type StateCommand } from "@codemirror/state";
import { rowsOf, type Segment } from "../../../shared/document/table-model.ts";
import { command, moveColumnLeft, moveColumnRight, moveRowDown, moveRowUp } from "./commands.ts";
import type { Edits } from "./edits.ts";

/** Repeats a step, as a single change. */
const repeat =
  (step: StateCommand, times: number): StateCommand =>
  ({ state, dispatch }) => {
    let moved = state;
    let changes = ChangeSet.empty(state.doc.length);
    for (let done = 0; done < times; done++) {
      const isDone = step({
        state: moved,
        dispatch(tr) {
          changes = changes.compose(tr.changes);
          moved = tr.state;
        },
      });
      if (!isDone) return false;
    }
    dispatch(state.update({ changes, selection: moved.selection, userEvent: "move.table", scrollIntoView: true }));
    return true;
  };

/** Moves down, or up for a negative number. */
export const moveRowBy = (rows: number): StateCommand => repeat(rows < 0 ? moveRowUp : moveRowDown, Math.abs(rows));

/** Moves forward in reading order, or back for a negative number. */
export const moveColumnBy = (columns: number): StateCommand =>
  repeat(columns < 0 ? moveColumnLeft : moveColumnRight, Math.abs(columns));

/** Returns null if the cells are already empty. */
function emptied(segments: readonly (Segment | undefined)[]): Edits | null {
  const written = segments.flatMap((each) => (each && each.from < each.to ? [each] : []));
  return written.length === 0 ? null : written.map(({ from, to }) => ({ from, to, insert: "" }));
}

export const clearRow = command("delete.table", (model, place) => ({
  edits: emptied(rowsOf(model)[place.row]?.segments ?? []),
  place,
}));

export const clearColumn = command("delete.table", (model, place) => ({
  edits: emptied(rowsOf(model).map(({ segments }) => segments[place.column])),
  place,
}));

/** The copy is inserted below and gets the caret. */
export const duplicateRow = command("input.table", (model, { row, column }, source) => {
  const line = model.body[row - 1];
  if (!line) return { edits: null, place: { row, column } };
  const copy = `\n${model.prefix}${source.slice(line.from, line.to)}`;
  return { edits: [{ from: line.to, to: line.to, insert: copy }], place: { row: row + 1, column } };
});
