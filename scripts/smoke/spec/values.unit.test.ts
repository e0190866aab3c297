import { expect, test } from "vitest";
import { at, holds, isOfKind, itemWith, listAt, numberAt, same, textAt } from "./values.ts";

test("finds members by path, through lists too, and returns undefined for missing ones", () => {
  const value = { users: [{ id: "u1" }], none: null };
  expect([at(value, "users.0.id"), at(value, "users.1.id"), at(value, "none.id"), at("text", "length")]).toEqual([
    "u1",
    undefined,
    undefined,
    undefined,
  ]);
});

test("reports a value of the wrong type with its path", () => {
  const value = { empty: "", count: "3", list: {} };
  expect(() => textAt(value, "empty")).toThrow('expected empty to be a text, got ""');
  expect(() => numberAt(value, "count")).toThrow('expected count to be a number, got "3"');
  expect(() => listAt(value, "list")).toThrow("expected list to be a list, got {}");
  expect(() => itemWith([{ id: 1 }], "id", 2)).toThrow("expected an item with id 2, got 1 others");
});

test("accepts equal values and reports others", () => {
  same("x", { a: [1] }, { a: [1] });
  expect(() => same("x", { a: [1] }, { a: [2] })).toThrow('expected x to be {"a":[2]}, got {"a":[1]}');
  holds("x", true);
  expect(() => holds("x", false, "y")).toThrow('expected x, got "y"');
});

test.each([
  ["string", ["", "a"], [1, null, undefined]],
  ["string or null", ["", null], [undefined, 1]],
  ["number", [1.5, 0], ["1", null]],
  ["integer", [0, -3], [1.5, "1", 2 ** 60]],
  ["boolean", [true, false], [0, "true"]],
  ["time", ["2026-01-02T03:04:05.678Z"], ["2026-01-02", "2026-01-02T03:04:05Z", "2026-13-02T03:04:05.678Z", 5]],
  ["array", [[], [1]], [{}, null, "a"]],
  ["array of string", [[], ["a"]], [[1], ["a", null]]],
  [
    ["a", true],
    ["a", true],
    ["b", false, null],
  ],
] as const)("distinguishes %s from other types", (kind, good, bad) => {
  expect([good.map((value) => isOfKind(value, kind)), bad.map((value) => isOfKind(value, kind))]).toEqual([
    good.map(() => true),
    bad.map(() => false),
  ]);
});
