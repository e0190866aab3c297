/** The field in which a cell is edited, over the cell, and the same text in the bar above the grid. */
import { type CellPosition, cellNameOf } from "../../../formats/sheet/references.ts";
import { words } from "../../messages/sheet.ts";
import { element } from "../dom.ts";

export type InputEvents = {
  /** A key that the text does not need for itself. */
  key(event: KeyboardEvent): void;
  /** The text of the cell is edited in the bar, which has the focus now. */
  barFocused(): void;
  changed(): void;
  left(): void;
};

/** After these a reference may follow: a click on a cell writes it there. */
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
  /** As it was when the editing began. */
  #before = "";
  /** Begun by typing over the cell: arrows leave it. */
  #isTyped = false;
  /** The reference that a click put in last; the next click replaces it until something is typed. */
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

  /** `typed` begins with an empty field, which what is typed fills. */
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

  /** Others have moved the cell. */
  moveTo(place: CellPosition): void {
    this.#place = place;
    this.over.setAttribute("aria-label", words.cellAt(cellNameOf(place.row, place.column)));
  }

  /** The arrows move in the text from here on. */
  stay(): void {
    this.#isTyped = false;
  }

  /** Whether a click on a cell means its reference. */
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

  /** Puts text in the place of what stands before the caret. */
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
