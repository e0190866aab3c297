/** Cells as displayed: by their format; results without a format use the style of their operands. */
import { withFormatShown } from "./cell-format.ts";
import type { Cell } from "./evaluate.ts";
import { type LooksSource, ResultLooks } from "./result-looks.ts";
import { withResultShown } from "./result-text.ts";
import { COLUMN_WIDTH, formatAt, type SheetSettings } from "./settings.ts";
import { isFormula } from "./typed-input.ts";

/** For one state of a sheet: results are cached. */
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
