import { expect, test } from "vitest";
import { blockAt } from "./blocks.ts";
import { deleteBlocks, duplicateBlocks, moveBlocks, moveBlockTo } from "./move.ts";
import { after } from "./testing.ts";

const up = (text: string) => after(text, (state) => moveBlocks(state, -1));
const down = (text: string) => after(text, (state) => moveBlocks(state, 1));
const copy = (text: string) => after(text, duplicateBlocks);
const remove = (text: string) => after(text, deleteBlocks);

test.each([
  ["over the block above", up, "# a\n\nb\n\nc‸", "# a\n\nc‸\n\nb"],
  ["under the block below", down, "a‸\n\n\nb\n", "b\n\n\na‸\n"],
  ["together with other selected blocks", up, "a\n\n«b\n\nc»", "«b\n\nc»\n\na"],
  ["an item with its children", down, "- a‸\n  - b\n- c", "- c\n- a‸\n  - b"],
  ["an item within its list alone", up, "- a\n  - b‸", "- a\n  - b‸"],
  ["the first item of a list over the block above", up, "a\n\n- b‸\n- c", "- b‸\n\na\n- c"],
  ["not beyond the top", up, "a‸\n\nb", "a‸\n\nb"],
  ["not beyond the end", down, "a\n\nb‸\n", "a\n\nb‸\n"],
  ["a heading from between two paragraphs, which stay separate", up, "a\n# b‸\nc", "# b‸\na\n\nc"],
])("moves a block: %s", (_, move, before, expected) => {
  expect(move(before)).toBe(expected);
});

test("duplicates a block below itself", () => {
  expect(copy("# a‸\n\nb")).toBe("# a\n\n# a‸\n\nb");
  expect(copy("- a‸\n  - b\n- c")).toBe("- a\n  - b\n- a‸\n  - b\n- c");
});

test.each([
  ["in the middle", "a\n\nb‸\n\nc", "a\n\n‸c"],
  ["at the end", "a\n\nb‸\n", "a‸\n"],
  ["the only block", "a‸", "‸"],
  ["between two paragraphs, which stay separate", "a\n# b‸\nc", "a\n‸\nc"],
  ["an item with its children", "- a\n- b‸\n  - c\n- d", "- a\n‸- d"],
])("deletes a block: %s", (_, before, expected) => {
  expect(remove(before)).toBe(expected);
});

const carry = (text: string, target: (doc: string) => number) =>
  after(text, (state) => moveBlockTo(state, blockAt(state, state.selection.main.head), target(state.doc.toString())));

test.each([
  ["before a paragraph", "a\n\nb\n\n‸c", "b", "a\n\n‸c\n\nb"],
  ["down before a paragraph", "‸a\n\nb\n\nc", "c", "b\n\n‸a\n\nc"],
  ["an item before another", "- a\n- b\n- ‸c", "- b", "- a\n‸- c\n- b"],
  ["an item to a deeper level", "- a\n  - b\n- c‸\n  - d", "  - b", "- a\n‸  - c\n    - d\n  - b"],
])("drags a block: %s", (_, before, target, expected) => {
  expect(carry(before, (doc) => doc.indexOf(target))).toBe(expected);
});

test("drags a block to the blank line below another", () => {
  expect(carry("‸a\n\nb\n\nc", (doc) => doc.indexOf("b") + 2)).toBe("b\n\n‸a\n\nc");
});

test("drags a block to the end", () => {
  expect(carry("‸a\n\nb", (doc) => doc.length)).toBe("b\n\n‸a");
});
