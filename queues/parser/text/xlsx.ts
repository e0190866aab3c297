/** Cells of SpreadsheetML (ECMA-376 part 1 §18) as CSV: the values displayed when the file was saved. */
import { type Changes } from "./changes.ts";
import { MAX_COLUMNS, CsvWriter } from "./csv.ts";
import { type Package } from "./package.ts";
import { readRelations, relatedPart } from "./relations.ts";
import { type TextOutput } from "./text-out.ts";
import { type Attributes, attribute, readXml } from "./xml.ts";
import { SKIPPED, type SharedStrings, readStrings, unescape } from "./xlsx-strings.ts";
import { type ValueFormat, formatOf, inIso, inShort } from "./xlsx-values.ts";

const MAX_FORMATS = 100_000;

export function readXlsx(pack: Package, main: string, out: TextOutput, changes: Changes): { sheetCount: number } {
  const relations = readRelations(pack, main);
  const book = readBook(pack, main, changes);
  const sheets = new CsvWriter(out);
  const strings = readStrings(pack, relatedPart(pack, relations, "sharedStrings"));
  const formats = readFormats(pack, relatedPart(pack, relations, "styles"));
  for (const { name, id } of book.sheets) {
    if (out.truncated) break;
    const relation = relations.get(id);
    const part = relation?.type === "worksheet" ? pack.find(relation.target) : null;
    if (part === null) continue;
    sheets.open(name);
    new SheetReader(sheets, { strings, formats, from1904: book.from1904, changes }).read(pack, part);
    noteRelations(pack, part, changes);
  }
  return { sheetCount: sheets.count };
}

/**
 * Counts comments, objects, charts and pictures of a sheet: they are separate parts of the package, which the reader
 * skips.
 */
function noteRelations(pack: Package, part: string, changes: Changes): void {
  for (const { type, target } of readRelations(pack, part).values()) {
    if (type === "comments" || type === "threadedComment") changes.note("comments");
    else if (type === "oleObject") changes.note("objects");
    if (type !== "drawing") continue;
    const drawing = pack.find(target);
    if (drawing === null) continue;
    for (const each of readRelations(pack, drawing).values()) {
      if (each.type === "chart") changes.note("charts");
      else if (each.type === "image") changes.note("pictures");
    }
  }
}

type Book = { readonly sheets: { readonly name: string; readonly id: string }[]; from1904: boolean };

function readBook(pack: Package, part: string, changes: Changes): Book {
  const book: Book = { sheets: [], from1904: false };
  readXml(pack.pieces(part), {
    open(name, attributes) {
      if (name === "workbookPr") book.from1904 = /^(1|true)$/.test(attributes.date1904 ?? "");
      else if (name === "sheet" && book.sheets.length < MAX_COLUMNS) {
        if (/hidden/i.test(attributes.state ?? "")) changes.note("hiddenParts");
        book.sheets.push({ name: attributes.name ?? "", id: attribute(attributes, "id") ?? "" });
      }
    },
  });
  return book;
}

/** Cell formats by index. */
function readFormats(pack: Package, part: string | null): readonly ValueFormat[] {
  const codes = new Map<string, string>();
  const formats: ValueFormat[] = [];
  if (part === null) return formats;
  let inCells = false;
  readXml(pack.pieces(part), {
    open(name, attributes) {
      if (name === "numFmt" && codes.size < MAX_FORMATS) {
        codes.set(attributes.numFmtId ?? "", attributes.formatCode ?? "");
      } else if (name === "cellXfs") inCells = true;
      else if (name === "xf" && inCells && formats.length < MAX_FORMATS) {
        const id = attributes.numFmtId ?? "0";
        formats.push(formatOf(Number.parseInt(id, 10), codes.get(id)));
      }
    },
    close(name) {
      if (name === "cellXfs") inCells = false;
    },
  });
  return formats;
}

type Cell = { readonly at: number; readonly type: string; readonly format: ValueFormat; pieces: string[] };

type OfBook = {
  readonly strings: SharedStrings;
  readonly formats: readonly ValueFormat[];
  readonly from1904: boolean;
  readonly changes: Changes;
};

class SheetReader {
  readonly #sheets: CsvWriter;
  readonly #strings: SharedStrings;
  readonly #formats: readonly ValueFormat[];
  readonly #from1904: boolean;
  readonly #changes: Changes;
  #row: string[] = [];
  #next = 0;
  #rowLength = 0;
  #cell: Cell | null = null;
  #inValue = false;

  constructor(sheets: CsvWriter, { strings, formats, from1904, changes }: OfBook) {
    this.#sheets = sheets;
    this.#changes = changes;
    this.#strings = strings;
    this.#formats = formats;
    this.#from1904 = from1904;
  }

  read(pack: Package, part: string): void {
    readXml(pack.pieces(part), {
      skip: SKIPPED,
      isDone: () => this.#sheets.isFull,
      open: (name, attributes) => this.#enter(name, attributes),
      close: (name) => this.#leave(name),
      text: (text) => {
        if (this.#inValue) this.#cell?.pieces.push(text);
      },
    });
    this.#endRow();
  }

  #enter(name: string, attributes: Attributes): void {
    if (name === "f") this.#changes.note("cellFormulas");
    else if (name === "mergeCell") this.#changes.note("mergedCells");
    else if ((name === "row" || name === "col") && /^(?:1|true)$/.test(attributes.hidden ?? ""))
      this.#changes.note("hiddenParts");
    if (name === "row") this.#endRow();
    else if (name === "c") {
      const at = columnOf(attributes.r) ?? this.#next;
      const format = this.#formats[Number.parseInt(attributes.s ?? "0", 10)] ?? "plain";
      this.#cell = { at, type: attributes.t ?? "n", format, pieces: [] };
      this.#next = at + 1;
    } else if (name === "v" || name === "t") this.#inValue = true;
  }

  #leave(name: string): void {
    if (name === "v" || name === "t") this.#inValue = false;
    else if (name === "row") this.#endRow();
    else if (name === "c" && this.#cell) {
      const { at } = this.#cell;
      const value = this.#valueOf(this.#cell);
      this.#cell = null;
      this.#rowLength += value.length;
      // Beyond this the row does not fit into the output, and one code unit more tells it so.
      if (value === "" || at >= MAX_COLUMNS || this.#rowLength - value.length > this.#sheets.room) return;
      while (this.#row.length < at) this.#row.push("");
      this.#row[at] = value;
    }
  }

  #endRow(): void {
    this.#sheets.row(this.#row);
    this.#row = [];
    this.#next = 0;
    this.#rowLength = 0;
  }

  #valueOf({ type, format, pieces }: Cell): string {
    const raw = pieces.join("");
    switch (type) {
      case "s":
        return this.#shared(Number.parseInt(raw, 10));
      case "str":
      case "inlineStr":
        return unescape(raw);
      case "b":
        return raw.trim() === "1" ? "TRUE" : "FALSE";
      case "n":
        return format === "plain" ? inShort(raw) : inIso(raw, format, this.#from1904);
      default:
        return raw;
    }
  }

  #shared(index: number): string {
    const text = this.#strings.at(index);
    if (text === null && !this.#strings.isComplete) this.#sheets.truncate();
    return unescape(text ?? "");
  }
}

/** The 0-based column of a reference such as "BC23". */
function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Za-z]{1,3}/.exec(reference ?? "")?.[0];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
