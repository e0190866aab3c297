import { expect, test } from "vitest";
import { crop, welch } from "./welch-t-test.ts";

/** Deterministic pseudorandom numbers from 0 to 1 (Lehmer, modulus 2^31 - 1). */
function series(seed: number, length: number, shift = 0): number[] {
  let x = seed;
  return Array.from({ length }, () => (x = (x * 48_271) % 2_147_483_647) / 2_147_483_647 + shift);
}

test("computes t as in the NIST handbook's example", () => {
  // B. L. Welch 1947, as in NIST's handbook: means 20.8 and 23, sample variances 7.7 and 2.5.
  const { t, means } = welch([17, 20, 21, 22, 24], [21, 22, 23, 24, 25]);
  expect(means).toEqual([20.8, 23]);
  expect(t).toBeCloseTo(-2.2 / Math.sqrt(6.7 / 5 + 2.5 / 5), 12);
});

test("stays below the threshold for one distribution and exceeds it for a small shift", () => {
  expect(Math.abs(welch(series(7, 20_000), series(11, 20_000)).t)).toBeLessThan(4.5);
  expect(Math.abs(welch(series(7, 20_000), series(11, 20_000, 0.02)).t)).toBeGreaterThan(4.5);
  expect(welch([1, 1], [1, 1]).t).toBe(0);
  expect(() => welch([1], [1, 2])).toThrow(RangeError);
});

test("removes the slowest values of both series at one common limit", () => {
  expect(crop([1, 2, 3, 100], [1, 2, 4, 5], 0.875)).toEqual([
    [1, 2, 3],
    [1, 2, 4, 5],
  ]);
  expect(crop([1, 2], [3, 4], 1)).toEqual([
    [1, 2],
    [3, 4],
  ]);
});
