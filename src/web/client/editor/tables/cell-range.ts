/** A rectangular selection of cells: copying, clearing and filling. */
import type { EditorView } from "@codemirror/view";
import { type CellPlace, rowsOf, type TableModel } from "../../../shared/document/table-model.ts";
import { formattedCells } from "../clipboard/formatted-html.tsx";
import { fillCells } from "./commands.ts";
import type { TableFound } from "./table-widget.ts";

/** Where the selection started, and where it ends now. */
export type CellRange = { readonly anchor: CellPlace; readonly head: CellPlace };

/** Bounds are inclusive. */
type Corners = { readonly top: number; readonly left: number; readonly bottom: number; readonly right: number };

export const cornersOf = ({ anchor, head }: CellRange): Corners => ({
  top: Math.min(anchor.row, head.row),
  left: Math.min(anchor.column, head.column),
  bottom: Math.max(anchor.row, head.row),
  right: Math.max(anchor.column, head.column),
});

export const wholeTable = (model: TableModel): CellRange => ({
  anchor: { row: 0, column: 0 },
  head: { row: model.body.length, column: model.alignments.length - 1 },
});

export const isWhole = (model: TableModel, range: CellRange): boolean => {
  const { top, left, bottom, right } = cornersOf(range);
  return top + left === 0 && bottom === model.body.length && right === model.alignments.length - 1;
};

/** The Markdown in the cells, by row. */
function cellsIn({ model, source }: TableFound, range: CellRange): string[][] {
  const { top, left, bottom, right } = cornersOf(range);
  return rowsOf(model)
    .slice(top, bottom + 1)
    .map(({ segments }) =>
      Array.from({ length: right - left + 1 }, (_, index) => {
        const cell = segments[left + index];
        return cell ? source.slice(cell.from, cell.to) : "";
      }),
    );
}

/** Copies cells as HTML and text for spreadsheets and word processors, and as a Markdown table for our own editor. */
export function copyCells(table: TableFound, range: CellRange, data: DataTransfer): void {
  const [header = [], ...body] = cellsIn(table, range);
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const markdown = [line(header), line(header.map(() => "---")), ...body.map(line)].join("\n");
  const { html, text } = formattedCells(markdown, cornersOf(range).top === 0);
  data.setData("text/plain", text);
  data.setData("text/html", html);
  data.setData("text/markdown", markdown);
}

/** Fills every cell of the range with the text; the caret goes into the first. */
export function fillRange(view: EditorView, range: CellRange, text: string, userEvent: string): boolean {
  const { top, left, bottom, right } = cornersOf(range);
  const row = Array.from({ length: right - left + 1 }, () => text);
  const rows = Array.from({ length: bottom - top + 1 }, () => row);
  return fillCells(view, { row: top, column: left }, rows, userEvent);
}
