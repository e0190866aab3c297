/** Canonical JSON: one spelling per value, and nothing that another language might spell otherwise. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { FormatError, canonicalize } from "./canonical.ts";

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

test("reading back gives the value, and writing again gives the same text", () => {
  fc.assert(
    fc.property(value, (source) => {
      const once = canonicalize(source);
      expect(JSON.parse(once)).toEqual(source);
      expect(canonicalize(JSON.parse(once))).toBe(once);
    }),
  );
});

test("the order in which keys were set does not matter", () => {
  fc.assert(
    fc.property(value, (source) => {
      expect(canonicalize(shuffle(source))).toBe(canonicalize(source));
    }),
  );
});

test("keys come out in byte order and text with the shortest escapes", () => {
  expect(canonicalize({ b: '\u0000\b\t\n\f\r\u001f"\\/\u007f\u2028é🐙', aB: [], a_: {}, Z: -1, a: 2 ** 53 - 1 })).toBe(
    '{"Z":-1,"a":9007199254740991,"aB":[],"a_":{},"b":"\\u0000\\b\\t\\n\\f\\r\\u001f\\"\\\\/\u007f\u2028é🐙"}',
  );
});

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

test.each([
  ["a lone surrogate", "\ud800"],
  ["a lone surrogate deep inside", { a: [{ b: "x\udc00" }] }],
  ["a fraction", 0.5],
  ["NaN", Number.NaN],
  ["infinity", Infinity],
  ["minus zero", -0],
  ["an integer that doubles cannot tell apart", 2 ** 53],
  ["undefined", { a: undefined }],
  ["a hole", Array(1)],
  ["a bigint", 1n],
  ["a function", () => 1],
  ["a class instance", new Date(0)],
  ["an index as key", { "1": 1 }],
  ["a prototype as key", JSON.parse('{"__proto__":1}')],
  ["a key outside ASCII", { é: 1 }],
  ["an empty key", { "": 1 }],
  ["a deep nest", nested(9)],
])("%s is refused", (_, source) => {
  expect(() => canonicalize(source)).toThrow(FormatError);
});

test("a nest of eight is not too deep", () => {
  expect(canonicalize(nested(8))).toBe("[[[[[[[[1]]]]]]]]");
});
