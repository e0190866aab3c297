/** Seeded random numbers (Mulberry32). */

/** Whole numbers from 0 to 2^32 - 1. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** Numbers in [0, 1). */
export function seededFractions(seed: number): () => number {
  const next = seeded(seed);
  return () => next() / 2 ** 32;
}
