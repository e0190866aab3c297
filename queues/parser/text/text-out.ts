/** Extracted text as it grows: clean, and never beyond its budget. */
import { Utf8Buffer } from "./utf8-buffer.ts";

/** The most text that is taken out of any file, in bytes of UTF-8. */
export const MAX_TEXT_BYTES = 10_000_000;

const CLEAN = /^[\x20-\x7e\n\t]*$/;
/** What ends a line somewhere: CR LF, CR, VT, FF, NEL, and Unicode's line and paragraph separators. */
const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const CONTROLS = /(?![\n\t])\p{Cc}/gu;
const STEP = 65_536;

/**
 * Takes text piece by piece. Line ends become LF, control characters but LF and tab go, lone surrogates become U+FFFD; a
 * surrogate pair must not be split between two pieces. What does not fit any more is cut at a code point.
 */
export class TextOutput {
  readonly #text: Utf8Buffer;
  #truncated = false;
  #endedInCr = false;

  /** `budget` is in bytes of UTF-8. */
  constructor(budget: number) {
    this.#text = new Utf8Buffer(Math.max(0, Math.min(Math.floor(budget), MAX_TEXT_BYTES)));
  }

  /** Bytes that still fit; no more than so many UTF-16 code units can be of use. */
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

  /** Says that text was left out; nothing more is taken. */
  truncate(): void {
    this.#truncated = true;
  }

  /** False once text had to be left out: then there is no use in more of it. */
  write(piece: string): boolean {
    for (let at = 0; at < piece.length && !this.#truncated;) {
      const end = endOfStep(piece, at + STEP);
      this.#truncated = !this.#text.append(this.#clean(piece.slice(at, end)));
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

/** Where a step may end without splitting a surrogate pair. */
function endOfStep(text: string, end: number): number {
  if (end >= text.length) return text.length;
  return (text.charCodeAt(end - 1) & 0xfc00) === 0xd800 ? end - 1 : end;
}
