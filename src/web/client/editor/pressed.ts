/**
 * The meaning of a click on the print once the editor is in place: in a table the cell, on an image the whole image.
 */
import type { EditorView } from "@codemirror/view";
import { rowsOf } from "../../shared/document/table-model.ts";
import { imageAt } from "./images/image-widget.ts";
import { tableAt } from "./tables/table-widget.ts";
import type { Presses } from "./takeover.ts";
import { toggleTaskAt } from "./task-boxes.ts";

export const presses: Presses = {
  box: toggleTaskAt,
  select(view, point) {
    const at = view.posAtCoords(point, false);
    const pressed = document.elementFromPoint(point.x, point.y);
    const image = pressed?.matches(".md-image") === true ? imageAt(view.state, at) : null;
    if (image) return { anchor: image.from, head: image.to };
    const end = endOfCell(view, pressed?.closest("td, th") ?? null);
    return end === null ? { anchor: at, head: at } : { anchor: end, head: end, written: inCell };
  },
};

const inCell = (typed: string): string => typed.replaceAll("\n", "<br>").replaceAll("|", "\\|");

function endOfCell(view: EditorView, cell: Element | null): number | null {
  const dom = cell?.closest(".md-tw");
  const table = dom ? tableAt(view.state, view.posAtDOM(dom)) : null;
  if (!(cell instanceof HTMLTableCellElement) || !(cell.parentElement instanceof HTMLTableRowElement) || !table)
    return null;
  const segment = rowsOf(table.model)[cell.parentElement.rowIndex]?.segments[cell.cellIndex];
  return segment ? table.from + segment.to : null;
}
