/** Finds the differences between two symbol sequences in near-linear time, however different they are. */
import { diffArrays } from "diff/lib/diff/array.js";

/** `a[aStart, aEnd)` became `b[bStart, bEnd)`. Between hunks the sequences are equal. */
export type Hunk = { readonly aStart: number; readonly aEnd: number; readonly bStart: number; readonly bEnd: number };

type Range = Hunk & { readonly depth: number };
type Anchor = { readonly a: number; readonly b: number };

/** Gaps up to this many symbols are solved exactly; the cost grows with the square of the difference. */
const EXACT_SYMBOLS = 400;
const EXACT_DIFFERENCE = 150;
/** Beyond this depth anchors come one or two at a time: a gap is then paired once, and the rest is left as it is. */
const MAX_DEPTH = 12;

/**
 * Hunks in ascending order. Symbols are integers from 0 to `alphabet - 1`.
 *
 * Symbols that occur once on both sides anchor the comparison (Bram Cohen's patience diff), which keeps a paragraph
 * together where a shortest edit script would match stray blank lines. Small gaps without anchors are solved exactly;
 * in large ones the n-th occurrence on one side is paired with the n-th on the other, which finds common symbols in
 * order, though not always the most.
 */
export function diffSequences(a: Int32Array, b: Int32Array, alphabet: number): Hunk[] {
  const hunks: Hunk[] = [];
  const finder = makeAnchorFinder(a, b, alphabet);
  const ranges: Range[] = [{ aStart: 0, aEnd: a.length, bStart: 0, bEnd: b.length, depth: 0 }];
  for (let next = ranges.pop(); next !== undefined; next = ranges.pop()) {
    const range = trim(a, b, next);
    if (range.aStart === range.aEnd || range.bStart === range.bEnd || range.depth > MAX_DEPTH + 1) {
      pushHunk(hunks, range);
      continue;
    }
    let anchors = range.depth > MAX_DEPTH ? [] : finder.unique(range);
    if (anchors.length === 0) {
      const exact = solveExactly(a, b, range);
      if (exact !== null) {
        for (const hunk of exact) pushHunk(hunks, hunk);
        continue;
      }
      anchors = finder.paired(range);
    }
    if (anchors.length === 0) pushHunk(hunks, range);
    else for (const gap of gapsBetween(anchors, range).toReversed()) ranges.push(gap);
  }
  return hunks;
}

function trim(a: Int32Array, b: Int32Array, range: Range): Range {
  let { aStart, aEnd, bStart, bEnd } = range;
  while (aStart < aEnd && bStart < bEnd && a[aStart] === b[bStart]) {
    aStart++;
    bStart++;
  }
  while (aStart < aEnd && bStart < bEnd && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd--;
    bEnd--;
  }
  return { aStart, aEnd, bStart, bEnd, depth: range.depth };
}

/** Adds a hunk, merged with the previous one if nothing equal is between them. */
function pushHunk(hunks: Hunk[], { aStart, aEnd, bStart, bEnd }: Hunk): void {
  if (aStart === aEnd && bStart === bEnd) return;
  const last = hunks[hunks.length - 1];
  if (last !== undefined && last.aEnd === aStart && last.bEnd === bStart)
    hunks[hunks.length - 1] = { aStart: last.aStart, aEnd, bStart: last.bStart, bEnd };
  else hunks.push({ aStart, aEnd, bStart, bEnd });
}

function gapsBetween(anchors: readonly Anchor[], range: Range): Range[] {
  const gaps: Range[] = [];
  let { aStart, bStart } = range;
  const depth = range.depth + 1;
  for (const { a, b } of anchors) {
    if (aStart !== a || bStart !== b) gaps.push({ aStart, aEnd: a, bStart, bEnd: b, depth });
    aStart = a + 1;
    bStart = b + 1;
  }
  gaps.push({ aStart, aEnd: range.aEnd, bStart, bEnd: range.bEnd, depth });
  return gaps;
}

/** A shortest edit script (Myers 1986) for a small gap; null when the gap or the difference is too large. */
function solveExactly(a: Int32Array, b: Int32Array, range: Range): Hunk[] | null {
  const { aStart, aEnd, bStart, bEnd } = range;
  if (aEnd - aStart + bEnd - bStart > EXACT_SYMBOLS) return null;
  const changes = diffArrays(Array.from(a.subarray(aStart, aEnd)), Array.from(b.subarray(bStart, bEnd)), {
    maxEditLength: EXACT_DIFFERENCE,
  });
  if (changes === undefined) return null;
  const hunks: Hunk[] = [];
  let atA = aStart;
  let atB = bStart;
  for (const { added, removed, count } of changes) {
    const toA = added ? atA : atA + count;
    const toB = removed ? atB : atB + count;
    if (added || removed) pushHunk(hunks, { aStart: atA, aEnd: toA, bStart: atB, bEnd: toB });
    atA = toA;
    atB = toB;
  }
  return hunks;
}

/** Two ways to find common symbols in a range; the tables are allocated once and cleared after every call. */
function makeAnchorFinder(a: Int32Array, b: Int32Array, alphabet: number) {
  const countA = new Int32Array(alphabet);
  const countB = new Int32Array(alphabet);
  const head = new Int32Array(alphabet).fill(-1);
  const following = new Int32Array(a.length);

  function unique({ aStart, aEnd, bStart, bEnd }: Hunk): Anchor[] {
    for (const symbol of a.subarray(aStart, aEnd)) countA[symbol] = at(countA, symbol) + 1;
    for (const symbol of b.subarray(bStart, bEnd)) countB[symbol] = at(countB, symbol) + 1;
    for (let i = aStart; i < aEnd; i++) if (at(countA, at(a, i)) === 1) head[at(a, i)] = i;
    const found: Anchor[] = [];
    for (let j = bStart; j < bEnd; j++) {
      const symbol = at(b, j);
      if (at(countB, symbol) === 1 && at(head, symbol) >= 0) found.push({ a: at(head, symbol), b: j });
    }
    for (const symbol of a.subarray(aStart, aEnd)) {
      countA[symbol] = 0;
      head[symbol] = -1;
    }
    for (const symbol of b.subarray(bStart, bEnd)) countB[symbol] = 0;
    return longestAscending(found);
  }

  function paired({ aStart, aEnd, bStart, bEnd }: Hunk): Anchor[] {
    for (let i = aEnd - 1; i >= aStart; i--) {
      following[i] = at(head, at(a, i));
      head[at(a, i)] = i;
    }
    const found: Anchor[] = [];
    for (let j = bStart; j < bEnd; j++) {
      const symbol = at(b, j);
      const i = at(head, symbol);
      if (i < 0) continue;
      found.push({ a: i, b: j });
      head[symbol] = at(following, i);
    }
    for (const symbol of a.subarray(aStart, aEnd)) head[symbol] = -1;
    return longestAscending(found);
  }

  return { unique, paired };
}

/** Indexes inside the array are never undefined; the loops above and below stay inside. */
const at = (array: Int32Array, index: number): number => array[index] ?? -1;

/** The longest run of anchors that ascends on both sides, given anchors ascending in `b` (patience sorting). */
function longestAscending(anchors: readonly Anchor[]): Anchor[] {
  const tails: number[] = [];
  const tailValues: number[] = [];
  const previous = new Int32Array(anchors.length);
  anchors.forEach((anchor, index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((tailValues[middle] ?? 0) < anchor.a) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (tails[low - 1] ?? -1) : -1;
    tails[low] = index;
    tailValues[low] = anchor.a;
  });
  const run: Anchor[] = [];
  for (let index = tails[tails.length - 1] ?? -1; index >= 0; index = at(previous, index)) {
    const anchor = anchors[index];
    if (anchor !== undefined) run.push(anchor);
  }
  return run.toReversed();
}

/** Maps equal parts to the same number; new parts are added to `symbols`. */
export function intern(parts: readonly string[], symbols: Map<string, number>): Int32Array {
  const interned = new Int32Array(parts.length);
  parts.forEach((part, index) => {
    let symbol = symbols.get(part);
    if (symbol === undefined) symbols.set(part, (symbol = symbols.size));
    interned[index] = symbol;
  });
  return interned;
}
