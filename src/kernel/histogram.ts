/** Compact duration statistics: counts in buckets that each grow by half, and percentiles estimated from them. Pure. */

export const BUCKETS = 32;

/** End of the first bucket in ms. */
const SMALLEST = 0.125;
/** Ratio between the ends of adjacent buckets, and so the maximum factor by which an estimate is wrong. */
export const GROWTH = 1.5;

/** Upper bounds in ms, inclusive; the last bucket (from 24 s on) has none. */
export const ENDS: readonly number[] = Array.from({ length: BUCKETS - 1 }, (_, i) => SMALLEST * GROWTH ** i);

/** The bucket of a duration in ms. Negative values and NaN count as zero. */
export function bucketOf(ms: number): number {
  let low = 0;
  let high = BUCKETS - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ms > (ENDS[middle] ?? Infinity)) low = middle + 1;
    else high = middle;
  }
  return ms >= 0 ? low : 0;
}

/**
 * The duration below which `share` (0…1) of the counted values lie, by nearest rank, in ms with two decimals; null if
 * nothing was counted. Assumes an even distribution within a bucket, and the start of the bucket for the last one.
 */
export function percentile(buckets: readonly number[], share: number): number | null {
  const total = buckets.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const rank = Math.max(1, Math.ceil(total * share));
  let before = 0;
  for (const [i, count] of buckets.entries()) {
    if (before + count >= rank) {
      const start = i === 0 ? 0 : (ENDS[i - 1] ?? 0);
      const end = ENDS[i] ?? start;
      return Math.round((start + (end - start) * ((rank - before) / count)) * 100) / 100;
    }
    before += count;
  }
  return ENDS.at(-1) ?? null;
}
