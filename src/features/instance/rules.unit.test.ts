/** Thresholds are reported once each time they are reached; the forecast needs a week of growth. */
import { expect, test } from "vitest";
import { crossings, monthsUntilFull, type Reported } from "./rules.ts";

/** The thresholds reported while the level moves through these percentages. */
function reportedAt(percentages: readonly number[]): (number | undefined)[] {
  let before: Reported = {};
  return percentages.map((used) => {
    const { crossed, reported } = crossings([{ resource: "main", used, limit: 100 }], before);
    before = reported;
    return crossed[0]?.threshold;
  });
}

test("reports 50, 80 and 95 percent once each on the way up, and only the highest of a jump", () => {
  expect(reportedAt([0, 49, 50, 51, 79, 80, 94, 95, 120])).toEqual([
    undefined,
    undefined,
    50,
    undefined,
    undefined,
    80,
    undefined,
    95,
    undefined,
  ]);
  expect(reportedAt([97])).toEqual([95]);
});

test("reports a threshold again after the level fell back, and not while it moves around the threshold", () => {
  expect(reportedAt([81, 79, 80, 78, 80])).toEqual([80, undefined, undefined, undefined, undefined]);
  expect(reportedAt([81, 77, 80, 49, 20, 50])).toEqual([80, undefined, 80, undefined, undefined, 50]);
});

test("keeps resources apart, and forgets one that is no longer limited", () => {
  const { crossed, reported } = crossings(
    [
      { resource: "text", used: 60, limit: 100 },
      { resource: "users", used: 9, limit: 10 },
    ],
    { text: 50, files: 95 },
  );
  expect(crossed).toEqual([{ resource: "users", used: 9, limit: 10, threshold: 80, percent: 90 }]);
  expect(reported).toEqual({ text: 50, users: 80 });
});

test("forecasts from the growth since the first day, or nothing without a week of growth", () => {
  const grown = [
    { day: 100, bytes: 1_000 },
    { day: 110, bytes: 1_500 },
    { day: 130, bytes: 4_000 },
  ];
  expect(monthsUntilFull(grown, 10_000)).toBeCloseTo(2);
  expect(monthsUntilFull(grown, 3_000)).toBe(0);
  expect(monthsUntilFull([], 10_000)).toBe(null);
  expect(monthsUntilFull(grown.slice(0, 1), 10_000)).toBe(null);
  expect(
    monthsUntilFull(
      [grown[0], { day: 106, bytes: 5_000 }].flatMap((each) => each ?? []),
      10_000,
    ),
  ).toBe(null);
  expect(
    monthsUntilFull(
      [grown[2], { day: 140, bytes: 3_000 }].flatMap((each) => each ?? []),
      10_000,
    ),
  ).toBe(null);
});
