import type { TransactionSpec } from "@codemirror/state";
import { expect, test } from "vitest";
import { deleteWord } from "./delete-word.ts";
import { after } from "./testing.ts";

const pressed = (text: string, direction: -1 | 1): string =>
  after(text, (state) => {
    let spec: TransactionSpec | null = null;
    deleteWord(direction)({
      state,
      dispatch: ({ changes, newSelection: selection }) => (spec = { changes, selection }),
    });
    return spec;
  });

test.each([
  ["a bold word with its marks", "a **bold** ‸z", "a ‸z"],
  ["the last of several marked words, without the marks", "a **two words** ‸z", "a **two ‸**z"],
  ["from the end inside the marks", "a **two words**‸", "a **two ‸**"],
  ["a partly marked word as a whole", "a **bo**ld‸ c", "a ‸ c"],
  ["a link with its URL", "a [b](https://e.example) ‸", "a ‸"],
  ["code with its backticks", "`code`‸", "‸"],
  ["nested marks", "a **b *c*** ‸", "a **b ‸**"],
  ["the text of an item, without its marker", "- **b** ‸", "- ‸"],
])("deletes the word before the caret: %s", (_, before, expected) => {
  expect(pressed(before, -1)).toBe(expected);
});

test.each([
  ["a bold word with its marks", "a‸ **bold** z", "a‸ z"],
  ["the first of several marked words", "a ‸**two words** z", "a ‸** words** z"],
])("deletes the word after the caret: %s", (_, before, expected) => {
  expect(pressed(before, 1)).toBe(expected);
});

test("leaves words without Markdown marks to the editor's own command", () => {
  expect(pressed("one two‸", -1)).toBe("one two‸");
});
