/** One line of Markdown while its indentation is taken off; a tab reaches to the next multiple of four (CommonMark §2.2). */

const TAB = 4;

export class LineCursor {
  readonly text: string;
  readonly end: number;
  at: number;
  #column = 0;
  /** Columns of a tab that are taken already. */
  #taken = 0;

  constructor(text: string, start: number, end: number) {
    this.text = text;
    this.at = start;
    this.end = end;
  }

  /** Columns of white space that follow. */
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

  /** What is left, without its indentation. */
  get rest(): string {
    return this.text.slice(this.start, this.end);
  }

  /** Where the first character after white space stands. */
  get start(): number {
    let at = this.at;
    while (at < this.end && (this.text[at] === " " || this.text[at] === "\t")) at++;
    return at;
  }

  /** Takes up to so many columns of white space. */
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

  /** Takes so many characters that are no white space. */
  skipCharacters(count: number): void {
    this.at += count;
    this.#column += count;
  }
}
