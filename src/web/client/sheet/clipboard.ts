/** Cells in the clipboard formats of other spreadsheets: tab-separated text and an HTML table. */
import { rowsOf } from "../editor/clipboard/tab-separated.ts";
import type { Pasted } from "./pasted-text.ts";

export const textOfRows = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) => row.map((cell) => (/^"|[\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join("\t"))
    .join("\n");

/** Marks a table as copied from one of our sheets: its numbers use decimal points. */
const OWN = "data-octavo-sheet";

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

export const htmlOfRows = (rows: readonly (readonly string[])[]): string =>
  `<table ${OWN}>${rows.map((row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join("")}</tr>`).join("")}</table>`;

/**
 * The clipboard as rows. A spreadsheet's text is preferred to its HTML table: it has the same content without
 * formatting.
 */
export async function pastedRows(text: string, html: string): Promise<Pasted> {
  if (/<table/i.test(html) && !text.includes("\t")) {
    const { rowsOfTable } = await import("./pasted-table.ts");
    const rows = rowsOfTable(html);
    if (rows.length > 0) return { rows, notes: [] };
  }
  if (!html.includes(OWN)) {
    const { pastedTable } = await import("./pasted-text.ts");
    const table = pastedTable(text);
    if (table) return table;
  }
  const lines = rowsOf(text);
  return { rows: lines.map((row) => row.map((cell) => cell.replaceAll("\n", " "))), notes: [] };
}
