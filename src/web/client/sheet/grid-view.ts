/** The cells as they are seen: of a large sheet only what is on the screen is in the page. */
import { lettersOf, type Rect } from "../../../formats/sheet/references.ts";
import type { CellKind } from "../../../formats/sheet/evaluate.ts";
import type { Place } from "../../../formats/sheet/recalculation.ts";
import { element } from "../dom.ts";
import { type Columns, HEAD_WIDTH, ROW_HEIGHT } from "./layout.ts";
import { isSingle, rectOf, type Selection, type Size } from "./selection.ts";

export type ShownCell = { readonly text: string; readonly kind: CellKind; readonly error?: string };

/** A cell that is outlined: another person's, or one that an edited formula reads. */
export type Outline = { readonly rect: Rect; readonly colour: string; readonly name: string };

export type GridSource = {
  readonly columns: Columns;
  size(): Size;
  cell(row: number, column: number): ShownCell;
  selection(): Selection;
  outlines(): readonly Outline[];
};

/** Rows and columns that are drawn beyond the edges. */
const BEYOND = 4;

let grids = 0;

export class GridView {
  readonly dom: HTMLElement;
  /** As large as all cells together. */
  readonly #space = element("div", { class: "sheet-space", role: "presentation" });
  readonly #heads = element("div", { class: "sheet-heads", role: "row", "aria-rowindex": 1 });
  readonly #marks = element("div", { class: "sheet-marks", "aria-hidden": "true" });
  /** Its handle, dragged, fills cells from those that are selected. It stays where it is, to have the pointer. */
  readonly #end = element(
    "div",
    { class: "sheet-end", "aria-hidden": "true" },
    element("span", { class: "sheet-handle", "data-fill": "" }),
  );
  readonly #rows = new Map<number, HTMLElement>();
  readonly #source: GridSource;
  readonly #id = `sheet-${++grids}`;
  /** Cells that a drag of the handle would fill, with those that it fills them from. */
  filling: Rect | null = null;
  #columns = "";
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
    this.#space.append(this.#heads, this.#marks);
    if (!isReadOnly) this.#space.append(this.#end);
    this.dom.append(this.#space);
    this.dom.addEventListener("scroll", () => this.draw(), { passive: true });
  }

  /** What lies over the cells: the field in which one is edited. */
  get over(): HTMLElement {
    return this.#space;
  }

  /** Once a frame. */
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
    Object.assign(this.#space.style, { width, height: `${(size.rows + 1) * ROW_HEIGHT}px` });
    const { scrollTop, scrollLeft, clientHeight, clientWidth } = this.dom;
    const top = Math.max(0, Math.floor(scrollTop / ROW_HEIGHT) - BEYOND);
    const bottom = Math.min(size.rows - 1, Math.ceil((scrollTop + clientHeight) / ROW_HEIGHT) + BEYOND);
    const left = Math.max(0, columns.at(scrollLeft) - BEYOND);
    const right = Math.min(size.columns - 1, columns.at(scrollLeft + clientWidth) + BEYOND);
    const shown = { top, left, bottom, right };
    this.#drawHeads(shown);
    for (const [row, dom] of this.#rows) {
      if (row >= top && row <= bottom) continue;
      dom.remove();
      this.#rows.delete(row);
    }
    for (let row = top; row <= bottom; row++) this.#drawRow(row, shown);
    this.#drawMarks();
  }

  /** Scrolls as little as it takes to see a cell. */
  reveal({ row, column }: Place): void {
    const { columns } = this.#source;
    const { dom } = this;
    const [top, left] = [row * ROW_HEIGHT, columns.left(column)];
    const [height, width] = [dom.clientHeight - ROW_HEIGHT, dom.clientWidth - HEAD_WIDTH];
    if (top < dom.scrollTop) dom.scrollTop = top;
    else if (top + ROW_HEIGHT > dom.scrollTop + height) dom.scrollTop = top + ROW_HEIGHT - height;
    if (left < dom.scrollLeft) dom.scrollLeft = left;
    else if (left + columns.width(column) > dom.scrollLeft + width)
      dom.scrollLeft = Math.min(left, left + columns.width(column) - width);
  }

  /** Rows that fit the window. */
  get pageRows(): number {
    return Math.max(1, Math.floor(this.dom.clientHeight / ROW_HEIGHT) - 2);
  }

  /** The cell at a point of the window; -1 for the heads. */
  placeAt(x: number, y: number): Place {
    const box = this.dom.getBoundingClientRect();
    const [inX, inY] = [x - box.left - this.dom.clientLeft, y - box.top - this.dom.clientTop];
    const size = this.#source.size();
    const row = Math.floor((inY + this.dom.scrollTop) / ROW_HEIGHT) - 1;
    const column = this.#source.columns.at(inX + this.dom.scrollLeft - HEAD_WIDTH);
    return {
      row: inY < ROW_HEIGHT ? -1 : Math.min(row, size.rows - 1),
      column: inX < HEAD_WIDTH ? -1 : Math.min(column, size.columns - 1),
    };
  }

  /** Puts an element where cells are. */
  place(dom: HTMLElement, { top, left, bottom, right }: Rect): void {
    const { columns } = this.#source;
    Object.assign(dom.style, {
      top: `${(top + 1) * ROW_HEIGHT}px`,
      left: `${HEAD_WIDTH + columns.left(left)}px`,
      height: `${(bottom - top + 1) * ROW_HEIGHT}px`,
      width: `${columns.left(right + 1) - columns.left(left)}px`,
    });
  }

  /** Puts an element that stands beside the grid below a cell, or above it where the window ends. */
  placeBelow(dom: HTMLElement, { row, column }: Place): void {
    const { offsetTop, offsetLeft, scrollTop, scrollLeft, clientHeight, clientWidth } = this.dom;
    const left = HEAD_WIDTH + this.#source.columns.left(column) - scrollLeft;
    const top = (row + 1) * ROW_HEIGHT - scrollTop;
    dom.style.left = `${offsetLeft + Math.max(0, Math.min(left, clientWidth - dom.offsetWidth))}px`;
    dom.style.top = `${offsetTop + (top > clientHeight / 2 ? top - dom.offsetHeight : top + ROW_HEIGHT)}px`;
  }

  #drawHeads({ left, right }: Rect): void {
    const { columns } = this.#source;
    const key = `${left} ${right} ${columns.entries().join(" ")}`;
    const selected = rectOf(this.#source.selection());
    if (key !== this.#columns) {
      this.#columns = key;
      // Cells are drawn anew where the columns are others.
      for (const dom of this.#rows.values()) dom.remove();
      this.#rows.clear();
      const corner = element("div", { class: "sheet-corner", "aria-hidden": "true" });
      this.#heads.replaceChildren(corner);
      for (let column = left; column <= right; column++) {
        const head = element("div", { class: "sheet-head", role: "columnheader", "aria-colindex": column + 2 });
        head.dataset["column"] = String(column);
        head.append(lettersOf(column), element("span", { class: "sheet-grip", "data-grip": column }));
        head.style.left = `${HEAD_WIDTH + columns.left(column)}px`;
        head.style.width = `${columns.width(column)}px`;
        this.#heads.append(head);
      }
    }
    for (const head of this.#heads.querySelectorAll<HTMLElement>("[data-column]")) {
      const column = Number(head.dataset["column"]);
      head.classList.toggle("is-on", column >= selected.left && column <= selected.right);
    }
  }

  #drawRow(row: number, { left, right }: Rect): void {
    const { columns } = this.#source;
    const { top, bottom, left: from, right: to } = rectOf(this.#source.selection());
    let dom = this.#rows.get(row);
    if (!dom) {
      dom = element("div", { class: "sheet-row", role: "row", "aria-rowindex": row + 2 });
      dom.style.top = `${(row + 1) * ROW_HEIGHT}px`;
      dom.append(element("div", { class: "sheet-row-head", role: "rowheader", "aria-colindex": 1 }, String(row + 1)));
      for (let column = left; column <= right; column++) {
        const cell = element("div", { role: "gridcell", "aria-colindex": column + 2, id: this.#idOf({ row, column }) });
        cell.style.left = `${HEAD_WIDTH + columns.left(column)}px`;
        cell.style.width = `${columns.width(column)}px`;
        dom.append(cell);
      }
      this.#rows.set(row, dom);
      this.#space.append(dom);
    }
    const isOn = row >= top && row <= bottom;
    dom.classList.toggle("is-on", isOn);
    for (let column = left; column <= right; column++) {
      const cell = dom.children[column - left + 1];
      if (!(cell instanceof HTMLElement)) continue;
      const { text, kind, error } = this.#source.cell(row, column);
      if (cell.textContent !== text) cell.textContent = text;
      const name = `sheet-cell is-${kind}`;
      if (cell.className !== name) cell.className = name;
      if (error !== undefined) cell.title = error;
      else if (cell.title !== "") cell.removeAttribute("title");
      cell.setAttribute("aria-selected", String(isOn && column >= from && column <= to));
    }
  }

  #drawMarks(): void {
    const selection = this.#source.selection();
    const { active } = selection;
    const one: Rect = { top: active.row, left: active.column, bottom: active.row, right: active.column };
    const marks: HTMLElement[] = [];
    const add = (name: string, rect: Rect): HTMLElement => {
      const mark = element("div", { class: name });
      this.place(mark, rect);
      marks.push(mark);
      return mark;
    };
    if (!isSingle(selection)) add("sheet-selected", rectOf(selection));
    add("sheet-active", one);
    if (this.filling) add("sheet-filling", this.filling);
    this.place(this.#end, rectOf(selection));
    for (const { rect, colour, name } of this.#source.outlines()) {
      const mark = add("sheet-outline", rect);
      mark.style.setProperty("--peer", colour);
      if (name !== "") mark.append(element("span", {}, name));
    }
    this.#marks.replaceChildren(...marks);
    if (this.#rows.has(active.row)) this.dom.setAttribute("aria-activedescendant", this.#idOf(active));
    else this.dom.removeAttribute("aria-activedescendant");
  }

  #idOf({ row, column }: Place): string {
    return `${this.#id}-${row}-${column}`;
  }
}
