/** Places of a text where words may have appeared: inserted text, and points where a removal joined what was apart. */
import { firstAtLeast } from "./folded-text.ts";
import type { Range } from "./blanks.ts";

export class Regions {
  /** Ascending, without overlap. */
  readonly list: readonly Range[];
  readonly #ends: Int32Array;

  constructor(ranges: readonly Range[]) {
    this.list = ranges;
    this.#ends = Int32Array.from(ranges, ({ to }) => to);
  }

  /** Regions of ranges in any order, which may overlap. */
  static join(ranges: readonly Range[]): Regions {
    const joined: Range[] = [];
    for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
      const last = joined.at(-1);
      if (last === undefined || range.from >= last.to) joined.push(range);
      else if (range.to > last.to) joined[joined.length - 1] = { from: last.from, to: range.to };
    }
    return new Regions(joined);
  }

  get isEmpty(): boolean {
    return this.list.length === 0;
  }

  /** Those that touch a range, at most `limit`. */
  near({ from, to }: Range, limit = Infinity): Range[] {
    const found: Range[] = [];
    for (let i = firstAtLeast(this.#ends, from); i < this.list.length && found.length < limit; i++) {
      const region = this.list[i];
      if (region === undefined || region.from > to) break;
      found.push(region);
    }
    return found;
  }

  /** True if the range has some of the inserted text, or extends over a point on both sides. */
  meets({ from, to }: Range): boolean {
    for (let i = firstAtLeast(this.#ends, from); i < this.list.length; i++) {
      const region = this.list[i];
      if (region === undefined || region.from >= to) return false;
      if (region.to > from) return true;
    }
    return false;
  }

  /** Stretches of text around the regions, each wider by `margin` on both sides; overlapping ones are joined. */
  widened(margin: number, length: number): Range[] {
    const joined: { from: number; to: number }[] = [];
    for (const region of this.list) {
      const [from, to] = [Math.max(0, region.from - margin), Math.min(length, region.to + margin)];
      const last = joined.at(-1);
      if (last && from <= last.to) last.to = Math.max(last.to, to);
      else joined.push({ from, to });
    }
    return joined;
  }
}
