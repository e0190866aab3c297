/** Cells of OpenDocument spreadsheets (ISO/IEC 26300-3 §9) as CSV. */
import { MAX_COLUMNS, CsvWriter } from "./csv.ts";
import { refuseLocked } from "./odf.ts";
import { type Package } from "./package.ts";
import { type TextOutput } from "./text-out.ts";
import { type Attributes, attribute, readXml, countIn } from "./xml.ts";

const SKIPPED = new Set(["annotation", "tracked-changes", "forms", "shapes", "frame", "settings"]);
/** The maximum number of rows in a sheet. */
const MAX_ROWS = 1_048_576;

export function readOds(pack: Package, out: TextOutput): { sheetCount: number } {
  refuseLocked(pack);
  const sheets = new CsvWriter(out);
  const reader = new SheetReader(sheets);
  readXml(pack.pieces("content.xml"), {
    skip: SKIPPED,
    isDone: () => out.truncated,
    open: (name, attributes) => reader.enter(name, attributes),
    close: (name) => reader.leave(name),
    text: (text) => reader.text(text),
  });
  return { sheetCount: sheets.count };
}

type Cell = { readonly value: string | null; readonly repeated: number; pieces: string[]; paragraphs: number };

class SheetReader {
  readonly #sheets: CsvWriter;
  #row: string[] = [];
  #rowRepeated = 1;
  #cell: Cell | null = null;
  #column = 0;
  #rowLength = 0;
  #inParagraph = 0;

  constructor(sheets: CsvWriter) {
    this.#sheets = sheets;
  }

  text(text: string): void {
    if (this.#inParagraph > 0) this.#cell?.pieces.push(text);
  }

  enter(name: string, attributes: Attributes): void {
    switch (name) {
      case "table":
        this.#sheets.open(attribute(attributes, "name") ?? "");
        break;
      case "table-row":
        this.#row = [];
        this.#column = 0;
        this.#rowLength = 0;
        this.#rowRepeated = countIn(attributes, "number-rows-repeated", MAX_ROWS);
        break;
      case "table-cell":
      case "covered-table-cell":
        this.#cell = {
          value: valueOf(attributes),
          repeated: countIn(attributes, "number-columns-repeated", MAX_COLUMNS),
          pieces: [],
          paragraphs: 0,
        };
        break;
      case "p":
        this.#inParagraph++;
        if (this.#cell && this.#cell.paragraphs++ > 0) this.#cell.pieces.push("\n");
        break;
      case "s":
        this.text(" ".repeat(countIn(attributes, "c", 1_000)));
        break;
      case "tab":
        this.text("\t");
        break;
      case "line-break":
        this.text("\n");
        break;
    }
  }

  leave(name: string): void {
    switch (name) {
      case "p":
        this.#inParagraph--;
        break;
      case "table-cell":
      case "covered-table-cell":
        this.#endCell();
        break;
      case "table-row":
        this.#endRow();
        break;
    }
  }

  #endCell(): void {
    const cell = this.#cell;
    this.#cell = null;
    if (!cell) return;
    const value = cell.value ?? cell.pieces.join("");
    const end = Math.min(MAX_COLUMNS, this.#column + cell.repeated);
    // A row may end with as many empty cells as the sheet is wide.
    for (; value !== "" && this.#column < end && this.#rowLength <= this.#sheets.room; this.#column++) {
      while (this.#row.length < this.#column) this.#row.push("");
      this.#row.push(value);
      this.#rowLength += value.length;
    }
    this.#column = end;
  }

  #endRow(): void {
    if (this.#row.length === 0) return;
    for (let i = 0; i < this.#rowRepeated && !this.#sheets.isFull; i++) this.#sheets.row(this.#row);
    this.#row = [];
  }
}

/** The cell's value if it is more exact than its displayed text (§19.385), or null. */
function valueOf(attributes: Attributes): string | null {
  switch (attribute(attributes, "value-type")) {
    case "float":
    case "percentage":
    case "currency":
      return attribute(attributes, "value") ?? null;
    case "date":
      return attribute(attributes, "date-value") ?? null;
    case "boolean":
      return attribute(attributes, "boolean-value")?.toUpperCase() ?? null;
    case undefined:
    default:
      return null;
  }
}
