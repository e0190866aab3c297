/** Tracks a cell of a table that is stored line by line through changes, and detects when its row or column is deleted. */
import type { ChangeDesc, Text } from "@codemirror/state";
import { type Span, trackLine } from "./track-line.ts";

/** Rows are zero-based lines of the text. */
export type CellIndex = { readonly row: number; readonly column: number };

/** Splits a line into fields; `identity` reduces a field to what does not change when rows and columns are moved. */
export type Fields = { readonly of: (line: string) => readonly string[]; readonly identity: (text: string) => string };

/** The same row before and after a change. */
type Pair = { readonly before: readonly string[]; readonly after: readonly string[] };

/** The maximum number of lines compared to find out what happened to the columns. */
const SAMPLE = 40;

/** What is left of a span after changes, for text typed while others deleted its surroundings. */
export function remainsOf({ from, to }: Span, changes: ChangeDesc): Span[] {
  const parts: Span[] = [];
  changes.iterGaps((fromA, fromB, length) => {
    const [start, end] = [Math.max(from, fromA), Math.min(to, fromA + length)];
    if (start < end) parts.push({ from: fromB + start - fromA, to: fromB + end - fromA });
  });
  return parts;
}

/** Where a cell is after changes; null if its row or column was deleted. Cells beyond the end of a row have a position too. */
export function trackCell(
  { row, column }: CellIndex,
  before: Text,
  after: Text,
  changes: ChangeDesc,
  fields: Fields,
  typed: Span | null = null,
): CellIndex | null {
  if (row >= before.lines) {
    const to = trackColumn(column, null, changedPairs(before, after, changes, fields), before, fields);
    return to === null ? null : { row, column: to };
  }
  const number = trackLine(row + 1, before, after, changes, fields.identity, typed);
  if (number === null) return null;
  const own = pairOf(before.line(row + 1).text, after.line(number).text, fields);
  const to = trackColumn(column, own, changedPairs(before, after, changes, fields), before, fields);
  return to === null ? null : { row: number - 1, column: to };
}

const isSame = ({ before, after }: Pair): boolean =>
  before.length === after.length && before.every((text, at) => text === after[at]);

function pairOf(before: string, after: string, { of, identity }: Fields): Pair {
  return { before: of(before).map(identity), after: of(after).map(identity) };
}

/** Rows that changed within their line. */
function changedPairs(before: Text, after: Text, changes: ChangeDesc, fields: Fields): Pair[] {
  const pairs = new Map<number, Pair>();
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    if (pairs.size >= SAMPLE) return;
    const [old, fresh] = [before.lineAt(fromA), after.lineAt(fromB)];
    if (toA > old.to || toB > fresh.to || pairs.has(old.number)) return;
    pairs.set(old.number, pairOf(old.text, fresh.text, fields));
  });
  return [...pairs.values()].filter((pair) => !isSame(pair));
}

/** The number of columns inserted (or deleted, if negative) at an index between `least` and `most`. */
type Shift = { readonly count: number; readonly least: number; readonly most: number };

function shiftOf({ before, after }: Pair): Shift | null {
  const count = after.length - before.length;
  const shorter = Math.min(before.length, after.length);
  if (count === 0) return null;
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter && before.at(-1 - end) === after.at(-1 - end)) end++;
  // Fields appended after the last one fill cells and shift none.
  const isAdded = count > 0 && start === before.length;
  return isAdded || shorter - end > start ? null : { count, least: shorter - end, most: start };
}

function trackColumn(
  column: number,
  own: Pair | null,
  others: readonly Pair[],
  before: Text,
  fields: Fields,
): number | null {
  const isChanged = own !== null && !isSame(own);
  // A row this long would have changed along with its columns.
  const isEvidence = own !== null && own.before.some((text) => text !== "");
  if (isEvidence && !isChanged && column < own.before.length) return column;
  const pairs = isChanged ? [own, ...others] : others;
  const shift = commonShift(pairs, isChanged);
  if (shift !== null && (isChanged || haveAllChanged(before, others, shift.least, fields))) {
    const { count, least } = shift;
    if (column < least) return column;
    return count < 0 && column < least - count ? null : column + count;
  }
  if (isChanged && shift === null && own.after.length < own.before.length) return null;
  return movedColumn(column, pairs, before, fields) ?? column;
}

/** The shift consistent with all rows; otherwise the first row's if it is the cell's own. */
function commonShift(pairs: readonly Pair[], isOwnFirst: boolean): Shift | null {
  const shifts = pairs.map(shiftOf);
  const [first] = shifts;
  if (!first) return null;
  let common = first;
  for (const each of shifts) {
    const [least, most] = [Math.max(common.least, each?.least ?? 0), Math.min(common.most, each?.most ?? 0)];
    if (each?.count === first.count && least <= most) common = { ...common, least, most };
    else if (!isOwnFirst) return null;
  }
  return common;
}

/** Whether every row with a field at this column has changed. */
function haveAllChanged(before: Text, changed: readonly Pair[], column: number, { of }: Fields): boolean {
  let reached = 0;
  const lines = before.iterLines(1, Math.min(before.lines, SAMPLE) + 1);
  for (const line of lines) if (!line.startsWith("#") && of(line).length > column) reached++;
  return reached <= changed.length;
}

/** Returns null if the columns were not reordered. */
function movedColumn(column: number, pairs: readonly Pair[], text: Text, fields: Fields): number | null {
  const widest = pairs.reduce((most, { before, after }) => Math.max(most, before.length, after.length), 0);
  const padded = pairs.map(({ before, after }) => ({ before: pad(before, widest), after: pad(after, widest) }));
  for (const { before, after } of padded) {
    let [start, end] = [0, widest];
    while (start < end && before[start] === after[start]) start++;
    while (end > start && before[end - 1] === after[end - 1]) end--;
    for (let middle = start + 1; middle < end; middle++) {
      const to = (at: number): number =>
        at < start || at >= end ? at : at < middle ? at + end - middle : at - middle + start;
      const isMove = padded.every((pair) => pair.before.every((each, at) => each === pair.after[to(at)]));
      if (isMove && haveAllChanged(text, pairs, middle, fields)) return to(column);
    }
  }
  return null;
}

const pad = (texts: readonly string[], length: number): string[] => [
  ...texts,
  ...Array.from({ length: length - texts.length }, () => ""),
];
