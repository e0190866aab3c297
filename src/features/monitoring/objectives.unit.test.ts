import { expect, test } from "vitest";
import { BUCKETS, bucketOf } from "../../kernel/histogram.ts";
import { burnRate, countAbove, measureEdits, measureOpenings } from "./objectives.ts";

function bucketsOf(...durations: number[]): number[] {
  return Array.from({ length: BUCKETS }, (_, i) => durations.filter((ms) => bucketOf(ms) === i).length);
}

test("counts durations above a limit, estimating within its own bucket only", () => {
  expect(countAbove(bucketsOf(1, 500, 900, 1_500, 60_000), 1_000)).toBe(2);
  const within = countAbove(bucketsOf(1_000), 1_000);
  expect(within).toBeGreaterThan(0);
  expect(within).toBeLessThan(1);
  expect(countAbove(bucketsOf(), 1_000)).toBe(0);
});

test("counts slow and failed openings, at most as many as there are", () => {
  const row = { name: "GET /pages/:pageId", count: 3, failed: 2, buckets: bucketsOf(5_000, 5_000, 10) };
  expect(measureOpenings([row, { ...row, name: "GET /api/drives" }])).toEqual({ all: 3, bad: 3 });
});

test("counts failed edits, however long they took", () => {
  const row = { name: "PATCH /api/pages/:pageId", count: 2_000, failed: 1, buckets: bucketsOf(5_000) };
  expect(measureEdits([row])).toEqual({ all: 2_000, bad: 1 });
  expect(burnRate(measureEdits([row]))).toBeCloseTo(0.5);
  expect(burnRate({ all: 0, bad: 0 })).toBeNull();
});
