import fc from "fast-check";
import { expect, test } from "vitest";
import { diffText } from "../../../realtime/diff.ts";
import { suggestedChanges, type SuggestedChange } from "./suggested-changes.ts";

const suggest = (before: string, after: string) =>
  suggestedChanges(before, diffText(before, after)).map(({ from, to, replacement }) => [
    before.slice(from, to),
    replacement,
  ]);

/** As the page applies suggestions: without blanks around the words. */
function accepted(before: string, changes: readonly SuggestedChange[]): string {
  let text = before;
  for (const { from, to, replacement } of changes.toReversed())
    text = text.slice(0, from) + replacement + text.slice(to);
  return text;
}

test("makes one suggestion for each changed place", () => {
  expect(suggest("one two three\n\nfour five\n", "one 2 three\n\nfour 5\n")).toEqual([
    ["two", "2"],
    ["five", "5"],
  ]);
});

test("joins changes of one sentence, and keeps those of different lines apart", () => {
  expect(suggest("the quick brown fox jumps\nthe end", "the slow brown dog jumps\nan end")).toEqual([
    ["quick brown fox", "slow brown dog"],
    ["the", "an"],
  ]);
});

test.each([
  ["a deleted line", "one\ntwo\nthree\n", "one\nthree\n"],
  ["a deleted last line", "one\ntwo", "one"],
  ["a deleted empty line", "one\n\ntwo\n", "one\ntwo\n"],
  ["a deleted first line", "one\ntwo\n", "two\n"],
  ["a line more", "one\ntwo\n", "one\nhalf\ntwo\n"],
  ["text at the end", "one", "one\ntwo"],
  ["text in an empty page", "", "one"],
  ["two lines made one", "one\ntwo", "one two"],
  ["one blank more", "one two", "one  two"],
])("suggests %s so that accepting it gives the edited text", (_, before, after) => {
  const changes = suggestedChanges(before, diffText(before, after));
  expect(changes).toHaveLength(1);
  expect(accepted(before, changes)).toBe(after);
  for (const { from, to } of changes) expect(before.slice(from, to)).toBe(before.slice(from, to).trim());
});

test("suggests exactly the edit, by words without blanks around them, wherever the page has words beside it", () => {
  const line = fc
    .array(fc.constantFrom("one", "two", "three", "-", "*x*"), { maxLength: 4 })
    .map((words) => words.join(" "));
  const text = fc.array(line, { maxLength: 6 }).map((lines) => `first ${lines.join("\n")} last`);
  fc.assert(
    fc.property(text, text, (before, after) => {
      const changes = suggestedChanges(before, diffText(before, after));
      expect(accepted(before, changes)).toBe(after);
      for (const { from, to } of changes) expect(before.slice(from, to)).toBe(before.slice(from, to).trim());
    }),
    { numRuns: 2_000 },
  );
});

test("refuses more than can be suggested at once", () => {
  const lines = Array.from({ length: 60 }, (_, i) => `line ${i} is here`);
  expect(() => suggest(lines.join("\n\n"), lines.map((each) => each.replace("here", "there")).join("\n\n"))).toThrow(
    "at most 50 suggestions",
  );
  expect(() => suggest("x".repeat(1_500), "y")).toThrow("at most 1000 characters");
});
