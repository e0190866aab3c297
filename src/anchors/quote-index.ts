/** Detached anchors by the first letters of their words, so that inserted text is read once for all of them. */
import type { Anchor } from "./anchor.ts";
import { FoldedText } from "./folded-text.ts";
import { keyOf, type PageText } from "./page-text.ts";
import type { Range } from "./blanks.ts";

export class QuoteIndex {
  readonly #keysOf = new Map<Anchor, readonly string[]>();
  readonly #byKey = new Map<string, Set<Anchor>>();
  /** Length of the longest words that were ever added. */
  #longest = 0;

  get size(): number {
    return this.#keysOf.size;
  }

  get longest(): number {
    return this.#longest;
  }

  /** Adds a detached anchor, or indexes it again by its present words. */
  add(anchor: Anchor): void {
    this.delete(anchor);
    const words = wordsOf(anchor);
    const keys = [...new Set(words.map(keyOf))].filter((key) => key !== "");
    this.#keysOf.set(anchor, keys);
    this.#longest = Math.max(this.#longest, ...words.map(({ length }) => length));
    for (const key of keys) {
      const anchors = this.#byKey.get(key) ?? new Set();
      this.#byKey.set(key, anchors.add(anchor));
    }
  }

  delete(anchor: Anchor): void {
    for (const key of this.#keysOf.get(anchor) ?? []) {
      const anchors = this.#byKey.get(key);
      anchors?.delete(anchor);
      if (anchors?.size === 0) this.#byKey.delete(key);
    }
    this.#keysOf.delete(anchor);
  }

  keys(): Iterable<string> {
    return this.#byKey.keys();
  }

  anchors(): Iterable<Anchor> {
    return this.#keysOf.keys();
  }

  /** Those whose words begin in a range of the text. */
  *beginningIn(page: PageText, range: Range): Generator<Anchor> {
    if (this.size === 0) return;
    const { text } = new FoldedText(page.text, range, "blanks");
    for (const length of new Set([...this.#byKey.keys()].map((key) => key.length)))
      for (let at = 0; at + length <= text.length; at++) yield* this.#byKey.get(text.slice(at, at + length)) ?? [];
  }

  /** Those of which a key occurs in an indexed text. */
  *occurringIn(page: PageText): Generator<Anchor> {
    for (const [key, anchors] of this.#byKey) if (page.hasKey(key)) yield* anchors;
  }
}

const wordsOf = ({ quote, lost }: Anchor): string[] => [quote, lost?.words ?? quote];
