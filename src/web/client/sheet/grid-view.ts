/** The grid of cells, virtualized: the page contains only those on the screen. */
import type { CellKind } from "../../../formats/sheet/evaluate.ts";
import { type CellPosition, lettersOf, type Rect } from "../../../formats/sheet/references.ts";
import { words } from "../../../words/sheet.ts";
import { element } from "../ui/dom.ts";
import type { CellMark } from "./cell-comments.ts";
import { type Columns, HEAD_WIDTH, ROW_HEIGHT } from "./layout.ts";
import { isSingle, rectOf, type Selection, type Size } from "./selection.ts";
import type { ShownRows } from "./shown-rows.ts";
import { Viewport } from "./viewport.ts";

export type ShownCell = { readonly text: string; readonly kind: CellKind; readonly error?: string };

/** An outlined cell or range: another user's, or a reference of the edited formula. */
export type Outline = { readonly rect: Rect; readonly colour: string; readonly name: string };

export type GridSource = {
  readonly columns: Columns;
  /** The number of frozen rows and columns. */
  frozen(): Size;
  size(): Size;
  shown(): ShownRows;
  cell(row: number, column: number): ShownCell;
  selection(): Selection;
  /** The column has a filter, which may hide rows. */
  isFiltered(column: number): boolean;
  /** The cell matches the search. */
  isFound(row: number, column: number): boolean;
  outlines(): readonly Outline[];
  threads(): readonly CellMark[];
};

let grids = 0;

export class GridView {
  readonly dom: HTMLElement;
  readonly viewport: Viewport;
  /** Has the size of all cells together. */
  readonly #space = element("div", { class: "sheet-space", role: "presentation" });
  readonly #heads = element("div", { class: "sheet-heads", role: "row", "aria-rowindex": 1 });
  readonly #frozenRows = element("div", { class: "sheet-frozen", role: "rowgroup" });
  readonly #marks = element("div", { class: "sheet-marks", "aria-hidden": "true" });
  /** The corner of the selection, with the fill handle. The element is kept, because it captures the pointer. */
  readonly #end = element(
    "div",
    { class: "sheet-end", "aria-hidden": "true" },
    element("span", { class: "sheet-handle", "data-fill": "" }),
  );
  readonly #rows = new Map<number, HTMLElement>();
  readonly #source: GridSource;
  readonly #id = `sheet-${++grids}`;
  /** The source cells and those that dragging the handle would fill. */
  filling: Rect | null = null;
  /** The drawn columns, and a key that detects changes. */
  #columns: readonly number[] = [];
  #columnsKey = "";
  #isDue = false;

  constructor(source: GridSource, label: string, isReadOnly: boolean) {
    this.#source = source;
    this.dom = element("div", {
      class: "sheet-grid",
      role: "grid",
      tabindex: 0,
      "aria-label": label,
      "aria-multiselectable": "true",
      "aria-readonly": isReadOnly ? "true" : null,
    });
    this.viewport = new Viewport(this.dom, source.columns, () => source.shown());
    this.#space.append(this.#heads, this.#frozenRows, this.#marks);
    if (!isReadOnly) this.#space.append(this.#end);
    this.dom.append(this.#space);
    this.dom.addEventListener("scroll", () => this.draw(), { passive: true });
  }

  /** The layer above the cells, for the field of an edited cell. */
  get over(): HTMLElement {
    return this.#space;
  }

  /** Draws at most once per frame. */
  draw(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.drawNow();
    });
  }

  drawNow(): void {
    const { columns } = this.#source;
    const size = this.#source.size();
    this.dom.setAttribute("aria-rowcount", String(size.rows + 1));
    this.dom.setAttribute("aria-colcount", String(size.columns + 1));
    const width = `${HEAD_WIDTH + columns.left(size.columns)}px`;
    const height = `${(this.#source.shown().count(size.rows) + 1) * ROW_HEIGHT}px`;
    Object.assign(this.#space.style, { width, height });
    this.viewport.freeze(this.#source.frozen());
    const shown = this.viewport.shown(size);
    this.#drawHeads(shown.columns);
    const rows = new Set(shown.rows);
    for (const [row, dom] of this.#rows) {
      if (rows.has(row)) continue;
      dom.remove();
      this.#rows.delete(row);
    }
    for (const row of rows) this.#drawRow(row);
    this.#drawMarks();
  }

  #drawHeads(shown: readonly number[]): void {
    const { columns, frozen } = this.viewport;
    const key = `${frozen.rows} ${frozen.columns} ${shown.join(" ")} ${columns.entries().join(" ")}`;
    const selected = rectOf(this.#source.selection());
    if (key !== this.#columnsKey) {
      this.#columnsKey = key;
      this.#columns = shown;
      // A change of columns redraws all cells.
      for (const dom of this.#rows.values()) dom.remove();
      this.#rows.clear();
      const corner = element("div", { class: "sheet-corner", "aria-hidden": "true" });
      this.#heads.replaceChildren(corner, ...shown.map((column) => this.#newHead(column)));
      this.#frozenRows.style.height = `${frozen.rows * ROW_HEIGHT}px`;
      this.#frozenRows.hidden = frozen.rows === 0;
    }
    for (const head of this.#heads.querySelectorAll<HTMLElement>("[data-column]")) {
      const column = Number(head.dataset["column"]);
      head.classList.toggle("is-on", column >= selected.left && column <= selected.right);
      const isFiltered = this.#source.isFiltered(column);
      head.classList.toggle("is-filtered", isFiltered);
      if (isFiltered) head.setAttribute("aria-description", words.filtered);
      else head.removeAttribute("aria-description");
    }
  }

  #newHead(column: number): HTMLElement {
    const head = element("div", {
      class: `sheet-head${this.#frozenClass(column)}`,
      role: "columnheader",
      "aria-colindex": column + 2,
      "data-column": column,
    });
    // For the pointer only; the menu offers it by keyboard.
    const filter = element("span", { class: "sheet-funnel", "data-filter": column, "aria-hidden": "true" });
    head.append(lettersOf(column), filter, element("span", { class: "sheet-grip", "data-grip": column }));
    this.#placeColumn(head, column);
    return head;
  }

  #placeColumn({ style }: HTMLElement, column: number): void {
    const { columns } = this.viewport;
    style.left = `${HEAD_WIDTH + columns.left(column)}px`;
    style.width = `${columns.width(column)}px`;
  }

  #frozenClass(column: number): string {
    const { frozen } = this.viewport;
    if (column >= frozen.columns) return "";
    return column === frozen.columns - 1 ? " is-frozen is-last-frozen" : " is-frozen";
  }

  #newRow(row: number): HTMLElement {
    const dom = element("div", { class: "sheet-row", role: "row", "aria-rowindex": row + 2 });
    const isFrozen = row < this.viewport.frozen.rows;
    dom.append(element("div", { class: "sheet-row-head", role: "rowheader", "aria-colindex": 1 }, String(row + 1)));
    for (const column of this.#columns) {
      const cell = element("div", { role: "gridcell", "aria-colindex": column + 2, id: this.#idOf({ row, column }) });
      this.#placeColumn(cell, column);
      dom.append(cell);
    }
    this.#rows.set(row, dom);
    (isFrozen ? this.#frozenRows : this.#space).append(dom);
    return dom;
  }

  #drawRow(row: number): void {
    const selection = this.#source.selection();
    const { top, bottom, left, right } = rectOf(selection);
    const dom = this.#rows.get(row) ?? this.#newRow(row);
    const isFrozen = row < this.viewport.frozen.rows;
    const isOn = row >= top && row <= bottom;
    const y = `${(isFrozen ? row : this.#source.shown().positionOf(row) + 1) * ROW_HEIGHT}px`;
    if (dom.style.top !== y) dom.style.top = y;
    dom.classList.toggle("is-on", isOn);
    for (const [index, column] of this.#columns.entries()) {
      const cell = dom.children[index + 1];
      if (!(cell instanceof HTMLElement)) continue;
      const { text, kind, error } = this.#source.cell(row, column);
      if (cell.textContent !== text) cell.textContent = text;
      const isActive = row === selection.active.row && column === selection.active.column;
      const name =
        `sheet-cell is-${kind}${this.#frozenClass(column)}` +
        (isActive ? " is-active" : "") +
        (this.#source.isFound(row, column) ? " is-found" : "");
      if (cell.className !== name) cell.className = name;
      if (error !== undefined) cell.title = error;
      else if (cell.title !== "") cell.removeAttribute("title");
      cell.setAttribute("aria-selected", String(isOn && column >= left && column <= right));
    }
  }

  #drawMarks(): void {
    const selection = this.#source.selection();
    const { active } = selection;
    const one: Rect = { top: active.row, left: active.column, bottom: active.row, right: active.column };
    const marks: HTMLElement[] = [];
    const add = (name: string, rect: Rect): HTMLElement => {
      const mark = element("div", { class: name });
      if (this.viewport.place(mark, rect)) marks.push(mark);
      return mark;
    };
    if (!isSingle(selection)) add("sheet-selected", rectOf(selection));
    add("sheet-active", one);
    if (this.filling) add("sheet-filling", this.filling);
    this.viewport.place(this.#end, rectOf(selection));
    for (const { rect, colour, name } of this.#source.outlines()) {
      const mark = add("sheet-outline", rect);
      mark.style.setProperty("--peer", colour);
      if (name !== "") mark.append(element("span", {}, name));
    }
    for (const { id, rect, isLit } of this.#source.threads()) {
      const mark = add(isLit ? "sheet-thread is-lit" : "sheet-thread", rect);
      mark.append(element("span", { "data-thread-mark": id }));
    }
    this.#marks.replaceChildren(...marks);
    if (this.#rows.has(active.row)) this.dom.setAttribute("aria-activedescendant", this.#idOf(active));
    else this.dom.removeAttribute("aria-activedescendant");
  }

  #idOf({ row, column }: CellPosition): string {
    return `${this.#id}-${row}-${column}`;
  }
}
