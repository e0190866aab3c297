/** Percentiles from buckets are within one bucket of the exact ones, for any values and any order of aggregation. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { BUCKETS, ENDS, GROWTH, bucketOf, percentile } from "./histogram.ts";

const TOP = ENDS.at(-1) ?? 0;

const count = (durations: readonly number[]): number[] => {
  const buckets = Array.from({ length: BUCKETS }, () => 0);
  for (const ms of durations) buckets[bucketOf(ms)] = (buckets[bucketOf(ms)] ?? 0) + 1;
  return buckets;
};

/** The exact percentile by nearest rank. */
const exact = (durations: readonly number[], share: number): number =>
  durations.toSorted((a, b) => a - b)[Math.max(1, Math.ceil(durations.length * share)) - 1] ?? Number.NaN;

const duration = fc.oneof(
  fc.double({ min: 0, max: TOP, noNaN: true }),
  fc.double({ min: 0, max: 20, noNaN: true }),
  fc.constantFrom(...ENDS),
);
const share = fc.constantFrom(0.5, 0.95, 0.99, 1);

test("estimates a percentile within one bucket of the exact value", () => {
  fc.assert(
    fc.property(fc.array(duration, { minLength: 1, maxLength: 200 }), share, (durations, at) => {
      const truth = exact(durations, at);
      const estimate = percentile(count(durations), at) ?? Number.NaN;
      // 0.005 allows for rounding.
      expect(estimate).toBeLessThanOrEqual(Math.max(truth * GROWTH, ENDS[0] ?? 0) + 0.005);
      expect(estimate).toBeGreaterThanOrEqual(truth <= (ENDS[0] ?? 0) ? 0 : truth / GROWTH - 0.005);
    }),
    { numRuns: 2_000 },
  );
});

test("assigns a duration to the bucket between its bounds", () => {
  fc.assert(
    fc.property(fc.oneof(duration, fc.double({ min: TOP, max: 1e9, noNaN: true })), (ms) => {
      const bucket = bucketOf(ms);
      expect(ms).toBeLessThanOrEqual(ENDS[bucket] ?? Infinity);
      if (bucket > 0) expect(ms).toBeGreaterThan(ENDS[bucket - 1] ?? 0);
    }),
  );
});

test("returns percentiles that never decrease with the rank", () => {
  fc.assert(
    fc.property(fc.array(duration, { minLength: 1 }), (durations) => {
      const at = [0.1, 0.5, 0.95, 0.99, 1].map((each) => percentile(count(durations), each) ?? Number.NaN);
      expect(at).toEqual(at.toSorted((a, b) => a - b));
    }),
  );
});

test("returns null for no durations, and the last bucket's start for durations beyond it", () => {
  expect(percentile(count([]), 0.5)).toBeNull();
  expect(percentile(count([1e9]), 0.5)).toBe(Math.round(TOP * 100) / 100);
});

test("counts an invalid duration in the first bucket", () => {
  expect([Number.NaN, -1, -Infinity].map(bucketOf)).toEqual([0, 0, 0]);
});
