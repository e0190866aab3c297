import fc from "fast-check";
import { expect, test } from "vitest";
import { shownChange } from "./shown-change.ts";

test.each([
  ["red fox", "fox", "red ", ""],
  ["- Water\n-", "-", "- Water\n", ""],
  ["colour", "color", "colour", "color"],
  ["a red fox", "a big red fox", "", " big"],
  ["foot ball", "football", "foot ball", "football"],
  ["quick brown", "slow red", "quick brown", "slow red"],
  ["", "new", "", "new"],
  ["gone", "", "gone", ""],
])("shows what changes from %j to %j", (quote, replacement, removed, inserted) => {
  expect(shownChange(quote, replacement)).toMatchObject({ removed, inserted });
});

test("leaves out only what both texts have", () => {
  const text = fc
    .array(fc.constantFrom("red", "fox", " ", "\n", "😀", "-"), { maxLength: 8 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, text, (quote, replacement) => {
      const { at, removed, inserted } = shownChange(quote, replacement);
      expect(quote.slice(at, at + removed.length)).toBe(removed);
      expect(quote.slice(0, at) + inserted + quote.slice(at + removed.length)).toBe(replacement);
    }),
  );
});
