/** Search filters while they are typed. */
import { expect, test } from "vitest";
import { matchingChoices, NO_FILTER, sinceOf, TIMES, tokenIn, TYPES, withoutLast } from "./filters.ts";

test("the token at the end of what was typed is a filter on its way, in any case of its letters", () => {
  expect(tokenIn("type:")).toEqual({ kind: "type", words: "", rest: "" });
  expect(tokenIn("plan of BY:ann")).toEqual({ kind: "by", words: "ann", rest: "plan of" });
});

test.each(["", "plan", "type: sheet", "mytype:sheet", "https://example.com", "time:now"])("%s holds none", (typed) =>
  expect(tokenIn(typed)).toBeNull(),
);

test("a choice is found by how its name or a word of it begins", () => {
  const labels = (words: string) => matchingChoices(TYPES, words).map(({ label }) => label);
  expect(labels("sh")).toEqual(["Sheet"]);
  expect(labels("list")).toEqual(["Task list"]);
  expect(labels("tasklist")).toEqual(["Task list"]);
  expect(labels("zebra")).toEqual([]);
});

test("a time begins as long ago as its name says, and no time at all is any", () => {
  expect(sinceOf(NO_FILTER, 1_000)).toBeNull();
  const [day] = TIMES;
  expect(sinceOf({ ...NO_FILTER, changed: day ?? null }, 100_000_000)).toBe(100_000_000 - 86_400_000);
});

test("what goes first is the last kind that is set", () => {
  const type = { id: "SHEET", label: "Sheet" };
  const by = { id: "u", label: "Ann" };
  expect(withoutLast({ ...NO_FILTER, type, by })).toEqual({ ...NO_FILTER, type });
  expect(withoutLast(NO_FILTER)).toEqual(NO_FILTER);
});
