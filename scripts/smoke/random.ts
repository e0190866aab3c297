/** Random choices, reproducible from a seed. */
import { seededFractions } from "../../test/support/seeded.ts";

export type Random = {
  /** An integer from 0 to `bound` - 1. */
  readonly below: (bound: number) => number;
  /** True with this probability. */
  readonly chance: (probability: number) => boolean;
  /** One of the items; throws RangeError if there are none. */
  readonly pick: <T>(items: readonly T[]) => T;
};

export function makeRandom(seed: number): Random {
  const next = seededFractions(seed);
  return {
    below: (bound) => Math.floor(next() * bound),
    chance: (probability) => next() < probability,
    pick: <T>(items: readonly T[]): T => {
      if (items.length === 0) throw new RangeError("There is nothing to pick from.");
      // The index is within bounds, but a T that includes undefined hides this from the type checker.
      return items[Math.floor(next() * items.length)] as T;
    },
  };
}
