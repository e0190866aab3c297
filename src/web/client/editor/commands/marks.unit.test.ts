import { expect, test } from "vitest";
import { isMarked, MARKS, toggleMark } from "./marks.ts";
import { after, stateOf } from "./testing.ts";

const strong = (text: string) => after(text, (state) => toggleMark(state, MARKS.strong));
const emphasis = (text: string) => after(text, (state) => toggleMark(state, MARKS.emphasis));
const code = (text: string) => after(text, (state) => toggleMark(state, MARKS.code));

test.each([
  ["the words selected", "a «word» here", "a **«word»** here"],
  ["without the spaces around them", "a« word »here", "a **«word»** here"],
  ["the word at the caret", "a wo‸rd here", "a **wo‸rd** here"],
  ["the next typed text, where there is no word", "a ‸ b", "a **‸** b"],
  ["inside another mark", "*a «word» here*", "*a **«word»** here*"],
  ["around another mark", "a «*word* here»", "a **«*word* here»**"],
  ["around all of another mark, selected from within", "*«word»*", "***«word»***"],
  ["across the end of another mark", "*a «word* here»", "*a* ***«word* here»**"],
  ["across the beginning of another mark", "«a *word» here*", "**«a *word»*** *here*"],
  ["beyond marked text", "**a «word** here»", "**a «word here»**"],
  ["next to marked text", "**a**«word»", "**a«word»**"],
  ["around marked pieces", "«a **word** here»", "**«a word here»**"],
  ["each line of a paragraph", "«a word\nhere»", "**«a word**\n**here»**"],
  ["items, not their markers", "«- a\n  1. [ ] b\n> c»", "- **«a**\n  1. [ ] **b**\n> **c»**"],
  ["a heading's words", "«# Title #»", "# **«Title»** #"],
  ["cells of a table", "«| a | b |\n|---|---|\n| c | d |»", "| **«a** | **b** |\n|---|---|\n| **c** | **d»** |"],
  ["a whole link that is partly selected", "a «b [c» d](e)", "a **«b [c» d](e)**"],
  ["words in a link", "[a «b»](c)", "[a **«b»**](c)"],
  ["a mention with its sign", "«a @[Bo» Li](user:1)", "**«a @[Bo» Li](user:1)**"],
  ["a callout's title, not its kind", "> [!note] «Title»\n> b", "> [!note] **«Title»**\n> b"],
])("sets a mark: %s", (_, before, expected) => {
  expect(strong(before)).toBe(expected);
});

test.each([
  ["the words selected", "a **«word»** here", "a «word» here"],
  ["words selected with their marks", "a «**word**» here", "a «word» here"],
  ["the word at the caret, without a selection", "a **wo‸rd** here", "a wo‸rd here"],
  ["an empty pair around the caret", "a **‸** here", "a ‸ here"],
  ["the beginning", "**«a» word**", "«a» **word**"],
  ["the end", "**a «word»**", "**a** «word»"],
  ["the middle", "**a «word» here**", "**a** «word» **here**"],
  ["a part of another mark within", "**a *b «c* d»**", "**a *b*** *«c* d»"],
  ["each line", "«**a word**\n**here**»", "«a word\nhere»"],
  ["a mark over two lines", "«**a word\nhere**»", "«a word\nhere»"],
  ["underscores", "__«word»__", "«word»"],
])("removes a mark: %s", (_, before, expected) => {
  expect(strong(before)).toBe(expected);
});

test.each([
  ["out of marked text at its end", "a **word‸**", "a **word**‸"],
  ["back into marked text", "a **word**‸ b", "a **word‸** b"],
  ["out of the inner of two marks", "***word‸***", "***word**‸*"],
])("moves the caret %s, to change whether the next typed text is marked", (_, before, expected) => {
  expect(strong(before)).toBe(expected);
});

test("removes emphasis or strong from text that is both", () => {
  expect(emphasis("***«word»***")).toBe("**«word»**");
  expect(strong("***«word»***")).toBe("*«word»*");
});

test("writes code with enough backticks, and around other marks", () => {
  expect(code("a «b`c» d")).toBe("a ``«b`c»`` d");
  expect(code("a *b «c* d»")).toBe("a `*b «c* d»`");
  expect(code("a `b‸c` d")).toBe("a b‸c d");
});

test("sets no mark in code, formulas and rules", () => {
  for (const text of ["```\n«a»\n```", "    «a»", "$$\n«a»\n$$", "«---»", "```\na‸\n```"])
    expect(strong(text)).toBe(text);
});

test.each(["`a «b` c»", "a «`b` c»", "`a «b` c»", "a *b «c* d»", "«`` ` ``» b"])(
  "restores %s when code is set twice",
  (text) => {
    const bare = (marked: string) => marked.replace(/[«»‸]/g, "");
    expect(bare(code(code(text)))).toBe(bare(text));
  },
);

test("removes only the spaces that separate code from a backtick", () => {
  expect(code("a `` ` b‸ `` c")).toBe("a ` b‸ c");
  expect(code("a ` b‸ ` c")).toBe("a  b‸  c");
});

test.each(["word«(sign)»word", "a«|»b"])("sets no mark without an effect: %s", (text) => {
  expect(strong(text)).toBe(text);
  expect(code("a \\«b» c")).toBe("a \\«b» c");
});

test("reports whether a mark is set", () => {
  expect(isMarked(stateOf("**a «word» here**"), MARKS.strong)).toBe(true);
  expect(isMarked(stateOf("**a «word** here»"), MARKS.strong)).toBe(false);
  expect(isMarked(stateOf("**a wo‸rd**"), MARKS.strong)).toBe(true);
  expect(isMarked(stateOf("*a «word»*"), MARKS.strong)).toBe(false);
});
