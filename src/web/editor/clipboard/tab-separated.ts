/** Text between tabs, as spreadsheets put cells on the clipboard. */

/** Rows of cells between tabs, as spreadsheets copy them; a cell with a line break stands in quotes. */
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

/** A cell with a tab, a line break or a quote at its start stands in quotes. */
const quoted = (cell: string): string => (/[\t\n]|^"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export const tabSeparated = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map(quoted).join("\t")).join("\n");
