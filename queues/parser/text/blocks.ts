/** Converts a document's blocks to Markdown: paragraphs, headings, list items, and tables that may contain all of these. */
import { type Changes } from "./changes.ts";
import { markOf, withoutMarks } from "./marks.ts";
import { type TextOutput } from "./text-out.ts";
import { copied } from "./utf8-buffer.ts";

type Block = {
  readonly text: string;
  /** Consecutive items are on consecutive lines; other blocks are separated by a blank line. */
  readonly isItem?: boolean;
};

type Cell = Block[];
type Table = { readonly rows: Cell[][]; isLayout: boolean };

/** Tables nested deeper are replaced by their content. */
const MAX_TABLE_DEPTH = 8;
/** A cell with more text than this (in UTF-16 code units) contains prose, not a value. */
const MAX_VALUE_LENGTH = 2_000;
const MAX_COLUMNS = 200;
const MAX_SPANNED = 60;
/** Empty cells take memory, but do not count towards the text limit. */
const MAX_CELLS = 400_000;
const MAX_ITEM_DEPTH = 12;
/** Characters that a cell adds to its text. */
const MARK = 3;

/**
 * Blocks are added in reading order. A table is buffered until it ends, because only then is it known whether it is a
 * data table or a layout; the buffer never exceeds the room in the output.
 */
export class Blocks {
  readonly #out: TextOutput;
  readonly #changes: Changes | null;
  readonly #tables: Table[] = [];
  /** The cell with the block that was added last; null if that is written. */
  #last: Cell | null = null;
  #ignored = 0;
  #cells = 0;
  #buffered = 0;
  #lastWasItem = false;

  constructor(out: TextOutput, changes: Changes | null = null) {
    this.#out = out;
    this.#changes = changes;
  }

  get isInTable(): boolean {
    return this.#tables.length > 0;
  }

  /** True if no more text fits. */
  get isFull(): boolean {
    return this.#out.truncated;
  }

  /** Maximum text, in UTF-16 code units, of the current paragraph. */
  get room(): number {
    return Math.max(0, this.#out.remaining - this.#buffered);
  }

  paragraph(text: string): void {
    this.#add({ text: text.trim() });
  }

  heading(level: number, text: string): void {
    const line = oneLine(text);
    if (line !== "") this.#add({ text: `${"#".repeat(Math.min(6, Math.max(1, level)))} ${line}` });
    const table = this.#tables.at(-1);
    if (table && line !== "") table.isLayout = true;
  }

  /** `depth` counts from 0; `marker` is "-" or a number with a full stop. */
  item(depth: number, marker: string, text: string): void {
    const indent = "    ".repeat(Math.min(MAX_ITEM_DEPTH, depth));
    const lines = text.trim().replaceAll("\n", `\n${indent}${" ".repeat(marker.length + 1)}`);
    if (lines !== "") this.#add({ text: `${indent}${marker} ${lines}`, isItem: true });
  }

  /** Text whose line breaks and spaces are significant. */
  code(text: string): void {
    const body = text.trimEnd().replace(/^\n+/, "");
    const longest = (body.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
    const fence = "`".repeat(longest + 1);
    if (body !== "") this.#add({ text: `${fence}\n${body}\n${fence}` });
  }

  /** A mark behind the block that was added last; see marks.ts. */
  mark(value: number): void {
    const block = this.#last?.pop();
    if (block) this.#last?.push({ ...block, text: block.text + markOf(value) });
    else this.#out.write(markOf(value));
  }

  openTable(): void {
    const outer = this.#tables.at(-1);
    if (outer) outer.isLayout = true;
    if (this.#tables.length >= MAX_TABLE_DEPTH) this.#ignored++;
    else this.#tables.push({ rows: [], isLayout: false });
  }

  openRow(): void {
    if (this.#ignored > 0) return;
    this.#tables.at(-1)?.rows.push([]);
    this.#count();
  }

  openCell(): void {
    if (this.#ignored > 0) return;
    this.#tables.at(-1)?.rows.at(-1)?.push([]);
    this.#count();
  }

  /** The current cell spans several columns: adds empty cells for the others. */
  spanCell(columns: number): void {
    for (let i = 1; i < Math.min(MAX_SPANNED, columns); i++) this.openCell();
  }

  closeTable(): void {
    if (this.#ignored > 0) {
      this.#ignored--;
      return;
    }
    const table = this.#tables.pop();
    if (!table) return;
    const asTable = isData(table);
    const blocks = asTable ? [{ text: toMarkdown(table) }] : table.rows.flat(2);
    if (asTable) this.#changes?.note("cellBreaks", table.rows.flat().filter(hasBreak).length);
    else if (blocks.length > 0) this.#changes?.note("tables");
    const outside = this.#tables.length === 0;
    if (outside) [this.#buffered, this.#last] = [0, null];
    for (const block of blocks) if (outside) this.#write(block);
    if (!outside) this.#keep(blocks);
  }

  /** Closes tables that are still open. */
  end(): void {
    while (this.#ignored > 0 || this.#tables.length > 0) this.closeTable();
  }

  #add(block: Block): void {
    if (block.text === "") return;
    if (this.#tables.length === 0) {
      this.#write(block);
      return;
    }
    this.#buffered += block.text.length;
    this.#keep([{ ...block, text: copied(block.text) }]);
    if (this.#buffered > this.#out.remaining) this.#overflow();
  }

  #keep(blocks: readonly Block[]): void {
    const table = this.#tables.at(-1);
    if (!table) return;
    if (table.rows.length === 0) table.rows.push([]);
    const row = table.rows.at(-1);
    if (row?.length === 0) row.push([]);
    const cell = row?.at(-1);
    for (const block of blocks) cell?.push(block);
    if (blocks.length > 0) this.#last = cell ?? null;
  }

  #count(): void {
    this.#buffered += MARK;
    if (++this.#cells > MAX_CELLS || this.#buffered > this.#out.remaining) this.#overflow();
  }

  #overflow(): void {
    this.end();
    this.#out.truncate();
  }

  #write({ text, isItem = false }: Block): void {
    const gap = this.#out.isEmpty ? "" : isItem && this.#lastWasItem ? "\n" : "\n\n";
    this.#lastWasItem = isItem;
    this.#out.write(gap + text);
  }
}

export const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

function isData({ rows, isLayout }: Table): boolean {
  const columns = widest(rows);
  if (isLayout || columns < 2 || columns > MAX_COLUMNS || rows.length < 2) return false;
  return rows.every((row) =>
    row.every((cell) => cell.reduce((sum, { text }) => sum + withoutMarks(text).length, 0) <= MAX_VALUE_LENGTH),
  );
}

const widest = (rows: readonly Cell[][]): number => rows.reduce((most, row) => Math.max(most, row.length), 0);

/** A table in GitHub Flavored Markdown; its first row is the header. */
function toMarkdown({ rows }: Table): string {
  const columns = widest(rows);
  const lines = rows
    .filter((row) => row.some((cell) => cell.length > 0))
    .map((row) => `| ${row.map(value).join(" | ")} |`);
  const [head = "", ...body] = lines;
  // The header must have all columns; in other rows, missing cells count as empty.
  const missing = " |".repeat(columns - (rows.find((row) => row.some((cell) => cell.length > 0))?.length ?? 0));
  return [head + missing, `|${" --- |".repeat(columns)}`, ...body].join("\n");
}

const hasBreak = (cell: Cell): boolean => cell.length > 1 || (cell[0]?.text.includes("\n") ?? false);

const value = (cell: Cell): string => oneLine(cell.map(({ text }) => text).join(" ")).replaceAll("|", "\\|");
