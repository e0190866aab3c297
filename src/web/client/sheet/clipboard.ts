/** Cells as other spreadsheets copy and take them: text between tabs, and a table of HTML. */
import { rowsOf } from "../../editor/clipboard/tab-separated.ts";

export const textOfRows = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) => row.map((cell) => (/^"|[\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join("\t"))
    .join("\n");

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

export const htmlOfRows = (rows: readonly (readonly string[])[]): string =>
  `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join("")}</tr>`).join("")}</table>`;

/** What is on the clipboard as rows; the text of a spreadsheet says what its table does, without its looks. */
export async function pastedRows(text: string, html: string): Promise<string[][]> {
  if (/<table/i.test(html) && !text.includes("\t")) {
    const { rowsOfTable } = await import("./pasted-table.ts");
    const rows = rowsOfTable(html);
    if (rows.length > 0) return rows;
  }
  const lines = rowsOf(text);
  return lines.map((row) => row.map((cell) => cell.replaceAll("\n", " ")));
}
