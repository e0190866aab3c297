/** Selects cells: by dragging, with Shift and arrow keys past the edge of a cell, or all with Mod-a. */
import { selectAll } from "@codemirror/commands";
import { Transaction } from "@codemirror/state";
import { EditorView, type ViewUpdate } from "@codemirror/view";
import type { CellPlace } from "../../../shared/document/table-model.ts";
import { trackCell } from "../track-cell.ts";
import { FIELDS, indexOf } from "./cell-editor.ts";
import { isOnEdgeRow } from "./cell-keys.ts";
import { pasteCells } from "./cell-paste.ts";
import { type CellRange, copyCells, cornersOf, fillRange, isWhole, wholeTable } from "./cell-range.ts";
import { activeCell, type ActiveCell, goToCell } from "./commands.ts";
import { cellAround, cellOf, placeOf } from "./drawn-table.ts";
import type { TableBar } from "./table-bar.tsx";

const STEPS: Readonly<Record<string, { readonly row: number; readonly column: number }>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

const isSame = (a: CellPlace, b: CellPlace): boolean => a.row === b.row && a.column === b.column;

function take(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

export class RangeSelection {
  private range: CellRange | null = null;
  private readonly ended = new AbortController();

  constructor(
    private readonly view: EditorView,
    private readonly bar: TableBar,
  ) {
    const listen = { capture: true, signal: this.ended.signal };
    view.contentDOM.addEventListener("pointerdown", (event) => this.press(event), listen);
    view.dom.addEventListener("keydown", (event) => this.onKey(event), listen);
    for (const type of ["copy", "cut", "paste"] as const)
      view.dom.addEventListener(type, (event) => this.onClipboard(event), listen);
  }

  /** After an update: clears the range if rows or columns were added, removed or moved. */
  sync(before: ActiveCell | null, now: ActiveCell | null, update: ViewUpdate): void {
    const [old, model] = [before?.table.model, now?.table.model];
    const isShaped = old?.body.length === model?.body.length && old?.alignments.length === model?.alignments.length;
    const isOthers = update.transactions.some((tr) => tr.docChanged && tr.annotation(Transaction.remote) === true);
    const isKept = now && before && isShaped && !(isOthers && this.hasMoved(before, now, update));
    if (this.range && !isKept) this.select(null);
    else this.show();
  }

  /** Whether others have moved or deleted a corner of the range. */
  private hasMoved(before: ActiveCell, now: ActiveCell, { changes, startState, state }: ViewUpdate): boolean {
    const { range } = this;
    return [range?.anchor, range?.head].some((place) => {
      if (!place) return false;
      const to = trackCell(indexOf(startState, { ...before, place }), startState.doc, state.doc, changes, FIELDS);
      const same = indexOf(state, { ...now, place });
      return to?.row !== same.row || to.column !== same.column;
    });
  }

  private select(range: CellRange | null): void {
    this.range = range && isSame(range.anchor, range.head) ? null : range;
    this.show();
  }

  private show(): void {
    const { range, view } = this;
    const cell = range && activeCell(view.state);
    // Hides the text selection in the first cell, which is not what would be copied.
    view.dom.classList.toggle("ed-range", range !== null);
    this.bar.showRange(cell ? [cellOf(view, cell.table, range.anchor), cellOf(view, cell.table, range.head)] : null);
  }

  private press(event: PointerEvent): void {
    const { view } = this;
    const start = cellAround(event.target);
    const cell = activeCell(view.state);
    if (event.button !== 0 || event.pointerType === "touch" || !start || view.state.readOnly) return this.select(null);
    const table = start.closest("table");
    if (event.shiftKey && cell && table?.contains(cellOf(view, cell.table, cell.place)) === true) {
      take(event);
      return this.select({ anchor: this.range?.anchor ?? cell.place, head: placeOf(start) });
    }
    this.select(null);
    const released = new AbortController();
    const signal = AbortSignal.any([released.signal, this.ended.signal]);
    const move = ({ clientX, clientY }: PointerEvent): void => {
      const over = cellAround(document.elementFromPoint(clientX, clientY));
      const head = over && table?.contains(over) === true ? placeOf(over) : null;
      if (head && activeCell(view.state)) this.select({ anchor: placeOf(start), head });
    };
    document.addEventListener("pointermove", move, { signal });
    for (const type of ["pointerup", "pointercancel"])
      document.addEventListener(type, () => released.abort(), { signal });
  }

  private onKey(event: KeyboardEvent): void {
    const { view, range } = this;
    const cell = activeCell(view.state);
    const focused = view.root.activeElement;
    const editor = focused instanceof HTMLElement ? EditorView.findFromDOM(focused) : null;
    if (!cell || !editor || editor === view || event.isComposing) return;
    const isMod = event.ctrlKey || event.metaKey;
    const { model } = cell.table;
    if (isMod && !event.altKey && event.key.toLowerCase() === "a") {
      const { main } = editor.state.selection;
      if (!range && (main.from > 0 || main.to < editor.state.doc.length)) return;
      take(event);
      if (!range || !isWhole(model, range)) return this.select(wholeTable(model));
      this.select(null);
      view.focus();
      selectAll(view);
    } else if (event.shiftKey && !isMod && !event.altKey && event.key in STEPS) this.extend(event, cell, editor);
    else if (!range || isMod || /^(?:Shift|Control|Alt|Meta)$/.test(event.key)) return;
    else if (event.key === "Escape") {
      take(event);
      this.select(null);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      take(event);
      fillRange(view, range, "", "delete.table");
    } else this.select(null);
  }

  private extend(event: KeyboardEvent, { table, place }: ActiveCell, editor: EditorView): void {
    const step = STEPS[event.key];
    const element = cellOf(this.view, table, place);
    if (!step || !element) return;
    const isMirrored = getComputedStyle(element).direction === "rtl";
    const by = { row: step.row, column: isMirrored ? -step.column : step.column };
    const { head } = editor.state.selection.main;
    const isForward = by.row + by.column > 0;
    const isAtEdge = by.row === 0 ? head === (isForward ? editor.state.doc.length : 0) : isOnEdgeRow(editor, isForward);
    if (!this.range && !isAtEdge) return;
    take(event);
    const { anchor, head: from } = this.range ?? { anchor: place, head: place };
    const last = wholeTable(table.model).head;
    const within = (at: number, most: number): number => Math.max(0, Math.min(at, most));
    const to = { row: within(from.row + by.row, last.row), column: within(from.column + by.column, last.column) };
    this.select({ anchor, head: to });
  }

  private onClipboard(event: ClipboardEvent): void {
    const { view, bar, range } = this;
    const cell = activeCell(view.state);
    const selected = cell && (range ?? bar.pickedRange(cell));
    const data = event.clipboardData;
    if (!cell || !selected || !data) return;
    if (event.type !== "paste") {
      take(event);
      copyCells(cell.table, selected, data);
      if (event.type === "cut") fillRange(view, selected, "", "delete.cut");
      return;
    }
    const text = data.getData("text/plain");
    if (text === "") return;
    take(event);
    const { top, left } = cornersOf(selected);
    goToCell(view, { table: cell.table, place: { row: top, column: left } });
    if (!pasteCells(view, data)) fillRange(view, selected, text.trim(), "input.paste");
  }

  destroy(): void {
    this.ended.abort();
  }
}
