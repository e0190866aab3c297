import { expect, test } from "vitest";
import { blocksOf, compareTexts } from "./compare.ts";

test("a block is a paragraph, a list, a table or code, with its lines", () => {
  expect(blocksOf("# A\n\none\ntwo\n\n- a\n- b\n\n```js\nx\n\ny\n```\n\n|a|\n|-|\n")).toEqual([
    "# A",
    "one\ntwo",
    "- a\n- b",
    "```js\nx\n\ny\n```",
    "|a|\n|-|",
  ]);
});

test("a changed word is marked in its block, what stays is left alone", () => {
  expect(compareTexts("first\n\nthe red house\n\nlast", "first\n\nthe green house\n\nlast")).toEqual([
    { kind: "same", text: "first" },
    {
      kind: "changed",
      text: "the green house",
      before: "the red house",
      changes: [{ from: 4, to: 9, removed: "red" }],
    },
    { kind: "same", text: "last" },
  ]);
});

test("words that only went stand where they were", () => {
  const [block] = compareTexts("one two three", "one three");
  expect(block).toMatchObject({ kind: "changed", changes: [{ from: 4, to: 4, removed: "two " }] });
});

test("a block that has nothing in common with what was there is another one", () => {
  expect(compareTexts("alpha beta\n\nend", "entirely different words\n\nend").map(({ kind }) => kind)).toEqual([
    "added",
    "removed",
    "same",
  ]);
});

test("from nothing all is new, to nothing all is gone", () => {
  expect(compareTexts("", "a\n\nb").map(({ kind }) => kind)).toEqual(["added", "added"]);
  expect(compareTexts("a\n\nb", "").map(({ kind }) => kind)).toEqual(["removed", "removed"]);
});
