import fc from "fast-check";
import { expect, test } from "vitest";
import { quoteFinder, quoteOf } from "./quotes.ts";

const page = "The tide is high. The tide is low. The ebb is slow.";

/** The text at the found place. */
function found(text: string, quote: string, occurrence = 0): string | null {
  const span = quoteFinder(text)({ quote, occurrence });
  return span && `${span.start}:${text.slice(span.start, span.end)}`;
}

test("finds a quote by its occurrence on the page", () => {
  expect(found(page, "tide is")).toBe("4:tide is");
  expect(found(page, "tide is", 1)).toBe("22:tide is");
  expect(found(page, "tide is", 2)).toBeNull();
  expect(found(page, "Tide is")).toBeNull();
  expect(found(page, " ")).toBeNull();
});

test("finds a quote whose lines are broken elsewhere, or that lost its control characters", () => {
  expect(found("a long\nline of  words", "long line\nof words")).toBe("2:long\nline of  words");
  expect(found("bad\u0001font", "badfont")).toBe("0:bad\u0001font");
  expect(found("soft\u00adly", "softly")).toBe("0:soft\u00adly");
});

test("counts equal words before the quoted ones, also overlapping ones", () => {
  expect(quoteOf(page, { start: 22, end: 29 })).toEqual({ quote: "tide is", occurrence: 1 });
  expect(quoteOf("aaaa", { start: 2, end: 4 })).toEqual({ quote: "aa", occurrence: 2 });
});

test("leaves out blanks around the quote, and quotes no blanks alone", () => {
  expect(quoteOf(page, { start: 3, end: 9 })).toEqual({ quote: "tide", occurrence: 0 });
  expect(quoteOf(page, { start: 3, end: 4 })).toBeNull();
  expect(quoteOf(page, { start: 99, end: 120 })).toBeNull();
});

test("quotes a character of two code units as a whole", () => {
  expect(quoteOf("a😀b", { start: 2, end: 4 })).toEqual({ quote: "😀b", occurrence: 0 });
  expect(quoteOf("a😀b", { start: 0, end: 2 })).toEqual({ quote: "a😀", occurrence: 0 });
});

test("finds every passage again by its quote", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", " ", "\n", "\u0001", "😀"), maxLength: 40 });
  fc.assert(
    fc.property(text, fc.nat(40), fc.nat(40), (pageText, start, length) => {
      const quoted = quoteOf(pageText, { start, end: start + length });
      if (quoted === null) return;
      const again = quoteFinder(pageText)(quoted);
      expect(again && pageText.slice(again.start, again.end)).toBe(quoted.quote);
      // An offset inside a character of two code units moves to its beginning.
      expect(again?.start).toBeGreaterThanOrEqual(start - 1);
      expect(again?.end).toBeLessThanOrEqual(start + length + 1);
    }),
  );
});
