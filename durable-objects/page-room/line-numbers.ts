/** The lines of offsets in a text. */
export class LineNumbers {
  readonly #feeds: number[] = [];

  constructor(text: string) {
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) this.#feeds.push(at);
  }

  /** The 1-based line of an offset; one just after a line feed is on the next line. */
  of(offset: number): number {
    let [low, high] = [0, this.#feeds.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#feeds[middle] ?? Infinity) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  }
}
