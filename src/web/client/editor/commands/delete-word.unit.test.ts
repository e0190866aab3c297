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
  ["a strong word behind the caret goes with its marks", "a **bold** ‸z", "a ‸z"],
  ["of several words the last, and the marks stay", "a **two words** ‸z", "a **two ‸**z"],
  ["from the end of the marks", "a **two words**‸", "a **two ‸**"],
  ["what is seen as one word is one", "a **bo**ld‸ c", "a ‸ c"],
  ["a link goes with its address", "a [b](https://e.example) ‸", "a ‸"],
  ["code goes with its ticks", "`code`‸", "‸"],
  ["marks within marks", "a **b *c*** ‸", "a **b ‸**"],
  ["the mark of an item stays", "- **b** ‸", "- ‸"],
])("back: %s", (_, before, expected) => {
  expect(pressed(before, -1)).toBe(expected);
});

test.each([
  ["a strong word", "a‸ **bold** z", "a‸ z"],
  ["the first of several", "a ‸**two words** z", "a ‸** words** z"],
])("ahead: %s", (_, before, expected) => {
  expect(pressed(before, 1)).toBe(expected);
});

test("where no mark is in the way the editor's own key counts", () => {
  expect(pressed("one two‸", -1)).toBe("one two‸");
});
