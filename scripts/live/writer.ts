/** Somebody who types words that nobody else types, and knows which of them are acknowledged. */
import type { LivePage } from "../../src/web/live/page.ts";

export class Writer {
  readonly page: LivePage;
  readonly #name: string;
  readonly #words: string[] = [];
  readonly #random: () => number;

  /** `name` has only letters; `random` gives numbers from 0 to 1. */
  constructor(page: LivePage, name: string, random: () => number = Math.random) {
    this.page = page;
    this.#name = name;
    this.#random = random;
  }

  /** Everything that was typed, with a space after each word. */
  get words(): readonly string[] {
    return this.#words;
  }

  /** What the room has said is saved; the page and its acknowledgements may be ahead of what is known here. */
  acknowledged(): readonly string[] {
    const unsaved = new Set(this.page.unsaved().flatMap(({ text }) => text.split(/\s+/)));
    return this.#words.filter((word) => !unsaved.has(word));
  }

  /** Types a word at the beginning of some other, so that none is cut in two. */
  type(): void {
    const word = `${this.#name}${this.#words.length}z`;
    this.#words.push(word);
    const text = this.page.text.toJSON();
    const starts = [0, text.length];
    for (let at = text.indexOf(" "); at !== -1; at = text.indexOf(" ", at + 1)) starts.push(at + 1);
    this.page.text.insert(starts[Math.floor(this.#random() * starts.length)] ?? 0, `${word} `);
  }
}

/** Words of `expected` that the text does not have as words. */
export function missingFrom(text: string, expected: readonly string[]): string[] {
  const present = new Set(text.split(/\s+/));
  return expected.filter((word) => !present.has(word));
}
