/** Charts match their data: everything fits the box, and nothing is drawn where nothing was measured. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { BOX, barWidth, columnsPath, linePath, stepAt, topOf } from "./chart.ts";

const amount = fc.oneof(fc.nat(1_000_000), fc.double({ min: 0, max: 1e9, noNaN: true }));
const series = fc.array(fc.option(amount), { maxLength: 60 });

/** Heights above the baseline as fractions of the box, in path order. */
const heights = (path: string): number[] =>
  [...path.matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, y]) => 1 - Number(y) / BOX.height);

test.each([
  [[], 1],
  [[[]], 1],
  [[[0, null, 0]], 1],
  [[[1]], 1],
  [[[3]], 4],
  [[[7, null], [9]], 10],
  [[[11]], 20],
  [[[100]], 100],
  [[[101]], 200],
  [[[0.35]], 0.4],
])("computes for %j the axis maximum %d", (values, top) => {
  expect(topOf(values)).toBeCloseTo(top, 12);
});

test("computes an axis maximum from the largest value to less than 2.5 times that value", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 1e12, noNaN: true }), (largest) => {
      const top = topOf([[0, null], [largest]]);
      expect(top / largest).toBeGreaterThanOrEqual(1 - 1e-9);
      expect(top / largest).toBeLessThan(2.5);
    }),
  );
});

test("draws no columns for missing, zero or unmeasured values", () => {
  expect([columnsPath([], 1), columnsPath([0, 0], 1), columnsPath([null], 1)]).toEqual(["", "", ""]);
});

test("draws columns in their time buckets, proportional to their values", () => {
  expect(columnsPath([4, 0, null, 1], 4)).toBe(
    `M22.5 ${BOX.height}V0h105V${BOX.height}ZM472.5 ${BOX.height}V90h105V${BOX.height}Z`,
  );
});

test("draws a line through the centers of the buckets, with zero at the bottom", () => {
  expect(linePath([0, 2, 4], 4)).toBe(`M100 ${BOX.height}L300 60L500 0`);
});

test("interrupts a line where no value was measured, and draws a dash for a single value", () => {
  expect(linePath([], 1)).toBe("");
  expect(linePath([null, null], 1)).toBe("");
  expect(linePath([5], 10)).toBe("M90 60h420");
  expect(linePath([5e-324], topOf([[5e-324]]))).toBe("M90 0h420");
  expect(linePath([null, 5, null, 5, 10], 10)).toBe("M138 60h84M420 60L540 0");
});

test("draws every value once, inside the box and in proportion", () => {
  fc.assert(
    fc.property(series, (values) => {
      const top = topOf([values]);
      const measured = values.filter((value) => value !== null);
      const drawn = heights(linePath(values, top));
      expect(drawn).toHaveLength(measured.length);
      drawn.forEach((height, index) => expect(height).toBeCloseTo((measured[index] ?? 0) / top, 2));
      const columns = columnsPath(values, top).match(/Z/g) ?? [];
      expect(columns).toHaveLength(measured.filter((value) => value !== 0).length);
    }),
  );
});

test("fills the box with the buckets from edge to edge", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), (steps) => {
      const last = stepAt(steps - 1, steps);
      expect(stepAt(0, steps).x).toBe(0);
      expect(last.x + last.width).toBeCloseTo(BOX.width, 0);
    }),
  );
  expect([barWidth(0, 4), barWidth(1, 4), barWidth(4, 4)]).toEqual([0, 150, 600]);
});
