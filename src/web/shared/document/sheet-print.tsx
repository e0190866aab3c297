/** A sheet before any script has run: its first rows with their values, positioned as in the grid. */
import { lettersOf } from "../../../formats/sheet/references.ts";
import { COLUMN_WIDTH } from "../../../formats/sheet/settings.ts";
import type { FirstCells } from "./sheet-cells.ts";

const COLUMNS = 26;
/** Minimum number of rows drawn. */
const MIN_ROWS = 30;

/** Same as in client/sheet/layout.ts. */
const HEAD_WIDTH = 48;

type SheetPrintProps = { readonly cells: FirstCells; readonly label: string };

export const SheetPrint = ({ cells: { rows, widths }, label }: SheetPrintProps) => {
  const widthOf = (column: number): number => widths.get(column) ?? COLUMN_WIDTH;
  const columns = Array.from({ length: COLUMNS }, (_, column) => column);
  const count = Math.max(MIN_ROWS, rows.length);
  const width = columns.reduce((sum, column) => sum + widthOf(column), HEAD_WIDTH);
  return (
    <div class="sheet-print" data-sheet-print tabIndex={0} role="region" aria-label={label}>
      <table width={width}>
        <colgroup>
          <col width={HEAD_WIDTH} />
          {columns.map((column) => (
            <col width={widthOf(column)} />
          ))}
        </colgroup>
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
