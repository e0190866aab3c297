/** Where a range is after an edit, by positions alone. */
import type { Splice } from "../realtime/splices.ts";
import { firstAtLeast } from "./folded-text.ts";
import type { Range } from "./blanks.ts";
import { Regions } from "./regions.ts";

/**
 * `isTouched` is true if a splice changed the text of the range, or near an empty one. `isSure` is false if positions
 * that stick to the first and last character may give another range. `replacement` is the inserted text if one splice
 * replaced exactly the range. `largest` is the longest removal that touched the range, and `gap` what replaced it.
 */
export type Mapped = Range & {
  readonly isTouched: boolean;
  readonly isSure: boolean;
  readonly replacement: string | null;
  readonly largest: Splice | null;
  readonly gap: Range;
};

/** An edit this close to an empty place may have removed what identifies it. */
const NEAR_PLACE = 8;

export class RangeMap {
  readonly #splices: readonly Splice[];
  /** End of every removal, and the growth of the text before every splice. */
  readonly #ends: Int32Array;
  readonly #growth: Int32Array;
  /** Inserted text, in offsets of the text after the edit. */
  readonly inserted: Regions;
  /** The same, and the points where removals joined the text on both sides. */
  readonly appeared: Regions;

  constructor(splices: readonly Splice[]) {
    this.#splices = splices;
    this.#ends = Int32Array.from(splices, ({ at, remove }) => at + remove);
    this.#growth = new Int32Array(splices.length + 1);
    let growth = 0;
    const regions = splices.map(({ at, remove, insert }, i): Range => {
      const from = at + growth;
      this.#growth[i] = growth;
      growth += insert.length - remove;
      return { from, to: from + insert.length };
    });
    this.#growth[splices.length] = growth;
    this.inserted = new Regions(regions.filter(({ from, to }) => to > from));
    this.appeared = new Regions(regions);
  }

  /** Words inserted inside the range belong to it, also where they replace its first or last ones. */
  map({ from, to }: Range): Mapped {
    return from === to ? this.#mapPlace(from) : this.#mapRange(from, to);
  }

  /** True if text was inserted within `margin` units of a range of the text before the edit. */
  insertsNear({ from, to }: Range, margin: number): boolean {
    for (let i = this.#first(from - margin); i < this.#splices.length; i++) {
      const splice = this.#splices[i];
      if (splice === undefined || splice.at > to + margin) return false;
      if (splice.insert !== "") return true;
    }
    return false;
  }

  #mapRange(from: number, to: number): Mapped {
    let i = this.#first(from);
    let start = from + this.#growthAt(i);
    let end: number | null = null;
    let isTouched = false;
    let isSure = true;
    let replacement: string | null = null;
    let largest: Splice | null = null;
    let gap: Range = { from: start, to: start };
    for (; i < this.#splices.length; i++) {
      const splice = this.#splices[i];
      if (splice === undefined || splice.at >= to) break;
      const stop = splice.at + splice.remove;
      if (stop <= from && (splice.remove === 0 || splice.at < from)) {
        start = from + this.#growthAt(i + 1);
        continue;
      }
      const at = splice.at + this.#growthAt(i);
      const isInside = splice.at >= from && stop <= to;
      isTouched = true;
      if (splice.at <= from || stop >= to) isSure = false;
      if (largest === null || splice.remove > largest.remove) {
        largest = splice;
        gap = { from: at, to: at + splice.insert.length };
      }
      if (splice.at <= from) start = isInside ? at : at + splice.insert.length;
      if (splice.at <= from && isInside && stop === to) replacement = splice.insert;
      if (stop >= to) end = isInside ? at + splice.insert.length : splice.at <= from ? start : at;
    }
    end ??= to + this.#growthAt(i);
    return { from: start, to: Math.max(start, end), isTouched, isSure, replacement, largest, gap };
  }

  /** A place stays behind the text before it: what is inserted there comes first. */
  #mapPlace(place: number): Mapped {
    let at = place;
    let isTouched = false;
    let isSure = true;
    let largest: Splice | null = null;
    let i = this.#first(place - NEAR_PLACE);
    at += this.#growthAt(i);
    for (; i < this.#splices.length; i++) {
      const splice = this.#splices[i];
      if (splice === undefined || splice.at > place + NEAR_PLACE) break;
      isTouched = true;
      const stop = splice.at + splice.remove;
      if (splice.at <= place && stop >= place) isSure = false;
      if (splice.at < place && stop > place) {
        largest = splice;
        at = splice.at + this.#growthAt(i);
      } else if (splice.at < place || (splice.at === place && splice.remove === 0)) at = place + this.#growthAt(i + 1);
      if (largest === null && splice.remove > 0) largest = splice;
    }
    return { from: at, to: at, isTouched, isSure, replacement: null, largest, gap: { from: at, to: at } };
  }

  /** The first splice that ends at or behind an offset. */
  #first(offset: number): number {
    return firstAtLeast(this.#ends, offset);
  }

  #growthAt(splice: number): number {
    return this.#growth[splice] ?? 0;
  }
}
