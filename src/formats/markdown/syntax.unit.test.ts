import type { Tree } from "@lezer/common";
import { GFM, parser } from "@lezer/markdown";
import fc from "fast-check";
import { expect, test } from "vitest";
import { documentParser } from "./syntax.ts";

const pieces = fc.constantFrom(
  "a",
  "word",
  "9",
  "_",
  "*",
  "**",
  "`",
  "~~",
  "<b>",
  "&amp;",
  "\\",
  "[",
  "]",
  "(",
  ")",
  "![",
  "!",
  "|",
  "-",
  "> ",
  "# ",
  " ",
  "  ",
  "   ",
  "\t",
  "\n",
  "\n\n",
  ".",
  "@",
  "é",
  "日",
  "https://example.com",
  "http://a.b",
  "www.example.com/x_y",
  "mail@example.com",
  "mailto:a@b.co",
  "xmpp:a@b.co/r",
);

function nodesOf(tree: Tree): string[] {
  const nodes: string[] = [];
  tree.iterate({ enter: ({ name, from, to }) => void nodes.push(`${name} ${from}-${to}`) });
  return nodes;
}

test("parses text without Octavo's own syntax like GFM", () => {
  const plain = parser.configure([GFM]);
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      const text = parts.join("");
      // Skip texts where the library treats a checkbox in a later paragraph of an item as a task.
      fc.pre(!/\n[ \t>]*\n[ \t>]*\[[ xX]\][ \t]/.test(text));
      expect(nodesOf(documentParser.parse(text))).toEqual(nodesOf(plain.parse(text)));
    }),
    { numRuns: 500 },
  );
});

/** The block nodes of a text, each with its source. */
const blocksOf = (text: string): string[] => {
  const blocks: string[] = [];
  documentParser.parse(text).iterate({
    enter({ name, from, to }) {
      if (/^(?:Document|.*Mark(?:er)?)$/.test(name)) return;
      blocks.push(`${name} ${JSON.stringify(text.slice(from, to))}`);
      if (name === "Paragraph" || name === "Task") return false;
    },
  });
  return blocks;
};

test.each<[string, string, string[]]>([
  ["a line", "[^a]: one", ['FootnoteDefinition "[^a]: one"', 'Paragraph "one"']],
  ["lazy and indented continuation lines", "[^a]: one\ntwo\n    three\n\nnot", [
    String.raw`FootnoteDefinition "[^a]: one\ntwo\n    three"`,
    String.raw`Paragraph "one\ntwo\n    three"`,
    'Paragraph "not"',
  ]],
  ["a second paragraph", "[^a]: one\n\n    two\n\nnot", [
    String.raw`FootnoteDefinition "[^a]: one\n\n    two"`,
    'Paragraph "one"',
    'Paragraph "two"',
    'Paragraph "not"',
  ]],
  ["continued by a tab, but not by three spaces", "[^a]: one\n\n\ttwo\n\n   not", [
    String.raw`FootnoteDefinition "[^a]: one\n\n\ttwo"`,
    'Paragraph "one"',
    'Paragraph "two"',
    'Paragraph "not"',
  ]],
  ["code and a task", "[^a]: one\n\n        code\n\n    - [ ] two", [
    String.raw`FootnoteDefinition "[^a]: one\n\n        code\n\n    - [ ] two"`,
    'Paragraph "one"',
    'CodeBlock "code"',
    'CodeText "code"',
    'BulletList "- [ ] two"',
    'ListItem "- [ ] two"',
    'Task "[ ] two"',
  ]],
  ["text that starts on the next line", "[^a]:\n    one", [
    String.raw`FootnoteDefinition "[^a]:\n    one"`,
    'Paragraph "one"',
  ]],
  ["ended by another footnote", "[^a]: one\n[^b]: two", [
    'FootnoteDefinition "[^a]: one"',
    'Paragraph "one"',
    'FootnoteDefinition "[^b]: two"',
    'Paragraph "two"',
  ]],
  ["in a quote", "> [^a]: one\n>\n>     two\n\nnot", [
    String.raw`Blockquote "> [^a]: one\n>\n>     two"`,
    String.raw`FootnoteDefinition "[^a]: one\n>\n>     two"`,
    'Paragraph "one"',
    'Paragraph "two"',
    'Paragraph "not"',
  ]],
  ["not when indented by four columns", "    [^a]: one", ['CodeBlock "[^a]: one"', 'CodeText "[^a]: one"']],
])("parses a footnote: %s", (_, text, blocks) => {
  expect(blocksOf(text)).toEqual(blocks);
}); // oxfmt-ignore

test("parses only the first paragraph of a list item as a task", () => {
  expect(blocksOf("- a\n\n  [ ] b").filter((block) => block.startsWith("Task"))).toEqual([]);
  expect(blocksOf("-\n  [ ] b").filter((block) => block.startsWith("Task"))).toEqual(['Task "[ ] b"']);
});
