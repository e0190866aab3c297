/** Canonical JSON: one encoding per value, and no values that other languages might encode differently. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { FormatError, canonicalize, isCanonicalKey } from "./canonical.ts";

const key = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,8}$/);
const text = fc.string({ unit: "binary" });
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger().map((n) => n + 0),
    text,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(key, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

const shuffle = (source: unknown): unknown => {
  if (Array.isArray(source)) return source.map(shuffle);
  if (typeof source !== "object" || source === null) return source;
  return Object.fromEntries(
    Object.entries(source)
      .map(([k, v]) => [k, shuffle(v)])
      .toReversed(),
  );
};

test("round-trips any value through canonical JSON", () => {
  fc.assert(
    fc.property(value, (source) => {
      const once = canonicalize(source);
      expect(JSON.parse(once)).toEqual(source);
      expect(canonicalize(JSON.parse(once))).toBe(once);
    }),
  );
});

test("produces the same text for any order of keys", () => {
  fc.assert(
    fc.property(value, (source) => {
      expect(canonicalize(shuffle(source))).toBe(canonicalize(source));
    }),
  );
});

test("sorts keys in byte order and uses the shortest escapes", () => {
  expect(canonicalize({ b: '\u0000\b\t\n\f\r\u001f"\\/\u007f\u2028é🐙', aB: [], a_: {}, Z: -1, a: 2 ** 53 - 1 })).toBe(
    '{"Z":-1,"a":9007199254740991,"aB":[],"a_":{},"b":"\\u0000\\b\\t\\n\\f\\r\\u001f\\"\\\\/\u007f\u2028é🐙"}',
  );
});

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
const nestedObject = (depth: number): unknown => (depth === 0 ? 1 : { a: nestedObject(depth - 1) });

test.each([
  ["a lone surrogate", "\ud800", "text contains a lone surrogate"],
  ["a lone surrogate deep inside", { a: [{ b: "x\udc00" }] }, "text contains a lone surrogate"],
  ["a fraction", 0.5, "a number is not an integer below 2^53"],
  ["NaN", Number.NaN, "a number is not an integer below 2^53"],
  ["infinity", Infinity, "a number is not an integer below 2^53"],
  ["minus zero", -0, "a number is not an integer below 2^53"],
  ["an integer that a double cannot represent exactly", 2 ** 53, "a number is not an integer below 2^53"],
  ["undefined", { a: undefined }, "JSON has no undefined"],
  ["a hole", Array(1), "JSON has no undefined"],
  ["a bigint", 1n, "JSON has no bigint"],
  ["a function", () => 1, "JSON has no function"],
  ["a class instance", new Date(0), "JSON has no class instances"],
  ["an index as a key", { "1": 1 }, 'the key "1" is not allowed'],
  ["a prototype as a key", JSON.parse('{"__proto__":1}'), 'the key "__proto__" is not allowed'],
  ["a key outside ASCII", { é: 1 }, 'the key "é" is not allowed'],
  ["an empty key", { "": 1 }, 'the key "" is not allowed'],
  ["a key of two words", { "a b": 1 }, 'the key "a b" is not allowed'],
  ["a key after a space", { " a": 1 }, 'the key " a" is not allowed'],
  ["a key that is too long", { ["x".repeat(65)]: 1 }, `the key "${"x".repeat(65)}" is not allowed`],
  ["a key of 999 characters", { ["x".repeat(999)]: 1 }, `the key "${"x".repeat(80)}" is not allowed`],
  ["deeply nested arrays", nested(9), "nested deeper than 8"],
  ["deeply nested objects", nestedObject(9), "nested deeper than 8"],
])("rejects %s", (_, source, reason) => {
  expect(() => canonicalize(source)).toThrow(new FormatError(reason));
});

test("accepts a nesting depth of eight", () => {
  expect(canonicalize(nested(8))).toBe("[[[[[[[[1]]]]]]]]");
  expect(canonicalize(nestedObject(8))).toBe(JSON.stringify(nestedObject(8)));
});

test("accepts keys of a letter and up to 63 letters, digits and underscores", () => {
  for (const name of ["a", "Z", "a_1B", "x".repeat(64)]) {
    expect(isCanonicalKey(name)).toBe(true);
    expect(canonicalize({ [name]: 1 })).toBe(`{"${name}":1}`);
  }
  expect(["", "_a", "1a", "a-", "a b", "é", "a\n", "x".repeat(65)].filter(isCanonicalKey)).toEqual([]);
});

test("serializes an object without a prototype", () => {
  const bare: unknown = Object.assign(Object.create(null), { b: 1, a: [2] });
  expect(canonicalize(bare)).toBe('{"a":[2],"b":1}');
});

test("sorts the keys of objects at every depth", () => {
  expect(canonicalize([{ b: 1, a: 1 }, 2])).toBe('[{"a":1,"b":1},2]');
  expect(canonicalize([2, { b: 1, a: 1 }])).toBe('[2,{"a":1,"b":1}]');
  expect(canonicalize({ a: { d: 1, c: 1 }, b: 1 })).toBe('{"a":{"c":1,"d":1},"b":1}');
  expect(canonicalize({ a: [{ c: 1, b: null, a: 0 }] })).toBe('{"a":[{"a":0,"b":null,"c":1}]}');
});
