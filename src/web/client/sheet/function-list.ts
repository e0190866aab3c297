/** Autocompletion of function names in a formula, below its cell: ARIA's combobox with a list. */
import { FUNCTION_NAMES } from "../../../formats/sheet/functions/index.ts";
import { element } from "../ui/dom.ts";
import type { CellInput } from "./cell-input.ts";

const MAX_SHOWN = 8;

/** The beginning of a name, in a place where a function may occur. */
const BEGUN = /(?:^=|[=(,;+\-*/^&<>{ ])([A-Z][A-Z0-9.]*)$/i;

export class FunctionList {
  readonly dom = element("ul", {
    id: "sheet-functions",
    class: "card ui-layer sheet-functions",
    role: "listbox",
    hidden: true,
  });
  readonly #input: CellInput;
  #names: readonly string[] = [];
  #begun = "";
  #at = 0;
  /** Selected with the arrow keys: Enter inserts the name instead of ending the editing. */
  #isChosen = false;

  readonly #place: () => void;

  /** `place` positions the list at the cell. */
  constructor(input: CellInput, label: string, place: () => void) {
    this.#input = input;
    this.#place = place;
    this.dom.setAttribute("aria-label", label);
    for (const field of input.fields) {
      field.setAttribute("role", "combobox");
      field.setAttribute("aria-autocomplete", "list");
      field.setAttribute("aria-controls", this.dom.id);
      field.setAttribute("aria-expanded", "false");
    }
    // Keeps the focus in the field, and so the cell in editing.
    this.dom.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      const option = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-name]") : null;
      if (option) this.#take(option.dataset["name"] ?? "");
    });
  }

  /** Call this after the text or the caret has changed. */
  update(): void {
    const { beforeCaret } = this.#input;
    const isText = beforeCaret.split('"').length % 2 === 0;
    const begun = !beforeCaret.startsWith("=") || isText ? "" : (BEGUN.exec(beforeCaret)?.[1] ?? "").toUpperCase();
    if (begun === "") return this.hide();
    this.#names = FUNCTION_NAMES.filter((name) => name.startsWith(begun)).slice(0, MAX_SHOWN);
    this.#begun = begun;
    this.#at = 0;
    this.#isChosen = false;
    if (this.#names.length === 0) return this.hide();
    this.#draw();
  }

  hide(): void {
    this.dom.hidden = true;
    for (const field of this.#input.fields) {
      field.setAttribute("aria-expanded", "false");
      field.removeAttribute("aria-activedescendant");
    }
  }

  /** Returns true if the list handled the key. */
  takesKey({ key, shiftKey }: KeyboardEvent): boolean {
    if (this.dom.hidden) return false;
    if (key === "ArrowDown" || key === "ArrowUp") {
      const { length } = this.#names;
      // The first press selects the highlighted name.
      const by = key === "ArrowUp" ? -1 : this.#isChosen ? 1 : 0;
      this.#at = (this.#at + by + length) % length;
      this.#isChosen = true;
      this.#draw();
    } else if (key === "Escape") this.hide();
    else if ((key === "Tab" && !shiftKey) || (key === "Enter" && this.#isChosen))
      this.#take(this.#names[this.#at] ?? "");
    else return false;
    return true;
  }

  #take(name: string): void {
    this.hide();
    this.#input.complete(this.#begun.length, `${name}(`);
  }

  #draw(): void {
    this.dom.replaceChildren(
      ...this.#names.map((name, index) => {
        const option = element("li", { id: `sheet-function-${index}`, role: "option", "data-name": name });
        option.append(element("b", {}, name.slice(0, this.#begun.length)), name.slice(this.#begun.length));
        option.setAttribute("aria-selected", String(index === this.#at));
        return option;
      }),
    );
    this.dom.hidden = false;
    this.#place();
    for (const field of this.#input.fields) {
      field.setAttribute("aria-expanded", "true");
      field.setAttribute("aria-activedescendant", `sheet-function-${this.#at}`);
    }
  }
}
