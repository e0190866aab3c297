/** A sheet as it reads before any script has run: its first rows with their values, where the grid will draw them. */
import type { Cell } from "../../formats/sheet/evaluate.ts";
import { lettersOf } from "../../formats/sheet/references.ts";

const COLUMNS = 26;
/** Rows and columns that are drawn where nothing is written. */
const LEAST_ROWS = 30;

type SheetPrintProps = { readonly rows: readonly (readonly Cell[])[]; readonly label: string };

export const SheetPrint = ({ rows, label }: SheetPrintProps) => {
  const columns = Array.from({ length: COLUMNS }, (_, column) => column);
  const count = Math.max(LEAST_ROWS, rows.length);
  return (
    <div class="sheet-print" data-sheet-print tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th scope="col">{lettersOf(column)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: count }, (_, row) => (
            <tr>
              <th scope="row">{row + 1}</th>
              {columns.map((column) => {
                const cell = rows[row]?.[column];
                return <td class={cell && cell.kind !== "blank" ? `is-${cell.kind}` : undefined}>{cell?.text}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
