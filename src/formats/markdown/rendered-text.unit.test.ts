/** The plain text of Markdown, for whole pages and for arbitrary excerpts. */
import { describe, expect, test } from "vitest";
import { renderedText } from "./rendered-text.ts";

describe("text of a whole page", () => {
  test.each([
    ["# Plan\n\nSome **bold**, _slanted_ and ~~old~~ ==words==", "Plan Some bold, slanted and old words"],
    ["Plan\n====\n\nText\n\n---\n\nMore", "Plan Text More"],
    ["## Closed ##\n\nText", "Closed Text"],
    ["see [the guide](https://example.com/a_b) now", "see the guide now"],
    ['see [the **guide**](https://example.com "Title") now', "see the guide now"],
    ["see [the guide][g] now\n\n[g]: https://example.com", "see the guide now"],
    ["<https://example.com> and https://example.org/x_y_z", "https://example.com and https://example.org/x_y_z"],
    ["- [ ] Buy bread\n- [x] Read *it*\n* a\n+ b\n1. c\n2) d", "Buy bread Read it a b c d"],
    ["Ask @[Ann Berg](user:u1) about @[Plan](page:p1)", "Ask @Ann Berg about Plan"],
    ["> [!note] Mind\n> the gap", "Mind the gap"],
    ["> quoted\n> > deeper", "quoted deeper"],
    ["a `code *span*` and ``a ` b``", "a code *span* and a ` b"],
    ["```ts\nconst a = b * c;\n```\n\nafter", "const a = b * c; after"],
    ["| Name | Age |\n| :--- | --: |\n| **Ann** | 12 |\n| a \\| b | [x](y) |", "Name · Age Ann · 12 a | b · x"],
    ["before ![a chart|480x270](/api/files/1/view) after", "before a chart after"],
    ["alpha <script>alert(1)</script> beta", "alpha <script>alert(1)</script> beta"],
    ["one<br>two\\\nthree", "one two three"],
    ["5 \\* 3 &amp; \\# not a heading", "5 * 3 & # not a heading"],
    ["2 * 3 * 4 and snake_case_name", "2 * 3 * 4 and snake_case_name"],
    ["word[^1] more\n\n[^1]: The *note*", "word more The note"],
    ["area $a^2$ and\n\n$$\nx_1\n$$", "area a^2 and x_1"],
    ["[not a link] and [x](", "[not a link] and [x]("],
    ["", ""],
  ])("renders %j", (markdown, text) => expect(renderedText(markdown)).toBe(text));
});

describe("text of an excerpt", () => {
  const part = { isInside: true, goesOn: true };
  test.each([
    ["guide](https://example.com/a) and **bold** words", "guide and bold words"],
    ["example.com/a/long/address) and words", "and words"],
    ["strong** and *slanted* words", "strong and slanted words"],
    ["words and **stro", "words and stro"],
    ["words and [the gui", "words and the gui"],
    ["words and [the guide](https://exam", "words and the guide"],
    ["words ![a chart](/api/fi", "words a chart"],
    ["let a = b * c;\n```\nText with **bold**", "let a = b * c; Text with bold"],
    ["a * b\n```\ntext **b**\n```js\nc * d\n```\nend", "a * b text b c * d end"],
    ["| Ann | **12** |\n| Ben | `a` |", "Ann · 12 Ben · a"],
    ["nn | 12 |\n| Ben | 13 |\n| Cl", "nn · 12 Ben · 13 Cl"],
  ])("renders %j", (markdown, text) => expect(renderedText(markdown, part)).toBe(text));
});

test("includes URLs on request", () => {
  const source = "[guide](https://example.com/tides) ![map](/api/files/1/view)";
  expect(renderedText(source, { addresses: true })).toBe("guide https://example.com/tides map /api/files/1/view");
});

test("omits image descriptions on request", () => {
  expect(renderedText("a ![chart](x) b", { pictures: false })).toBe("a b");
});
