import fc from "fast-check";
import { expect, test } from "vitest";
import { withoutControls, oneLine } from "./text.ts";

test("removes all control characters except tabs and line feeds", () => {
  const unit = fc.oneof(
    fc.integer({ min: 0, max: 0xa0 }).map((code) => String.fromCharCode(code)),
    fc.constantFrom("a", "é", "\u2028", "🙂", "\r\n", "\ufeff"),
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 50 }), (text) => {
      const clean = withoutControls(text);
      expect(clean).not.toMatch(/(?![\t\n])\p{Cc}/u);
      const visible = (any: string): string => any.replace(/[\p{Cc} ]/gu, "");
      expect(visible(clean)).toBe(visible(text));
      expect(clean.split("\n").length).toBe(text.split(/\r\n?|\n/).length);
      expect(withoutControls(clean)).toBe(clean);
    }),
  );
});

test.each([
  ["a\0b", "ab"],
  ["one\r\ntwo\rthree\n\n", "one\ntwo\nthree\n\n"],
  ["a\tb", "a\tb"],
  ["a\vb\fc\x85d", "a b c d"],
  ["a\ud800b\udc00 🙂", "a\ufffdb\ufffd 🙂"],
  ["\x1b[31mred\x1b[0m \x7f\x9b", "[31mred[0m "],
])("cleans %j to %j", (text, kept) => expect(withoutControls(text)).toBe(kept));

test("removes bidirectional overrides and line breaks from a line", () => {
  expect(oneLine("gpj.\u202etxt\u202c and\r\n\u0007more\u2028\u2066end\u2069")).toBe("gpj.txt and more end");
  // Single directional marks (LRM, RLM) stay, because Arabic and Hebrew titles use them.
  expect(oneLine("\u200fשלום (1)\u200e")).toBe("\u200fשלום (1)\u200e");
});
