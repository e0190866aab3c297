/** Editing tables: cells open under the caret, keys lead in and out, and text next to a table stays separate. */
import { type Extension, Prec, type StateCommand } from "@codemirror/state";
import { type Command, type EditorView, keymap } from "@codemirror/view";
import { type CellPlace, tableModel } from "../../../shared/document/table-model.ts";
import { type Beside, blockSeparation } from "../block-separation.ts";
import { activeCellEditor, type CellExtension } from "./active-cell.ts";
import { nodeAround } from "../line-lead.ts";
import { goToCell, missingColumn, selectCell } from "./commands.ts";
import { insertRow } from "./edits.ts";
import { cellElement, tableAt, tablesBetween, type TableFound } from "./table-widget.ts";

/** `cell` returns extensions for cell editors: live preview, paste, completion. It receives the document's editor. */
export const tableEditing = (cell: CellExtension = () => []): Extension => [
  missingColumn,
  Prec.high(
    keymap.of([
      { key: "ArrowDown", run: enterFromLine(true) },
      { key: "ArrowUp", run: enterFromLine(false) },
      { key: "Backspace", run: enterFromBehind },
      { key: "Delete", run: enterFromBefore },
      { key: "Enter", run: beginTable },
    ]),
  ),
  activeCellEditor(cell),
  blockSeparation(beside),
];

/** Enter after the delimiter row that turns two lines into a table continues in the first body row. */
const beginTable: StateCommand = ({ state, dispatch }) => {
  const { head, empty } = state.selection.main;
  const node = nodeAround(state, head, /^Table$/);
  if (!empty || !node || state.readOnly || tableAt(state, head)) return false;
  const model = tableModel(state.sliceDoc(node.from, node.to));
  const row = model && insertRow(model, 1);
  if (!model || !row || head !== node.from + model.delimiter.to) return false;
  const changes = state.changes(row.map((edit) => ({ ...edit, from: node.from + edit.from, to: node.from + edit.to })));
  const made = tableModel(changes.apply(state.doc).sliceString(node.from, changes.mapPos(node.to, 1)));
  const caret = made ? selectCell(node.from, made, { row: 1, column: 0 }) : {};
  dispatch(state.update({ changes, ...caret, userEvent: "input.table", scrollIntoView: true }));
  return true;
};

/** Up or Down into an adjacent table: enters the cell nearest to the caret in its first or last row. */
const enterFromLine =
  (forward: boolean): Command =>
  (view) => {
    const { main } = view.state.selection;
    if (!main.empty || tableAt(view.state, main.head)) return false;
    const moved = view.moveVertically(main, forward).head;
    const passed = tablesBetween(view.state, Math.min(moved, main.head), Math.max(moved, main.head));
    const table = forward ? passed[0] : passed.at(-1);
    if (!table) return false;
    const row = forward ? 0 : table.model.body.length;
    return goToCell(view, { table, place: { row, column: columnAt(view, table, row, main.head) } });
  };

function columnAt(view: EditorView, table: TableFound, row: number, head: number): number {
  const x = view.coordsAtPos(head)?.left ?? 0;
  const dom = [...view.contentDOM.querySelectorAll<HTMLElement>(".md-tw")].find(
    (each) => view.posAtDOM(each) === table.lines.from,
  );
  for (let column = table.model.alignments.length - 1; dom && column > 0; column--) {
    const left = cellElement(dom, row, column)?.getBoundingClientRect().left ?? Infinity;
    if (left <= x) return column;
  }
  return 0;
}

const lastCell = ({ model }: TableFound): CellPlace => ({
  row: model.body.length,
  column: model.alignments.length - 1,
});

/** Text moved to the end of the last row, or below it without a blank line, would become part of the table. */
const enterFromBehind: Command = (view) => {
  const { doc, selection } = view.state;
  const line = doc.lineAt(selection.main.head);
  if (!selection.main.empty || selection.main.head !== line.from || line.number === 1) return false;
  const above = doc.line(line.number - 1);
  const isApart = above.text.trim() === "" && line.text.trim() !== "" && line.number > 2;
  const table = tableAt(view.state, isApart ? doc.line(line.number - 2).to : above.to);
  return table !== null && goToCell(view, { table, place: lastCell(table) });
};

const enterFromBefore: Command = (view) => {
  const { main } = view.state.selection;
  const line = view.state.doc.lineAt(main.head);
  if (!main.empty || main.head !== line.to || line.text.trim() === "" || line.number === view.state.doc.lines)
    return false;
  const table = tableAt(view.state, line.to + 1);
  return table && !tableAt(view.state, main.head)
    ? goToCell(view, { table, place: { row: 0, column: 0 } }, "start")
    : false;
};

/** A table may directly follow a paragraph, but absorbs any line directly below it. */
const beside: Beside = {
  endsAt: (state, position) => tableAt(state, position) !== null,
  startsAt: () => false,
};
