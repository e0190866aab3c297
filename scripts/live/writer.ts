/** A simulated user who types unique words, and knows which of them are acknowledged. */
import type { LivePage } from "../../src/live-client/page.ts";

export class Writer {
  readonly page: LivePage;
  readonly #name: string;
  readonly #words: string[] = [];
  readonly #random: () => number;

  /** `name` may only contain letters; `random` returns numbers from 0 to 1. */
  constructor(page: LivePage, name: string, random: () => number = Math.random) {
    this.page = page;
    this.#name = name;
    this.#random = random;
  }

  /** Everything that was typed; each word was followed by a space. */
  get words(): readonly string[] {
    return this.#words;
  }

  /** Words known to be saved; the room may already have saved more. */
  acknowledged(): readonly string[] {
    const unsaved = new Set(this.page.unsaved().flatMap(({ text }) => text.split(/\s+/)));
    return this.#words.filter((word) => !unsaved.has(word));
  }

  /** Types a word at the start of another one, so that none is split. */
  type(): void {
    const word = `${this.#name}${this.#words.length}z`;
    this.#words.push(word);
    const text = this.page.text.toJSON();
    const starts = [0, text.length];
    for (let at = text.indexOf(" "); at !== -1; at = text.indexOf(" ", at + 1)) starts.push(at + 1);
    this.page.text.insert(starts[Math.floor(this.#random() * starts.length)] ?? 0, `${word} `);
  }
}

/** The words of `expected` that the text does not contain. */
export function missingFrom(text: string, expected: readonly string[]): string[] {
  const present = new Set(text.split(/\s+/));
  return expected.filter((word) => !present.has(word));
}
