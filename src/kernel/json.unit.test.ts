import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_NESTING, nestsDeeperThan, parseJson } from "./json.ts";

const depthOf = (value: unknown): number =>
  value === null || typeof value !== "object" ? 0 : 1 + Math.max(0, ...Object.values(value).map(depthOf));

const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

test("measures the nesting of JSON text exactly, whatever its strings and keys contain", () => {
  const hostile = fc.string({
    unit: fc.constantFrom("[", "{", "]", "}", '"', "\\", "a", "é", "\u2028"),
    maxLength: 40,
  });
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 8 },
      hostile,
      fc.integer(),
      fc.array(tie("any"), { maxLength: 4 }),
      fc.dictionary(hostile, tie("any"), { maxKeys: 4 }),
    ),
  })).any;
  fc.assert(
    fc.property(value, fc.nat(10), fc.constantFrom(undefined, 2), (any, levels, space) => {
      const text = JSON.stringify(any, null, space);
      expect(nestsDeeperThan(levels, text)).toBe(depthOf(any) > levels);
    }),
    { numRuns: 2_000 },
  );
});

test("parses or rejects any text like JSON.parse", () => {
  const piece = fc.constantFrom("[", "]", "{", "}", '"', "\\", ",", ":", "1", "null", '"a"', " ", "\0", "\ud800");
  const outcome = (parse: (text: string) => unknown, text: string): unknown => {
    try {
      return parse(text);
    } catch (error) {
      return error;
    }
  };
  fc.assert(
    fc.property(fc.string({ unit: piece, maxLength: 30 }), (text) => {
      expect(outcome(parseJson, text)).toEqual(outcome(JSON.parse, text));
    }),
    { numRuns: 5_000 },
  );
});

test("accepts the maximum nesting and rejects one level more", () => {
  expect(depthOf(parseJson(nested(MAX_NESTING)))).toBe(MAX_NESTING);
  for (const text of [
    nested(MAX_NESTING + 1),
    "[".repeat(4_000_000),
    '{"a":'.repeat(100_000),
    `[${"[],".repeat(9)}${nested(256)}]`,
  ])
    expect(() => parseJson(text)).toThrow("deeper than 256 levels");
  expect(parseJson(`[${"[],{},".repeat(300)}0]`)).toHaveLength(601);
  expect(parseJson(JSON.stringify("[".repeat(1_000)))).toHaveLength(1_000);
});
