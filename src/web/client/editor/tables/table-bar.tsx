/**
 * Two handles, for the row and the column of a cell: the hovered cell, otherwise the edited one. A click selects the row or
 * column and opens its menu; a drag moves it.
 */
import type { EditorView } from "@codemirror/view";
import { render } from "preact";
import { words as commandWords } from "../../../../words/editor-commands.ts";
import { words } from "../../../../words/editor-tools.ts";
import { element, need } from "../../ui/dom.ts";
import { type CellRange, wholeTable } from "./cell-range.ts";
import type { ActiveCell } from "./commands.ts";
import { TableDrag } from "./table-drag.ts";
import { type Axis, TableMenu } from "./table-menu.tsx";

/** How long (ms) the pointer may take to get from a table to its handles. */
const LEAVES_MS = 300;

export class TableBar {
  private readonly dom = element("div", {
    class: "ed-table-bar",
    role: "toolbar",
    "aria-label": commandWords.table,
    hidden: true,
    onkeydown: (event) => event instanceof KeyboardEvent && this.onKey(event),
    onpointerenter: () => clearTimeout(this.leaving),
    onpointerleave: () => this.leaveSoon(),
  });
  private readonly picked: HTMLElement;
  private readonly grips: Readonly<Record<Axis, HTMLButtonElement>>;
  private active: HTMLTableCellElement | null = null;
  private hovered: HTMLTableCellElement | null = null;
  private leaving: ReturnType<typeof setTimeout> | undefined;
  private isMenuOpen = false;
  /** The table is right-to-left. */
  private isMirrored = false;
  private drag: TableDrag | null = null;
  /** Whether a row or a column is selected. */
  private axis: Axis | null = null;
  /** The first and last of the selected cells. */
  private cells: readonly [Element, Element] | null = null;

  /** `enter` puts the caret into a cell; `leave` returns the focus to the cell that contains the caret. */
  constructor(
    private readonly view: EditorView,
    private readonly enter: (cell: HTMLTableCellElement) => void,
    private readonly leave: () => void,
  ) {
    this.render();
    this.picked = need(".ed-table-picked", HTMLElement, this.dom);
    this.grips = {
      column: need(".ed-table-column", HTMLButtonElement, this.dom),
      row: need(".ed-table-row", HTMLButtonElement, this.dom),
    };
    view.dom.append(this.dom);
    view.dom.addEventListener("pointermove", this.onMove);
    view.dom.addEventListener("pointerleave", () => this.leaveSoon());
    view.contentDOM.addEventListener("scroll", this.place, { capture: true, passive: true });
  }

  private render(): void {
    render(
      <>
        <div class="ed-table-picked" />
        {this.grip("column", words.columnMenu)}
        {this.grip("row", words.rowMenu)}
      </>,
      this.dom,
    );
  }

  private grip(axis: Axis, name: string) {
    const isOpen = this.isMenuOpen && this.axis === axis;
    return (
      <>
        <button
          type="button"
          class={`ed-table-handle ed-table-${axis}`}
          aria-label={name}
          aria-haspopup="menu"
          aria-expanded={isOpen}
          title={words.dragToMove}
          onPointerDown={(event) => this.press(axis, event)}
          // Keeps the caret in the cell.
          onMouseDown={(event) => event.preventDefault()}
          // Keyboards and assistive technology click without pointer events.
          onClick={(event) => event.detail === 0 && this.toggleMenu(axis)}
        />
        {isOpen ? (
          <TableMenu
            view={this.view}
            axis={axis}
            name={name}
            opener={this.grips[axis]}
            close={this.closeMenu}
            leave={this.leave}
            isMirrored={this.isMirrored}
          />
        ) : null}
      </>
    );
  }

  /** The cell whose handles are shown. */
  private get cell(): HTMLTableCellElement | null {
    return this.hovered?.isConnected === true ? this.hovered : this.active;
  }

  show(cell: HTMLTableCellElement): void {
    this.active = cell;
    this.place();
  }

  showRange(cells: readonly [Element | null, Element | null] | null): void {
    const [first, last] = cells ?? [];
    if (!this.cells && !cells) return;
    this.cells = first && last ? [first, last] : null;
    this.place();
  }

  /** The selected row or column, relative to a cell. */
  pickedRange({ table, place }: ActiveCell): CellRange | null {
    const { anchor, head } = wholeTable(table.model);
    if (this.axis === null) return null;
    const isRow = this.axis === "row";
    return {
      anchor: isRow ? { ...anchor, row: place.row } : { ...anchor, column: place.column },
      head: isRow ? { ...head, row: place.row } : { ...head, column: place.column },
    };
  }

  hide(): void {
    this.closeMenu();
    this.drag?.finish(false);
    this.active = null;
    this.place();
  }

  contains(node: Element | null): boolean {
    return this.dom.contains(node);
  }

  focus(): void {
    this.hovered = null;
    this.place();
    this.grips.column.focus({ preventScroll: true });
  }

  private press(axis: Axis, event: PointerEvent): void {
    const { cell } = this;
    if (event.button !== 0 || !cell) return;
    event.preventDefault();
    if (this.isMenuOpen) {
      const isSame = this.axis === axis;
      this.closeMenu();
      if (isSame) return;
    }
    if (cell !== this.active) this.enter(cell);
    this.hovered = null;
    this.pick(axis);
    this.drag = new TableDrag(
      this.view,
      axis,
      () => this.active,
      this.grips[axis],
      event,
      (wasDrag) => {
        this.drag = null;
        if (wasDrag) this.pick(null);
        else this.toggleMenu(axis);
      },
    );
  }

  private pick(axis: Axis | null): void {
    this.axis = axis;
    this.place();
  }

  private toggleMenu(axis: Axis): void {
    const isOpen = this.isMenuOpen && this.axis === axis;
    this.closeMenu();
    if (isOpen || !this.active) return;
    this.isMenuOpen = true;
    this.isMirrored = getComputedStyle(this.active).direction === "rtl";
    this.pick(axis);
    this.render();
  }

  private readonly closeMenu = (): void => {
    if (!this.isMenuOpen) return;
    this.isMenuOpen = false;
    this.render();
    this.pick(null);
  };

  private readonly onMove = (event: PointerEvent): void => {
    const { view } = this;
    if (event.pointerType !== "mouse" || event.buttons !== 0 || this.isMenuOpen || view.state.readOnly) return;
    const target = event.target instanceof Element ? event.target : null;
    if (this.contains(target)) return;
    const cell = target?.closest<HTMLTableCellElement>(".md-tw td, .md-tw th") ?? null;
    if (!cell) return this.leaveSoon();
    clearTimeout(this.leaving);
    this.leaving = undefined;
    if (cell === this.hovered) return;
    this.hovered = cell;
    this.place();
  };

  private leaveSoon(): void {
    if (!this.hovered || this.isMenuOpen || this.drag) return;
    this.leaving ??= setTimeout(() => {
      this.leaving = undefined;
      this.hovered = null;
      this.place();
    }, LEAVES_MS);
  }

  /** Keeps the handles above the column and before the row while the table scrolls. */
  readonly place = (): void => {
    this.dom.hidden = this.cell === null;
    if (!this.cell) return;
    this.view.requestMeasure({ key: this, read: () => this.measure(), write: (rects) => this.draw(rects) });
  };

  private measure() {
    const { cell } = this;
    const [around, table] = [cell?.closest(".md-tw"), cell?.closest("table")];
    if (!cell || !around || !table) return null;
    return {
      cell: cell.getBoundingClientRect(),
      shown: around.getBoundingClientRect(),
      table: table.getBoundingClientRect(),
      base: this.view.dom.getBoundingClientRect(),
      range: this.cells?.map((each) => each.getBoundingClientRect()) ?? null,
      isLeftToRight: getComputedStyle(table).direction === "ltr",
    };
  }

  private draw(rects: ReturnType<TableBar["measure"]>): void {
    if (!rects) return;
    const { cell, shown, table, base, isLeftToRight } = rects;
    const put = (moved: HTMLElement, left: number, top: number): void => {
      moved.style.left = `${left - base.left}px`;
      moved.style.top = `${top - base.top}px`;
    };
    const within = (x: number): number => Math.max(shown.left, Math.min(x, shown.right));
    put(this.grips.column, within(cell.left + cell.width / 2), table.top);
    // Outside the table, since there is no room between its edge and the text.
    const beside = this.grips.row.offsetWidth / 2;
    put(this.grips.row, isLeftToRight ? shown.left - beside : shown.right + beside, cell.top + cell.height / 2);
    this.drawPicked(rects, put, within);
  }

  private drawPicked(
    { cell, table, range }: NonNullable<ReturnType<TableBar["measure"]>>,
    put: (element: HTMLElement, left: number, top: number) => void,
    within: (x: number) => number,
  ): void {
    const { axis, picked } = this;
    picked.hidden = axis === null && range === null;
    const across = axis === "row" ? [table] : [cell];
    const along = axis === "column" ? [table] : [cell];
    const left = within(Math.min(...(range ?? across).map((each) => each.left)));
    const right = within(Math.max(...(range ?? across).map((each) => each.right)));
    const top = Math.min(...(range ?? along).map((each) => each.top));
    const bottom = Math.max(...(range ?? along).map((each) => each.bottom));
    put(picked, left, top);
    picked.style.width = `${right - left}px`;
    picked.style.height = `${bottom - top}px`;
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    const { column, row } = this.grips;
    if (event.key.startsWith("Arrow")) (document.activeElement === column ? row : column).focus();
    else if (event.key === "Escape") this.leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  destroy(): void {
    clearTimeout(this.leaving);
    this.closeMenu();
    this.drag?.finish(false);
    this.view.dom.removeEventListener("pointermove", this.onMove);
    this.view.contentDOM.removeEventListener("scroll", this.place, { capture: true });
    this.dom.remove();
  }
}
