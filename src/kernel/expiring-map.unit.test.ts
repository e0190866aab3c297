import { expect, test } from "vitest";
import { ExpiringMap, RecentSet } from "./expiring-map.ts";

test("returns an entry until it expires or the clock is set back by its lifetime", () => {
  const map = new ExpiringMap<string>(100, 10);
  map.set("a", "one", 1_000);
  map.set("b", "two", 1_000, 50);
  expect([map.get("a", 1_099), map.get("b", 1_049)]).toEqual(["one", "two"]);
  expect([map.get("a", 1_100), map.get("b", 1_050), map.get("a", 900), map.get("c", 1_000)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  map.set("a", "three", 1_050);
  expect(map.get("a", 1_149)).toBe("three");
  map.delete("a");
  expect(map.get("a", 1_050)).toBeUndefined();
});

test("evicts the oldest entry beyond the maximum size", () => {
  const map = new ExpiringMap<number>(100, 2);
  for (const [n, key] of ["a", "b", "a", "c"].entries()) map.set(key, n, 0);
  expect([map.get("a", 1), map.get("b", 1), map.get("c", 1)]).toEqual([2, undefined, 3]);
});

test("adds a key once until it expires", () => {
  const recent = new RecentSet(100, 10);
  expect([recent.add("a", 1_000), recent.add("a", 1_099), recent.add("a", 1_100)]).toEqual([true, false, true]);
  expect([recent.add("b", 1_100), recent.add("a", 1_000), recent.add("a", 999)]).toEqual([true, true, false]);
  recent.delete("a");
  expect(recent.add("a", 1_000)).toBe(true);
});
