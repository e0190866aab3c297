/** The name box: shows the selected range, and selects the range that is typed into it. */
import { cellNameOf, rangeOf } from "../../../formats/sheet/references.ts";
import { words } from "../../../words/sheet.ts";
import { element } from "../ui/dom.ts";
import type { GridView } from "./grid-view.ts";
import { rectOf, selectionOfRect } from "./selection.ts";
import type { Sheet } from "./sheet.ts";

export class NameBox {
  readonly dom = element("input", { class: "sheet-name", "aria-label": words.cellOrRange, autocomplete: "off" });
  readonly #sheet: Sheet;
  readonly #grid: GridView;

  constructor(sheet: Sheet, grid: GridView) {
    this.#sheet = sheet;
    this.#grid = grid;
    this.dom.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.#select();
      grid.dom.focus();
    });
  }

  draw(): void {
    if (document.activeElement === this.dom) return;
    const { top, left, bottom, right } = rectOf(this.#sheet.selection);
    const first = cellNameOf(top, left);
    this.dom.value = top === bottom && left === right ? first : `${first}:${cellNameOf(bottom, right)}`;
  }

  #select(): void {
    const range = rangeOf(this.dom.value.trim());
    if (!range) return;
    const { rows, columns } = this.#sheet.size;
    const { bottom, right } = range;
    this.#sheet.select(selectionOfRect({ ...range, bottom: bottom ?? rows - 1, right: right ?? columns - 1 }));
    this.#grid.viewport.reveal(this.#sheet.selection.active);
  }
}
