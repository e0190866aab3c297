import fc from "fast-check";
import { expect, test } from "vitest";
import { type ForeignTarget, replaceForeignLinks } from "./foreign-links.ts";
import { isReadable } from "./readable.ts";

/** Resolves Markdown files to pages and others to files; a fragment links into a page. */
function destination({ kind, target }: ForeignTarget) {
  if (/^(?:https?:|#|none)/.test(target)) return null;
  if (kind === "image" || !target.includes(".md")) return { address: `/f/${target}`, pageId: null, title: "" };
  const isWhole = !target.includes("#");
  return { address: `/p/${target}`, pageId: isWhole ? "id" : null, title: "Title" };
}
const wiki = ({ kind, target, label }: ForeignTarget) => `<${kind} ${target} ${label ?? "-"}>`;
const replaced = (text: string): string => replaceForeignLinks(text, 0, { destination, wiki });

test.each([
  // Inline links.
  ['[a](b.md) [c](b.md "t") [](b.md)', "@[a](page:id) @[c](page:id) @[Title](page:id)"],
  ["[a](<b c.md>) [d](b.md#e) [f](g.pdf)", "@[a](page:id) [d](/p/b.md#e) [f](/f/g.pdf)"],
  ["[a](h%20i_\\(1\\).md)", "@[a](page:id)"],
  ["[**b** `c]`](d.md)", "@[**b** `c]`](page:id)"],
  ['![a](b.png) ![c](<d e.png> "t")', '![a](/f/b.png) ![c](</f/d e.png> "t")'],
  ["[![a](b.png)](c.md)", "@[![a](/f/b.png)](page:id)"],
  ["[a](https://x.example) [b](#c) [d](none.md) [e]()", "[a](https://x.example) [b](#c) [d](none.md) [e]()"],
  // Reference links.
  [
    "[a][b] [b][] [b] ![c][d]\n\n[b]: e.md\n[d]: f.png 'g'",
    "@[a](page:id) @[b](page:id) @[b](page:id) ![c](/f/f.png 'g')\n\n[b]: /p/e.md\n[d]: /f/f.png 'g'",
  ],
  ["[A  B][]\n\n> [a b]: <c d.md>", "@[A  B](page:id)\n\n> [a b]: </p/c d.md>"],
  ["[a][b]\n\n[b]: c.md#d", "[a][b]\n\n[b]: /p/c.md#d"],
  ["[a] [b][none]", "[a] [b][none]"],
  // HTML.
  ['a <img src="b.png" alt="c" width=20> d', "a ![c|20](/f/b.png) d"],
  ["a <img alt='c|d' src=b.png /> <IMG SRC='e&amp;f.png'>", "a ![c\\|d](/f/b.png) ![](/f/e&f.png)"],
  ['a <a href="b.md">c *d*</a> e <a href=f.md></a>', "a @[c *d*](page:id) e @[Title](page:id)"],
  ['a <a href="b.md"><img src="c.png"></a>', "a @[![](/f/c.png)](page:id)"],
  ['a <a href="b.md">[c]</a>', 'a <a href="/p/b.md">[c]</a>'],
  ['<p align="center">\n  <img src="a.png" width="20" height="10">\n</p>\n\nb', "![|20x10](/f/a.png)\n\nb"],
  ['<a href="a.md"><img src="b.png" alt="c"></a>', "@[![c](/f/b.png)](page:id)"],
  [
    '<div>\n<table><tr><td><img src="a.png"></table>\n</div>',
    '<div>\n<table><tr><td><img src="/f/a.png"></table>\n</div>',
  ],
  ['<img src="https://x.example/a.png">', '<img src="https://x.example/a.png">'],
  // Links inside other blocks.
  ["- [a](b.md)\n  1. > [c](d.md)\n     [e]: f.md", "- @[a](page:id)\n  1. > @[c](page:id)\n     [e]: f.md"],
  [
    "| a |\n| --- |\n| [b](c.md) ![d\\|20](e.png) [[f\\|g]] |",
    "| a |\n| --- |\n| @[b](page:id) ![d\\|20](/f/e.png) <wiki f g> |",
  ],
  ["a[^1]\n\n[^1]: see [b](c.md)", "a[^1]\n\n[^1]: see @[b](page:id)"],
  ["# [a](b.md)\n\n==[c](d.md)== ~~[e](f.md)~~", "# @[a](page:id)\n\n==@[c](page:id)== ~~@[e](page:id)~~"],
  // Wiki links.
  ["[[a]] [[b|c]] ![[d.png|20]] [[e#f]]", "<wiki a -> <wiki b c> <embed d.png 20> <wiki e#f ->"],
  ["\\[[a]] [[b](c.md)", "\\[[a]] [@[b](page:id)"],
])("converts the links in %j", (text, expected) => expect(replaced(text)).toBe(expected));

test.each([
  "`[a](b.md)` ``[[c]]``",
  "```\n[a](b.md)\n[[c]]\n```",
  "    [a](b.md)\n    [[c]]",
  "<!-- [a](b.md) [[c]] <img src=d.png> -->",
  "$[[a]]$ \\[a](b.md)",
  "$$\n[a](b.md)\n$$",
  "~~~html\n<img src='a.png'>\n~~~",
])("finds no links in %j", (text) => expect(replaced(text)).toBe(text));

test("leaves front matter unchanged", () => {
  const front = '---\nrelated: "[[a]]"\n---\n';
  expect(replaceForeignLinks(`${front}[[a]]`, front.length, { destination, wiki })).toBe(`${front}<wiki a ->`);
});

test("limits the brackets of each paragraph, not of the whole text", () => {
  expect(isReadable("[a](b.md)\n\n".repeat(50_000))).toBe(true);
  expect(isReadable("- [a](b.md)\n".repeat(50_000))).toBe(true);
  for (const piece of ["[", "![a](", "[[a]]", "[a]\n"]) expect(isReadable(piece.repeat(2_000))).toBe(false);
});

test("leaves a text unchanged if no link resolves", () => {
  const piece = fc.constantFrom(
    ...'[]()!<>`\\"| \n'.split(""),
    "[[",
    "]]",
    "](a.md)",
    "[b]: c.md\n",
    "<img src=d>",
    "<a href=e>",
    "</a>",
    "> ",
    "- ",
    "```\n",
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join("");
      expect(replaceForeignLinks(text, 0, { destination: () => null, wiki: () => null })).toBe(text);
      expect(() => replaced(text)).not.toThrow();
    }),
  );
});
