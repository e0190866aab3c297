/**
 * A sheet as it is open: the text of its page as cells with values, what is selected, and how cells are written. The text
 * is that of an editor, which keeps it live; who may only read has none.
 */
import type { ChangeSpec, Text } from "@codemirror/state";
import { type EditorView, runScopeHandlers, type ViewUpdate } from "@codemirror/view";
import { BLANK, type Cell } from "../../../formats/sheet/evaluate.ts";
import { type Place, Recalculation } from "../../../formats/sheet/recalculation.ts";
import type { Shift } from "../../../formats/sheet/move-references.ts";
import type { Rect } from "../../../formats/sheet/references.ts";
import { cellChanges, type CellText, mapped, spanOf } from "./edits.ts";
import { at, rectOf, type Selection, type Size } from "./selection.ts";
import { SheetText } from "./sheet-text.ts";
import { shiftChanges } from "./structure.ts";

/** Rows and columns that are there to be written in, and how many are shown at least. */
const SPARE = { rows: 20, columns: 3 };
const LEAST: Size = { rows: 50, columns: 26 };

/** Cells changed at once after which all are evaluated. */
const MANY = 5_000;

const clock = () => ({ now: Date.now(), offsetMinutes: -new Date().getTimezoneOffset() });

export class Sheet {
  #text: SheetText;
  #values: Recalculation;
  #columns: number;
  #selection: Selection = at(0, 0);
  readonly #view: EditorView | null;
  #isOwn = false;
  /** Something is to be drawn. */
  changed: () => void = () => undefined;
  /** Others have moved cells. */
  moved: (map: (place: Place) => Place) => void = () => undefined;

  constructor(doc: Text, view: EditorView | null) {
    this.#view = view;
    this.#text = new SheetText(doc);
    this.#columns = this.#text.columns;
    this.#values = new Recalculation(this.#text.rows, clock());
  }

  get view(): EditorView | null {
    return this.#view;
  }

  get isReadOnly(): boolean {
    return this.#view?.state.readOnly ?? true;
  }

  get doc(): Text {
    return this.#text.doc;
  }

  get selection(): Selection {
    return this.#selection;
  }

  get size(): Size {
    const { active, head } = this.#selection;
    return {
      rows: Math.max(LEAST.rows, Math.max(this.#text.rows.length, active.row + 1, head.row + 1) + SPARE.rows),
      columns: Math.max(LEAST.columns, Math.max(this.#columns, active.column + 1, head.column + 1) + SPARE.columns),
    };
  }

  /** Of what is written. */
  get filled(): Size {
    return { rows: this.#text.rows.length, columns: this.#columns };
  }

  typed({ row, column }: Place): string {
    return this.#text.rows[row]?.[column] ?? "";
  }

  cell(row: number, column: number): Cell {
    return this.#text.rows[row]?.[column] === undefined ? BLANK : this.#values.cell(row, column);
  }

  select(selection: Selection): void {
    this.#selection = selection;
    if (this.#view) {
      const { from, to } = spanOf(this.doc, selection.active);
      this.#view.dispatch({ selection: { anchor: from, head: to } });
    }
    this.changed();
  }

  /** To be told of every change of the editor's text. */
  update({ docChanged, changes, startState, state }: ViewUpdate): void {
    if (!docChanged) return;
    if (!this.#isOwn) {
      const map = (place: Place): Place => mapped(place, startState.doc, state.doc, changes);
      this.#selection = { active: map(this.#selection.active), head: map(this.#selection.head) };
      this.moved(map);
    }
    const places = this.#text.update(state.doc, changes);
    this.#columns = this.#text.columns;
    if (places === null || places.length > MANY) this.#values.rebuild(this.#text.rows, clock());
    else this.#values.change(this.#text.rows, places, clock());
    this.changed();
  }

  /** Reads the page anew, where no editor tells of its changes. */
  replace(doc: Text): void {
    this.#text = new SheetText(doc);
    this.#columns = this.#text.columns;
    this.#values = new Recalculation(this.#text.rows, clock());
    this.changed();
  }

  write(cells: readonly CellText[], userEvent = "input"): void {
    this.#dispatch(cellChanges(this.doc, cells), userEvent);
  }

  shift(shift: Shift): void {
    this.#dispatch(shiftChanges(this.doc, shift), shift.count > 0 ? "input" : "delete.rows");
  }

  change(changes: ChangeSpec[], userEvent: string): void {
    this.#dispatch(changes, userEvent);
  }

  clear(rect: Rect = this.selected()): void {
    const cells = this.read(rect, (place) => place)
      .flat()
      .filter((place) => this.typed(place) !== "");
    this.write(
      cells.map((place) => ({ ...place, text: "" })),
      "delete.cells",
    );
  }

  /** The selection, as far as anything is written in it. */
  selected(): Rect {
    const { top, left, bottom, right } = rectOf(this.#selection);
    const { rows, columns } = this.filled;
    return {
      top,
      left,
      bottom: Math.max(top, Math.min(bottom, rows - 1)),
      right: Math.max(left, Math.min(right, columns - 1)),
    };
  }

  /** What the cells of a rectangle say, row by row. */
  read<T>({ top, left, bottom, right }: Rect, of: (place: Place) => T): T[][] {
    return Array.from({ length: bottom - top + 1 }, (_, row) =>
      Array.from({ length: right - left + 1 }, (__, column) => of({ row: top + row, column: left + column })),
    );
  }

  /** Undo and redo are the editor's: it knows what is this person's. */
  history(event: KeyboardEvent): boolean {
    return this.#view !== null && runScopeHandlers(this.#view, event, "editor");
  }

  #dispatch(changes: ChangeSpec[], userEvent: string): void {
    if (this.#view === null || this.isReadOnly || changes.length === 0) return;
    this.#isOwn = true;
    try {
      this.#view.dispatch({ changes, userEvent });
    } finally {
      this.#isOwn = false;
    }
  }
}
