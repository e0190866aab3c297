/** Collects extracted text: cleaned, and never beyond its budget. */
import { splitAtMarks } from "./marks.ts";
import { Utf8Buffer } from "./utf8-buffer.ts";

/** Maximum text extracted from any file, in bytes of UTF-8. */
export const MAX_TEXT_BYTES = 10_000_000;

const CLEAN = /^[\x20-\x7e\n\t]*$/;
/** Line endings: CR LF, CR, VT, FF, NEL, and Unicode's line and paragraph separators. */
const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const CONTROLS = /(?![\n\t])\p{Cc}/gu;
const STEP = 65_536;

/**
 * Accepts text in pieces. Line endings become LF, control characters except LF and tab are removed, lone surrogates
 * become U+FFFD; a surrogate pair must not be split between two pieces. Text that does not fit is cut at a code point.
 */
export class TextOutput {
  readonly #text: Utf8Buffer;
  #truncated = false;
  #endedInCr = false;
  /** UTF-16 code units. */
  #length = 0;
  #marked: ((mark: number, at: number) => void) | null = null;

  /** `budget` is in bytes of UTF-8. */
  constructor(budget: number) {
    this.#text = new Utf8Buffer(Math.max(0, Math.min(Math.floor(budget), MAX_TEXT_BYTES)));
  }

  /** Bytes that still fit, which is also the maximum of useful UTF-16 code units. */
  get remaining(): number {
    return this.#truncated ? 0 : this.#text.room;
  }

  get truncated(): boolean {
    return this.#truncated;
  }

  /** In code points. */
  get characters(): number {
    return this.#text.countCharacters();
  }

  get isEmpty(): boolean {
    return this.#text.length === 0;
  }

  /** Records that text was left out; ignores further output. */
  truncate(): void {
    this.#truncated = true;
  }

  /** From now on, marks in the text (see marks.ts) are removed and reported, `at` in UTF-16 code units. */
  track(marked: (mark: number, at: number) => void): void {
    this.#marked = marked;
  }

  /** Returns false once text had to be left out: further text is then useless. */
  write(piece: string): boolean {
    if (this.#marked === null) return this.#append(piece);
    const { texts, marks } = splitAtMarks(piece);
    texts.forEach((text, i) => {
      const mark = marks[i];
      if (this.#append(text) && mark !== undefined) this.#marked?.(mark, this.#length);
    });
    return !this.#truncated;
  }

  #append(piece: string): boolean {
    for (let at = 0; at < piece.length && !this.#truncated;) {
      const end = endOfStep(piece, at + STEP);
      const text = this.#clean(piece.slice(at, end));
      this.#truncated = !this.#text.append(text);
      this.#length += text.length;
      at = end;
    }
    return !this.#truncated;
  }

  toString(): string {
    return this.#text.slice();
  }

  #clean(piece: string): string {
    const start = this.#endedInCr && piece.startsWith("\n") ? 1 : 0;
    this.#endedInCr = piece.endsWith("\r");
    const rest = start === 0 ? piece : piece.slice(1);
    return CLEAN.test(rest) ? rest : rest.replace(LINE_ENDS, "\n").replace(CONTROLS, "");
  }
}

/** The end of a step, moved so that it does not split a surrogate pair. */
function endOfStep(text: string, end: number): number {
  if (end >= text.length) return text.length;
  return (text.charCodeAt(end - 1) & 0xfc00) === 0xd800 ? end - 1 : end;
}
