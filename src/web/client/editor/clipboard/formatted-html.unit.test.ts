import { expect, test } from "vitest";
import { formattedCells, formattedHtml } from "./formatted-html.tsx";
import { htmlToMarkdown } from "./html-to-markdown.ts";

test("formats inline text without a block, and blocks as standard elements", () => {
  expect(formattedHtml("a **b *c*** `d` ~~e~~ ==f== [g](https://h.example)")).toBe(
    'a <strong>b <em>c</em></strong> <code>d</code> <s>e</s> <mark>f</mark> <a href="https://h.example">g</a>',
  );
  expect(formattedHtml("## T\n\n- a\n  - b\n- [x] c")).toBe(
    "<h2>T</h2><ul><li>a<ul><li>b</li></ul></li><li>☑ c</li></ul>",
  );
  expect(formattedHtml("| a | b |\n| - | - |\n| 1 | **2** |")).toBe(
    '<table border="1"><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td><strong>2</strong></td></tr></tbody></table>',
  );
  expect(formattedHtml("> q\n> r\n\n```ts\nlet a;\n\nb\n```")).toBe(
    '<blockquote><p>q<br/>r</p></blockquote><pre><code class="language-ts">let a;\n\nb</code></pre>',
  );
});

test("keeps cells in their columns and line breaks within cells", () => {
  expect(formattedHtml("| a |  | c |\n| - | - | - |\n| 1<br>2 |")).toBe(
    '<table border="1"><thead><tr><th>a</th><th></th><th>c</th></tr></thead><tbody><tr><td>1<br/>2</td><td></td><td></td></tr></tbody></table>',
  );
});

test("formats cells as tab-separated text and as an HTML table", () => {
  const { html, text } = formattedCells(
    '| **a** | 1. |\n| - | - |\n| "b" c<br>d | [e](https://e.example) \\| |',
    false,
  );
  expect(text).toBe('a\t1.\n"""b"" c\nd"\te |');
  expect(html).toBe(
    '<table border="1"><tbody><tr><td><strong>a</strong></td><td>1.</td></tr><tr><td>&quot;b&quot; c<br/>d</td><td><a href="https://e.example">e</a> |</td></tr></tbody></table>',
  );
});

test("escapes markup in text and omits unsafe URLs", () => {
  const html = formattedHtml(
    '<img src=x onerror=alert(1)> &amp; \\* [x](javascript:alert(1)) ![y](data:image/png;base64,AA) <script>a</script>\n\n<div onclick="a()">b</div>',
  );
  expect(html).not.toMatch(/<(img|script|div)|href/);
  expect(html).toContain("&lt;img src=x onerror=alert(1)> &amp; * x y");
});

test.each([
  "# One\n\nText with **bold**, *italic*, ~~gone~~, `code` and ==marks==.\n\n## Two\n\n[link](https://example.com/a)",
  "- a\n- b\n  - c\n    - d\n- e\n\ntext\n\n1. one\n2. two",
  "> quote\n\n---\n\n```js\nlet a = 1;\n\nlet b;\n```",
  "| a | b |\n| - | - |\n| 1 | **2** |\n| [x](https://example.com) | `y` |",
  "![alt](https://example.com/a.png)",
])("round-trips the copied text %j", (markdown) => {
  expect(htmlToMarkdown(formattedHtml(markdown), "", null)?.markdown).toBe(markdown);
});
