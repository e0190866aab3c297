/** Correction of one typo in a long word. */
import { expect, test } from "vitest";
import { parseQuery } from "./query-rules.ts";
import { corrected, isOneTypoAway, longWordsOf } from "./typo-rules.ts";

test.each([
  ["quarterly", "quaterly", true],
  ["quarterly", "quartterly", true],
  ["quarterly", "quarterlx", true],
  ["quarterly", "qaurterly", true],
  ["quarterly", "uarterly", true],
  ["quarterly", "quarterly", false],
  ["quarterly", "qaurtelry", false],
  ["quarterly", "quarte", false],
  ["водопровод", "водопрвод", true],
])("treats %s and %s as one typo apart: %s", (a, b, expected) => {
  expect(isOneTypoAway(a, b)).toBe(expected);
  expect(isOneTypoAway(b, a)).toBe(expected);
});

test("replaces a mistyped word with its corrections and keeps short words", () => {
  const question = parseQuery("quaterly plan");
  expect(longWordsOf(question)).toEqual(["quaterly"]);
  const meant = corrected(question, [" the quarterly plan", " quarterly quarter"]);
  expect(meant?.terms.map(({ forms }) => forms)).toEqual([[["quarterly"]], [["plan"]]]);
  expect(corrected(question, [" nothing of the kind"])).toBeNull();
});
