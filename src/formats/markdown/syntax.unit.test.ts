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

test("a text without the document's own marks is read as GFM reads it", () => {
  const plain = parser.configure([GFM]);
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      const text = parts.join("");
      expect(nodesOf(documentParser.parse(text))).toEqual(nodesOf(plain.parse(text)));
    }),
    { numRuns: 500 },
  );
});
