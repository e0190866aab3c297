import { expect, test } from "vitest";
import { after } from "./testing.ts";
import { type Target, turnInto } from "./turn-into.ts";

const into = (target: Target, text: string) => after(text, (state) => turnInto(state, target));

const paragraph: Target = { kind: "paragraph" };
const heading: Target = { kind: "heading", level: 2 };
const bullet: Target = { kind: "bullet" };
const ordered: Target = { kind: "ordered" };
const task: Target = { kind: "task" };
const quote: Target = { kind: "quote" };
const tip: Target = { kind: "callout", callout: "tip" };
const code: Target = { kind: "code" };

test.each<[string, Target, string, string]>([
  ["a paragraph into a heading", heading, "a‸b", "## a‸b"],
  ["a blank line into a heading", heading, "‸", "## ‸"],
  ["one line of a paragraph into a heading", heading, "a\nb‸\nc", "a\n## b‸\nc"],
  ["a line selected with its end into a heading, and not the next one", heading, "a\n«b\n»c\nd", "a\n## «b\n»c\nd"],
  ["a heading into another", heading, "# a‸", "## a‸"],
  ["an underlined heading into one with a mark", heading, "a‸\n===\nb", "## a‸\nb"],
  ["a heading back", heading, "## a‸", "a‸"],
  ["a heading between lines of text back into one of them", heading, "a\n## b‸\nc", "a\nb‸\nc"],
  ["code above a comment back into text", code, "```\n«a\nb»\n```\n<!-- c -->", "«a\nb»\n<!-- c -->"],
  ["code above a tag of a block back into text", code, "```\n«a»\n```\n<div>", "«a»\n<div>"],
  ["code above another tag back into text that stays apart", code, "```\n«a»\n```\n<b>", "«a»\n\n<b>"],
  ["a paragraph into an item", bullet, "a‸\nb", "- a‸\n  b"],
  ["lines selected into an item each", bullet, "«a\nb»", "- «a\n- b»"],
  ["an item of an indented list back", bullet, "  * a\n  * b‸", "  * a\n\n  b‸"],
  ["an item of an indented list into a numbered one", ordered, "* a\n    * b‸", "* a\n    1. b‸"],
  ["a paragraph into an item of the indented list above it", bullet, "  * a\n\n  b‸", "  * a\n\n  * b‸"],
  ["a blank line below a list into an item, apart from the text below", bullet, "- a\n  ‸\nb", "- a\n  - ‸\n\nb"],
  ["an item back", bullet, "- a‸\n  b", "a‸\nb"],
  ["items back", bullet, "«- a\n- b»", "«a\nb»"],
  ["a paragraph into an item of the list above it", ordered, "3) a\n\nb‸", "3) a\n\n4) b‸"],
  ["paragraphs into numbered items", ordered, "«a\n\nb»", "1. «a\n\n2. b»"],
  ["an item into a numbered one, with what is nested in it", ordered, "- a‸\n  - b", "1. a‸\n   - b"],
  ["a task into an item", bullet, "- [x] a‸", "- a‸"],
  ["an item into a task", task, "- a‸\n- b", "- [ ] a‸\n- b"],
  ["an item into a heading, its list below", heading, "- a‸\n  - b", "## a‸\n- b"],
  ["an item within a list into a paragraph", paragraph, "- a\n- b‸\n- c", "- a\n\nb‸\n- c"],
  ["a heading into a quote that keeps it", quote, "# a‸", "> # a‸"],
  ["blocks into one quote", quote, "«a\n\nb»", "> «a\n>\n> b»"],
  ["a quote back", quote, "> a‸\n> b", "a‸\nb"],
  ["a paragraph into a callout", tip, "a‸", "> [!tip]\n> a‸"],
  ["an item of an indented list into a callout", tip, " * a\n * b‸\n * c", " * a\n> [!tip]\n>  * b‸\n * c"],
  ["a callout into another kind", tip, "> [!note] Mind\n> a‸", "> [!tip]\n> Mind\n> a‸"],
  ["a callout back", tip, "> [!tip]\n> a‸", "a‸"],
  ["a callout into a quote", quote, "> [!tip]\n> a‸", "> a‸"],
  ["a blank line into a callout", tip, "‸", "> [!tip]\n> ‸"],
  ["a paragraph into code", code, "a‸\nb", "```\na‸\nb\n```"],
  ["a text with backticks into code", code, "a ```` b‸", "`````\na ```` b‸\n`````"],
  ["code back", code, "```ts\na‸\n```", "a‸"],
  ["a blank line into code", code, "‸", "```\n‸\n```"],
  ["a quote into a heading", heading, "> a‸", "## a‸"],
  ["code into a quote", quote, "```\na‸\n```", "> a‸"],
])("converts %s", (_, target, before, expected) => {
  expect(into(target, before)).toBe(expected);
});

test.each<[string, Target, string, string]>([
  ["a paragraph made of the item below another", paragraph, "- a\n- b‸", "- a\n\nb‸"],
  ["a quote below a quote", quote, "> a\n\n‸b", "> a\n\n> ‸b"],
  ["a list with nothing in it below a paragraph", bullet, "a\n‸", "a\n\n- ‸"],
  ["a list above a line of text", bullet, "«a\nb»\nc", "- «a\n- b»\n\nc"],
])("separates %s", (_, target, before, expected) => {
  expect(into(target, before)).toBe(expected);
});

test("does not convert tables, rules, formulas and HTML to lists and headings", () => {
  for (const text of ["| a‸ |\n|---|", "---‸", "$$\na‸\n$$", "<div>‸</div>"]) {
    expect(into(heading, text)).toBe(text);
    expect(into(bullet, text)).toBe(text);
  }
});
