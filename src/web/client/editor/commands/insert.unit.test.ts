import { expect, test } from "vitest";
import { insertDate, insertDateTime, insertDiagram, insertFootnote, insertMath, insertRule } from "./insert.ts";
import { after } from "./testing.ts";

test.each([
  ["on a blank line", "a\n\n‸", "a\n\n---\n\n‸"],
  ["below the block at the caret", "a‸b\n\nc", "ab\n\n---\n\n‸\n\nc"],
  ["below a whole list", "- a‸\n- b", "- a\n- b\n\n---\n\n‸"],
  ["apart from the line above", "a\n‸", "a\n\n---\n\n‸"],
])("inserts a rule %s", (_, before, expected) => {
  expect(after(before, insertRule)).toBe(expected);
});

test("inserts formulas and diagrams with the caret inside", () => {
  expect(after("a‸", insertMath)).toBe("a\n\n$$\n‸\n$$");
  expect(after("‸", insertDiagram)).toBe("```mermaid\nflowchart LR\n  A[First] --> B[Second]‸\n```");
});

test("replaces the selection with the date, and with the date and time", () => {
  const now = new Date(2026, 2, 4, 5, 6);
  expect(after("a «b» c", (state) => insertDate(state, now))).toBe("a 2026-03-04‸ c");
  expect(after("a ‸", (state) => insertDateTime(state, now))).toBe("a 2026-03-04 05:06‸");
});

test.each([
  ["a first footnote", "a‸ b\n\nc\n", "a[^1] b\n\nc\n\n[^1]: ‸\n"],
  ["a footnote before the space that opened the menu", "a ‸b", "a[^1] b\n\n[^1]: ‸"],
  ["a second footnote", "a[^1]‸\n\n[^1]: b", "a[^1][^2]\n\n[^1]: b\n[^2]: ‸"],
  ["a footnote with an unused number", "a[^2]‸\n\n[^1]: b", "a[^2][^3]\n\n[^1]: b\n[^3]: ‸"],
  ["a footnote after the last word", "a‸", "a[^1]\n\n[^1]: ‸"],
])("inserts %s", (_, before, expected) => {
  expect(after(before, insertFootnote)).toBe(expected);
});
