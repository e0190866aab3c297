/** The smallest sensible change from one text to another: lines first, then words inside changed lines. */
import { alignLines } from "./line-alignment.ts";
import { diffSequences, intern, type Hunk } from "./sequence.ts";
import type { Splice } from "./splices.ts";
import { splitsCharacter } from "./text.ts";

/**
 * Words, single line feeds, runs of other whitespace, and single other characters. In scripts without spaces every
 * character counts as a word; otherwise a sentence would be one word, which two people could not both reword.
 */
const TOKEN =
  /\n|[^\S\n]+|[[\p{L}\p{N}\p{M}_]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]]+|[^]/gv;
const WORD = /[\p{L}\p{N}\n]/u;

/** A longer replaced token is compared by character: it is a link or an embedded image, not a word. */
const LONG_TOKEN = 48;

/**
 * Maximum splices of one change. Each leaves fragments that stay in the document forever, and a megabyte of them would
 * exceed the memory of the object that owns it.
 */
const MAX_SPLICES = 10_000;

/**
 * Splices from `before` to `after`. Lines and words that both have in common stay untouched, unless there are more than
 * 10,000 differences: then the closest ones are merged.
 */
export function diffText(before: string, after: string): Splice[] {
  if (before === after) return [];
  const start = commonLinesBefore(before, after);
  const end = commonLinesAfter(before, after, start);
  const splices = diffParts(
    before.slice(start, before.length - end),
    after.slice(start, after.length - end),
    linesOf,
    diffLines,
    joinOverBlanks,
  );
  return joinNearest(
    before,
    splices.map((splice) => ({ ...splice, at: splice.at + start })),
  );
}

/** Merges splices across the shortest gaps between them; gaps of similar length are merged evenly across the text. */
function joinNearest(before: string, splices: readonly Splice[]): Splice[] {
  if (splices.length <= MAX_SPLICES) return [...splices];
  const gaps = splices.map((splice, index) => {
    const last = splices[index - 1];
    return {
      index,
      weight: last === undefined ? Infinity : Math.clz32(1) - Math.clz32(splice.at - last.at - last.remove),
    };
  });
  const scatter = (index: number) => Math.imul(index, 2654435761) >>> 0;
  gaps.sort((a, b) => b.weight - a.weight || scatter(a.index) - scatter(b.index));
  const starts = new Set(gaps.slice(0, MAX_SPLICES).map(({ index }) => index));
  const groups: Splice[][] = [];
  splices.forEach((splice, index) => {
    if (starts.has(index)) groups.push([splice]);
    else groups[groups.length - 1]?.push(splice);
  });
  return groups.map((group) => joinGroup(before, group));
}

function joinGroup(before: string, group: readonly Splice[]): Splice {
  const at = group[0]?.at ?? 0;
  let end = at;
  const pieces: string[] = [];
  for (const splice of group) {
    pieces.push(before.slice(end, splice.at), splice.insert);
    end = splice.at + splice.remove;
  }
  return { at, remove: end - at, insert: pieces.join("") };
}

/** Words are compared only in lines that correspond: any other similarity is chance. */
function diffLines(before: string, after: string): Splice[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  const splices: Splice[] = [];
  let [fromA, fromB, at] = [0, 0, 0];
  const step = (toA: number, toB: number, refine: (before: string, after: string) => Splice[]): void => {
    const [some, others] = [a.slice(fromA, toA).join(""), b.slice(fromB, toB).join("")];
    if (some !== others) for (const splice of refine(some, others)) splices.push({ ...splice, at: splice.at + at });
    [fromA, fromB, at] = [toA, toB, at + some.length];
  };
  const replace = (some: string, others: string): Splice[] => {
    const feed = some.endsWith("\n") && others.endsWith("\n") ? 1 : 0;
    return [{ at: 0, remove: some.length - feed, insert: others.slice(0, others.length - feed) }];
  };
  const plain = (line: string): string => (line.endsWith("\n") ? line.slice(0, -1) : line);
  for (const { aStart, aEnd, bStart, bEnd, fresh } of alignLines(a.map(plain), b.map(plain))) {
    step(aStart, bStart, replace);
    const lines = b.slice(bStart, bEnd);
    step(aEnd, bEnd, (some) => diffAround(some, lines, (line) => fresh.has(bStart + line)));
  }
  step(a.length, b.length, replace);
  return splices;
}

/** Compares words, leaving out the fresh lines, which are then inserted unchanged. */
function diffAround(before: string, lines: readonly string[], isFresh: (line: number) => boolean): Splice[] {
  const splices = diffWords(before, lines.filter((_, line) => !isFresh(line)).join(""));
  /** Fresh lines, and their offsets in the text of the other lines. */
  const fresh: { at: number; text: string }[] = [];
  let length = 0;
  lines.forEach((text, line) => {
    if (isFresh(line)) fresh.push({ at: length, text });
    else length += text.length;
  });
  if (fresh.length === 0) return splices;
  const all: Splice[] = [];
  let growth = 0;
  let next = 0;
  for (const { at, remove, insert } of [...splices, { at: Infinity, remove: 0, insert: "" }]) {
    let put = "";
    let from = 0;
    for (let line = fresh[next]; line !== undefined && line.at <= at + growth + insert.length; line = fresh[++next]) {
      if (line.at < at + growth) all.push({ at: line.at - growth, remove: 0, insert: line.text });
      else {
        const to = line.at - at - growth;
        put += insert.slice(from, to) + line.text;
        from = to;
      }
    }
    if (at !== Infinity) all.push({ at, remove, insert: put + insert.slice(from) });
    growth += insert.length - remove;
  }
  return all;
}

/** Compares words and the text between them, regardless of lines. */
export function diffWords(before: string, after: string): Splice[] {
  return diffParts(before, after, wordsOf, (a, b) => [trimLong(a, b)], joinOverPunctuation);
}

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? [];
const wordsOf = (text: string): string[] => text.match(TOKEN) ?? [];

/** Splits both texts into parts, compares them, and passes every differing pair of ranges to `refine`. */
function diffParts(
  before: string,
  after: string,
  cut: (text: string) => string[],
  refine: (before: string, after: string) => Splice[],
  tidy: (hunks: Hunk[], parts: readonly string[]) => Hunk[] = (hunks) => hunks,
): Splice[] {
  const symbols = new Map<string, number>();
  const a = cut(before);
  const b = cut(after);
  const hunks = diffSequences(intern(a, symbols), intern(b, symbols), symbols.size);
  const splices: Splice[] = [];
  let part = 0;
  let at = 0;
  for (const { aStart, aEnd, bStart, bEnd } of tidy(hunks, a)) {
    for (; part < aStart; part++) at += a[part]?.length ?? 0;
    for (const splice of refine(a.slice(aStart, aEnd).join(""), b.slice(bStart, bEnd).join("")))
      splices.push({ ...splice, at: splice.at + at });
  }
  return splices;
}

/** Merges changes that are separated by blank lines only: blank lines are all alike and no landmark. */
function joinOverBlanks(hunks: Hunk[], lines: readonly string[]): Hunk[] {
  const joined: Hunk[] = [];
  for (const hunk of hunks) {
    const last = joined[joined.length - 1];
    let between = last?.aEnd ?? hunk.aStart;
    while (between < hunk.aStart && lines[between] === "\n") between += 1;
    if (last !== undefined && between === hunk.aStart)
      joined[joined.length - 1] = { aStart: last.aStart, aEnd: hunk.aEnd, bStart: last.bStart, bEnd: hunk.bEnd };
    else joined.push(hunk);
  }
  return joined;
}

/** Merges two reworded words separated by just a space or comma into one rewording, which merges more readably. */
function joinOverPunctuation(hunks: Hunk[], parts: readonly string[]): Hunk[] {
  const joined: Hunk[] = [];
  const rewords = (hunk: Hunk) => hunk.aStart < hunk.aEnd && hunk.bStart < hunk.bEnd;
  for (const hunk of hunks) {
    const last = joined[joined.length - 1];
    const between = last === undefined ? [] : parts.slice(last.aEnd, hunk.aStart);
    if (last !== undefined && rewords(last) && rewords(hunk) && !between.some((part) => WORD.test(part)))
      joined[joined.length - 1] = { aStart: last.aStart, aEnd: hunk.aEnd, bStart: last.bStart, bEnd: hunk.bEnd };
    else joined.push(hunk);
  }
  return joined;
}

function trimLong(before: string, after: string): Splice {
  const max = Math.min(before.length, after.length);
  if (max <= LONG_TOKEN || /\s/.test(before) || /\s/.test(after))
    return { at: 0, remove: before.length, insert: after };
  let start = 0;
  while (start < max && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  if (splitsCharacter(before, start) || splitsCharacter(after, start)) start--;
  let end = 0;
  while (end < max - start && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end))
    end++;
  if (splitsCharacter(before, before.length - end) || splitsCharacter(after, after.length - end)) end--;
  return { at: start, remove: before.length - start - end, insert: after.slice(start, after.length - end) };
}

/** Length of the whole lines at the start that both texts share. */
function commonLinesBefore(before: string, after: string): number {
  const max = Math.min(before.length, after.length);
  let same = 0;
  while (same < max && before.charCodeAt(same) === after.charCodeAt(same)) same++;
  return same === 0 ? 0 : before.lastIndexOf("\n", same - 1) + 1;
}

/** Length of the whole lines at the end that both texts share, excluding the shared start. */
function commonLinesAfter(before: string, after: string, start: number): number {
  const max = Math.min(before.length, after.length) - start;
  let same = 0;
  while (same < max && before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same))
    same++;
  // The suffix must start at the beginning of a line in both texts; otherwise a line would be split.
  for (let at = before.length - same; at < before.length; at = nextLine(before, at)) {
    const suffix = before.length - at;
    if (beginsLine(before, at, start) && beginsLine(after, after.length - suffix, start)) return suffix;
  }
  return 0;
}

const beginsLine = (text: string, at: number, start: number): boolean => at === start || text[at - 1] === "\n";

function nextLine(text: string, at: number): number {
  const feed = text.indexOf("\n", at);
  return feed === -1 ? text.length : feed + 1;
}
