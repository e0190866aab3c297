/** Views, tools, the editor's syntax tree and an independent GFM parser agree on which lines are tasks. */
import fc from "fast-check";
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { expect, test } from "vitest";
import { outlineOf } from "../../src/formats/markdown/blocks.ts";
import { documentParser } from "../../src/formats/markdown/syntax.ts";
import { parseTasks } from "../../src/formats/tasks/tasks.ts";

const lineAt = (text: string, at: number): number => text.slice(0, at).split("\n").length;
const tasksOf = (text: string): number[] => outlineOf(text).tasks.map(({ line }) => line + 1);

function tasksInTree(text: string): number[] {
  const lines: number[] = [];
  documentParser.parse(text).iterate({
    enter: ({ name, from, to }) => {
      // An item without text is shown with a checkbox but is not a task.
      if (name === "Task" && /^\[[ xX]\][ \t]+\S/.test(text.slice(from, to))) lines.push(lineAt(text, from));
    },
  });
  return lines;
}

/** Parses as CommonMark, then looks for the checkbox where GFM puts it, at the start of an item's first paragraph. */
function tasksInMdast(text: string): number[] {
  const lines: number[] = [];
  const visit = (node: Nodes): void => {
    const position =
      node.type === "listItem" && node.children[0]?.type === "paragraph" ? node.children[0].position : null;
    if (position && /^\[[ xX]\][ \t]+\S/.test(text.slice(position.start.offset))) lines.push(position.start.line);
    if ("children" in node) for (const child of node.children) visit(child);
  };
  visit(fromMarkdown(text));
  return lines.toSorted((a, b) => a - b);
}

test.each<[string, string, number[]]>([
  ["marks of all kinds", "- [ ] a\n* [x] b\n+ [X] c\n\n1. [ ] d\n2) [ ] e", [1, 2, 3, 5, 6]],
  ["a fence inside a longer fence", "````\n```\n- [ ] a\n```\n- [ ] b\n````\n- [ ] c", [7]],
  ["a fence of tildes around one of backticks", "~~~\n```\n- [ ] a\n~~~\n- [ ] b", [5]],
  ["a fence ended by its quote", "> ```\n> - [ ] a\n- [ ] b", [3]],
  ["a fence ended by its list item", "- ```\n  - [ ] a\n- [ ] b", [3]],
  ["an unclosed fence", "- [ ] a\n```\n- [ ] b", [1]],
  ["a comment", "<!--\n- [ ] a\n\n- [ ] b\n-->\n- [ ] c", [6]],
  ["a comment on one line", "<!-- x -->\n- [ ] a", [2]],
  ["HTML up to a blank line", "<div>\n- [ ] a\n\n- [ ] b", [4]],
  ["indented code", "    - [ ] a\n\n- [ ] b\n\n      - [ ] c\n\n      text", [3]],
  ["code in an item", "- a\n\n      - [ ] b\n-     [ ] c", []],
  ["inline code", "`- [ ] a`\n- `[ ] b`\n- [ ] `c`", [3]],
  ["quotes", "> - [ ] a\n>   - [x] b\n> > 1. [ ] c\n\n> x\n- [ ] d", [1, 2, 3, 6]],
  ["lists in lists", "- [ ] a\n  - [ ] b\n     - [ ] c\n- - [ ] d\n- 1. - [ ] e", [1, 2, 3, 4, 5]],
  ["later paragraphs", "- a\n\n  [ ] b", []],
  ["a heading, or words behind an escape", "- # [ ] a\n- \\[ ] b\n- [ ]c\n- [ ]\n- [y] d\n-[ ] e\n[ ] f", []],
  ["a link that resembles a task", "- [x](https://example.com) a\n- [ ](x) b", []],
  ["text above a list", "text\n- [ ] a\ntext\n\n2. [ ] b", [2, 5]],
  ["a heading below", "- [ ] a\n  ---\n- [ ] b", [3]],
])("finds exactly the tasks: %s", (_, text, lines) => {
  expect(tasksOf(text)).toEqual(lines);
  expect(tasksInTree(text)).toEqual(lines);
  expect(tasksInMdast(text)).toEqual(lines);
  expect(parseTasks(text.split("\n")).flatMap(({ tasks }) => tasks.map(({ line }) => line))).toEqual(lines);
}); // oxfmt-ignore

test.each<[string, string, number[]]>([
  ["a formula between dollars", "$$\n- [ ] a\n$$\n- [ ] b", [4]],
  ["a footnote", "[^a]: x\n\n    - [ ] a\n\n        - [ ] b", [3, 5]],
])("finds exactly the tasks, beyond CommonMark: %s", (_, text, lines) => {
  expect([tasksOf(text), tasksInTree(text)]).toEqual([lines, lines]);
});

const pieces = fc.constantFrom(
  "- [ ] a", "- [x] b", "1. [ ] c", "- a", "- ", "> ", "  ", "    ", "      ", "```", "````", "~~~", "<!--", "-->", "<div>",
  "\n", "\n", "\n", "\n\n", "text", "# h", "[^a]: ", "`", "\t", "* * *", "[ ] d", "2. x",
); // oxfmt-ignore

test("finds the same tasks as the editor in any text", () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 24 }), (parts) => {
      const text = parts.join("");
      expect(tasksOf(text)).toEqual(tasksInTree(text));
    }),
    { numRuns: 3_000 },
  );
});

test.each([
  ["quotes", "> ".repeat(500_000)],
  ["lists", "- ".repeat(500_000)],
  ["footnotes", "[^a]: ".repeat(166_000)],
  ["nested lines", Array.from({ length: 1400 }, (_, i) => `${"> ".repeat(i)}- [ ] a`).join("\n")],
  ["indented lines", Array.from({ length: 1400 }, (_, i) => `${" ".repeat(i)}- [ ] a`).join("\n")],
  ["tasks", "- [ ] a due:2026-12-01\n".repeat(43_000)],
  ["boxes", "[ ] ".repeat(250_000)],
])("reads a megabyte of %s without quadratic work", (_, text) => {
  expect(outlineOf(text).tasks.length).toBeLessThan(50_000);
});
