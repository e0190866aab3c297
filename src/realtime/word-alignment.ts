/** Reads one side's changes to a few lines: which characters it kept, and what it inserted where. */
import { segmentLines, type SegmentedLine } from "./line-segments.ts";
import { diffText, diffWords } from "./diff.ts";
import { WORDS } from "./line-alignment.ts";
import { diffSequences, intern } from "./sequence.ts";
import type { DerivedLine } from "./change-view.ts";
import type { Splice } from "./splices.ts";
import { WORD, endLastLine } from "./text.ts";

/**
 * The insertion at one place: text that ends the line before, a line break with whole new lines, and text that begins
 * the next.
 */
export type Insertion = { head: string; breakLines: readonly string[] | null; tail: string };

export type WordAlignment = {
  /** By base offset: 1 if the character is kept or, for a line feed, if the lines are still separate. */
  readonly kept: Uint8Array;
  /** Offsets of the line feeds of blank lines that still exist. */
  readonly blanks: ReadonlySet<number>;
  /** By the base offset before which they were inserted. */
  readonly insertions: ReadonlyMap<number, Insertion>;
  /** By the offset of a line feed: whole new lines between the two lines that it separates. */
  readonly between: ReadonlyMap<number, readonly string[]>;
  /** Whole new lines before and after everything that is kept. */
  readonly before: readonly string[];
  readonly after: readonly string[];
};

/** The change between two whole texts in the form that `mergeChanges` needs: every line is compared with its line feed. */
export const changeBetween = (base: string, after: string): Splice[] => diffText(endLastLine(base), endLastLine(after));

/**
 * Null if none of the lines is a rewording: anything they share with the base is then chance, and they are new. A line
 * belongs to the base if they share words or, if the base has none, any character.
 */
export function alignWords(base: string, lines: readonly DerivedLine[]): WordAlignment | null {
  const terminated = endLastLine(base);
  const reworded = lines.filter(({ isNew }) => !isNew).map(({ text }) => `${text}\n`);
  if (reworded.length === 0) return null;
  const after = reworded.join("");
  const aligner = new WordAligner(base, terminated);
  let cut = cutInto(terminated, changeOfWords(terminated, after));
  if (!cut.some((line) => aligner.isPiece(line))) {
    const growth = growthOf(terminated, after);
    if (growth !== null) cut = cutInto(terminated, growth);
  }
  let next = 0;
  for (const { text, isNew } of lines) {
    const line = isNew ? null : cut[next++];
    if (line === undefined) break;
    if (line === null) aligner.addNew(text);
    else aligner.addReworded(line, text);
  }
  return aligner.end();
}

const cutInto = (base: string, splices: readonly Splice[]): SegmentedLine[] =>
  segmentLines(
    base,
    splices.map((splice, i) => slide(base, splice, splices[i + 1]?.at ?? base.length)),
  );

/** Processes the lines in order and tracks how far the base has been read. */
class WordAligner {
  readonly #base: string;
  /** The base with a line feed after its last line. */
  readonly #text: string;
  /** Matches text that identifies a line as a piece of the base. */
  readonly #sign: RegExp;
  readonly #kept: Uint8Array;
  readonly #insertions = new Map<number, Insertion>();
  readonly #between = new Map<number, readonly string[]>();
  readonly #blanks = new Set<number>();
  #before: readonly string[] = [];
  /** New lines since the last piece. */
  #fresh: string[] = [];
  /** End of the kept text so far. */
  #end = 0;
  #last: SegmentedLine | null = null;

  constructor(base: string, terminated: string) {
    this.#base = base;
    this.#text = terminated;
    this.#sign = WORD.test(base) ? WORD : /\S/;
    this.#kept = new Uint8Array(terminated.length).fill(1);
  }

  addNew(text: string): void {
    this.#fresh.push(text);
  }

  addReworded(line: SegmentedLine, text: string): void {
    if (this.isPiece(line)) this.#addPiece(line);
    else if (text === "" && line.feed !== -1 && (line.feed === 0 || this.#text[line.feed - 1] === "\n"))
      this.#blanks.add(line.feed);
    else this.#fresh.push(text);
  }

  end(): WordAlignment | null {
    if (this.#last === null) return null;
    this.#finish(this.#last);
    this.#markRemoved(this.#text.length);
    return {
      kept: this.#kept,
      blanks: this.#blanks,
      insertions: this.#insertions,
      between: this.#between,
      before: this.#before,
      after: this.#fresh,
    };
  }

  isPiece({ stretches }: SegmentedLine): boolean {
    return (
      stretches.some(({ at, end }) => at < end && this.#sign.test(this.#base.slice(at, end))) ||
      (stretches.length > 0 && stretches.every(({ at, end }) => at < end))
    );
  }

  #addPiece(line: SegmentedLine): void {
    const first = line.stretches.find(({ at, end }) => at < end)?.at ?? 0;
    if (this.#last !== null) this.#finish(this.#last);
    const feed = this.#text.indexOf("\n", this.#end);
    const isApart = feed < first;
    this.#markRemoved(first);
    if (this.#last === null) this.#before = this.#fresh;
    else if (isApart) this.#between.set(feed, this.#fresh);
    else this.#insertionAt(Math.min(Math.max(line.at, this.#end), first)).breakLines = this.#fresh;
    this.#fresh = [];
    this.#end = first;
    this.#keep(line, isApart ? this.#text.lastIndexOf("\n", first - 1) + 1 : 0);
    this.#last = line;
  }

  /** Handles the text between the first and last kept character of a line. `start` is the line's start in the base. */
  #keep({ stretches }: SegmentedLine, start: number): void {
    let isHead = true;
    const lastKept = stretches.findLastIndex(({ at, end }) => at < end);
    for (const { at, end, text } of stretches.slice(0, lastKept + 1)) {
      if (at === end) {
        this.#insertText(isHead ? Math.max(at, start) : at, text);
        continue;
      }
      isHead = false;
      this.#kept.fill(0, this.#end, at);
      this.#end = end;
    }
  }

  /** Marks characters as removed, but not the line feeds between lines that are still separate. */
  #markRemoved(to: number): void {
    for (let at = this.#end; at < to; at += 1) if (this.#text[at] !== "\n") this.#kept[at] = 0;
  }

  /** Text after the last kept character of a line stays on it. */
  #finish(line: SegmentedLine): void {
    const feed = this.#text.indexOf("\n", this.#end);
    for (const { at, end, text } of line.stretches)
      if (at === end && at >= this.#end) this.#insertText(Math.min(at, feed), text);
  }

  #insertionAt(at: number): Insertion {
    const put = this.#insertions.get(at) ?? { head: "", breakLines: null, tail: "" };
    this.#insertions.set(at, put);
    return put;
  }

  #insertText(at: number, text: string): void {
    const put = this.#insertionAt(at);
    if (put.breakLines === null) put.head += text;
    else put.tail += text;
  }
}

/**
 * A word with text typed into it shares no word with its old form, but has all of its letters in order: returns what
 * was inserted between them. Null if that is not the case.
 */
function growthOf(base: string, after: string): Splice[] | null {
  if (!WORD.test(base)) return null;
  const splices: Splice[] = [];
  let [at, read] = [0, 0];
  for (const letter of base) {
    const found = after.indexOf(letter, read);
    if (/\s/.test(letter) && found !== read) splices.push({ at, remove: letter.length, insert: "" });
    else if (found === -1) return null;
    else {
      if (found > read) splices.push({ at, remove: 0, insert: after.slice(read, found) });
      read = found + letter.length;
    }
    at += letter.length;
  }
  if (read < after.length) splices.push({ at, remove: 0, insert: after.slice(read) });
  return splices;
}

/** Compares words first, and the text between words only between the common ones: a space is not a landmark. */
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
  const compareUntil = (aEnd: number): void => {
    for (; atA < aEnd; atA += 1, atB += 1) {
      const [a, b] = [before.found[atA], now.found[atB]];
      if (a === undefined || b === undefined) continue;
      compare(a.at, b.at);
      [from, to] = [a.at + a.word.length, b.at + b.word.length];
    }
  };
  for (const { aStart, aEnd, bEnd } of diffSequences(before.symbols, now.symbols, symbols.size)) {
    compareUntil(aStart);
    [atA, atB] = [aEnd, bEnd];
  }
  compareUntil(before.found.length);
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

/**
 * " word" before a space equals "word " after it: this keeps an inserted word away from a space that the other side
 * removes.
 */
function slide(base: string, { at, remove, insert }: Splice, limit: number): Splice {
  if (remove > 0 || insert === "") return { at, remove, insert };
  const turned = (by: number): string => insert[by % insert.length] ?? "";
  let by = 0;
  while (at + by < limit && /[^\S\n]/.test(turned(by)) && base[at + by] === turned(by)) by += 1;
  const cut = by % insert.length;
  return { at: at + by, remove, insert: insert.slice(cut) + insert.slice(0, cut) };
}
