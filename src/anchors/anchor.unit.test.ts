import { expect, test } from "vitest";
import { anchorAt, CONTEXT, MAX_QUOTE } from "./anchor.ts";
import { locateQuote } from "./locate-quote.ts";

const anchor = (text: string, from: number, to: number, isInsertion = false) => {
  const made = anchorAt(text, "a", { from, to }, { isInsertion });
  return made.ok ? made.anchor : made.error.code;
};

test("an anchor has no blanks at its ends, and 64 units of context on each side", () => {
  const text = `${"b".repeat(100)} \n words here\t ${"a".repeat(100)}`;
  const from = text.indexOf(" \n");
  expect(anchor(text, from, from + 15)).toEqual({
    id: "a",
    from: from + 3,
    to: from + 13,
    state: "anchored",
    quote: "words here",
    before: `${"b".repeat(CONTEXT - 3)} \n `,
    after: `\t ${"a".repeat(CONTEXT - 2)}`,
    now: null,
    lost: null,
  });
});

test("a range that splits a surrogate pair grows, and the context has no half of one", () => {
  const text = "🙂".repeat(50);
  const made = anchor(text, 41, 43);
  expect(made).toMatchObject({ from: 40, to: 44, quote: "🙂🙂" });
  const odd = anchor(`${text}x${text}`, 100, 101);
  if (typeof odd === "string") throw new Error(odd);
  expect([odd.before.isWellFormed(), odd.after.isWellFormed()]).toEqual([true, true]);
  expect(anchor(text, 41, 41, true)).toMatchObject({ from: 40, to: 40, quote: "" });
});

test.each([
  ["quote_empty", "a \n b", 1, 4, false],
  ["quote_empty", "abc", 1, 1, false],
  ["quote_too_long", "x".repeat(MAX_QUOTE + 1), 0, MAX_QUOTE + 1, false],
  ["range_invalid", "abc", 2, 4, false],
  ["range_invalid", "abc", 2, 1, false],
  ["range_invalid", "abc", -1, 1, false],
  ["range_invalid", "abc", 0.5, 1, false],
  ["range_invalid", "abc", 0, 1, true],
])("%s: %j from %d to %d", (code, text, from, to, isInsertion) => {
  expect(anchor(text, from, to, isInsertion)).toBe(code);
});

const PAGE = "one the cat\ntwo the dog\nthree the\ncat sat\n";

test.each([
  ["the only occurrence", "two the", {}, "two the"],
  ["an occurrence across a line break", "the cat sat", {}, "the\ncat sat"],
  ["the one on the line", "the", { line: 2 }, "the dog"],
  ["the one whose context fits best", "the", { after: " dog and more" }, "the dog"],
  ["the one whose context before it fits best", "the cat", { before: "in three " }, "the\ncat sat"],
])("a quote is found: %s", (_, quote, hints, start) => {
  const found = locateQuote(PAGE, quote, hints);
  expect(found.ok && found.range.from).toBe(PAGE.indexOf(start));
});

test.each([
  ["missing", "the cow", {}, { code: "quote_missing" }],
  ["missing on the line", "cat", { line: 2 }, { code: "quote_missing" }],
  ["on a line that does not exist", "cat", { line: 9 }, { code: "quote_missing" }],
  ["empty", " \n", {}, { code: "quote_empty" }],
  ["ambiguous", "the", {}, { code: "quote_ambiguous", lines: [1, 2, 3] }],
  ["ambiguous with a context that fits twice", "the", { after: " cat" }, { code: "quote_ambiguous", lines: [1, 2, 3] }],
])("a quote is %s", (_, quote, hints, error) => {
  expect(locateQuote(PAGE, quote, hints)).toEqual({ ok: false, error });
});

test("an ambiguous quote lists the first 20 lines only", () => {
  const found = locateQuote("e\n".repeat(50_000), "e");
  expect(found).toEqual({
    ok: false,
    error: { code: "quote_ambiguous", lines: Array.from({ length: 20 }, (_, i) => i + 1) },
  });
});
