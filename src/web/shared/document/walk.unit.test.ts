/** Rendering of Markdown: styles, safe links, and every byte either shown or hidden. */
import type { Tree } from "@lezer/common";
import fc from "fast-check";
import { renderToString } from "preact-render-to-string";
import { expect, test } from "vitest";
import { withDisplaySettings } from "../../../words/language.ts";
import type { Drawing } from "./drawing.ts";
import { DocumentPrint } from "./print.tsx";
import { findReferences } from "../../../formats/markdown/references.ts";
import { Source } from "../../../formats/markdown/source.ts";
import { documentParser } from "../../../formats/markdown/syntax.ts";
import { walk } from "./walk.ts";

const print = (text: string): string => renderToString(DocumentPrint({ text }));

const TAG = /<(\/?)[a-z0-9]+(?:"[^"]*"|[^">])*>/g;

/** The printed lines, each with its classes and markup. */
function linesOf(text: string): string[] {
  const html = print(text);
  return [...html.matchAll(/<(?:div|span) class="cm-line ?([^"]*)"[^>]*>/g)].map(
    ({ 0: tag, 1: classes = "", index }) => {
      const start = index + tag.length;
      let depth = 1;
      for (const { 0: inner, 1: slash, index: at } of html.slice(start).matchAll(TAG)) {
        if (!inner.endsWith("/>")) depth += slash === "/" ? -1 : 1;
        if (depth === 0) return `${classes}|${html.slice(start, start + at)}`;
      }
      return `${classes}|`;
    },
  );
}

test.each([
  ["# One *two*", "h2", "md-h md-h1|One <em>two</em>"],
  ["###### Six ######", "h6", "md-h md-h6|Six"],
  ["One\n===", "h2", "md-h md-h1|One"],
  ["One\n---", "h3", "md-h md-h2|One"],
  ["- item", "li", 'md-d1 md-i1 md-item|<span class="md-marker md-w1 md-bullet"></span>item'],
  ["3) item", 'ol start="3"', 'md-d1 md-i1 md-item|<span class="md-marker md-w1 md-number">3)</span>item'],
  ["> quote", "blockquote", "md-d1 md-q1|quote"],
  ["    code", "pre", "md-code md-code-first md-code-last|code"],
  ["---", "div", "md-rule md-rule-first md-rule-last|<br/>"],
  [
    "<b>x</b>\ntext",
    "p",
    '|<code class="md-html" spellcheck="false">&lt;b></code>x<code class="md-html" spellcheck="false">&lt;/b></code>',
  ],
  ["<div>x</div>", "pre", "md-raw md-raw-first md-raw-last|&lt;div>x&lt;/div>"],
])("prints %j as %s", (text, element, first) => {
  expect(print(text)).toContain(`<${element}`);
  expect(linesOf(text)[0]).toBe(first);
});

test("marks lines whose text direction differs from the page's, except code", () => {
  expect(print("مرحبا *b*")).toContain('<span class="cm-line" dir="rtl">');
  expect(print("- [ ] 1) **שלום** b")).toContain('md-item" dir="rtl">');
  expect(print("b مرحبا")).not.toContain("dir=");
  expect(print("```\nمرحبا\n```")).not.toContain("dir=");
  expect(print("> [!note]\n> مرحبا").match(/dir="rtl"/g)).toHaveLength(2);
  expect(print("| مرحبا |\n| - |\n| b |")).toContain('<div class="md-tw" dir="rtl">');
  expect(print('![b](/api/files/1/view "مرحبا")')).toContain('<figure class="md-figure" dir="rtl">');
  const arabic = withDisplaySettings({ language: "ar", appearance: "system" }, () => print("one\n\nمرحبا"));
  expect(arabic.match(/dir="[a-z]+"/g)).toEqual(['dir="ltr"']);
  const callout = withDisplaySettings({ language: "ar", appearance: "system" }, () => print("> [!tip]\n> مرحبا"));
  expect(callout).not.toContain("dir=");
});

test.each([
  [
    "*a* **b** ~~c~~ ==d== `e`",
    '<em>a</em> <strong>b</strong> <s>c</s> <mark>d</mark> <code spellcheck="false">e</code>',
  ],
  ["***both***", "<em><strong>both</strong></em>"],
  [
    "\\*a\\* &amp; &#x20AC; &nosuch;",
    '*a* <span class="md-entity">&amp;</span> <span class="md-entity">€</span> &amp;nosuch;',
  ],
  ["a<br>b<BR />c", 'a<span class="md-break">\n</span>b<span class="md-break">\n</span>c'],
  ["$x_1$", '<span class="md-math" data-math="inline">x_1</span>'],
  ["see[^a]", 'see<a class="md-footnote" href="#footnote-a">a</a>'],
  ["@[Ann](user:u1)", '<span class="md-mention">@Ann</span>'],
  ["@[Plan](page:p1)", '<a class="md-mention md-mention-page" href="/pages/p1">Plan</a>'],
  ["\\@[Ann](user:u1)", "@<a>Ann</a>"],
  ["[a](/b)", '<a href="/b">a</a>'],
  ["[a][b]", "[a][b]"],
  ["[a][]", "[a][]"],
  ["[a *b*]", "[a <em>b</em>]"],
  ["<https://a.b>", '<a href="https://a.b" rel="noopener noreferrer nofollow" target="_blank">https://a.b</a>'],
  ["a@b.co", '<a href="mailto:a@b.co">a@b.co</a>'],
])("prints the inline text %j", (text, markup) => {
  expect(linesOf(text)[0]).toBe(`|${markup}`);
});

test("prints the lazy, indented and second paragraphs of a footnote", () => {
  const lines = linesOf("[^a]: one\nlazy\n    two *em*\n\n    second\n\nnot");
  expect(lines.map((line) => line.replace(/<span class="md-marker.*?<\/span>/, "").replace(/^md-d1 md-i1 md-item/, "item"))).toEqual([
    expect.stringContaining("one"),
    "md-footnote-line md-d1|lazy",
    "md-footnote-line md-d1|two <em>em</em>",
    "md-footnote-line md-d1 md-gap|<br/>",
    "md-footnote-line md-d1|second",
    "md-gap|<br/>",
    "|not",
  ]);
  expect(print("[^a]: one\n\n    second")).toMatch(/<div><p>.*one.*<\/p>.*<p>.*second.*<\/p><\/div>/s);
}); // oxfmt-ignore

test("resolves reference links regardless of the position and case of their definition", () => {
  const [first] = linesOf("[One  Two], [x][one two] and [y][none]\n\n> [ONE TWO]: /there");
  expect(first).toBe('|<a href="/there">One  Two</a>, <a href="/there">x</a> and [y][none]');
});

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\tscript:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "file:///etc/passwd",
  "blob:https://x/y",
])("prints no link or image for the URL %s", (address) => {
  for (const text of [`[a](<${address}>)`, `[a][r]\n\n[r]: <${address}>`, `<${address}>`, `![a](<${address}>) b`])
    expect(print(text)).not.toMatch(/href="(?!https:\/\/x)|src=/);
});

test.each([
  ["> | a |\n> |---|\n> | b |", '<div class="md-tw md-d1 md-q1"><table'],
  ["- x\n\n  > [!note]\n  > | a |\n  > |---|\n", '<div class="md-tw md-d2 md-q2 md-callout md-note"><table'],
])("prints the table in %j inside its list or quote", (text, markup) => {
  expect(print(text)).toContain(markup);
});

test("ends a formula with its quote", () => {
  expect(linesOf("> $$\n> x\n\nafter").at(-1)).toBe("|after");
});

test("names the kind of a callout, and none for a plain quote", () => {
  expect(linesOf("> [!WARNING]\n> care")).toEqual([
    'md-callout md-callout-first md-warning md-callout-title md-d1 md-q1|<span class="md-callout-label">Warning</span>',
    "md-callout md-callout-last md-warning md-d1 md-q1|care",
  ]);
  expect(linesOf("> [!note] Own title")[0]).toMatch(/md-note.*\|Own title$/);
  expect(linesOf("> [!other]")[0]).toBe("md-d1 md-q1|[!other]");
});

test("adds the levels of lists and quotes, and marks each quote", () => {
  const text = "- a\n  > b\n  > - c\n\n    d\n1. e\n   ```ts\n   f\n   ```";
  expect(linesOf(text).map((line) => line.replace(/<[^>]*>/g, ""))).toEqual([
    "md-d1 md-i1 md-item|a",
    "md-d2 md-q2|b",
    "md-d3 md-i1 md-item md-q2|c",
    "md-d1 md-gap|",
    "md-d1|d",
    "md-d1 md-i1 md-item|1.e",
    "md-code md-code-first md-fence md-d1|ts",
    "md-code md-d1|f",
    "md-code md-code-last md-fence md-d1|",
  ]);
});

test("prints a task as a checkbox with its state", () => {
  const [open, done] = linesOf("- [ ] one\n- [x] two");
  expect(open).toContain('role="checkbox" aria-checked="false" aria-label="one"');
  expect(done).toContain('role="checkbox" aria-checked="true" aria-label="two"');
});

test("prints the first blank line between blocks as a gap, and further or final ones as lines", () => {
  const looks = (text: string) => linesOf(text).map((line) => line.split("|")[0]);
  expect(looks("a\n\nb")).toEqual(["", "md-gap", ""]);
  expect(looks("a\n\n\n\nb\n")).toEqual(["", "md-gap", "", "md-gap", "", ""]);
  expect(looks("")).toEqual(["md-empty"]);
});

test("prints a blank line between paragraphs of a quote as a gap, and a final one as a line", () => {
  const looks = (text: string) => linesOf(text).map((line) => line.split("|")[0]?.includes("md-gap"));
  expect(looks("> a\n>\n> b\n> ")).toEqual([false, true, false, false]);
  expect(looks("> [!tip] a\n>\n> b")).toEqual([false, true, false]);
  expect(looks("```\n\n```")).toEqual([false, false, false]);
});

type Drawn = { shown: string; lines: number; faults: string[] };

/** Reconstructs the source from shown, hidden and replaced text. */
function drawnText(text: string, tree: Tree): Drawn {
  const hidden: [number, number][] = [];
  const faults: string[] = [];
  const lines = new Set<number>();
  const check = (what: string, from: number, to: number) => {
    if (from < 0 || to > text.length || from >= to) faults.push(`${what} ${from}-${to}`);
  };
  const drawing: Drawing = {
    line(from) {
      if (lines.has(from) || (from > 0 && text[from - 1] !== "\n")) faults.push(`line ${from}`);
      lines.add(from);
    },
    mark: (from, to) => check("mark", from, to),
    hide: (from, to) => (check("hide", from, to), hidden.push([from, to])),
    text: (from, to) => (check("text", from, to), hidden.push([from, to])),
    image: (from, to) => (check("image", from, to), hidden.push([from, to])),
    block(from, to) {
      for (let at = from; at <= to; at = text.indexOf("\n", at) + 1 || Infinity) lines.add(at);
    },
  };
  walk(
    new Source(text),
    { tree, references: findReferences(text, tree), length: text.length },
    [0, text.length],
    drawing,
  );
  const shown = text
    .split("")
    .filter((_, at) => !hidden.some(([from, to]) => at >= from && at < to))
    .join("");
  return { shown, lines: lines.size, faults };
}

const PIECES = [
  "*",
  "**",
  "_",
  "`",
  "```",
  "~~",
  "==",
  "[",
  "](",
  ")",
  "![",
  "<",
  ">",
  "- ",
  "1. ",
  "# ",
  "\n",
  "\n\n",
  "    ",
  "  ",
  "> ",
  "a",
  "b c",
  "|",
  "|-|",
  "$",
  "$$",
  "[^1]",
  "[^1]: ",
  "---",
  "===",
  "&amp;",
  "\\",
  "@[A](user:1)",
  "[ ] ",
  "[!note]",
  "]: /x",
  "<b>",
  "\t",
  "\r",
];
const markdown = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((parts) => parts.join(""));

test("prints every line once, with all ranges inside the text", () => {
  fc.assert(
    fc.property(markdown, (text) => {
      const { lines, faults } = drawnText(text, documentParser.parse(text));
      expect({ faults, lines }).toEqual({ faults: [], lines: text.split("\n").length });
    }),
    { numRuns: 2_000 },
  );
});

test("splits the source into printed and hidden text", () => {
  const decode = (markup: string) =>
    markup.replaceAll("&lt;", "<").replaceAll("&quot;", '"').replaceAll("&gt;", ">").replaceAll("&amp;", "&");
  fc.assert(
    fc.property(
      markdown.filter((text) => !/[|&]|!\[|\[!/.test(text)),
      (text) => {
        const { shown } = drawnText(text, documentParser.parse(text));
        expect(decode(print(text).replace(TAG, ""))).toBe(shown.replaceAll("\n", ""));
      },
    ),
    { numRuns: 2_000 },
  );
});
