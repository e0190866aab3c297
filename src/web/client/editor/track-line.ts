/** Tracks a line of a text through changes, and detects when it is deleted. */
import type { ChangeDesc, Line, Text } from "@codemirror/state";

type Range = { readonly fromA: number; readonly toA: number; readonly fromB: number; readonly toB: number };

export type Span = { readonly from: number; readonly to: number };

/** Reduces a line to what identifies it, for lines of which some characters change when they move. */
export type Identity = (line: string) => string;

const asWritten: Identity = (line) => line;
const SAYS_SOMETHING = /[\p{L}\p{N}]/u;

/**
 * The number of a line after changes; null if it was deleted. A line that was rewritten elsewhere, as by sorting or
 * moving, is found there by its text. Text `typed` into a line while it was deleted stays in the text, but does not count
 * as the line.
 */
export function trackLine(
  number: number,
  before: Text,
  after: Text,
  changes: ChangeDesc,
  identity = asWritten,
  typed: Span | null = null,
): number | null {
  const line = before.line(number);
  const ranges: Range[] = [];
  changes.iterChangedRanges((fromA, toA, fromB, toB) => void ranges.push({ fromA, toA, fromB, toB }));
  const same = sameLine(line, before, after, changes, ranges, typed);
  const text = identity(line.text);
  if (!SAYS_SOMETHING.test(line.text) || (same !== null && identity(after.line(same).text) === text)) return same;
  const elsewhere = changedLines(after, ranges).filter((each) => identity(after.line(each).text) === text);
  return elsewhere.length === 1 ? (elsewhere[0] ?? null) : same;
}

/** The line in the same place: the one with the remaining text, or the text written in its place. */
function sameLine(
  line: Line,
  before: Text,
  after: Text,
  changes: ChangeDesc,
  ranges: readonly Range[],
  typed: Span | null,
): number | null {
  const { from, to, number } = line;
  const cut = (at: number): Range | undefined => ranges.find(({ fromA, toA }) => fromA <= at && at < toA);
  const atEnd = to < before.length ? cut(to) : undefined;
  // After an empty line, a deletion of the following lines may include the line break before them.
  const isOfNext = from === to && atEnd?.fromA === to && before.lineAt(atEnd.toA).from !== atEnd.toA;
  const endCut = isOfNext ? undefined : atEnd;
  const startCut = from > 0 ? cut(from - 1) : undefined;
  const first = firstKept(from, to, ranges);
  if (first !== null) {
    const at = changes.mapPos(first, 1);
    const isBehind = startCut !== undefined && first === from && after.lineAt(at).from !== at;
    const isJoined = isBehind && sameLine(before.line(number - 1), before, after, changes, ranges, null) !== null;
    const own = typed ?? { from, to: from };
    const length = to - from - (own.to - own.from);
    const kept = keptIn(from, to, ranges) - keptIn(own.from, own.to, ranges);
    const isCut = (startCut ?? endCut) !== undefined;
    const isDeleted = length === 0 ? endCut !== undefined || isBehind : isCut && kept * 2 <= length;
    return isJoined || isDeleted ? null : after.lineAt(at).number;
  }
  const cutOff = endCut ?? startCut;
  if (cutOff !== undefined) {
    const [removed, added] = [linesIn(before, cutOff.fromA, cutOff.toA), linesIn(after, cutOff.fromB, cutOff.toB)];
    if (removed !== added) return null;
    return after.lineAt(cutOff.fromB).number + number - before.lineAt(cutOff.fromA).number;
  }
  const put = ranges.find(({ fromA, toA }) => fromA === from && toA === from);
  const isAbove = put !== undefined && from === to && /[^\n]*\n$/.test(after.sliceString(put.fromB, put.toB));
  return after.lineAt(changes.mapPos(from, isAbove ? 1 : -1)).number;
}

/** Number of line breaks between two offsets. */
const linesIn = (text: Text, from: number, to: number): number => text.lineAt(to).number - text.lineAt(from).number;

function firstKept(from: number, to: number, ranges: readonly Range[]): number | null {
  let at = from;
  for (const { fromA, toA } of ranges) if (fromA <= at && at < toA) at = toA;
  return at < to ? at : null;
}

const keptIn = (from: number, to: number, ranges: readonly Range[]): number =>
  ranges.reduce((kept, { fromA, toA }) => kept - Math.max(0, Math.min(to, toA) - Math.max(from, fromA)), to - from);

function changedLines(after: Text, ranges: readonly Range[]): number[] {
  const numbers = new Set<number>();
  for (const { fromB, toB } of ranges)
    for (let each = after.lineAt(fromB).number; each <= after.lineAt(toB).number; each++) numbers.add(each);
  return [...numbers];
}
