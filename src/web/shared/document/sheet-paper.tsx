/** A sheet on paper: all rows and columns with content, up to a limit. */
import { lettersOf } from "../../../formats/sheet/references.ts";
import { cellsUpTo } from "./sheet-cells.ts";

/** Maximum rows and columns per print; more would block the page. */
const MAX_ROWS = 5_000;
const MAX_COLUMNS = 100;

export const SheetPaper = ({ text, now }: { readonly text: string; readonly now: number }) => {
  const { rows } = cellsUpTo(text, now, MAX_ROWS);
  const isUsed = (row: (typeof rows)[number]): boolean => row.some(({ kind }) => kind !== "blank");
  const lastRow = rows.findLastIndex(isUsed);
  const used = rows.slice(0, lastRow + 1);
  const width = Math.min(
    MAX_COLUMNS,
    Math.max(0, ...used.map((row) => row.findLastIndex(({ kind }) => kind !== "blank") + 1)),
  );
  const columns = Array.from({ length: width }, (_, column) => column);
  return (
    <table class="sheet-paper">
      <thead>
        <tr>
          <td />
          {columns.map((column) => (
            <th scope="col">{lettersOf(column)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {used.map((cells, row) => (
          <tr>
            <th scope="row">{row + 1}</th>
            {columns.map((column) => {
              const cell = cells[column];
              return <td class={cell && cell.kind !== "blank" ? `is-${cell.kind}` : undefined}>{cell?.text}</td>;
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
};
