/** Determines which lines of one text became which of another, by matching their words. */
import { diffSequences, intern, type Hunk } from "./sequence.ts";

/** `before[aStart, aEnd)` became `after[bStart, bEnd)`: one line became one or several, or several became one. */
export type LinePair = Hunk & {
  /** Lines of `after` within the range that are entirely new: they share nothing with `before`. */
  readonly fresh: ReadonlySet<number>;
};

/** Ranges that need more line comparisons are paired by equal lines only, and the rest between those as a whole. */
const MAX_COMPARISONS = 900;
/** The same limit in characters, each counted as often as it is read. */
const MAX_CHARACTERS = 1_000_000;
/** Comparison budget of a range: its cells times the maximum number of pieces that a line may have been split into. */
const MAX_WORK = 9000;
/** Cost of each additional line in a pair, in words. */
const PIECE_COST = 0.01;
/** Score of a mark that a piece shares with the whole, which decides where a split line begins. */
const MARK_SCORE = 0.05;

const NONE: ReadonlySet<number> = new Set();

type Words = ReadonlyMap<string, number>;
/** `marks` are standalone symbols, such as those of headings and lists. */
type LineWords = {
  readonly text: string;
  readonly words: Words;
  readonly count: number;
  readonly first: string;
  readonly last: string;
  readonly marks: readonly string[];
};

/** Pairs in order; lines outside all pairs were removed or inserted. */
export function alignLines(before: readonly string[], after: readonly string[]): LinePair[] {
  if (before.length === 0 || after.length === 0) return [];
  if (isSmall(before, after)) return alignByWords(before, after);
  const symbols = new Map<string, number>();
  const [a, b] = [intern(before, symbols), intern(after, symbols)];
  const pairs: LinePair[] = [];
  let [atA, atB] = [0, 0];
  const pairUntil = (aEnd: number): void => {
    for (; atA < aEnd; atA += 1, atB += 1)
      pairs.push({ aStart: atA, aEnd: atA + 1, bStart: atB, bEnd: atB + 1, fresh: NONE });
  };
  for (const { aStart, aEnd, bStart, bEnd } of diffSequences(a, b, symbols.size)) {
    pairUntil(aStart);
    const [some, others] = [before.slice(aStart, aEnd), after.slice(bStart, bEnd)];
    if (isSmall(some, others))
      for (const pair of alignByWords(some, others)) pairs.push(shiftPair(pair, aStart, bStart));
    else if (some.length > 0 && others.length > 0) pairs.push({ aStart, aEnd, bStart, bEnd, fresh: NONE });
    [atA, atB] = [aEnd, bEnd];
  }
  pairUntil(before.length);
  return pairs;
}

/** Shifts a pair down by `a` and `b` lines. */
export const shiftPair = ({ aStart, aEnd, bStart, bEnd, fresh }: LinePair, a: number, b: number): LinePair => ({
  aStart: aStart + a,
  aEnd: aEnd + a,
  bStart: bStart + b,
  bEnd: bEnd + b,
  fresh: new Set(Array.from(fresh, (line) => line + b)),
});

function isSmall(before: readonly string[], after: readonly string[]): boolean {
  const [a, b] = [before.length, after.length];
  if (a * b > MAX_COMPARISONS) return false;
  const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length, 0);
  return lengthOf(before) * b + lengthOf(after) * a <= MAX_CHARACTERS;
}

/** The set of pairs with the most words in common overall. */
function alignByWords(before: readonly string[], after: readonly string[]): LinePair[] {
  const [a, b] = [before.map(readWords), after.map(readWords)];
  const width = b.length + 1;
  const cells = a.length * b.length;
  // One line against many gets a larger budget, because it may have become all of them.
  const maxPieces = a.length === 1 || b.length === 1 ? cells : Math.floor(MAX_WORK / cells);
  const best = new Float64Array((a.length + 1) * width);
  /** How the best score of each cell was reached: the number of lines used of each side, 0 for none. */
  const usedA = new Uint16Array(best.length);
  const usedB = new Uint16Array(best.length);
  const offer = (cell: number, score: number, takesA: number, takesB: number): void => {
    if (score <= (best[cell] ?? 0)) return;
    best[cell] = score;
    usedA[cell] = takesA;
    usedB[cell] = takesB;
  };
  a.forEach((lineA, i) => {
    b.forEach((lineB, j) => {
      const cell = (i + 1) * width + j + 1;
      best[cell] = Math.max(best[cell - 1] ?? 0, best[cell - width] ?? 0);
      offer(cell, (best[cell - width - 1] ?? 0) + scoreOne(lineA, lineB), 1, 1);
      scorePieces(lineA, b, j, maxPieces, (pieces, worth) =>
        offer(cell, (best[cell - width - pieces] ?? 0) + worth, 1, pieces),
      );
      scorePieces(lineB, a, i, maxPieces, (pieces, worth) =>
        offer(cell, (best[cell - pieces * width - 1] ?? 0) + worth, pieces, 1),
      );
    });
  });
  const pairs: Hunk[] = [];
  for (let i = a.length, j = b.length; i > 0 && j > 0;) {
    const cell = i * width + j;
    const [linesA, linesB] = [usedA[cell] ?? 0, usedB[cell] ?? 0];
    if (linesA > 0) pairs.push({ aStart: i - linesA, aEnd: i, bStart: j - linesB, bEnd: j });
    if (linesA > 0) [i, j] = [i - linesA, j - linesB];
    else if (best[cell] === best[cell - width]) i -= 1;
    else j -= 1;
  }
  pairs.reverse();
  const absorbed: LinePair[] = [];
  // In sequence, so that no two pairs absorb the same line.
  pairs.forEach((pair, index) => absorbed.push(absorb(a, b, pair, absorbed.at(-1), pairs[index + 1])));
  return absorbed;
}

/** Extends the pair by an adjacent line that it shares words with: several lines may have become several. */
function absorb(
  a: readonly LineWords[],
  b: readonly LineWords[],
  pair: Hunk,
  before: Hunk | undefined,
  after: Hunk | undefined,
): LinePair {
  let { aStart, aEnd, bStart, bEnd } = pair;
  const remaining = new Map<string, number>();
  const count = (lines: readonly LineWords[], by: number): void => {
    for (const { words } of lines)
      for (const [word, times] of words) remaining.set(word, (remaining.get(word) ?? 0) + times * by);
  };
  const sharesWords = (line: LineWords | undefined, by: number): boolean => {
    if (line === undefined || line.count === 0) return false;
    let shared = 0;
    for (const [word, times] of line.words) shared += Math.max(0, Math.min(times, (remaining.get(word) ?? 0) * by));
    return shared > 0 && shared * 2 >= line.count;
  };
  count(b.slice(bStart, bEnd), 1);
  count(a.slice(aStart, aEnd), -1);
  if (aStart > (before?.aEnd ?? 0) && sharesWords(a[aStart - 1], 1)) aStart -= 1;
  else if (bStart > (before?.bEnd ?? 0) && sharesWords(b[bStart - 1], -1)) bStart -= 1;
  if (aEnd < (after?.aStart ?? a.length) && sharesWords(a[aEnd], 1)) aEnd += 1;
  else if (bEnd < (after?.bStart ?? b.length) && sharesWords(b[bEnd], -1)) bEnd += 1;
  const pieces = b.slice(bStart, bEnd);
  const fresh = findFresh(a.slice(aStart, aEnd), pieces, (i) => i === 0 || i === pieces.length - 1);
  return { aStart, aEnd, bStart, bEnd, fresh: new Set(Array.from(fresh, (line) => line + bStart)) };
}

/** Lines of `after` that are entirely new, given that some (`isOld`) are known to share words with `before`. */
export const freshLines = (
  before: readonly string[],
  after: readonly string[],
  isOld: (line: number) => boolean,
): Set<number> => findFresh(before.map(readWords), after.map(readWords), isOld);

/** Lines that contribute no words of `wholes` beyond those in the other lines; `isOld` lines are known to. */
function findFresh(
  wholes: readonly LineWords[],
  lines: readonly LineWords[],
  isOld: (line: number) => boolean,
): Set<number> {
  const remaining = new Map<string, number>();
  const count = ({ words }: LineWords, by: number): void => {
    for (const [word, times] of words) remaining.set(word, (remaining.get(word) ?? 0) + times * by);
  };
  for (const whole of wholes) count(whole, 1);
  const unsure: number[] = [];
  lines.forEach((piece, i) => {
    if (isOld(i) || wholes.some((whole) => isPartOf(piece, whole))) count(piece, -1);
    else unsure.push(i);
  });
  const isSpare = (word: string): boolean => (remaining.get(word) ?? 0) <= 0;
  return new Set(unsure.filter((line) => [...(lines[line]?.words.keys() ?? [])].every(isSpare)));
}

/** Score for two lines being the same; -1 if there is no evidence. */
function scoreOne(a: LineWords, b: LineWords): number {
  if (a.text === b.text) return a.count + (a.text === "" ? 0.3 : 1);
  if (a.count === 0 || b.count === 0) return containsMark(a.text, b.text) || containsMark(b.text, a.text) ? 0.5 : -1;
  const common = countCommon(a, b);
  const worth = common + countMarks(a, b) * MARK_SCORE;
  const [fewer, more] = a.count < b.count ? [a, b] : [b, a];
  // In a long line, a few words can match by chance, but rarely its first or last word.
  const isChance = more.count >= fewer.count * 2 && ![more.first, more.last].some((word) => fewer.words.has(word));
  return common > 0 && common >= fewer.count * (isChance ? 0.75 : 0.5) ? worth : -1;
}

/**
 * Offers, for each run of two or more lines that ends at `lines[last]`, the score for `whole` having been split into
 * them.
 */
function scorePieces(
  whole: LineWords,
  lines: readonly LineWords[],
  last: number,
  maxPieces: number,
  offer: (pieces: number, worth: number) => void,
): void {
  const end = lines[last];
  if (end === undefined || !isPartOf(end, whole)) return;
  const remaining = new Map(whole.words);
  const remainingMarks = [...whole.marks];
  let [common, count, marks] = [0, 0, 0];
  for (let pieces = 1; pieces <= Math.min(maxPieces, last + 1); pieces += 1) {
    const piece = lines[last + 1 - pieces];
    if (piece === undefined) return;
    count += piece.count;
    for (const mark of piece.marks) {
      const place = remainingMarks.indexOf(mark);
      if (place === -1) continue;
      remainingMarks.splice(place, 1);
      marks += 1;
    }
    for (const [word, times] of piece.words) {
      const shared = Math.min(times, remaining.get(word) ?? 0);
      if (shared > 0) remaining.set(word, (remaining.get(word) ?? 0) - shared);
      common += shared;
    }
    const isEnough = common * 2 >= Math.min(count, whole.count);
    if (pieces > 1 && common > 0 && isEnough && isPartOf(piece, whole))
      offer(pieces, common + marks * MARK_SCORE - (pieces - 1) * PIECE_COST);
    // Lines further up cannot add more of the line than these already have.
    if (common === whole.count && marks === whole.marks.length) return;
  }
}

const containsMark = (text: string, mark: string): boolean => mark.trim() !== "" && text.includes(mark.trim());

function countMarks(piece: LineWords, whole: LineWords): number {
  let common = 0;
  for (const mark of piece.marks) if (whole.marks.includes(mark)) common += 1;
  return common;
}

function isPartOf(piece: LineWords, whole: LineWords): boolean {
  const common = countCommon(piece, whole) + countMarks(piece, whole);
  return common > 0 && common * 2 >= piece.count + piece.marks.length;
}

function countCommon(a: LineWords, b: LineWords): number {
  let common = 0;
  for (const [word, times] of a.words) common += Math.min(times, b.words.get(word) ?? 0);
  return common;
}

function readWords(text: string): LineWords {
  const words = new Map<string, number>();
  const found = text.match(WORDS) ?? [];
  for (const word of found) words.set(word, (words.get(word) ?? 0) + 1);
  const [first, last] = [found[0] ?? "", found.at(-1) ?? ""];
  return { text, words, count: found.length, first, last, marks: text.match(MARKS) ?? [] };
}

/** Splits words the same way as the text diff. */
export const WORDS =
  /[[\p{L}\p{N}\p{M}_]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]]+|[\p{L}\p{N}]/gv;

const MARKS = /(?<!\S)[^\s\p{L}\p{N}]+(?!\S)/gu;
