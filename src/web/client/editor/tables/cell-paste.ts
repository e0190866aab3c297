/** Rows pasted into a cell, from a spreadsheet, a table or Markdown, fill the cells from there on. */
import { type Extension, Prec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { textOf } from "../copied-data.ts";
import { rowsOf as cellsOfText } from "../clipboard/tab-separated.ts";
import { rowsOf, tableModel } from "../../../shared/document/table-model.ts";
import { pasteRows } from "./commands.ts";

type Rows = readonly (readonly string[])[];

/** The cells of a table's source without its delimiter row; null if the text is not exactly one table. */
function rowsOfTable(source: string): Rows | null {
  const text = source.trim();
  if (!/^\|?.*\|.*\n[ \t>|:-]*-[ \t|:-]*(?:\n|$)/.test(text)) return null;
  if (text.split("\n").some((line) => !line.includes("|"))) return null;
  const model = tableModel(text);
  return model && rowsOf(model).map(({ segments }) => segments.map(({ from, to }) => text.slice(from, to)));
}

/** Escapes backslashes; pipes are escaped when the cell is written. */
const literal = (cell: string): string => cell.replaceAll("\\", String.raw`\\`);

/**
 * Returns null if everything belongs into the one cell. A single column from a spreadsheet has no tabs, so `isTable`
 * marks it.
 */
export function pastedRows(text: string, isTable: boolean): Rows | null {
  const written = rowsOfTable(text);
  if (written) return written;
  if (!text.trimEnd().includes("\t") && !isTable) return null;
  const rows = cellsOfText(text).map((row) => row.map(literal));
  return rows.length > 1 || (rows[0]?.length ?? 0) > 1 ? rows : null;
}

/** Converts formatted cells to Markdown; without the converter, uses their plain text. */
async function rowsOfHtml(html: string, text: string): Promise<Rows | null> {
  const module = await import("../clipboard/html-to-markdown.ts").catch(() => null);
  const piece = module?.htmlToMarkdown(html, text, null) ?? null;
  return (piece && rowsOfTable(piece.markdown)) ?? pastedRows(text, true);
}

async function pasteFormatted(document: EditorView, html: string, text: string, plain: Rows): Promise<void> {
  const { doc, selection } = document.state;
  const formatted = await rowsOfHtml(html, text);
  // The caret may have moved meanwhile, and what was typed stays.
  const isSame = document.state.doc.eq(doc);
  if (isSame) document.dispatch({ selection });
  if (pasteRows(document, (isSame ? formatted : null) ?? plain)) return;
  document.dispatch(document.state.replaceSelection(text), { userEvent: "input.paste" });
}

/** Returns true if there were cells to fill. */
export function pasteCells(document: EditorView, data: DataTransfer): boolean {
  const text = textOf(data, "text/plain");
  const source = textOf(data, "text/markdown");
  const written = source === "" ? null : rowsOfTable(source);
  if (written) return pasteRows(document, written);
  const html = source === "" ? textOf(data, "text/html") : "";
  const isTable = /<table\b/i.test(html);
  const rows = pastedRows(text, isTable);
  if (rows === null) return false;
  if (isTable) void pasteFormatted(document, html, text, rows);
  else pasteRows(document, rows);
  return true;
}

/** For a cell's editor; `document` is the surrounding editor. */
export const cellPaste = (document: EditorView): Extension =>
  Prec.high(
    EditorView.domEventHandlers({
      paste: ({ clipboardData }, cell) =>
        clipboardData !== null && !cell.state.readOnly && pasteCells(document, clipboardData),
    }),
  );
