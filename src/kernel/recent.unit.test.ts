import { expect, test } from "vitest";
import { Recent } from "./recent.ts";

test("a thing is fresh once, and again after a while", () => {
  const recent = new Recent(100, 10);
  expect([recent.isFresh("a", 1_000), recent.isFresh("a", 1_099), recent.isFresh("a", 1_100)]).toEqual([
    true,
    false,
    true,
  ]);
  expect([recent.isFresh("b", 1_100), recent.isFresh("a", 900), recent.isFresh("a", 899)]).toEqual([true, true, false]);
});

test("what came first is forgotten when there are too many", () => {
  const recent = new Recent(100, 2);
  for (const thing of ["a", "b", "c"]) recent.isFresh(thing, 0);
  expect([recent.isFresh("b", 1), recent.isFresh("c", 1), recent.isFresh("a", 1)]).toEqual([false, false, true]);
});
