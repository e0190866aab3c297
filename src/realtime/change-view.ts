/** Reads a change of a text by lines: what each base line became, and which lines were inserted in between. */
import { segmentLines, textOf, type SegmentedLine } from "./line-segments.ts";
import { alignLinkedLines } from "./linked-lines.ts";
import { applySplices, type Splice } from "./splices.ts";
import { WORD } from "./text.ts";

/** A line of a side's text; `isNew` if it was not derived from any base line. */
export type DerivedLine = { readonly text: string; readonly isNew: boolean };

/** One side's changes to the base. */
export type ChangeView = {
  /**
   * By base line: its current lines. Several if it was split or replaced by new ones; none if it was removed or joined
   * to another.
   */
  readonly texts: DerivedLine[][];
  /** By base line: the line it was joined to; itself unless lines were joined. */
  readonly homes: number[];
  /** `gaps[i]` has the new lines before base line `i`; the last gap is the end. */
  readonly gaps: string[][];
};

/**
 * `base` ends with a line feed, as does its last line; `lines` are its lines without them.
 *
 * Lines that the splices left whole are matched directly. The lines between two such lines are paired by the words that
 * the splices kept. Only lines without any kept words are paired by similarity: a splice may have removed a whole line
 * and reinserted most of it, or kept no more of it than a comma.
 */
export function readChange(base: string, lines: readonly string[], splices: readonly Splice[]): ChangeView {
  const side: ChangeView = {
    texts: lines.map(() => []),
    homes: lines.map((_, i) => i),
    gaps: Array.from({ length: lines.length + 1 }, () => []),
  };
  // An empty text has one line, but no base line that was kept.
  if (/^\n?$/.test(applySplices(base, splices)) && !lines.includes("")) return side;
  const starts = [...startsOf(lines), base.length];
  /** Lines after the last whole one. */
  const after: SegmentedLine[] = [];
  let atA = 0;
  const fillTo = (aEnd: number): void => {
    const some = lines.slice(atA, aEnd);
    const others = after.map(textOf);
    const links = after.map((line) => linesIn(line, starts).map((at) => at - atA));
    let [a, b] = [0, 0];
    for (const { aStart, aEnd: aTo, bStart, bEnd, fresh } of alignLinkedLines(some, others, links)) {
      placeNewLines(side, starts, atA + a, atA + aStart, after.slice(b, bStart));
      side.texts[atA + aStart] = others.slice(bStart, bEnd).map((text, i) => ({ text, isNew: fresh.has(bStart + i) }));
      for (let joined = aStart + 1; joined < aTo; joined += 1) side.homes[atA + joined] = atA + aStart;
      [a, b] = [aTo, bEnd];
    }
    placeNewLines(side, starts, atA + a, aEnd, after.slice(b));
  };
  for (const made of segmentLines(base, expandToLines(base, splices))) {
    const line = baseLineOf(made, lines, starts);
    // Blank lines are all alike: one after a change may be any of those nearby.
    const isLandmark = lines[line] !== "" || (after.length === 0 && line === atA);
    if (line !== -1 && isLandmark) {
      fillTo(line);
      side.texts[line] = [{ text: lines[line] ?? "", isNew: false }];
      atA = line + 1;
      after.length = 0;
    } else after.push(made);
  }
  fillTo(lines.length);
  return side;
}

/** Places lines that are not derived from the base: in place of removed ones, or between others. */
function placeNewLines(
  side: ChangeView,
  starts: readonly number[],
  from: number,
  to: number,
  fresh: readonly SegmentedLine[],
): void {
  // At the end of the last of them, or after it.
  const end = Math.max((starts[to] ?? Infinity) - 1, (starts[to - 1] ?? -1) + 1);
  fresh.forEach((line, i) => {
    const text = textOf(line);
    if (from === to || line.at >= end) side.gaps[to]?.push(text);
    else side.texts[Math.min(from + i, to - 1)]?.push({ text, isNew: true });
  });
}

/**
 * The same change, with whole lines removed or inserted from their beginning: "\nline" before a line feed has the same
 * effect as "line\n" one place later, but only the latter identifies the line. Likewise, a line feed that was removed
 * and reinserted was never changed.
 */
function expandToLines(base: string, splices: readonly Splice[]): Splice[] {
  return splices.map((splice, i) => {
    const { at, remove, insert } = splice;
    const room = (splices[i + 1]?.at ?? Infinity) > at + remove;
    if (!room || base[at] !== "\n") return splice;
    if (insert === "" && base[at + remove] === "\n") return { at: at + 1, remove, insert };
    if (remove === 0 && insert.startsWith("\n")) return { at: at + 1, remove, insert: `${insert.slice(1)}\n` };
    return splice;
  });
}

/** The base lines that a line still has words of. */
const linesIn = ({ stretches }: SegmentedLine, starts: readonly number[]): number[] => [
  ...new Set(stretches.flatMap(({ at, end, text }) => (at < end && WORD.test(text) ? [lineOf(starts, at)] : []))),
];

/** The base line that is identical to a whole line; -1 if there is none. */
function baseLineOf({ feed, stretches }: SegmentedLine, lines: readonly string[], starts: readonly number[]): number {
  const [only] = stretches;
  const line = lineOf(starts, only === undefined ? feed : only.at);
  const start = starts[line] ?? 0;
  const length = lines[line]?.length ?? 0;
  if (only === undefined) return feed === start && length === 0 ? line : -1;
  return stretches.length === 1 && length > 0 && only.at === start && only.end === start + length ? line : -1;
}

function startsOf(lines: readonly string[]): number[] {
  const starts: number[] = [];
  let at = 0;
  for (const line of lines) {
    starts.push(at);
    at += line.length + 1;
  }
  return starts;
}

/** The base line at an offset, by binary search. */
function lineOf(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
