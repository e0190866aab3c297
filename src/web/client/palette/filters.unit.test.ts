/** Search filters while they are typed. */
import { expect, test } from "vitest";
import { matchingChoices, NO_FILTER, sinceOf, TIMES, tokenIn, TYPES, withoutLast } from "./filters.ts";

test("recognizes a filter prefix in the last word, regardless of case", () => {
  expect(tokenIn("type:")).toEqual({ kind: "type", words: "", rest: "" });
  expect(tokenIn("plan of BY:ann")).toEqual({ kind: "by", words: "ann", rest: "plan of" });
});

test.each(["", "plan", "type: sheet", "mytype:sheet", "https://example.com", "time:now"])(
  "finds no filter prefix in “%s”",
  (typed) => expect(tokenIn(typed)).toBeNull(),
);

test("finds filter values by the start of their name or of a word in it", () => {
  const labels = (words: string) => matchingChoices(TYPES, words).map(({ label }) => label);
  expect(labels("sh")).toEqual(["Sheet"]);
  expect(labels("list")).toEqual(["Task list"]);
  expect(labels("tasklist")).toEqual(["Task list"]);
  expect(labels("zebra")).toEqual([]);
});

test("converts a time filter to a start time, and no filter to null", () => {
  expect(sinceOf(NO_FILTER, 1_000)).toBeNull();
  const [day] = TIMES;
  expect(sinceOf({ ...NO_FILTER, changed: day ?? null }, 100_000_000)).toBe(100_000_000 - 86_400_000);
});

test("removes the last filter that is set", () => {
  const type = { id: "SHEET", label: "Sheet" };
  const by = { id: "u", label: "Ann" };
  expect(withoutLast({ ...NO_FILTER, type, by })).toEqual({ ...NO_FILTER, type });
  expect(withoutLast(NO_FILTER)).toEqual(NO_FILTER);
});
