import fc from "fast-check";
import { expect, test } from "vitest";
import { areaBetween, MIDDLE, movedBy, resizedBy } from "./area.ts";

const box = { left: 100, top: 50, width: 400, height: 200 };

test("gives the area between two points in fractions of the picture, whatever corner comes first", () => {
  const area = { x: 0.25, y: 0.5, width: 0.5, height: 0.25 };
  expect(areaBetween({ x: 200, y: 150 }, { x: 400, y: 200 }, box)).toEqual(area);
  expect(areaBetween({ x: 400, y: 150 }, { x: 200, y: 200 }, box)).toEqual(area);
});

test("cuts what is drawn outside the picture", () => {
  expect(areaBetween({ x: 0, y: 0 }, { x: 300, y: 900 }, box)).toEqual({ x: 0, y: 0, width: 0.5, height: 1 });
});

test("takes a click, or a line, for no area", () => {
  expect(areaBetween({ x: 200, y: 150 }, { x: 202, y: 151 }, box)).toBeNull();
  expect(areaBetween({ x: 200, y: 150 }, { x: 400, y: 151 }, box)).toBeNull();
  expect(areaBetween({ x: 0, y: 0 }, { x: 9, y: 9 }, { ...box, width: 0 })).toBeNull();
});

test("moves an area up to the edges and keeps its size", () => {
  expect(movedBy(MIDDLE, 0.125, -0.125)).toEqual({ ...MIDDLE, x: 0.5, y: 0.25 });
  expect(movedBy(MIDDLE, 5, -5)).toEqual({ ...MIDDLE, x: 0.75, y: 0 });
});

test("resizes an area up to the edges, and never to nothing", () => {
  expect(resizedBy(MIDDLE, 0.125, 5)).toEqual({ ...MIDDLE, width: 0.375, height: 0.625 });
  const least = resizedBy(MIDDLE, -5, -5);
  expect(least.width).toBeGreaterThan(0);
  expect(least.height).toBeGreaterThan(0);
});

test("never leaves the picture, which the service would reject", () => {
  const at = fc.double({ min: -100, max: 900, noNaN: true });
  const by = fc.double({ min: -1.5, max: 1.5, noNaN: true });
  fc.assert(
    fc.property(at, at, at, at, by, by, (x1, y1, x2, y2, dx, dy) => {
      const drawn = areaBetween({ x: x1, y: y1 }, { x: x2, y: y2 }, box) ?? MIDDLE;
      for (const area of [drawn, movedBy(drawn, dx, dy), resizedBy(drawn, dx, dy)]) {
        expect(Math.min(area.x, area.y)).toBeGreaterThanOrEqual(0);
        expect(Math.min(area.width, area.height)).toBeGreaterThan(0);
        expect(area.x + area.width).toBeLessThanOrEqual(1);
        expect(area.y + area.height).toBeLessThanOrEqual(1);
      }
    }),
  );
});
