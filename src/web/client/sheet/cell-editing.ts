/** Editing of one cell, from the key or click that starts it until its text is written or discarded. */
import type { CellPosition } from "../../../formats/sheet/references.ts";
import { words as lost } from "../../../words/lost-text.ts";
import { words } from "../../../words/sheet.ts";
import { offerText } from "../document/lost-text.ts";
import { announce } from "../ui/notice.ts";
import { CellInput } from "./cell-input.ts";
import { meant } from "./formats.ts";
import { FormulaLetters } from "./formula-letters.ts";
import { FunctionList } from "./function-list.ts";
import type { GridView } from "./grid-view.ts";
import type { Direction } from "./selection.ts";
import type { Sheet } from "./sheet.ts";

type Options = {
  /** The element that contains the whole sheet view. */
  readonly host: HTMLElement;
  readonly sheet: Sheet;
  /** A function, because the grid is created later. */
  readonly grid: () => GridView;
  /** A key that neither the text nor the function list handles. */
  readonly key: (event: KeyboardEvent) => void;
  readonly redraw: () => void;
};

export class CellEditing {
  readonly input: CellInput;
  readonly functions: FunctionList;
  readonly #options: Options;
  #letters: readonly FormulaLetters[] = [];

  constructor(options: Options) {
    const { sheet, grid } = options;
    this.#options = options;
    this.input = new CellInput({
      key: (event) => (this.functions.takesKey(event) ? event.preventDefault() : options.key(event)),
      barFocused: () => !sheet.isReadOnly && this.start({ isTyped: false, inBar: true }),
      changed: () => {
        this.functions.update();
        this.#colour();
        grid().draw();
      },
      left: () => this.commit(null),
    });
    this.functions = new FunctionList(
      this.input,
      words.functions,
      () => this.input.place && grid().viewport.placeBelow(this.functions.dom, this.input.place),
    );
    this.input.over.hidden = true;
    sheet.lost = (text) => this.#offer(text);
    sheet.onMoved((track) => {
      if (this.input.place === null) return;
      const place = track(this.input.place);
      if (place === null) return this.#giveUp();
      this.input.moveTo(place);
      this.#place(place);
    });
  }

  /** Colours the references in the fields' formulas. Call this once the fields are in their final place. */
  colourReferences(): void {
    this.#letters = this.input.fields.map((field) => new FormulaLetters(field));
  }

  start(how: { isTyped: boolean; inBar?: boolean }): void {
    const { sheet, grid, redraw } = this.#options;
    const { active } = sheet.selection;
    grid().viewport.reveal(active);
    grid().viewport.scrollToFrozen(active);
    this.#place(active);
    this.input.start(active, sheet.typed(active), how);
    this.#colour();
    redraw();
  }

  /** Writes the edited text, and moves the selection if `by` is given. */
  commit(by: Direction | null): void {
    const { sheet, grid } = this.#options;
    const { place, isChanged, text } = this.input;
    if (place === null) return;
    this.cancel();
    if (isChanged) sheet.write([{ ...place, text: meant(sheet, place, text) }]);
    if (!by) return;
    const next = sheet.step(place, by);
    sheet.select({ active: next, head: next });
    grid().viewport.reveal(next);
  }

  cancel(): void {
    const { host, grid, redraw } = this.#options;
    const hadFocus = host.contains(document.activeElement) || document.activeElement === document.body;
    this.input.stop();
    this.functions.hide();
    this.#colour();
    if (hadFocus) grid().dom.focus({ preventScroll: true });
    redraw();
  }

  /** Another user has deleted the row or column: the typed text must not end up in another cell automatically. */
  #giveUp(): void {
    const { isChanged, text } = this.input;
    this.cancel();
    if (!isChanged || text === "") return announce(lost.emptyCellDeleted);
    this.#offer(text);
  }

  #offer(text: string): void {
    const { sheet, host } = this.#options;
    const run = (kept: string): boolean => {
      if (!host.isConnected || sheet.isReadOnly) return false;
      const { active } = sheet.selection;
      sheet.write([{ ...active, text: meant(sheet, active, kept) }]);
      return true;
    };
    offerText({ message: lost.cellDeleted, text, put: { label: lost.putInCell, run } });
  }

  #colour(): void {
    for (const letters of this.#letters) letters.draw(this.input.place && this.input.text);
  }

  #place({ row, column }: CellPosition): void {
    this.#options.grid().viewport.place(this.input.over, { top: row, left: column, bottom: row, right: column });
    // The field grows with its text.
    const { style } = this.input.over;
    Object.assign(style, { minWidth: style.width, width: "auto" });
    this.#colour();
  }
}
