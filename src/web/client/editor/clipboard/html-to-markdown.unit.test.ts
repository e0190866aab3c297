import { expect, test } from "vitest";
import { htmlToMarkdown } from "./html-to-markdown.ts";

const markdownOf = (html: string, plain = "", language: string | null = null): string | null =>
  htmlToMarkdown(html, plain, language)?.markdown ?? null;

test("converts Word: lists from paragraphs with levels, headings and formatting, without Word markup", () => {
  const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta name=Generator content="Microsoft Word 15"><!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- p.MsoNormal {margin:0cm;font-size:11.0pt;} --></style></head>
<body lang=EN-GB style='tab-interval:36.0pt'><!--StartFragment-->
<h2>Plan<o:p></o:p></h2>
<p class=MsoNormal>Some <b style='mso-bidi-font-weight:normal'>bold</b> and <i>italic</i> words,<span style='mso-spacerun:yes'>  </span>and <a href="https://example.com/a">a link</a>.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>First<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='font-family:"Courier New"'><span style='mso-list:Ignore'>o<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>Nested<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]>Second<o:p></o:p></p>
<p class=MsoNormal>Between<o:p></o:p></p>
<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>1.<span>&nbsp;&nbsp; </span></span><![endif]>One<o:p></o:p></p>
<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>2.<span>&nbsp;&nbsp; </span></span><![endif]>Two<o:p></o:p></p>
<!--EndFragment--></body></html>`;
  expect(markdownOf(html)).toBe(`## Plan

Some **bold** and *italic* words, and [a link](https://example.com/a).

- First
  - Nested
- Second

Between

1. One
2. Two`);
});

test("converts Word for the web: one list per item, with its level", () => {
  const item = (level: number, text: string) =>
    `<div class="ListContainerWrapper SCXW1"><ul class="BulletListStyle1" role="list"><li class="OutlineElement" data-leveltext="" data-aria-level="${level}" aria-level="${level}" role="listitem"><p class="Paragraph"><span class="TextRun"><span class="NormalTextRun">${text}</span></span><span class="EOP" style="line-height:20px">&nbsp;</span></p></li></ul></div>`;
  expect(markdownOf(item(1, "a") + item(2, "b") + item(1, "c"))).toBe("- a\n  - b\n- c");
});

test("converts Google Docs: a non-bold b element, formatting in spans, nested lists and tasks", () => {
  const html = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1f0e8a6c-7fff"><h1 dir="ltr" style="line-height:1.38;"><span style="font-size:20pt;font-family:Arial,sans-serif;background-color:transparent;font-weight:400;font-style:normal;text-decoration:none;">Title</span></h1><p dir="ltr" style="line-height:1.38;"><span style="font-weight:700;font-style:normal;text-decoration:none;background-color:transparent;">Bold </span><span style="font-weight:400;font-style:italic;">italic</span><span style="font-weight:400;text-decoration:line-through;"> gone</span><span style="font-weight:400;text-decoration:underline;"> under</span><span style="font-weight:400;font-family:'Roboto Mono',monospace;"> code</span><span style="background-color:#ffff00;font-weight:400;"> marked</span></p><br /><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">One</span></p></li><ul style="margin-top:0;"><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation"><span style="font-weight:400;">Inner</span></p></li></ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">Two</span></p></li></ul><ul style="padding-inline-start:28px;"><li role="checkbox" aria-checked="true" aria-level="1"><img src="data:image/png;base64,iVBORw0" width="17.6px" height="17.6px" alt="checked" aria-roledescription="checkbox" /><p dir="ltr" role="presentation" style="display:inline-block;"><span style="font-weight:400;">Done</span></p></li></ul></b><br class="Apple-interchange-newline">`;
  expect(markdownOf(html)).toBe(
    `# Title

**Bold** *italic* ~~gone~~ under \`code\` ==marked==

- One
  - Inner
- Two

* [x] Done`,
  );
});

test("converts Notion: tasks, toggles and callouts, from the clipboard and from an export", () => {
  const clipboard = `<meta charset='utf-8'><!-- notionvc: 0e1c3d4a --><h3>Sprint</h3>
<ul>
<li>[ ] Write</li>
<li>[x] Read <strong>twice</strong></li>
</ul>
<aside>
💡 Mind the gap
</aside>`;
  expect(markdownOf(clipboard)).toBe(`### Sprint

- [ ] Write
- [x] Read **twice**

> [!NOTE]
> Mind the gap`);
  const exported = `<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">Done</span></li></ul><ul class="toggle"><li><details open=""><summary>More</summary><p>Inside</p></details></li></ul><figure class="block-color-gray_background callout" style="white-space:pre-wrap;display:flex" id="a"><div style="font-size:1.5em"><span class="icon">💡</span></div><div style="width:100%"><p>Careful</p></div></figure>`;
  expect(markdownOf(exported)).toBe(`- [x] Done

* More

  Inside

> [!NOTE]
> Careful`);
});

test("converts Notion: an inline formula", () => {
  const html =
    "<meta charset='utf-8'><!-- notionvc: 0e1c3d4a --><p>So <strong>it</strong> is $$x^2$$ or $$y$$, for $5</p>";
  expect(markdownOf(html)).toBe(String.raw`So **it** is $x^2$ or $y$, for \$5`);
});

test("removes Google's redirect page from links", () => {
  const address = "https://www.google.com/url?q=https://example.com/a?b%3D1&sa=D&ust=17&usg=AO";
  expect(markdownOf(`<b>a</b> <a href="${address}">link</a>`)).toBe("**a** [link](https://example.com/a?b=1)");
  const hostile = "https://www.google.com/url?q=javascript:alert(1)";
  expect(markdownOf(`<b>a</b> <a href="${hostile}">link</a>`)).toBe("**a** link");
});

test("converts web pages: no hidden or active content, and no relative URLs", () => {
  const html = `<meta charset='utf-8'><h2>News<a aria-hidden="true" href="#news">#</a></h2><p>See <a href="/about">about us</a> and <a href="https://example.com/x" title="t">this</a><sup class="reference"><a href="#1">[1]</a></sup>.<img src="https://t.example/p.gif" width="1" height="1"><span style="display:none">hidden</span></p><script>alert(1)</script><style>p{}</style><noscript>no</noscript><p><img src="https://example.com/a.png" alt="A"><img src="b.png" alt="B"></p><iframe src="https://example.com/embed"></iframe><div class="highlight highlight-source-ts"><pre><span class="pl-k">const</span> a = 1;</pre></div>`;
  expect(markdownOf(html)).toBe(`## News

See about us and [this](https://example.com/x "t").

![A](https://example.com/a.png)

\`\`\`ts
const a = 1;
\`\`\``);
});

test("converts formulas to their TeX source, once", () => {
  const katex = `<p>So <span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span>x2</span></span></span> it is</p>`;
  expect(markdownOf(katex)).toBe("So $x^2$ it is");
  const wiki = `<p><b>Area</b> <span class="mwe-math-element"><span class="mwe-math-mathml-inline" style="display: none;"><math><semantics><mi>A</mi><annotation encoding="application/x-tex">{\\displaystyle A=\\pi r^{2}}</annotation></semantics></math></span><img src="https://wikimedia.org/a.svg" alt="A"></span></p>`;
  expect(markdownOf(wiki)).toBe("**Area** $A=\\pi r^{2}$");
});

test("converts spreadsheets: a table with a header and no empty cells around it, or one cell's text", () => {
  const excel = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name=ProgId content=Excel.Sheet><style>td{mso-number-format:General}</style></head><body><table border=0 cellpadding=0><!--StartFragment--><col width=64 span=2><tr height=20><td height=20 class=xl65 width=64>Name</td><td>Sum | net</td><td></td></tr><tr><td>Ann</td><td align=right>1,200.50</td><td></td></tr><tr><td></td><td></td><td></td></tr><!--EndFragment--></table></body></html>`;
  expect(markdownOf(excel, "Name\tSum")).toBe(`| Name | Sum \\| net |
| - | -: |
| Ann | 1,200.50 |`);
  const google = `<google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" dir="ltr" border="1" data-sheets-root="1" data-sheets-baot="1"><colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:21px;"><td style="font-weight:bold;" data-sheets-value="{}">a</td><td>b</td></tr><tr><td>1</td><td><a class="in-cell-link" href="https://example.com">x<br/>y</a></td></tr></tbody></table>`;
  expect(markdownOf(google)).toBe("| a | b |\n| - | - |\n| 1 | [x<br>y](https://example.com) |");
  const libre = `<!DOCTYPE html><html><head><meta name="generator" content="LibreOffice 24.2 (Linux)"/><style>body{font-family:"Liberation Sans"}</style></head><body><table cellspacing="0" border="0"><colgroup width="85"></colgroup><tr><td height="17" align="left"><font face="Arial">k</font></td><td align="left">v</td></tr><tr><td height="17">a</td><td>b</td></tr></table></body></html>`;
  expect(markdownOf(libre)).toBe("| k | v |\n| - | - |\n| a | b |");
  const one = `<google-sheets-html-origin><table data-sheets-root="1"><tbody><tr><td><b>only</b></td></tr></tbody></table>`;
  expect(htmlToMarkdown(one, "only", null)).toEqual({ markdown: "**only**", startsInline: true, endsInline: true });
});

test("keeps blocks and line breaks in a cell as lines", () => {
  const cell = "<p>one</p><ul><li>two</li><li><b>three</b></li></ul><br>four<br>";
  expect(markdownOf(`<table><tr><th>a</th></tr><tr><td>${cell}</td></tr></table>`)).toBe(
    "| a |\n| - |\n| one<br>two<br>**three**<br>four |",
  );
});

test("converts code editors: a fence with the language, a line as inline code, Markdown unchanged", () => {
  const code = `<meta charset='utf-8'><div style="color: #d4d4d4;background-color: #1e1e1e;font-family: Menlo, Monaco, 'Courier New', monospace;font-weight: normal;font-size: 12px;white-space: pre;"><div><span style="color: #569cd6;">if</span> (a) {</div><div>  b();</div><div>}</div></div>`;
  expect(markdownOf(code, "if (a) {\n  b();\n}", "typescript")).toBe("```typescript\nif (a) {\n  b();\n}\n```");
  expect(markdownOf(code, "if (a) {\n  b();\n}")).toBe("```\nif (a) {\n  b();\n}\n```");
  expect(markdownOf(code, "b();", "javascript")).toBe("`b();`");
  expect(markdownOf(code, "# a\n\n* b", "markdown")).toBeNull();
  const jetBrains = `<html><head><meta http-equiv="content-type" content="text/html; charset=UTF-8"></head><body><pre style="background-color:#2b2b2b;color:#a9b7c6;font-family:'JetBrains Mono',monospace;font-size:9.8pt;"><span style="color:#cc7832;">val </span>a = 1<br>b</pre></body></html>`;
  expect(markdownOf(jetBrains, "val a = 1\nb")).toBe("```\nval a = 1\nb\n```");
});

test("leaves unformatted text and Markdown to be pasted as plain text", () => {
  expect(markdownOf("<meta charset='utf-8'><span>two * three_four</span>", "two * three_four")).toBeNull();
  expect(markdownOf("<p>- a</p><p>- b</p>", "- a\n- b")).toBeNull();
  expect(
    markdownOf(`<pre style="word-wrap: break-word; white-space: pre-wrap;"># a\n\nb</pre>`, "# a\n\nb"),
  ).toBeNull();
  // Word's plain text puts paragraphs on consecutive lines.
  expect(markdownOf("<p>one</p><p>two</p>", "one\ntwo")).toBe("one\n\ntwo");
});

test("keeps inline text inline", () => {
  expect(htmlToMarkdown("<meta charset='utf-8'><b>bold</b><span> text</span>", "bold text", null)).toEqual({
    markdown: "**bold** text",
    startsInline: true,
    endsInline: true,
  });
});

test.each([
  ["moves spaces out of spans", "<b>bold </b>text<i> it</i>", "**bold** text *it*"],
  ["joins adjacent spans", "<b>a</b><b>b</b> <code>c</code>", "**ab** `c`"],
  ["escapes dollar signs", "<b>cost</b> $5 or $6", String.raw`**cost** \$5 or \$6`],
  [
    "keeps superscripts and subscripts",
    "<b>a</b> 10<sup>6</sup>, 10<sup>−3</sup>, H<sub>2</sub>O",
    "**a** 10⁶, 10⁻³, H₂O",
  ],
  ["keeps ordinals as plain text", "<b>a</b> 1<sup>st</sup>", "**a** 1st"],
  ["keeps highlights", "a <mark>b</mark> c", "a ==b== c"],
  ["tightens loose lists", "<ul><li><p>a</p></li><li><p>b</p></li></ul>", "- a\n- b"],
  ["keeps the start number of lists", '<ol start="3"><li>a</li><li>b</li></ol>', "3. a\n4. b"],
  ["converts checkboxes to tasks", '<ul><li><input type="checkbox" checked> a</li></ul>', "- [x] a"],
  ["ignores layout tables", "<table><tr><td><h2>a</h2></td><td><p>b</p></td></tr></table>", "## a\n\nb"],
  [
    "converts alerts",
    '<div class="markdown-alert markdown-alert-tip"><p class="markdown-alert-title">Tip</p><p>a</p></div>',
    "> [!TIP]\n> a",
  ],
])("converts details: %s", (_, html, expected) => {
  expect(markdownOf(html)).toBe(expected);
});

test.each([
  "javascript:alert(1)",
  " JaVa\tscript:alert(1)",
  "javascript&colon;alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "blob:https://example.com/1",
  "file:///etc/passwd",
])("drops the URL %s", (address) => {
  const html = `<p><b>x</b> <a href="${address}">link</a> <img src="${address}" alt="pic"> <area href="${address}"> <video src="${address}">v</video> <svg><a xlink:href="${address}">s</a></svg><math href="${address}"><mi>x</mi></math></p>`;
  const markdown = markdownOf(html) ?? "";
  expect(markdown).toMatch(/^\*\*x\*\* link/);
  expect(markdown).not.toMatch(/script|data:|msgbox|blob|file|\]\(/i);
});
