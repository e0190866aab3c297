/** Reads what one side made of a few lines: which of their characters it kept, and what it put between which of them. */
import { segmentLines, type SegmentedLine } from "./cut-lines.ts";
import { diffText, diffWords } from "./diff.ts";
import { WORDS } from "./line-alignment.ts";
import { diffSequences, intern } from "./sequence.ts";
import type { DerivedLine } from "./change-view.ts";
import type { Splice } from "./splices.ts";
import { WORD, endLastLine } from "./text.ts";

/** What came in at one place: text that ends the line before, a line break with whole new lines, and what begins the next. */
export type Insertion = { head: string; breakLines: readonly string[] | null; tail: string };

export type WordAlignment = {
  /** By base offset: 1 where the character is kept; for a line feed, where the lines are still apart. */
  readonly kept: Uint8Array;
  /** Offsets of the line feeds that end a blank line which is still there. */
  readonly blanks: ReadonlySet<number>;
  /** By the base offset before which they came in. */
  readonly puts: ReadonlyMap<number, Insertion>;
  /** By the offset of a line feed: whole new lines between the two it keeps apart. */
  readonly between: ReadonlyMap<number, readonly string[]>;
  /** Whole new lines before and after all that is kept. */
  readonly before: readonly string[];
  readonly after: readonly string[];
};

/** The change from one whole text to another, as `mergeChanges` takes it: every line is compared with its line feed. */
export const changeBetween = (base: string, after: string): Splice[] => diffText(endLastLine(base), endLastLine(after));

/**
 * Null when none of the lines is a rewording: then what they have in common with the base is chance, and they are new.
 * A line belongs to the base by its words; where the base has none, by any character.
 */
export function alignWords(base: string, lines: readonly DerivedLine[]): WordAlignment | null {
  const terminated = endLastLine(base);
  const made = lines.filter(({ isNew }) => !isNew).map(({ text }) => `${text}\n`);
  if (made.length === 0) return null;
  const splices = changeOfWords(terminated, made.join(""));
  const cut = segmentLines(
    terminated,
    splices.map((splice, i) => slide(terminated, splice, splices[i + 1]?.at ?? terminated.length)),
  );
  const sign = WORD.test(base) ? WORD : /\S/;
  const isPiece = ({ stretches }: SegmentedLine): boolean =>
    stretches.some(({ at, end }) => at < end && sign.test(base.slice(at, end))) ||
    (stretches.length > 0 && stretches.every(({ at, end }) => at < end));
  const kept = new Uint8Array(terminated.length).fill(1);
  const puts = new Map<number, Insertion>();
  const between = new Map<number, readonly string[]>();
  const blanks = new Set<number>();
  let before: readonly string[] = [];
  let fresh: string[] = [];
  /** Where what is kept ends so far. */
  let end = 0;
  let last: SegmentedLine | null = null;
  const putAt = (at: number): Insertion => {
    const put = puts.get(at) ?? { head: "", breakLines: null, tail: "" };
    puts.set(at, put);
    return put;
  };
  const putText = (at: number, text: string): void => {
    const put = putAt(at);
    if (put.breakLines === null) put.head += text;
    else put.tail += text;
  };
  /** What follows the last kept character of a line stays on it. */
  const finish = (line: SegmentedLine): void => {
    const feed = terminated.indexOf("\n", end);
    for (const { at, end: to, text } of line.stretches) if (at === to && at >= end) putText(Math.min(at, feed), text);
  };
  let next = 0;
  for (const { text, isNew } of lines) {
    if (isNew) {
      fresh.push(text);
      continue;
    }
    const line = cut[next++];
    if (line === undefined) break;
    if (!isPiece(line) && !hasGrown(base, text)) {
      const isBlank = text === "" && line.feed !== -1 && (line.feed === 0 || terminated[line.feed - 1] === "\n");
      if (isBlank) blanks.add(line.feed);
      else fresh.push(text);
      continue;
    }
    const first = line.stretches.find(({ at, end: to }) => at < to)?.at ?? 0;
    if (last !== null) finish(last);
    const feed = terminated.indexOf("\n", end);
    const isApart = feed < first;
    // Characters taken out, but not the line feeds between two lines that are still two.
    for (let at = end; at < first; at += 1) if (terminated[at] !== "\n") kept[at] = 0;
    if (last === null) before = fresh;
    else if (isApart) between.set(feed, fresh);
    else putAt(Math.min(Math.max(line.at, end), first)).breakLines = fresh;
    fresh = [];
    const start = isApart ? terminated.lastIndexOf("\n", first - 1) + 1 : 0;
    end = first;
    let isHead = true;
    const lastKept = line.stretches.findLastIndex(({ at, end: to }) => at < to);
    line.stretches.slice(0, lastKept + 1).forEach((stretch) => {
      if (stretch.at === stretch.end) return putText(isHead ? Math.max(stretch.at, start) : stretch.at, stretch.text);
      isHead = false;
      kept.fill(0, end, stretch.at);
      end = stretch.end;
    });
    last = line;
  }
  if (last === null) return null;
  finish(last);
  for (let at = end; at < terminated.length; at += 1) if (terminated[at] !== "\n") kept[at] = 0;
  return { kept, blanks, puts, between, before, after: fresh };
}

/** A line of one word to which letters came at either end, as somebody types them, has no word in common with what it was. */
const hasGrown = (base: string, line: string): boolean =>
  WORD.test(base) && (line.startsWith(base) || line.endsWith(base));

/** Words are compared first, and only between those in common what stands between words: a space is no landmark. */
function changeOfWords(base: string, after: string): Splice[] {
  const symbols = new Map<string, number>();
  const [before, now] = [findWords(base, symbols), findWords(after, symbols)];
  const splices: Splice[] = [];
  let [from, to] = [0, 0];
  const compare = (baseEnd: number, afterEnd: number): void => {
    const [some, others] = [base.slice(from, baseEnd), after.slice(to, afterEnd)];
    if (some !== others)
      for (const splice of diffWords(some, others)) splices.push({ ...splice, at: splice.at + from });
  };
  let [atA, atB] = [0, 0];
  const keepTo = (aEnd: number): void => {
    for (; atA < aEnd; atA += 1, atB += 1) {
      const [a, b] = [before.found[atA], now.found[atB]];
      if (a === undefined || b === undefined) continue;
      compare(a.at, b.at);
      [from, to] = [a.at + a.word.length, b.at + b.word.length];
    }
  };
  for (const { aStart, aEnd, bEnd } of diffSequences(before.symbols, now.symbols, symbols.size)) {
    keepTo(aStart);
    [atA, atB] = [aEnd, bEnd];
  }
  keepTo(before.found.length);
  compare(base.length, after.length);
  return splices;
}

type FoundWord = { readonly at: number; readonly word: string };

function findWords(text: string, symbols: Map<string, number>): { found: FoundWord[]; symbols: Int32Array } {
  const found = Array.from(text.matchAll(WORDS), (match) => ({ at: match.index, word: match[0] }));
  return {
    found,
    symbols: intern(
      found.map(({ word }) => word),
      symbols,
    ),
  };
}

/** " word" put before a space is "word " put behind it: so a word never stands before a space that another takes out. */
function slide(base: string, { at, remove, insert }: Splice, limit: number): Splice {
  if (remove > 0 || insert === "") return { at, remove, insert };
  const turned = (by: number): string => insert[by % insert.length] ?? "";
  let by = 0;
  while (at + by < limit && /[^\S\n]/.test(turned(by)) && base[at + by] === turned(by)) by += 1;
  const cut = by % insert.length;
  return { at: at + by, remove, insert: insert.slice(cut) + insert.slice(0, cut) };
}
