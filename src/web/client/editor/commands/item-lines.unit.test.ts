import type { StateCommand, TransactionSpec } from "@codemirror/state";
import { expect, test } from "vitest";
import { breakInItem, nextItem } from "./item-lines.ts";
import { after } from "./testing.ts";

const pressed = (text: string, command: StateCommand): string =>
  after(text, (state) => {
    let spec: TransactionSpec | null = null;
    command({ state, dispatch: ({ changes, newSelection: selection }) => (spec = { changes, selection }) });
    return spec;
  });

test.each([
  ["- one‸", "- one\n  ‸"],
  ["1. one‸ two", "1. one\n   ‸ two"],
  ["- [ ] one‸", "- [ ] one\n  ‸"],
  ["> - one‸", "> - one\n>   ‸"],
  ["> one‸", "> one\n> ‸"],
  ["words‸", "words‸"],
])("adds a line to the item on Shift-Enter in %j", (before, expected) => {
  expect(pressed(before, breakInItem)).toBe(expected);
});

test.each([
  ["- one\n  two‸", "- one\n  two\n- ‸"],
  ["1. one\n   tw‸o\n2. three", "1. one\n   tw\n2. ‸o\n3. three"],
  ["- [x] one\n  two‸", "- [x] one\n  two\n- [ ] ‸"],
  ["- one‸", "- one‸"],
  ["- one\n\n  two‸", "- one\n\n  two‸"],
  ["words\nwords‸", "words\nwords‸"],
])("starts the next item on Enter in %j", (before, expected) => {
  expect(pressed(before, nextItem)).toBe(expected);
});
