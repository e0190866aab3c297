import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY, toIso } from "./clock.ts";

test("formats times like Date.toISOString, in any order of days", () => {
  const Time = fc.oneof(
    fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 }),
    fc.integer({ min: 0, max: 40_000 }).map((day) => day * DAY),
    fc.integer({ min: 0, max: 40_000 }).map((day) => day * DAY - 1),
  );
  fc.assert(
    fc.property(fc.array(Time, { minLength: 1, maxLength: 6 }), (times) => {
      expect(times.map(toIso)).toEqual(times.map((time) => new Date(time).toISOString()));
    }),
    { numRuns: 5_000 },
  );
});

test("rejects invalid times", () => {
  expect(() => toIso(Number.NaN)).toThrow(RangeError);
  expect(() => toIso(9e15)).toThrow(RangeError);
});
