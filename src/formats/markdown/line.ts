/** A cursor over one line of Markdown that consumes its indentation; tab stops are multiples of four (CommonMark §2.2). */

const TAB = 4;

export class LineCursor {
  readonly text: string;
  readonly end: number;
  at: number;
  #column = 0;
  /** Columns of the current tab that have been consumed. */
  #taken = 0;

  constructor(text: string, start: number, end: number) {
    this.text = text;
    this.at = start;
    this.end = end;
  }

  /** Columns of whitespace that follow. */
  get indent(): number {
    let columns = 0;
    for (let at = this.at; at < this.end; at++) {
      const char = this.text[at];
      if (char === " ") columns++;
      else if (char === "\t") columns += TAB - ((this.#column + columns) % TAB);
      else break;
    }
    return columns;
  }

  get isBlank(): boolean {
    for (let at = this.at; at < this.end; at++) {
      const char = this.text[at];
      if (char !== " " && char !== "\t" && char !== "\r") return false;
    }
    return true;
  }

  /** The rest of the line, without its indentation. */
  get rest(): string {
    return this.text.slice(this.start, this.end);
  }

  /** Offset of the first non-whitespace character. */
  get start(): number {
    let at = this.at;
    while (at < this.end && (this.text[at] === " " || this.text[at] === "\t")) at++;
    return at;
  }

  /** Consumes up to `columns` columns of whitespace. */
  skipColumns(columns: number): void {
    for (let left = columns; left > 0 && this.at < this.end; left--) {
      const char = this.text[this.at];
      if (char !== " " && char !== "\t") return;
      const width = char === "\t" ? TAB - (this.#column % TAB) : 1;
      this.#column++;
      this.#taken = char === "\t" && width > 1 ? this.#taken + 1 : 0;
      if (width === 1) this.at++;
    }
  }

  /** Consumes `count` non-whitespace characters. */
  skipCharacters(count: number): void {
    this.at += count;
    this.#column += count;
  }
}
