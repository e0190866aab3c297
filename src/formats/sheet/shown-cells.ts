/** Cells as they are shown: by their format, and results without one like what they are made from. */
import { withFormatShown } from "./cell-format.ts";
import type { Cell } from "./evaluate.ts";
import { type LooksSource, ResultLooks } from "./result-looks.ts";
import { withResultShown } from "./result-text.ts";
import { COLUMN_WIDTH, formatAt, type SheetSettings } from "./settings.ts";
import { isFormula } from "./typed-input.ts";

/** Of a sheet as it is at one moment: what it has found is kept. */
export class ShownCells {
  readonly #source: Omit<LooksSource, "format">;
  readonly #settings: SheetSettings;
  readonly #looks: ResultLooks;

  constructor(source: Omit<LooksSource, "format">, settings: SheetSettings) {
    this.#source = source;
    this.#settings = settings;
    this.#looks = new ResultLooks({ ...source, format: (row, column) => formatAt(settings, row, column) });
  }

  shown(cell: Cell, row: number, column: number): Cell {
    const format = formatAt(this.#settings, row, column);
    const isPlainResult = format === null && cell.kind === "number" && isFormula(this.#source.field(row, column) ?? "");
    if (!isPlainResult) return withFormatShown(cell, format);
    return withResultShown(cell, this.#looks.of(row, column), this.#settings.widths.get(column) ?? COLUMN_WIDTH);
  }
}
