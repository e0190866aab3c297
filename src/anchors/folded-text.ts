/** A text reduced to what anchors compare, with the way back to its offsets. */
import { isBlank, isLetter, type Range } from "./blanks.ts";

/** `blanks` folds runs of blanks into one space; `letters` also drops case, punctuation and symbols. */
export type Folding = "blanks" | "letters";

const SPACE = 32;

export class FoldedText {
  readonly text: string;
  /** Original offset of every unit of `text`, and of its end. */
  readonly #offsets: Int32Array;

  constructor(original: string, { from, to }: Range, folding: Folding) {
    const isLoose = folding === "letters";
    const units = new Uint16Array(to - from);
    const offsets = new Int32Array(to - from + 1);
    const source = isLoose ? lowered(original, from, to) : original;
    const shift = source === original ? 0 : from;
    let length = 0;
    let isAfterBlank = true;
    for (let at = from; at < to; at++) {
      const unit = source.charCodeAt(at - shift);
      const separates = isLoose ? !isLetter(unit) : isBlank(unit);
      if (separates && isAfterBlank) continue;
      offsets[length] = at;
      units[length++] = separates ? SPACE : unit;
      isAfterBlank = separates;
    }
    offsets[length] = to;
    this.#offsets = offsets.subarray(0, length + 1);
    // Keeps every unit in its place: half of a surrogate pair at either end becomes one replacement character.
    this.text = new TextDecoder("utf-16le", { ignoreBOM: true }).decode(units.subarray(0, length));
  }

  /** The original range of a folded one, which must not be empty. */
  rangeOf(from: number, to: number): Range {
    return { from: this.offsetAt(from), to: this.offsetAt(to - 1) + 1 };
  }

  offsetAt(index: number): number {
    return this.#offsets[index] ?? 0;
  }

  /** The first folded index at or after an original offset. */
  indexOf(offset: number): number {
    return firstAtLeast(this.#offsets, offset, this.text.length);
  }
}

/** Lower case where that keeps the length; a text in which it does not (such as with U+0130) keeps its case. */
function lowered(text: string, from: number, to: number): string {
  const lower = text.slice(from, to).toLowerCase();
  return lower.length === to - from ? lower : text.slice(from, to);
}

/** Index of the first of the ascending `numbers` that is at least `limit`; `end` if there is none. */
export function firstAtLeast(numbers: ArrayLike<number>, limit: number, end = numbers.length): number {
  let [low, high] = [0, end];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The folded form of a quote, without a space at its end. */
export const foldQuote = (quote: string, folding: Folding): string =>
  new FoldedText(quote, { from: 0, to: quote.length }, folding).text.trim();
