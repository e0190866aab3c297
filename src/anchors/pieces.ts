/** Stretches of inserted text, by which removed text is recognized when it comes back. */
import { trimBlanks, type Range } from "./blanks.ts";
import type { PageText } from "./page-text.ts";

/** A stretch without the blanks at its ends, and the number of these blanks. */
export type Piece = Range & { readonly blanks: number };

export class Pieces {
  readonly #page: PageText;
  readonly #byLength: ReadonlyMap<number, readonly Piece[]>;

  constructor(page: PageText, ranges: readonly Range[]) {
    this.#page = page;
    const pieces = ranges.map((range) => pieceOf(page.text, range));
    this.#byLength = Map.groupBy(pieces, ({ from, to }) => to - from);
  }

  hasLength(length: number): boolean {
    return this.#byLength.has(length);
  }

  /** Those with the length and hash of a removed text. */
  equalTo({ length, hash }: { readonly length: number; readonly hash: number }): Piece[] {
    return (this.#byLength.get(length) ?? []).filter((piece) => this.#page.hash(piece) === hash);
  }
}

export function pieceOf(text: string, range: Range): Piece {
  const { from, to } = trimBlanks(text, range);
  return { from, to, blanks: range.to - range.from - (to - from) };
}
