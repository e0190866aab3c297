/** Choices that a seed repeats. */

export type Random = {
  /** A whole number from 0 to `bound` - 1. */
  readonly below: (bound: number) => number;
  /** True with this probability. */
  readonly chance: (probability: number) => boolean;
  /** One of the items; throws RangeError when there are none. */
  readonly pick: <T>(items: readonly T[]) => T;
};

/** Mulberry32. */
export function makeRandom(seed: number): Random {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (bound) => Math.floor(next() * bound),
    chance: (probability) => next() < probability,
    pick: <T>(items: readonly T[]): T => {
      if (items.length === 0) throw new RangeError("There is nothing to pick from.");
      // The index is within bounds, which the checker cannot see for a T that may itself be undefined.
      return items[Math.floor(next() * items.length)] as T;
    },
  };
}
