import { expect, test } from "vitest";
import fc from "fast-check";
import { countLines, fitsIn, joinLines, lineAt, numberLines, splitLines, startOfLine, utf8Length } from "./text.ts";

const anyText = fc.string({ unit: fc.constantFrom("a", "\n", "é", "語", "😀", "\ud83d", "\ude00") });

test("splits the empty text into one empty line", () => {
  expect(splitLines("")).toEqual([""]);
  expect(countLines("")).toBe(1);
  expect(countLines("a\n")).toBe(2);
});

test("converts between lines and offsets consistently", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const lines = splitLines(text);
      expect(countLines(text)).toBe(lines.length);
      lines.forEach((_, index) => {
        const start = startOfLine(text, index + 1);
        expect(start).toBe(index === 0 ? 0 : joinLines(lines.slice(0, index)).length + 1);
        expect(lineAt(text, start)).toBe(index + 1);
      });
      expect(startOfLine(text, lines.length + 1)).toBe(-1);
    }),
  );
});

test("computes the UTF-8 length like an encoder, also with lone surrogates", () => {
  fc.assert(fc.property(anyText, (text) => utf8Length(text) === new TextEncoder().encode(text).byteLength));
});

test("limits a text by bytes instead of characters", () => {
  expect(fitsIn("é".repeat(5), 10)).toBe(true);
  expect(fitsIn("é".repeat(5), 9)).toBe(false);
  expect(fitsIn("a".repeat(10), 9)).toBe(false);
});

test("right-aligns line numbers in four columns", () => {
  expect(numberLines(["a", ""], 9)).toEqual(["   9 | a", "  10 | "]);
  expect(numberLines(["x"], 12345)).toEqual(["12345 | x"]);
});
