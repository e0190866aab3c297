/** Merges lines that both sides changed: words by word, whole new lines as lines. */
import { alignWords, type Insertion, type WordAlignment } from "./word-alignment.ts";
import type { DerivedLine } from "./change-view.ts";
import { endLastLine } from "./text.ts";

/**
 * Applies both sides' removals and insertions, in either order. An inserted line stays whole: its line break survives
 * the joining of lines. If one side kept nothing of the base, both texts are kept.
 */
export function mergeWords(
  base: string,
  theirs: readonly DerivedLine[],
  mine: readonly DerivedLine[],
): readonly string[] {
  const t = alignWords(base, theirs);
  const m = alignWords(base, mine);
  if (t === null || m === null) return [...theirs, ...mine].map(({ text }) => text);
  const lines = new WordMerger(base, t, m).lines;
  const merged = [...mergeLines(t.before, m.before), ...lines, ...mergeLines(t.after, m.after)];
  return merged.length === 0 ? [""] : merged;
}

/** Identical lines at the same place come from a retry or from people who made the same edit: they are kept once. */
export function mergeLines(theirs: readonly string[], mine: readonly string[]): readonly string[] {
  if (mine.length === 0 || contains(theirs, mine)) return theirs;
  return contains(mine, theirs) ? mine : [...theirs, ...mine];
}

/** True if `lines` contains `part` contiguously; linear, even if lines repeat (Knuth, Morris and Pratt 1977). */
function contains(lines: readonly string[], part: readonly string[]): boolean {
  const back = new Int32Array(part.length);
  const step = (matched: number, line: string | undefined): number => {
    let now = matched;
    while (now > 0 && part[now] !== line) now = back[now - 1] ?? 0;
    return part[now] === line ? now + 1 : 0;
  };
  for (let i = 1; i < part.length; i += 1) back[i] = step(back[i - 1] ?? 0, part[i]);
  let matched = 0;
  for (const line of lines) {
    matched = step(matched, line);
    if (matched === part.length) return true;
  }
  return part.length === 0;
}

/** Source of the preceding text: a side's new text or the base (-1), and the base offset where it ends. */
type Seam = { readonly side: number; readonly end: number };

/** Excludes scripts without spaces, where adjacent words are correct. */
const ENDS_IN_WORD =
  /[[\p{L}\p{N}\p{M}_]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]]$/v;
const STARTS_WITH_WORD =
  /^[[\p{L}\p{N}\p{M}_]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]]/v;

/** Characters attached to the next word, and to the previous one: a space would break a URL or precede a comma. */
const OPEN = /[([{/=&?%]$/;
const CLOSE = /^[)\]}/=&?%.,;:!]/;

class WordMerger {
  readonly lines: string[] = [];
  /** By side: number of characters that it kept before each offset. */
  readonly #keptBefore: readonly [Int32Array, Int32Array];
  /** The current line in pieces, so that reading its end does not cost its whole length. */
  #line: string[] = [];
  #seam: Seam | null = null;

  constructor(base: string, theirs: WordAlignment, mine: WordAlignment) {
    this.#keptBefore = [countKept(theirs.kept), countKept(mine.kept)];
    const terminated = endLastLine(base);
    for (let at = 0; at < terminated.length; at += 1) {
      this.#mergeInsertions(at, theirs.insertions.get(at), mine.insertions.get(at));
      const isKept = theirs.kept[at] === 1 && mine.kept[at] === 1;
      if (terminated[at] === "\n") {
        const fresh = mergeLines(theirs.between.get(at) ?? [], mine.between.get(at) ?? []);
        const isBlank = theirs.blanks.has(at) && mine.blanks.has(at);
        if (isKept || fresh.length > 0) this.#break(fresh, isBlank, isKept ? null : theirs.kept[at] === 1 ? 0 : 1);
      } else if (isKept) this.#write(terminated[at] ?? "", { side: -1, end: at + 1 }, at);
    }
  }

  #mergeInsertions(at: number, theirs: Insertion | undefined, mine: Insertion | undefined): void {
    if (theirs === undefined && mine === undefined) return;
    const [a, b] = [theirs ?? NOTHING, mine ?? NOTHING];
    this.#writeInserted(at, a.head, b.head);
    if (a.breakLines !== null || b.breakLines !== null) {
      const by = a.breakLines === null ? 1 : b.breakLines === null ? 0 : null;
      this.#break(mergeLines(a.breakLines ?? [], b.breakLines ?? []), false, by);
    }
    this.#writeInserted(at, a.tail, b.tail);
  }

  #writeInserted(at: number, theirs: string, mine: string): void {
    // Letters typed at the end of a word stay attached to it, whatever the other side wrote after it.
    const continuesWord = (text: string): boolean => STARTS_WITH_WORD.test(text);
    const isMineFirst = continuesWord(mine) && theirs !== "" && !continuesWord(theirs) && ENDS_IN_WORD.test(this.#end);
    if (isMineFirst) this.#write(mine, { side: 1, end: at }, at);
    if (theirs !== "") this.#write(theirs, { side: 0, end: at }, at);
    if (!isMineFirst && mine !== "" && mine !== theirs) this.#write(mine, { side: 1, end: at }, at);
  }

  /** The last characters of the current line. */
  get #end(): string {
    return (this.#line.at(-1) ?? "").slice(-2);
  }

  #write(text: string, seam: Seam, at: number): void {
    if (this.#seam !== null && this.#isForeign(this.#seam, seam, at, text)) this.#line.push(" ");
    this.#line.push(text);
    this.#seam = seam;
  }

  /** True if two words would be joined that are adjacent in neither side's text. */
  #isForeign(before: Seam, after: Seam, at: number, text: string): boolean {
    const last = this.#line.at(-1) ?? "";
    if (before.side !== -1 && after.side !== -1 && before.side !== after.side)
      return /\S$/.test(last) && /^\S/.test(text) && !OPEN.test(last) && !CLOSE.test(text);
    const isJoined = (side: 0 | 1): boolean => {
      if ((before.side !== -1 && before.side !== side) || (after.side !== -1 && after.side !== side)) return false;
      const counts = this.#keptBefore[side];
      return counts[at] === counts[before.end];
    };
    return !isJoined(0) && !isJoined(1) && ENDS_IN_WORD.test(this.#end) && STARTS_WITH_WORD.test(text);
  }

  /** `by` is the side that breaks the line if only one does; null if both do. */
  #break(fresh: readonly string[], isBlank: boolean, by: number | null): void {
    let line = this.#line.join("");
    // The other side's space before its next word.
    if (by !== null && this.#seam !== null && this.#seam.side === 1 - by) line = line.trimEnd();
    // Drops a line of which the sides together left nothing.
    if (isBlank || line.trim() !== "") this.lines.push(line);
    for (const text of fresh) this.lines.push(text);
    this.#line = [];
    this.#seam = null;
  }
}

const NOTHING: Insertion = { head: "", breakLines: null, tail: "" };

function countKept(kept: Uint8Array): Int32Array {
  const counts = new Int32Array(kept.length + 1);
  kept.forEach((value, at) => {
    counts[at + 1] = (counts[at] ?? 0) + value;
  });
  return counts;
}
