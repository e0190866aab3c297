/** The shared strings of a workbook (ECMA-376 part 1 §18.4). */
import { type Package } from "./package.ts";
import { Utf8Buffer } from "./utf8-buffer.ts";
import { readXml } from "./xml.ts";

/** In bytes of UTF-8; more than this rarely fits into the output. */
const MAX_SHARED = 16_000_000;
const MAX_STRINGS = 2_000_000;
/** Phonetic guides are not part of a cell's text. */
export const SKIPPED = new Set(["rPh", "phoneticPr", "extLst"]);

export class SharedStrings {
  readonly #text = new Utf8Buffer(MAX_SHARED);
  readonly #ends: number[] = [];
  isComplete = true;

  /** Appends to the current string, which `end` completes. */
  add(text: string): void {
    if (!this.#text.append(text)) this.isComplete = false;
  }

  end(): void {
    this.#ends.push(this.#text.length);
    if (this.#ends.length >= MAX_STRINGS) this.isComplete = false;
  }

  /** Null for a string that was not read. */
  at(index: number): string | null {
    const end = this.#ends[index];
    return end === undefined ? null : this.#text.slice(this.#ends[index - 1] ?? 0, end);
  }
}

export function readStrings(pack: Package, part: string | null): SharedStrings {
  const strings = new SharedStrings();
  if (part === null) return strings;
  let inText = false;
  readXml(pack.pieces(part), {
    skip: SKIPPED,
    isDone: () => !strings.isComplete,
    open(name) {
      if (name === "t") inText = true;
    },
    close(name) {
      if (name === "t") inText = false;
      else if (name === "si" && strings.isComplete) strings.end();
    },
    text(text) {
      if (inText) strings.add(text);
    },
  });
  return strings;
}

/** Characters that XML cannot contain are written as _xHHHH_ (ECMA-376 part 1 §22.9.2.19). */
export const unescape = (text: string): string =>
  text.includes("_x")
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
