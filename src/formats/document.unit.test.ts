/** The outline of a document is that of a Markdown parser. */
import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { expect, test } from "vitest";
import { DOCUMENT, outlineOf } from "./document.ts";

test("headings have a level, a line, their text and a slug", () => {
  const text = "# The *first* `one`\n\ntext\n\n## [Link](http://a) & @[Ann](user:u1) ##\n\nUnder\nlined\n---\n";
  expect(DOCUMENT.parse(text).outline).toEqual([
    { level: 1, text: "The first one", slug: "the-first-one", line: 1 },
    { level: 2, text: "Link & @Ann", slug: "link--ann", line: 5 },
    { level: 2, text: "Under lined", slug: "under-lined", line: 7 },
  ]);
});

test("headings with one text have slugs of their own", () => {
  const slugs = (text: string) => outlineOf(text).map(({ slug }) => slug);
  expect(slugs("# A\n# A\n# A")).toEqual(["a", "a-1", "a-2"]);
  expect(slugs("# A-1\n# A\n# A")).toEqual(["a-1", "a", "a-2"]);
  expect(slugs("# Über uns\n# 保存\n# a_b")).toEqual(["über-uns", "保存", "a_b"]);
});

test.each([
  ["code", "```\n# a\n```"],
  ["indented code", "    # a"],
  ["HTML", "<pre>\n# a\n</pre>"],
  ["a tag", "#a"],
  ["seven", "####### a"],
  ["an escape", "\\# a"],
  ["an item that a blank line ended before it began", "-\n\n    # a"],
])("there is no heading in %s", (_, text) => {
  expect(outlineOf(text)).toEqual([]);
});

const PARTS =
  "# |## |###|a|b|\n|\n|\n\n|===|---|***|    |  |\t|> |- |* |1. |```|~~~|<pre>|</pre>|<!--|-->|#|<div>".split("|");
const markdown = fc.array(fc.constantFrom(...PARTS), { maxLength: 16 }).map((parts) => parts.join(""));

type Tree = ReturnType<typeof fromMarkdown>["children"][number] | ReturnType<typeof fromMarkdown>;

function headingsIn(node: Tree): { level: number; line: number }[] {
  if (node.type === "heading") return [{ level: node.depth, line: node.position?.start.line ?? 0 }];
  return "children" in node ? node.children.flatMap(headingsIn) : [];
}

test("a Markdown parser finds the same headings", () => {
  fc.assert(
    fc.property(markdown, (text) => {
      expect(outlineOf(text).map(({ level, line }) => ({ level, line }))).toEqual(headingsIn(fromMarkdown(text)));
    }),
    { numRuns: 2000 },
  );
});
