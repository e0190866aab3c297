/** Quotations in pages: what counts as the same words, and on which lines they are. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { PageText } from "./page-text.ts";

const locate = (lines: readonly string[], quote: string, from = 1, to = from) =>
  new PageText({ revision: 1, lines }).locate(quote, { from, to });

test.each<[string, string, string]>([
  ["the same words", "We meet on Monday.", "meet on Monday"],
  ["spaces", "We  meet\ton\u00a0Monday", "We meet on Monday"],
  ["typographic quotation marks", "Ann said “yes” and ‘no’", `Ann said "yes" and 'no'`],
  ["straight quotation marks", `Ann said "yes" it's`, "Ann said 'yes' it’s"],
  ["German quotation marks", "Anna sagte „ja“ und »nein«.", 'Anna sagte "ja" und "nein".'],
  ["umlauts in two characters", "Gru\u0308\u00dfe aus Mu\u0308nchen", "Gr\u00fc\u00dfe aus M\u00fcnchen"],
  ["dashes", "1990–2000 — a decade", "1990-2000 - a decade"],
  ["two hyphens for a dash", "so—they say", "so--they say"],
  ["an ellipsis", "and so on…", "and so on..."],
  ["Arabic", "يجتمع الفريق يوم الاثنين", "الفريق يوم الاثنين"],
  ["marks of direction", "السعر \u200f5\u200e دولار", "السعر 5 دولار"],
  ["Chinese", "团队每周一开会。", "每周一开会"],
  ["Chinese quotation marks", "他说「好」。", "他说“好”。"],
  ["bold and italics", "We **meet** on _Monday_", "We meet on Monday"],
  ["markup in the quotation", "We **meet** on Monday", "We **meet** on"],
  ["code", "Call `run()` now", "Call run() now"],
  ["a link", "The [budget](/pages/b) is fixed", "The budget is fixed"],
  ["a link with parentheses", "The [town](/wiki/Bonn_(town)) is old", "The town is old"],
  ["an image", "See ![a map](file:1) here", "See a map here"],
  ["a mention", "Ask @[Ann](user:u1) first", "Ask @Ann first"],
  ["strikethrough and highlight", "~~old~~ and ==new==", "old and new"],
  ["a footnote", "It is so.[^1] Indeed.", "It is so. Indeed."],
  ["escapes", "3 \\* 4", "3 * 4"],
  ["a line break tag", "one<br>two", "one two"],
  ["a heading", "## The plan", "The plan"],
  ["a heading with its mark", "## The plan", "## The plan"],
  ["a quote", "> > Said Ann", "Said Ann"],
  ["a task", "- [x] Buy milk", "Buy milk"],
  ["cells of a table", "| Ann | 5 |", "Ann 5"],
  ["a numbered item", "12. Twelfth", "12. Twelfth"],
  ["a numbered item without its number", "12. Twelfth", "Twelfth"],
])("finds words that differ in %s", (_, line, quote) => {
  expect(locate(["before", line, "after"], quote, 2)).toEqual({ from: 2, to: 2 });
});

test.each<[string, string, string]>([
  ["other words", "We meet on Monday", "We meet on Tuesday"],
  ["another case", "We meet on Monday", "we meet on monday"],
  ["another order", "meet on Monday", "Monday on meet"],
  ["another number", "It costs 1.5", "It costs 15"],
  ["a minus", "It is -5 outside", "It is 5 outside"],
  ["the target of a link", "The [budget](/pages/secret)", "secret"],
  ["a left out word", "We do not agree", "We do agree"],
  ["an accent", "Die Grüße", "Die Grusse"],
  ["no words", "We meet", ""],
  ["one character", "We meet", "W"],
  ["spaces alone", "We meet", "  \n "],
])("does not find %s", (_, line, quote) => {
  expect(locate([line], quote)).toBeNull();
});

test("finds a quotation over several lines, with or without the marks before them", () => {
  const lines = ["Shopping:", "", "- milk", "- [ ] **bread**", "> and", "> butter"];
  for (const quote of ["Shopping: milk bread and butter", "Shopping:\n\n- milk\n- bread\n> and\n> butter"])
    expect(locate(lines, quote, 1, 6)).toEqual({ from: 1, to: 6 });
  expect(locate(lines, "- milk - [ ] bread", 3, 4)).toEqual({ from: 3, to: 4 });
  expect(locate(["我们每周一", "开会讨论。"], "每周一开会", 1, 2)).toEqual({ from: 1, to: 2 });
});

test.each([
  ["# One", "One"],
  ["###### Six", "Six"],
  ["> > quoted", "quoted"],
  ["* star", "star"],
  ["+ plus", "plus"],
  ["12. twelfth", "twelfth"],
  ["3) third", "third"],
  ["  - nested", "nested"],
  ["- [ ] open", "open"],
  ["-  [X] done", "done"],
])("a quotation over several lines may leave out the mark of %j", (line, words) => {
  const lines = ["before", line, "after"];
  expect(locate(lines, `before ${words} after`, 1, 3)).toEqual({ from: 1, to: 3 });
  expect(locate(lines, `fore ${words} aft`, 2)).toEqual({ from: 1, to: 3 });
});

test.each([
  ["#tag", "tag"],
  ["-5", "5"],
  ["1.5", "5"],
  ["- [y] odd", "odd"],
  ["a - b", "a b"],
])("%j does not begin with a mark that a quotation may leave out", (line, words) => {
  expect(locate(["before", line, "after"], `before ${words} after`, 1, 3)).toBeNull();
});

test.each(["b", "i", "u", "s", "em", "strong", "sub", "sup", "mark", "kbd", "br /"])("ignores the tag <%s>", (tag) => {
  expect(locate([`one <${tag}>two</${tag}> three`], "one two three")).toEqual({ from: 1, to: 1 });
  expect(locate(["one <x>two</x>"], "one two")).toBeNull();
});

test("ignores footnotes with long names", () => {
  expect(locate(["It is so.[^proof-1] Indeed."], "It is so. Indeed.")).toEqual({ from: 1, to: 1 });
});

test("looks in the whole page for words that are not on the named lines", () => {
  expect(locate(["one"], "two")).toBeNull();
  expect(locate(["one"], "two", 9)).toBeNull();
  expect(locate(["one", "same", "two", "same"], "same", 3)).toEqual({ from: 4, to: 4 });
});

test("keeps the named lines, within those of the page", () => {
  const lines = ["one", "two", "three"];
  expect(locate(lines, "two", 1, 3)).toEqual({ from: 1, to: 3 });
  expect(locate(lines, "two", 0, 99)).toEqual({ from: 1, to: 3 });
  expect(locate([], "two", 1, 1)).toBeNull();
});

test("prefers the named lines, then those after them, then those before", () => {
  const lines = ["same", "", "other", "same", "", "same words"];
  expect(locate(lines, "same", 6)).toEqual({ from: 6, to: 6 });
  expect(locate(lines, "same", 2)).toEqual({ from: 4, to: 4 });
  expect(locate(lines, "other", 5)).toEqual({ from: 3, to: 3 });
  expect(locate(lines, "same", 7)).toEqual({ from: 1, to: 1 });
  expect(locate(lines, "other same", 6)).toEqual({ from: 3, to: 4 });
});

test("finds long quotations up to two thousand characters", () => {
  const lines = Array.from({ length: 60 }, (_, n) => `Line ${n} has exactly these forty letters.`);
  const text = lines.join("\n");
  expect(locate(lines, text.slice(0, 2_000), 1, 60)).toEqual({ from: 1, to: 60 });
  expect(locate(lines, text.slice(0, 2_001), 1, 60)).toBeNull();
});

test("finds every part of a page where it is", () => {
  const line = fc.string({ unit: fc.constantFrom("a", "b", " ", "中", "**", "> ", "é", "“"), maxLength: 12 });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), fc.nat(), fc.nat(), (lines, start, count) => {
      const from = (start % lines.length) + 1;
      const to = Math.min(lines.length, from + (count % 3));
      const quote = lines.slice(from - 1, to).join("\n");
      fc.pre(quote.replaceAll(/[\s*>]/g, "").length >= 2);
      expect(locate(lines, quote, from, to)).toEqual({ from, to });
      expect(locate(lines, quote, 1)).not.toBeNull();
      const others = quote.replaceAll("a", "x").replaceAll("b", "y");
      if (others !== quote) expect(locate(lines, others, from, to)).toBeNull();
    }),
  );
});
