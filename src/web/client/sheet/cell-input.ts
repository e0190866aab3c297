/** The input over an edited cell, kept in sync with the one in the bar above the grid. */
import { type CellPosition, cellNameOf } from "../../../formats/sheet/references.ts";
import { words } from "../../../words/sheet.ts";
import { element } from "../ui/dom.ts";

export type InputEvents = {
  /** A key that was pressed in a field. */
  key(event: KeyboardEvent): void;
  /** The bar received the focus and now edits the cell. */
  barFocused(): void;
  changed(): void;
  left(): void;
};

/** After these, a click on a cell inserts a reference to it. */
const BEFORE_REFERENCE = /(?:[=(,;+\-*/^&<>:%{]|^)\s*$/;

export class CellInput {
  readonly over = element("input", {
    class: "sheet-input",
    "aria-label": words.cell,
    autocomplete: "off",
    spellcheck: "false",
  });
  readonly bar = element("input", {
    class: "sheet-formula",
    "aria-label": words.formulaBar,
    autocomplete: "off",
    spellcheck: "false",
  });
  readonly #events: InputEvents;
  #place: CellPosition | null = null;
  /** The text when editing started. */
  #before = "";
  /** Editing was started by typing over the cell: arrow keys leave it. */
  #isTyped = false;
  /** The reference that the last click inserted; the next click replaces it until something is typed. */
  #pointed: { from: number; to: number } | null = null;

  constructor(events: InputEvents) {
    this.#events = events;
    for (const input of this.fields) {
      input.addEventListener("input", () => {
        this.#pointed = null;
        (input === this.bar ? this.over : this.bar).value = input.value;
        events.changed();
      });
      input.addEventListener("keydown", (event) => {
        event.stopPropagation();
        if (!event.isComposing) events.key(event);
      });
      input.addEventListener("blur", ({ relatedTarget }) => {
        if (relatedTarget !== this.over && relatedTarget !== this.bar) events.left();
      });
    }
    this.bar.addEventListener("focus", () => this.#place ?? events.barFocused());
  }

  get fields(): readonly HTMLInputElement[] {
    return [this.over, this.bar];
  }

  get place(): CellPosition | null {
    return this.#place;
  }

  get isTyped(): boolean {
    return this.#isTyped;
  }

  get text(): string {
    return this.over.value;
  }

  get isChanged(): boolean {
    return this.#place !== null && this.text !== this.#before;
  }

  /** With `isTyped`, starts with an empty field for the key that is being typed. */
  start(place: CellPosition, text: string, { isTyped, inBar = false }: { isTyped: boolean; inBar?: boolean }): void {
    this.#place = place;
    this.#before = text;
    this.#isTyped = isTyped;
    this.#pointed = null;
    this.over.value = this.bar.value = isTyped ? "" : text;
    this.over.setAttribute("aria-label", words.cellAt(cellNameOf(place.row, place.column)));
    this.over.hidden = false;
    if (!inBar) this.over.focus({ preventScroll: true });
    const { length } = this.over.value;
    if (!inBar) this.over.setSelectionRange(length, length);
  }

  stop(): void {
    this.#place = null;
    this.over.hidden = true;
  }

  /** Another user has moved the cell. */
  moveTo(place: CellPosition): void {
    this.#place = place;
    this.over.setAttribute("aria-label", words.cellAt(cellNameOf(place.row, place.column)));
  }

  /** From here on, arrow keys move within the text. */
  stay(): void {
    this.#isTyped = false;
  }

  /** True if a click on a cell inserts a reference. */
  get takesReference(): boolean {
    if (this.#place === null || !this.text.startsWith("=")) return false;
    return this.#pointed !== null || BEFORE_REFERENCE.test(this.text.slice(0, this.#field.selectionStart ?? 0));
  }

  putReference(name: string): void {
    const field = this.#field;
    const { from, to } = this.#pointed ?? { from: field.selectionStart ?? 0, to: field.selectionEnd ?? 0 };
    this.over.value = this.bar.value = this.text.slice(0, from) + name + this.text.slice(to);
    this.#pointed = { from, to: from + name.length };
    field.setSelectionRange(from + name.length, from + name.length);
    this.#events.changed();
  }

  /** Replaces the last `length` letters before the caret. */
  complete(length: number, text: string): void {
    const field = this.#field;
    const at = field.selectionStart ?? 0;
    this.over.value = this.bar.value = this.text.slice(0, at - length) + text + this.text.slice(at);
    const caret = at - length + text.length;
    field.setSelectionRange(caret, caret);
    this.#events.changed();
  }

  get beforeCaret(): string {
    return this.text.slice(0, this.#field.selectionStart ?? 0);
  }

  get #field(): HTMLInputElement {
    return document.activeElement === this.bar ? this.bar : this.over;
  }
}
