/** Choices that a seed repeats. */
import { seededFractions } from "../../test/seeded.ts";

export type Random = {
  /** A whole number from 0 to `bound` - 1. */
  readonly below: (bound: number) => number;
  /** True with this probability. */
  readonly chance: (probability: number) => boolean;
  /** One of the items; throws RangeError when there are none. */
  readonly pick: <T>(items: readonly T[]) => T;
};

export function makeRandom(seed: number): Random {
  const next = seededFractions(seed);
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
