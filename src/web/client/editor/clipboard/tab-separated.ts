/** Tab-separated text, as spreadsheets put cells on the clipboard. */

/** Parses tab-separated rows; a cell with a line break is quoted. */
export function rowsOf(text: string): string[][] {
  const cells = [...text.replace(/\n+$/, "").matchAll(/(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/g)];
  const rows: string[][] = [[]];
  for (const [whole, quoted, plain, end] of cells) {
    if (whole === "" && end === "" && rows.at(-1)?.length === 0) break;
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === "\n") rows.push([]);
    if (end === "") break;
  }
  const last = rows.at(-1);
  if (last?.length === 0) rows.pop();
  return rows;
}

/** Quotes a cell that contains a tab or line break, or starts with a quote. */
const quoted = (cell: string): string => (/[\t\n]|^"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export const tabSeparated = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map(quoted).join("\t")).join("\n");
