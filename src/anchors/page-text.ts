/** The text of a page and what a search for anchors computes about it: once, and only if needed. */
import { firstAtLeast, foldQuote, FoldedText, type Folding } from "./folded-text.ts";
import { hashOf, type Range } from "./blanks.ts";

/** Quotes are indexed by this many of their first folded units. */
const KEY_LENGTH = 8;

/** A word that occurs more often cannot be told from its twins by context either. */
const MAX_OCCURRENCES = 5_000;

/** A loose quote shorter than this is found everywhere. */
const MIN_LOOSE = 3;

/** Folding short stretches again and again costs more than folding the text once. */
const MAX_STRETCH = 4_000;

export const keyOf = (quote: string): string => foldQuote(quote, "blanks").slice(0, KEY_LENGTH);

export class PageText {
  readonly text: string;
  readonly #whole = new Map<Folding, FoldedText>();
  readonly #hashes = new Map<number, Map<number, number>>();
  readonly #words = new Map<number, readonly RegExpExecArray[]>();
  /** Where the keys of quotes occur in the whole folded text. */
  #keyPlaces: ReadonlyMap<string, readonly number[]> | null = null;
  /** Units folded in short stretches so far. */
  #folded = 0;

  constructor(text: string) {
    this.text = text;
  }

  get whole(): Range {
    return { from: 0, to: this.text.length };
  }

  folded(folding: Folding): FoldedText {
    const known = this.#whole.get(folding);
    if (known) return known;
    const made = new FoldedText(this.text, this.whole, folding);
    this.#whole.set(folding, made);
    return made;
  }

  hash({ from, to }: Range): number {
    const ofStart = this.#hashes.get(from) ?? new Map<number, number>();
    this.#hashes.set(from, ofStart);
    const hash = ofStart.get(to) ?? hashOf(this.text, { from, to });
    ofStart.set(to, hash);
    return hash;
  }

  /** Words with letters or digits; their `index` counts from the start of the range. */
  words({ from, to }: Range): readonly RegExpExecArray[] {
    const words = this.#words.get(from) ?? [...this.text.slice(from, to).matchAll(/[\p{L}\p{N}]+/gu)];
    this.#words.set(from, words);
    return words;
  }

  /** True if `words` occur exactly once. */
  hasOnce(words: string): boolean {
    const at = this.text.indexOf(words);
    return at !== -1 && this.text.indexOf(words, at + 1) === -1;
  }

  /** Finds the places of many keys in one pass, for the searches that follow. */
  indexKeys(keys: Iterable<string>): void {
    const { text } = this.folded("blanks");
    const places = new Map<string, number[]>();
    for (const key of keys) if (key !== "") places.set(key, []);
    for (const [length, some] of Map.groupBy(places.keys(), (key) => key.length)) {
      // Few places begin with the first two units of a key: only there is the text sliced.
      const starts = new Set(some.map((key) => pairAt(key, 0, length)));
      for (let at = 0; at + length <= text.length; at++)
        if (starts.has(pairAt(text, at, length))) places.get(text.slice(at, at + length))?.push(at);
    }
    this.#keyPlaces = places;
  }

  get isIndexed(): boolean {
    return this.#keyPlaces !== null;
  }

  /** True if an indexed key occurs in the text. */
  hasKey(key: string): boolean {
    return (this.#keyPlaces?.get(key)?.length ?? 0) > 0;
  }

  /** Occurrences of a quote within a range, whatever the blanks; none if there are more than `max`. */
  occurrences(quote: string, range: Range, folding: Folding = "blanks", max = MAX_OCCURRENCES): Range[] {
    const needle = foldQuote(quote, folding);
    if (needle.length < (folding === "letters" ? MIN_LOOSE : 1)) return [];
    const folded = this.#foldedAround(range, folding);
    const [first, end] = [folded.indexOf(range.from), folded.indexOf(range.to)];
    const isWhole = folded === this.#whole.get(folding);
    const known = isWhole && folding === "blanks" ? this.#keyPlaces?.get(needle.slice(0, KEY_LENGTH)) : undefined;
    const found: Range[] = [];
    const places = known ? within(known, first, folded.text, needle) : matches(folded.text, needle, first);
    for (const at of places) {
      if (at + needle.length > end) break;
      if (found.push(folded.rangeOf(at, at + needle.length)) > max) return [];
    }
    return found;
  }

  #foldedAround({ from, to }: Range, folding: Folding): FoldedText {
    const whole = this.#whole.get(folding);
    if (whole) return whole;
    if (to - from >= MAX_STRETCH || (this.#folded += to - from) >= this.text.length) return this.folded(folding);
    return new FoldedText(this.text, { from, to }, folding);
  }
}

function* within(places: readonly number[], first: number, text: string, needle: string): Generator<number> {
  for (let i = firstAtLeast(places, first); i < places.length; i++) {
    const at = places[i] ?? 0;
    if (text.startsWith(needle, at)) yield at;
  }
}

function* matches(text: string, needle: string, first: number): Generator<number> {
  for (let at = text.indexOf(needle, first); at !== -1; at = text.indexOf(needle, at + 1)) yield at;
}

const pairAt = (text: string, at: number, length: number): number =>
  text.charCodeAt(at) * 0x10000 + (length > 1 ? text.charCodeAt(at + 1) : 0);
