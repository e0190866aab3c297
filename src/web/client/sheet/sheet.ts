/**
 * A sheet as it is open: the text of its page as cells with values, what is selected, and how cells are written. The text
 * is that of an editor, which keeps it live; who may only read has none.
 */
import type { ChangeDesc, ChangeSpec, Text } from "@codemirror/state";
import { type EditorView, runScopeHandlers, type ViewUpdate } from "@codemirror/view";
import { BLANK, type Cell } from "../../../formats/sheet/evaluate.ts";
import { Recalculation } from "../../../formats/sheet/recalculation.ts";
import type { CellPosition, Rect } from "../../../formats/sheet/references.ts";
import type { SettingsEdit, SheetSettings } from "../../../formats/sheet/settings.ts";
import { ShownCells } from "../../../formats/sheet/shown-cells.ts";
import { cellChanges, type CellText, mapped, rowsIn, spanOf, tracked, trackWritten } from "./edits.ts";
import type { Span } from "../../editor/track-line.ts";
import { FilteredRows } from "./filtered-rows.ts";
import { at, type Direction, moved, rectOf, type Selection, type Size } from "./selection.ts";
import { SheetText } from "./sheet-text.ts";
import { editedWords, settingsChanges, settingsOf } from "./settings-edits.ts";
import type { ShownRows } from "./shown-rows.ts";

/** Rows and columns that are there to be written in, and how many are shown at least. */
const SPARE = { rows: 20, columns: 3 };
const LEAST: Size = { rows: 50, columns: 26 };

/** How many of the cells that were written last are followed. */
const FOLLOWED = 50;

/** Cells changed at once after which all are evaluated. */
const MANY = 5_000;

/** Gets a function that says where a cell is now: null when its row or column is gone. */
type Follower = (track: (place: CellPosition) => CellPosition | null) => void;

const clock = () => ({ now: Date.now(), offsetMinutes: -new Date().getTimezoneOffset() });

export class Sheet {
  #text: SheetText;
  #values: Recalculation;
  #columns: number;
  #rows: number;
  #settings: SheetSettings;
  /** Words of who may only read: nobody else sees what they set. */
  #own: string;
  /** Null after every change: results may look different then. */
  #shown: ShownCells | null = null;
  #selection: Selection = at(0, 0);
  readonly #view: EditorView | null;
  #isOwn = false;
  readonly filtered = new FilteredRows(this);
  /** Something is to be drawn. */
  changed: () => void = () => undefined;
  /** Hear where cells went that others have moved. */
  readonly #followers = new Set<Follower>();
  /** Cells that were written here last. Others may delete their rows before they hear of it. */
  #written: readonly CellText[] = [];
  /** A row was deleted while a cell of it was written here. */
  lost: (text: string) => void = () => undefined;
  /** What a reader has set is to be kept. */
  kept: (own: string) => void = () => undefined;

  constructor(doc: Text, view: EditorView | null, own = "") {
    this.#view = view;
    this.#own = own;
    this.#text = new SheetText(doc);
    this.#columns = this.#text.columns;
    this.#rows = rowsIn(doc);
    this.#settings = this.#readSettings();
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
    const { rows, columns } = this.extent;
    return {
      rows: Math.max(rows, Math.max(active.row, head.row) + 1 + SPARE.rows),
      columns: Math.max(columns, Math.max(active.column, head.column) + 1 + SPARE.columns),
    };
  }

  /** Without what comes of the selection: who has selected as far as here means all. */
  get extent(): Size {
    return {
      rows: Math.max(LEAST.rows, this.#rows + SPARE.rows),
      columns: Math.max(LEAST.columns, this.#columns + SPARE.columns),
    };
  }

  /** How everybody sees it, but for what a reader has set for themselves. */
  get settings(): SheetSettings {
    return this.#settings;
  }

  /** Rows that the person's filter leaves. */
  get shown(): ShownRows {
    return this.filtered.shown;
  }

  /** The cell that is seen beside one. */
  step(place: CellPosition, by: Direction): CellPosition {
    return moved(place, by, this.size, this.shown);
  }

  /** Of what is written. */
  get filled(): Size {
    return { rows: this.#rows, columns: this.#columns };
  }

  typed({ row, column }: CellPosition): string {
    return this.#text.rows[row]?.[column] ?? "";
  }

  cell(row: number, column: number): Cell {
    if (this.#text.rows[row]?.[column] === undefined) return BLANK;
    return this.#shownCells().shown(this.#values.cell(row, column), row, column);
  }

  select(selection: Selection): void {
    this.#selection = selection;
    this.filtered.keep([selection.active.row]);
    if (this.#view) {
      const { from, to } = spanOf(this.doc, selection.active);
      this.#view.dispatch({ selection: { anchor: from, head: to } });
    }
    this.changed();
  }

  /** To be told of every change of the editor's text. */
  update({ docChanged, changes, startState, state }: ViewUpdate): void {
    if (!docChanged) return;
    const { active } = this.#selection;
    if (!this.#isOwn) {
      const map = (place: CellPosition): CellPosition => mapped(place, startState.doc, state.doc, changes);
      this.#selection = { active: map(this.#selection.active), head: map(this.#selection.head) };
    }
    const places = this.#text.update(state.doc, changes);
    this.#measure();
    if (places === null || places.length > MANY) this.#values.rebuild(this.#text.rows, clock());
    else this.#values.change(this.#text.rows, places, clock());
    this.filtered.follow(startState.doc, state.doc, changes, active.row);
    // The sheet is the one after the changes by now: what is gone may be put into another cell.
    if (!this.#isOwn) {
      for (const follow of this.#followers) follow((place) => tracked(place, startState.doc, state.doc, changes));
      this.#followWritten(startState.doc, state.doc, changes);
    }
    this.changed();
  }

  /** Of a deleted row, what was written at the same time remains in the text, and would become part of the next row. */
  #followWritten(before: Text, after: Text, changes: ChangeDesc): void {
    const remains: Span[] = [];
    this.#written = this.#written.flatMap((cell): CellText[] => {
      const now = trackWritten(cell, before, after, changes);
      remains.push(...now.remains);
      if (now.remains.length > 0) queueMicrotask(() => this.lost(cell.text));
      return now.place ? [{ ...now.place, text: cell.text }] : [];
    });
    if (remains.length === 0) return;
    const sorted = remains.toSorted((a, b) => a.from - b.from);
    // The editor takes no other transaction during an update.
    queueMicrotask(() => this.doc.eq(after) && this.change(sorted, "delete.cells"));
  }

  /** Positions that are kept for a while follow their cells; `follow` is not called any more once the signal is aborted. */
  onMoved(follow: Follower, signal?: AbortSignal): void {
    this.#followers.add(follow);
    signal?.addEventListener("abort", () => this.#followers.delete(follow));
  }

  /** Reads the page anew, where no editor tells of its changes. */
  replace(doc: Text): void {
    this.#text = new SheetText(doc);
    this.#measure();
    this.#values = new Recalculation(this.#text.rows, clock());
    if (this.filtered.filter) this.filtered.restore(this.filtered.filter);
    this.changed();
  }

  write(cells: readonly CellText[], userEvent = "input"): void {
    this.#written = [...this.#written, ...cells.filter(({ text }) => text !== "")].slice(-FOLLOWED);
    this.#dispatch(cellChanges(this.doc, cells), userEvent);
  }

  /** What is done with rows, columns and cells, and what is set for them, at once. */
  change(changes: ChangeSpec[], userEvent: string, settings: SettingsEdit | null = null): void {
    this.#dispatch(settings ? [...changes, ...settingsChanges(this.doc, settings)] : changes, userEvent);
  }

  set(settings: SettingsEdit): void {
    if (!this.isReadOnly) return this.change([], "input.settings", settings);
    this.#own = editedWords(this.#own, settings);
    this.#settings = this.#readSettings();
    this.kept(this.#own);
    this.changed();
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

  /** What the cells of a rectangle say, row by row, as far as the rows are shown. */
  read<T>({ top, left, bottom, right }: Rect, of: (place: CellPosition) => T): T[][] {
    return this.shown
      .between(top, bottom)
      .map((row) => Array.from({ length: right - left + 1 }, (_, column) => of({ row, column: left + column })));
  }

  /** How often each text is shown in a column, from a row on. */
  textsIn(column: number, top: number): Map<string, number> {
    const counts = new Map<string, number>();
    for (let row = top; row < this.#rows; row++) {
      const { text } = this.cell(row, column);
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    return counts;
  }

  /** Undo and redo are the editor's: it knows what is this person's. */
  history(event: KeyboardEvent): boolean {
    return this.#view !== null && runScopeHandlers(this.#view, event, "editor");
  }

  #measure(): void {
    this.#columns = this.#text.columns;
    this.#rows = rowsIn(this.doc);
    this.#settings = this.#readSettings();
  }

  #shownCells(): ShownCells {
    return (this.#shown ??= new ShownCells(
      {
        rows: () => this.#text.rows.length,
        field: (row, column) => this.#text.rows[row]?.[column],
        node: (row, column) => this.#values.formula(row, column),
      },
      this.#settings,
    ));
  }

  #readSettings(): SheetSettings {
    this.#shown = null;
    return settingsOf(this.doc, this.isReadOnly ? this.#own : "");
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
