/** What a suggestion makes of a text, and how the difference is shown. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { diffPieces, suggestedText } from "./suggested-text.ts";

test.each([
  ["rewrite", "old", "  new\n", false, "new"],
  ["rewrite", "\nold words \n", "new", false, "\nnew \n"],
  ["outline", "", "\n- a\n- b\n", false, "- a\n- b"],
  ["instruct", "  ", "new", false, "  new"],
  ["continue", "One.", "Two.", false, "One. Two."],
  ["continue", "One.\n", "Two.", false, "One.\nTwo."],
  ["continue", "", "Two.", false, "Two."],
  ["continue", "One.", " ", false, "One."],
  ["rewrite", "  a();\n", "\n    b();\n", true, "    b();\n"],
  ["continue", "a();", "b();", true, "a();\nb();"],
] as const)("%s: %j and %j (code: %s)", (action, text, reply, isCode, expected) => {
  expect(suggestedText(action, text, reply, isCode)).toBe(expected);
});

test("shows what is removed and added between what stays", () => {
  expect(diffPieces("The quick fox jumps.", "The slow fox jumps.")).toEqual([
    { kind: "same", text: "The " },
    { kind: "removed", text: "quick" },
    { kind: "added", text: "slow" },
    { kind: "same", text: " fox jumps." },
  ]);
  expect(diffPieces("", "New.")).toEqual([{ kind: "added", text: "New." }]);
  expect(diffPieces("Same.", "Same.")).toEqual([{ kind: "same", text: "Same." }]);
});

test("the pieces contain both texts completely", () => {
  const text = fc.array(fc.constantFrom("one", "two", " ", "\n", "ä", "🙂", "- ")).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const pieces = diffPieces(before, after);
      const without = (kind: string) =>
        pieces
          .filter((piece) => piece.kind !== kind)
          .map((piece) => piece.text)
          .join("");
      expect([without("added"), without("removed")]).toEqual([before, after]);
    }),
  );
});
