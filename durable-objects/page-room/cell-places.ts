/** Anchors on the cells of a sheet. Their offsets, from the first cell to the last one, follow from their rows and columns. */
import { contextAround, MAX_QUOTE, setDetached, type Anchor } from "../../src/anchors/anchor.ts";
import { moveCellRanges, withoutReferences } from "../../src/anchors/cells.ts";
import { fieldsOf, parseRow } from "../../src/formats/sheet/csv.ts";
import type { CellRange } from "../../src/kernel/comment.ts";
import type { TextRange } from "../../src/realtime/pinned-ranges.ts";
import { splitLines } from "../../src/realtime/text.ts";

export type CellPlace = { readonly anchor: Anchor; cells: CellRange | null };

/** Null if the range is not in the sheet. Behind the fields of a row are empty cells. */
export function placeOnCells(text: string, id: string, cells: CellRange): Anchor | null {
  const sheet = new Sheet(text);
  if (!sheet.has(cells)) return null;
  const range = sheet.rangeOf(cells);
  const quote = sheet.wordsIn(cells);
  return { id, ...range, state: "anchored", quote, ...contextAround(text, range), now: null, lost: null };
}

/** Puts an anchor of an archive on its cells; returns false if the sheet does not have them. */
export function restoreOnCells(text: string, anchor: Anchor, cells: CellRange): boolean {
  const sheet = new Sheet(text);
  if (!sheet.has(cells)) return false;
  setOnCells(sheet, anchor, cells);
  return true;
}

/** Moves anchors to where their cells are after an edit; returns those whose cells or words changed. */
export function carryCells<T extends CellPlace>(places: readonly T[], before: string, after: string): T[] {
  if (places.length === 0 || before === after) return [];
  const moved = moveCellRanges(
    before,
    after,
    places.map(({ cells }) => toCorners(cells ?? NO_CELLS)),
  );
  const sheet = new Sheet(after);
  return places.filter((place, i) => {
    const { anchor, cells: former } = place;
    const { now } = anchor;
    const corners = moved[i];
    if (!corners) {
      const lost = { ...contextAround(before, anchor), words: now, rival: 0, piece: null };
      setDetached(anchor, Math.min(anchor.from, after.length), lost);
      return true;
    }
    const { from, to } = corners;
    place.cells = { row: from.row, column: from.column, endRow: to.row, endColumn: to.column };
    setOnCells(sheet, anchor, place.cells);
    return anchor.now !== now || !areSame(former ?? NO_CELLS, place.cells);
  });
}

/** Puts an anchor whose words came back on the cells that have them now. */
function returnToCells(places: readonly CellPlace[], text: string): void {
  if (places.length === 0) return;
  const sheet = new Sheet(text);
  for (const place of places) {
    const { row, column } = sheet.cellAt(place.anchor.from);
    const end = sheet.cellAt(place.anchor.to);
    place.cells = { row, column, endRow: Math.max(row, end.row), endColumn: Math.max(column, end.column) };
    setOnCells(sheet, place.anchor, place.cells);
  }
}

/** Sets the offsets of those that are on cells. */
export function locateCells(places: readonly CellPlace[], text: string): void {
  const onCells = places.filter(({ anchor, cells }) => cells !== null && anchor.state !== "detached");
  const sheet = onCells.length === 0 ? null : new Sheet(text);
  for (const { anchor, cells } of onCells) if (sheet && cells) Object.assign(anchor, sheet.rangeOf(cells));
}

/**
 * Moves anchors with their cells, and puts those on cells again whose lost words came back: `isSearched` were looked for in
 * the text. Returns those that changed.
 */
export function moveOnCells<T extends CellPlace>(
  places: readonly T[],
  isSearched: (place: T) => boolean,
  before: string,
  after: string,
): T[] {
  const found = places.filter((place) => isSearched(place) && place.anchor.state !== "detached");
  returnToCells(found, after);
  const attached = places.filter((place) => !isSearched(place));
  return [...found, ...carryCells(attached, before, after)];
}

function setOnCells(sheet: Sheet, anchor: Anchor, cells: CellRange): void {
  const range = sheet.rangeOf(cells);
  const words = sheet.wordsIn(cells);
  const isSame = comparable(words) === comparable(anchor.quote);
  Object.assign(anchor, { ...range, state: isSame ? "anchored" : "changed", now: isSame ? null : words, lost: null });
}

/** Moving a row changes the references of its formulas, but not what they say. */
const comparable = (words: string): string =>
  splitLines(words)
    .map((line) => parseRow(line).map(withoutReferences).join(SEPARATOR))
    .join("\n");

const SEPARATOR = "\u0001";

const NO_CELLS: CellRange = { row: 0, column: 0, endRow: 0, endColumn: 0 };

const toCorners = ({ row, column, endRow, endColumn }: CellRange) => ({
  from: { row, column },
  to: { row: endRow, column: endColumn },
});

const areSame = (a: CellRange, b: CellRange): boolean =>
  a.row === b.row && a.column === b.column && a.endRow === b.endRow && a.endColumn === b.endColumn;

/** Offsets of a sheet's cells. */
class Sheet {
  readonly text: string;
  readonly #lines: readonly string[];
  readonly #starts: number[] = [];

  constructor(text: string) {
    this.text = text;
    this.#lines = splitLines(text);
    let at = 0;
    for (const line of this.#lines) {
      this.#starts.push(at);
      at += line.length + 1;
    }
  }

  has({ row, column, endRow, endColumn }: CellRange): boolean {
    const isRange = [row, column, endRow, endColumn].every((n) => Number.isSafeInteger(n) && n >= 0);
    return isRange && row <= endRow && column <= endColumn && endRow < this.#lines.length;
  }

  rangeOf({ row, column, endRow, endColumn }: CellRange): TextRange {
    const [first, last] = [this.#fieldAt(row, column), this.#fieldAt(endRow, endColumn)];
    return { from: first.from, to: Math.max(first.from, last.to) };
  }

  /** The fields, as they are written, in lines. At most `MAX_QUOTE` code units. */
  wordsIn({ row, column, endRow, endColumn }: CellRange): string {
    const rows: string[] = [];
    for (let at = row, length = 0; at <= endRow && length <= MAX_QUOTE; at++) {
      const line = this.#lines[at] ?? "";
      const fields = fieldsOf(line).slice(column, endColumn + 1);
      rows.push(line.slice(fields[0]?.start ?? line.length, fields.at(-1)?.end ?? line.length));
      length += rows.at(-1)?.length ?? 0;
    }
    return rows.join("\n").slice(0, MAX_QUOTE).toWellFormed();
  }

  cellAt(offset: number): { readonly row: number; readonly column: number } {
    const row = this.#starts.findLastIndex((start) => start <= offset);
    const start = this.#starts[row] ?? 0;
    const column = fieldsOf(this.#lines[row] ?? "").findIndex(({ end }) => start + end >= offset);
    return { row: Math.max(0, row), column: Math.max(0, column) };
  }

  #fieldAt(row: number, column: number): TextRange {
    const line = this.#lines[row] ?? "";
    const start = this.#starts[row] ?? this.text.length;
    const { start: from, end: to } = fieldsOf(line)[column] ?? { start: line.length, end: line.length };
    return { from: start + from, to: start + to };
  }
}
