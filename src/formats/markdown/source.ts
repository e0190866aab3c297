/** The text of a section of the syntax tree: the whole document, or some of its blocks, always in whole lines. */

export class Source {
  readonly #text: string;
  readonly #start: number;

  /** `start` is the offset of `text` in the document: positions are those of the tree. */
  constructor(text: string, start = 0) {
    this.#text = text;
    this.#start = start;
  }

  get end(): number {
    return this.#start + this.#text.length;
  }

  slice(from: number, to: number): string {
    return this.#text.slice(from - this.#start, to - this.#start);
  }

  charAt(at: number): string {
    return this.#text.charAt(at - this.#start);
  }

  lineStart(at: number): number {
    return at <= this.#start ? this.#start : this.#text.lastIndexOf("\n", at - this.#start - 1) + 1 + this.#start;
  }

  lineEnd(at: number): number {
    const found = this.#text.indexOf("\n", at - this.#start);
    return found < 0 ? this.end : found + this.#start;
  }

  /** The position after at most `most` spaces and tabs, starting at `at`. */
  skipSpace(at: number, most = Number.POSITIVE_INFINITY): number {
    let to = at;
    while (to - at < most && (this.charAt(to) === " " || this.charAt(to) === "\t")) to++;
    return to;
  }
}
