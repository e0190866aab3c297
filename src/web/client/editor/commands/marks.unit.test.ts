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
  ["what is typed next, where there is no word", "a ‸ b", "a **‸** b"],
  ["inside another mark", "*a «word» here*", "*a **«word»** here*"],
  ["around another mark", "a «*word* here»", "a **«*word* here»**"],
  ["around all of another mark, selected from within", "*«word»*", "***«word»***"],
  ["across the end of another mark", "*a «word* here»", "*a* ***«word* here»**"],
  ["across the beginning of another mark", "«a *word» here*", "**«a *word»*** *here*"],
  ["beyond what is marked already", "**a «word** here»", "**a «word here»**"],
  ["next to what is marked already", "**a**«word»", "**a«word»**"],
  ["around pieces that are marked already", "«a **word** here»", "**«a word here»**"],
  ["each line of a paragraph", "«a word\nhere»", "**«a word**\n**here»**"],
  ["items, not their marks", "«- a\n  1. [ ] b\n> c»", "- **«a**\n  1. [ ] **b**\n> **c»**"],
  ["a heading's words", "«# Title #»", "# **«Title»** #"],
  ["cells of a table", "«| a | b |\n|---|---|\n| c | d |»", "| **«a** | **b** |\n|---|---|\n| **c** | **d»** |"],
  ["all of a link that the selection cuts", "a «b [c» d](e)", "a **«b [c» d](e)**"],
  ["words in a link", "[a «b»](c)", "[a **«b»**](c)"],
  ["a mention with its sign", "«a @[Bo» Li](user:1)", "**«a @[Bo» Li](user:1)**"],
  ["a callout's title, not its kind", "> [!note] «Title»\n> b", "> [!note] **«Title»**\n> b"],
])("sets a mark on %s", (_, before, expected) => {
  expect(strong(before)).toBe(expected);
});

test.each([
  ["the words selected", "a **«word»** here", "a «word» here"],
  ["its marks selected with it", "a «**word**» here", "a «word» here"],
  ["where the caret is", "a **wo‸rd** here", "a wo‸rd here"],
  ["an empty pair around the caret", "a **‸** here", "a ‸ here"],
  ["the beginning", "**«a» word**", "«a» **word**"],
  ["the end", "**a «word»**", "**a** «word»"],
  ["the middle", "**a «word» here**", "**a** «word» **here**"],
  ["a part of another mark within", "**a *b «c* d»**", "**a *b*** *«c* d»"],
  ["each line", "«**a word**\n**here**»", "«a word\nhere»"],
  ["a mark over two lines", "«**a word\nhere**»", "«a word\nhere»"],
  ["underscores", "__«word»__", "«word»"],
])("takes a mark from %s", (_, before, expected) => {
  expect(strong(before)).toBe(expected);
});

test.each([
  ["out of a piece at its end", "a **word‸**", "a **word**‸"],
  ["into it again", "a **word**‸ b", "a **word‸** b"],
  ["over the inner of two marks", "***word‸***", "***word**‸*"],
])("steps %s, so that what is typed next is marked or is not", (_, before, expected) => {
  expect(strong(before)).toBe(expected);
});

test("parts emphasis from strong in what is both", () => {
  expect(emphasis("***«word»***")).toBe("**«word»**");
  expect(strong("***«word»***")).toBe("*«word»*");
});

test("writes code with as many backticks as it needs, and around other marks", () => {
  expect(code("a «b`c» d")).toBe("a ``«b`c»`` d");
  expect(code("a *b «c* d»")).toBe("a `*b «c* d»`");
  expect(code("a `b‸c` d")).toBe("a b‸c d");
});

test("marks nothing in code, formulas and rules", () => {
  for (const text of ["```\n«a»\n```", "    «a»", "$$\n«a»\n$$", "«---»", "```\na‸\n```"])
    expect(strong(text)).toBe(text);
});

test.each(["`a «b` c»", "a «`b` c»", "`a «b` c»", "a *b «c* d»", "«`` ` ``» b"])(
  "gives back %s when code is set twice",
  (text) => {
    const bare = (marked: string) => marked.replace(/[«»‸]/g, "");
    expect(bare(code(code(text)))).toBe(bare(text));
  },
);

test("takes only the spaces that part code from a backtick", () => {
  expect(code("a `` ` b‸ `` c")).toBe("a ` b‸ c");
  expect(code("a ` b‸ ` c")).toBe("a  b‸  c");
});

test.each(["word«(sign)»word", "a«|»b"])("sets no mark that would mark nothing: %s", (text) => {
  expect(strong(text)).toBe(text);
  expect(code("a \\«b» c")).toBe("a \\«b» c");
});

test("says whether a mark is set", () => {
  expect(isMarked(stateOf("**a «word» here**"), MARKS.strong)).toBe(true);
  expect(isMarked(stateOf("**a «word** here»"), MARKS.strong)).toBe(false);
  expect(isMarked(stateOf("**a wo‸rd**"), MARKS.strong)).toBe(true);
  expect(isMarked(stateOf("*a «word»*"), MARKS.strong)).toBe(false);
});
