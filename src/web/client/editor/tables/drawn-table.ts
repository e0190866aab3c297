/** Maps tables to their DOM elements. */
import type { EditorView } from "@codemirror/view";
import type { CellPlace } from "../../../shared/document/table-model.ts";
import { cellElement, type TableFound } from "./table-widget.ts";

/** The element of a table; null while it is scrolled out of view. */
export const elementOf = (view: EditorView, table: TableFound): HTMLElement | null =>
  [...view.contentDOM.querySelectorAll<HTMLElement>(":scope .md-tw")].find(
    (dom) => view.posAtDOM(dom) === table.lines.from,
  ) ?? null;

export function cellOf(view: EditorView, table: TableFound, { row, column }: CellPlace): HTMLTableCellElement | null {
  const dom = elementOf(view, table);
  return dom && cellElement(dom, row, column);
}

/** The cell that contains the event target. */
export const cellAround = (target: unknown): HTMLTableCellElement | null =>
  target instanceof Element ? target.closest<HTMLTableCellElement>(".md-tw :is(td, th)") : null;

export const placeOf = (cell: HTMLTableCellElement): CellPlace => ({
  row: cell.parentElement instanceof HTMLTableRowElement ? cell.parentElement.rowIndex : -1,
  column: cell.cellIndex,
});
