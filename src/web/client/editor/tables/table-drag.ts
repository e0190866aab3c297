/** Drags a row or column of a table to another place; a line shows the target. */
import type { EditorView } from "@codemirror/view";
import { element } from "../../ui/dom.ts";
import { edgeStep } from "../menus/block-drag.ts";
import { activeCell } from "./commands.ts";
import { moveColumnBy, moveRowBy } from "./line-commands.ts";
import type { Axis } from "./table-menu.tsx";

/** Distance in pixels from which a press counts as a drag. */
const SLACK = 4;

type Slot = {
  /** Number of body rows, or columns, before it. */
  readonly index: number;
  readonly line: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
};

export class TableDrag {
  private readonly line = element("div", { class: "ed-drop" });
  private readonly stop = new AbortController();
  private readonly start: { readonly x: number; readonly y: number };
  private at: { readonly x: number; readonly y: number };
  private slot: Slot | null = null;
  private frame = 0;

  /** `cell` is the cell with the caret; `end` is called when the drag is over, with whether there was one. */
  constructor(
    private readonly view: EditorView,
    private readonly axis: Axis,
    private readonly cell: () => HTMLTableCellElement | null,
    grip: HTMLElement,
    event: PointerEvent,
    private readonly end: (wasDrag: boolean) => void,
  ) {
    this.start = this.at = { x: event.clientX, y: event.clientY };
    grip.setPointerCapture(event.pointerId);
    const { signal } = this.stop;
    grip.addEventListener("pointermove", (each) => this.move(each), { signal });
    grip.addEventListener("pointerup", () => this.finish(true), { signal });
    grip.addEventListener("pointercancel", () => this.finish(false), { signal });
    const cancel = (each: KeyboardEvent): void => {
      if (each.key !== "Escape") return;
      each.stopPropagation();
      this.finish(false);
    };
    document.addEventListener("keydown", cancel, { signal, capture: true });
  }

  private move({ clientX: x, clientY: y }: PointerEvent): void {
    this.at = { x, y };
    const isNear = Math.abs(x - this.start.x) < SLACK && Math.abs(y - this.start.y) < SLACK;
    if (this.frame === 0 && isNear) return;
    if (this.frame === 0) {
      this.view.dom.append(this.line);
      this.view.dom.classList.add("ed-dragging");
      this.frame = requestAnimationFrame(() => this.scroll());
    }
    this.draw();
  }

  private draw(): void {
    this.slot = this.slotAt();
    this.line.hidden = this.slot === null;
    if (!this.slot) return;
    const base = this.view.dom.getBoundingClientRect();
    const { left, top, width, height } = this.slot.line;
    this.line.style.left = `${left - base.left}px`;
    this.line.style.top = `${top - base.top}px`;
    this.line.style.width = `${width}px`;
    this.line.style.height = `${height}px`;
  }

  /** Returns null for the header, which cannot be moved. */
  private slotAt(): Slot | null {
    const cell = this.cell();
    const table = cell?.closest("table");
    const shown = cell?.closest(".md-tw")?.getBoundingClientRect();
    if (!cell || !table || !shown || !(cell.parentElement instanceof HTMLTableRowElement)) return null;
    const whole = table.getBoundingClientRect();
    if (this.axis === "row") {
      if (cell.parentElement.rowIndex === 0) return null;
      const rows = [...table.rows].slice(1).map((row) => row.getBoundingClientRect());
      const index = rows.filter(({ top, bottom }) => (top + bottom) / 2 < this.at.y).length;
      const top = rows[index]?.top ?? rows.at(-1)?.bottom ?? 0;
      return { index, line: { left: shown.left, top, width: Math.min(shown.width, whole.width), height: 2 } };
    }
    const isLeftToRight = getComputedStyle(table).direction === "ltr";
    const columns = [...cell.parentElement.cells].map((each) => each.getBoundingClientRect());
    const isBefore = ({ left, right }: DOMRect): boolean =>
      isLeftToRight ? (left + right) / 2 < this.at.x : (left + right) / 2 > this.at.x;
    const index = columns.filter(isBefore).length;
    const next = columns[index];
    const last = columns.at(-1);
    const edge = isLeftToRight ? (next?.left ?? last?.right) : (next?.right ?? last?.left);
    const left = Math.max(shown.left, Math.min(edge ?? 0, shown.right));
    return { index, line: { left: left - 1, top: whole.top, width: 2, height: whole.height } };
  }

  /** Scrolls the page, or the table within it, near the edges. */
  private scroll(): void {
    const table = this.cell()?.closest(".md-tw");
    const box = table?.getBoundingClientRect();
    if (this.axis === "row") window.scrollBy(0, edgeStep(this.at.y, 0, innerHeight));
    else if (table && box)
      table.scrollBy(edgeStep(this.at.x, Math.max(0, box.left), Math.min(box.right, innerWidth)), 0);
    this.draw();
    this.frame = requestAnimationFrame(() => this.scroll());
  }

  finish(drops: boolean): void {
    if (this.stop.signal.aborted) return;
    const wasDrag = this.frame !== 0;
    const slot = drops && wasDrag ? this.slotAt() : null;
    this.stop.abort();
    cancelAnimationFrame(this.frame);
    this.line.remove();
    this.view.dom.classList.remove("ed-dragging");
    const place = activeCell(this.view.state)?.place;
    if (slot && place) {
      const from = this.axis === "row" ? place.row - 1 : place.column;
      const by = (slot.index > from ? slot.index - 1 : slot.index) - from;
      if (by !== 0) (this.axis === "row" ? moveRowBy(by) : moveColumnBy(by))(this.view);
    }
    this.end(!drops || wasDrag);
  }
}
