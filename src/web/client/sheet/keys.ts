/** Keyboard handling of a sheet, as in other spreadsheets. */
import type { CellPosition } from "../../../formats/sheet/references.ts";
import { pressedKey } from "../ui/listed-keys.ts";
import { moveSelected } from "./actions.ts";
import type { CellEditing } from "./cell-editing.ts";
import { fill } from "./fill.ts";
import { formatByDigit } from "./formats.ts";
import type { GridView } from "./grid-view.ts";
import { actionOf, type KeyActions } from "./key-list.ts";
import type { Sheet } from "./sheet.ts";
import { at, type Direction, isSingle, jumped, rectOf, type Size } from "./selection.ts";

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

export type Tools = { readonly find: () => void; readonly filter: (column: number) => void };

export class Keys {
  readonly #sheet: Sheet;
  readonly #grid: GridView;
  readonly #editing: CellEditing;

  readonly #tools: Tools;

  constructor(sheet: Sheet, grid: GridView, editing: CellEditing, tools: Tools) {
    this.#tools = tools;
    this.#sheet = sheet;
    this.#grid = grid;
    this.#editing = editing;
  }

  /** Keys in the grid while no cell is edited. */
  inGrid(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const pressed = pressedKey(event);
    const action = actionOf(pressed);
    action?.(this.#actions, pressed);
    if (action || (!event.altKey && (this.#move(event) || this.#act(event)))) event.preventDefault();
    else if (event.altKey) return;
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !this.#sheet.isReadOnly) {
      // Focuses the field before the key inserts its text.
      this.#editing.start({ isTyped: true });
    }
  }

  readonly #actions: KeyActions = {
    edit: () => {
      if (!this.#sheet.isReadOnly) this.#editing.start({ isTyped: false });
    },
    clear: () => this.#sheet.clear(),
    fill: (direction) => fill(this.#sheet, direction),
    selectAll: () => {
      const { rows, columns } = this.#sheet.filled;
      this.#select(0, { row: Math.max(0, rows - 1), column: Math.max(0, columns - 1) });
    },
    selectColumns: () => {
      const { left, right } = rectOf(this.#sheet.selection);
      this.#select(left, { row: this.#sheet.size.rows - 1, column: right });
    },
    filter: () => this.#tools.filter(this.#sheet.selection.active.column),
    find: () => this.#tools.find(),
    format: (digit) => formatByDigit(this.#sheet, digit),
    move: (axis, by) => {
      moveSelected(this.#sheet, axis, by);
      this.#grid.viewport.reveal(this.#sheet.selection.head);
    },
  };

  /** From the first visible row. */
  #select(column: number, head: CellPosition): void {
    this.#sheet.select({ active: { row: this.#sheet.shown.at(0), column }, head });
  }

  /** Keys in the field of a cell. */
  inInput(event: KeyboardEvent): void {
    const { input } = this.#editing;
    const arrow = ARROWS[event.key];
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    if (event.key === "Escape") this.#editing.cancel();
    else if (event.key === "Enter" && !event.altKey) this.#editing.commit([event.shiftKey ? -1 : 1, 0]);
    else if (event.key === "Tab") this.#editing.commit([0, event.shiftKey ? -1 : 1]);
    else if (event.key === "F2") return input.stay();
    else if (arrow && input.isTyped && !hasModifier && !event.shiftKey) this.#editing.commit(arrow);
    else return;
    event.preventDefault();
  }

  #move(event: KeyboardEvent): boolean {
    const { key, shiftKey } = event;
    const isFar = event.ctrlKey || event.metaKey;
    const { selection } = this.#sheet;
    const from = shiftKey ? selection.head : selection.active;
    const to = this.#target(key, isFar, from);
    if (to === null) return false;
    this.go(to, shiftKey);
    return true;
  }

  #target(key: string, isFar: boolean, from: CellPosition): CellPosition | null {
    const sheet = this.#sheet;
    const { filled } = sheet;
    const arrow = ARROWS[key];
    const page = this.#grid.viewport.pageRows;
    const last: Size = { rows: Math.max(filled.rows, 1), columns: Math.max(filled.columns, 1) };
    if (arrow && isFar)
      return jumped(
        from,
        (place) => sheet.step(place, arrow),
        (place) => sheet.typed(place) !== "",
      );
    if (arrow) return sheet.step(from, arrow);
    switch (key) {
      case "Home":
        return { row: isFar ? sheet.shown.at(0) : from.row, column: 0 };
      case "End":
        return { row: isFar ? sheet.shown.last(last.rows) : from.row, column: last.columns - 1 };
      case "PageUp":
        return sheet.step(from, [-page, 0]);
      case "PageDown":
        return sheet.step(from, [page, 0]);
      default:
        return null;
    }
  }

  #act(event: KeyboardEvent): boolean {
    const { key, shiftKey } = event;
    const sheet = this.#sheet;
    const { active } = sheet.selection;
    if (event.ctrlKey || event.metaKey) return /^[zy]$/i.test(key) && sheet.history(event);
    switch (key) {
      case "Enter":
        if (shiftKey) this.go(sheet.step(active, [-1, 0]), false);
        else if (sheet.isReadOnly) this.go(sheet.step(active, [1, 0]), false);
        else this.#actions.edit();
        return true;
      case "Tab":
        return this.#tab(shiftKey);
      case "Escape":
        if (!isSingle(sheet.selection)) sheet.select(at(active.row, active.column));
        return true;
      default:
        return false;
    }
  }

  /** At the ends of a row, Tab leaves the sheet as usual. */
  #tab(isBack: boolean): boolean {
    const { active } = this.#sheet.selection;
    const next = this.#sheet.step(active, [0, isBack ? -1 : 1]);
    if (next.column === active.column) return false;
    this.go(next, false);
    return true;
  }

  go(to: CellPosition, extends_: boolean): void {
    const { active } = this.#sheet.selection;
    this.#sheet.select(extends_ ? { active, head: to } : { active: to, head: to });
    this.#grid.viewport.reveal(to);
  }
}
