/** Keys in a grid of two groups: three columns, four controls and then two. */
import { expect, test } from "vitest";
import { gridTarget } from "./grid-target.ts";

const PLACES = [
  { left: 0, top: 0 },
  { left: 10, top: 0 },
  { left: 20, top: 0 },
  { left: 0, top: 10 },
  { left: 0, top: 30 },
  { left: 10, top: 30 },
];
const from = (at: number, key: string, isRtl = false) => gridTarget(key, at, PLACES.length, () => PLACES, isRtl);

test("moves along a row, and mirrors the arrows where text runs from right to left", () => {
  expect([from(0, "ArrowRight"), from(2, "ArrowRight"), from(5, "ArrowRight")]).toEqual([1, 3, 5]);
  expect([from(0, "ArrowLeft"), from(3, "ArrowLeft")]).toEqual([0, 2]);
  expect([from(1, "ArrowLeft", true), from(1, "ArrowRight", true)]).toEqual([2, 0]);
});

test("moves to the nearest control of the next row, across groups", () => {
  expect([from(2, "ArrowDown"), from(3, "ArrowDown"), from(5, "ArrowDown")]).toEqual([3, 4, 5]);
  expect([from(5, "ArrowUp"), from(3, "ArrowUp"), from(1, "ArrowUp")]).toEqual([3, 0, -1]);
});

test("moves to the ends, and leaves other keys alone", () => {
  expect([from(2, "Home"), from(2, "End"), from(2, "a"), from(2, "Tab")]).toEqual([0, 5, null, null]);
});
