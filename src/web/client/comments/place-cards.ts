/** Places cards beside the words that they are about: in order, never overlapping, and as close to their words as possible. */

export type CardBox = {
  /** Where the card's words are, in px from the top of the margin. */
  readonly wanted: number;
  /** In px. */
  readonly height: number;
};

/** Minimum distance (px) between two cards. */
export const GAP = 8;

/**
 * Returns the top (px) of each card; `cards` must be ordered by `wanted`. The card at `active` is exactly beside its words,
 * unless `least` prevents that; the others minimize the sum of squared distances from theirs. No top is less than `least`.
 */
export function placeCards(cards: readonly CardBox[], active: number | null, least = 0): number[] {
  // Without the heights above each card, "no overlap" means "not decreasing": this is isotonic regression.
  const above: number[] = [];
  let sum = 0;
  for (const { height } of cards) {
    above.push(sum);
    sum += height + GAP;
  }
  const wanted = cards.map(({ wanted: top }, index) => top - (above[index] ?? 0));
  const pinned = active === null ? undefined : wanted[active];
  return isotonic(wanted).map((fit, index) => {
    const free = pinned === undefined ? fit : index < (active ?? 0) ? Math.min(fit, pinned) : Math.max(fit, pinned);
    return Math.max(index === active ? (pinned ?? free) : free, least) + (above[index] ?? 0);
  });
}

type Pool = { mean: number; count: number };

/** The non-decreasing sequence with the least squared distance from `values`: pools adjacent violators. */
function isotonic(values: readonly number[]): number[] {
  const pools: Pool[] = [];
  for (const value of values) {
    let pool: Pool = { mean: value, count: 1 };
    for (let last = pools.at(-1); last && last.mean > pool.mean; last = pools.at(-1)) {
      const count = last.count + pool.count;
      pool = { mean: (last.mean * last.count + pool.mean * pool.count) / count, count };
      pools.pop();
    }
    pools.push(pool);
  }
  return pools.flatMap(({ mean, count }) => Array.from({ length: count }, () => mean));
}
