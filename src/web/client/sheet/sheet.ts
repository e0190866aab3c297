/**
 * An open sheet: the page's text as cells with values, the selection, and writing to cells. The text belongs to a live
 * editor; readers have none.
 */
import type { ChangeDesc, ChangeSpec, Text } from "@codemirror/state";
import { type EditorView, runScopeHandlers, type ViewUpdate } from "@codemirror/view";
import { BLANK, type Cell } from "../../../formats/sheet/evaluate.ts";
import { Recalculation } from "../../../formats/sheet/recalculation.ts";
import type { CellPosition, Rect } from "../../../formats/sheet/references.ts";
import type { SettingsEdit, SheetSettings } from "../../../formats/sheet/settings.ts";
import { ShownCells } from "../../../formats/sheet/shown-cells.ts";
import { cellChanges, type CellText, mapped, rowsIn, spanOf, tracked, trackWritten } from "./edits.ts";
import type { Span } from "../editor/track-line.ts";
import { FilteredRows } from "./filtered-rows.ts";
import { at, type Direction, moved, rectOf, type Selection, type Size } from "./selection.ts";
import { SheetText } from "./sheet-text.ts";
import { editedWords, settingsChanges, settingsOf } from "./settings-edits.ts";
import type { ShownRows } from "./shown-rows.ts";

/** Blank rows and columns beyond the filled ones, and the minimum size shown. */
const SPARE = { rows: 20, columns: 3 };
const MIN_SIZE: Size = { rows: 50, columns: 26 };

/** How many of the most recently written cells are tracked. */
const FOLLOWED = 50;

/** Above this many changed cells, all cells are evaluated again. */
const MANY = 5_000;

/** Receives a function that returns a cell's current position: null if its row or column was deleted. */
type Follower = (track: (place: CellPosition) => CellPosition | null) => void;

const clock = () => ({ now: Date.now(), offsetMinutes: -new Date().getTimezoneOffset() });

export class Sheet {
  #text: SheetText;
  #values: Recalculation;
  #columns: number;
  #rows: number;
  #settings: SheetSettings;
  /** A reader's private settings. */
  #own: string;
  /** Cleared on every change, because results may be displayed differently. */
  #shown: ShownCells | null = null;
  #selection: Selection = at(0, 0);
  readonly #view: EditorView | null;
  #isOwn = false;
  readonly filtered = new FilteredRows(this);
  /** Called when the sheet has to be redrawn. */
  changed: () => void = () => undefined;
  /** Notified when another user's change moves cells. */
  readonly #followers = new Set<Follower>();
  /** The cells written here most recently. Another user may delete their rows before receiving the change. */
  #written: readonly CellText[] = [];
  /** Another user deleted the row of a cell while it was written here. */
  lost: (text: string) => void = () => undefined;
  /** Called when a reader's settings have to be stored. */
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

  /** The size without the selection's share: a selection that reaches this far means all cells. */
  get extent(): Size {
    return {
      rows: Math.max(MIN_SIZE.rows, this.#rows + SPARE.rows),
      columns: Math.max(MIN_SIZE.columns, this.#columns + SPARE.columns),
    };
  }

  /** The shared settings, overridden by a reader's own. */
  get settings(): SheetSettings {
    return this.#settings;
  }

  /** The rows that the user's filter leaves visible. */
  get shown(): ShownRows {
    return this.filtered.shown;
  }

  /** The visible cell next to another. */
  step(place: CellPosition, by: Direction): CellPosition {
    return moved(place, by, this.size, this.shown);
  }

  /** The size of the filled area. */
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

  /** Call this on every update of the editor. */
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
    // Only now, with the sheet up to date: a follower may write a deleted cell's text into another one.
    if (!this.#isOwn) {
      for (const follow of this.#followers) follow((place) => tracked(place, startState.doc, state.doc, changes));
      this.#followWritten(startState.doc, state.doc, changes);
    }
    this.changed();
  }

  /** A concurrent edit of a deleted row leaves its new text behind, which would become part of the next row. Removes it. */
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
    // The editor accepts no other transaction during an update.
    queueMicrotask(() => this.doc.eq(after) && this.change(sorted, "delete.cells"));
  }

  /** Keeps stored positions on their cells. `follow` is no longer called once the signal is aborted. */
  onMoved(follow: Follower, signal?: AbortSignal): void {
    this.#followers.add(follow);
    signal?.addEventListener("abort", () => this.#followers.delete(follow));
  }

  /** Replaces the text where no editor reports changes. */
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

  /** Changes rows, columns or cells together with the settings, in one transaction. */
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

  /** The selection, limited to the filled area. */
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

  /** Reads the cells of a rectangle row by row, without hidden rows. */
  read<T>({ top, left, bottom, right }: Rect, of: (place: CellPosition) => T): T[][] {
    return this.shown
      .between(top, bottom)
      .map((row) => Array.from({ length: right - left + 1 }, (_, column) => of({ row, column: left + column })));
  }

  /** How often each text is displayed in a column, from row `top` on. */
  textsIn(column: number, top: number): Map<string, number> {
    const counts = new Map<string, number>();
    for (let row = top; row < this.#rows; row++) {
      const { text } = this.cell(row, column);
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    return counts;
  }

  /** The editor handles undo and redo: it knows which changes are this user's. */
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
