import { strFromU8, strToU8 } from "fflate";
import { expect, test } from "vitest";
import { Unreadable, extractText } from "../../queues/parser/text/extract.ts";
import { epub, pdf, pdfOf } from "./sample-documents.ts";

async function textOf(content: string | Uint8Array, type = "", name = "upload"): Promise<string> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const extracted = await extractText(bytes, type, name);
  if (extracted.kind !== "text") throw new Error("The file has no text.");
  return extracted.text;
}

const htmlText = (body: string): Promise<string> => textOf(`<!doctype html><html><body>${body}</body></html>`);

test.each([
  ["<h1>A  b</h1><p>one<br>two</p><p>three", "# A b\n\none\ntwo\n\nthree"],
  ["<p>a</p>  <script>no()</script><style>no{}</style><template>no</template><noscript>no</noscript>b", "a\n\nb"],
  ["<ul><li>a<ul><li>b</li></ul></li><li>c<p>d</p></li></ul>", "- a\n    - b\n- c\n  d"],
  ['<ol start="3"><li>a<li>b</ol>', "3. a\n4. b"],
  ["<pre>a\n  b\n</pre>", "```\na\n  b\n```"],
  ["<pre>```</pre>", "````\n```\n````"],
  ["<table><tr><th>a<th>b<tr><td colspan=2>1</table>", "| a | b |\n| --- | --- |\n| 1 |  |"],
  ["<table><tr><td><h2>x</h2></td><td>y</td></tr><tr><td>z</td></tr></table>", "## x\n\ny\n\nz"],
  ["<table><tr><td>only</td></tr></table>", "only"],
  [
    'a <a href="https://example.org/?a&amp;b">link</a>, <a href="/here">here</a>',
    "a [link](https://example.org/?a&b), here",
  ],
  ['<a href="javascript:alert(1)">x</a> <a href="data:text/html,x">y</a>', "x y"],
  ['<a href="https://example.org">https://example.org</a>', "https://example.org"],
  ["<p>&lt;b&gt; &#128512; &eacute;&#xD800;</p>", "<b> 😀 é\ufffd"],
  ["<head><title>T</title><body><p>no end of the head", "no end of the head"],
])("converts HTML %s", async (body, text) => {
  expect(await htmlText(body)).toBe(text);
});

test("keeps links to other files and images in HTML from an archive", async () => {
  const body = [
    '<p><a href="Sub/Next%20page.html#top">next</a> <a href="#here">here</a> <a href="/root">root</a>',
    '<a href=" javascript:alert(1)">x</a> <a href="java\nscript:alert(1)">y</a></p>',
    '<p><a href="big.png"><img src="a (1).png" alt="A [picture]"></a> after',
    '<img src="https://example.org/b.png" alt="b"> <img src="//host/c.png" alt="c"></p>',
  ].join("");
  const read = async (isOfArchive: boolean): Promise<string> => {
    const extracted = await extractText(strToU8(body), "text/html", "a.html", 10_000, isOfArchive);
    return extracted.kind === "text" ? extracted.text : "";
  };
  expect(await read(true)).toBe(
    "[next](Sub/Next%20page.html#top) here rootx y\n\n![A \\[picture\\]](a%20%281%29.png) afterb c",
  );
  expect(await read(false)).toBe("next here rootx y\n\nA [picture] afterb c");
});

test("reads an EPUB in reading order, and accepts encrypted fonts but not encrypted chapters", async () => {
  const encrypted = (uri: string) => ({
    "META-INF/encryption.xml": `<encryption><CipherReference URI="${uri}"/></encryption>`,
  });
  const chapters = ["<h1>One</h1><p>a</p>", "<h1>Two</h1><ul><li>b</li></ul>"];
  expect(await textOf(epub(chapters))).toBe("# One\n\na\n\n# Two\n\n- b");
  expect(await textOf(epub(chapters, encrypted("OPS/font.otf")))).toContain("# Two");
  await expect(textOf(epub(chapters, encrypted("OPS/c%201.xhtml")))).rejects.toThrow(
    new Unreadable("The book is copy-protected."),
  );
});

test.each([
  [String.raw`{\rtf1\ansi Hello\par {\b bold} \'e9\emdash x\line y}`, "Hello\nbold é—x\ny"],
  [
    String.raw`{\rtf1{\fonttbl{\f0 Arial;}{\f1\fcharset128 Mincho;}}{\info{\title T}}{\*\generator G}\f0 a\f1\'82\'a0\f0 b}`,
    "aあb",
  ],
  [String.raw`{\rtf1\uc1 \u-10179?\u-8704?\u233\'65{\uc0\u937}x}`, "😀éΩx"],
  [String.raw`{\rtf1\ansicpg1251 \'cf\'f0\'e8}`, "При"],
  [String.raw`{\rtf1 a\cell b\cell\row{\pict\bin3 }}}}c}`, "a\tb\t\nc"],
  [String.raw`{\rtf1 a{\*\shpinst{\sp{\sn wrap}}{\shptxt boxed}}b}`, "aboxedb"],
  [String.raw`{\rtf1 \{x\}\\ \~y\_z{\field{\*\fldinst HYPERLINK "u"}{\fldrslt link}}}`, "{x}\\ \u00a0y\u2011zlink"],
])("converts RTF %s", async (rtf, text) => {
  expect(await textOf(rtf)).toBe(text);
});

test("rejects unterminated and deeply nested RTF", async () => {
  await expect(textOf(String.raw`{\rtf1 Hello`)).rejects.toThrow(new Unreadable("The file is damaged."));
  const deep = `{\\rtf1 ${"{".repeat(100_000)}x${"}".repeat(100_000)}}`;
  await expect(textOf(deep)).rejects.toThrow(new Unreadable("The document is nested too deeply."));
});

test("reads a PDF page by page up to the byte budget", async () => {
  const extracted = await extractText(pdf(["Hello (world)", "", "Third"]), "application/pdf", "a.pdf");
  expect(extracted).toEqual({
    kind: "text",
    text: "Hello (world)\n\nThird",
    truncated: false,
    metadata: { characters: 20, pageCount: 3 },
  });
  expect(await extractText(pdf(["Hello", "x"]), "", "a", 4)).toMatchObject({ text: "Hell", truncated: true });
});

test("reports a PDF with a password, without its end or without its header", async () => {
  const id = `/ID [<${"00".repeat(16)}> <${"00".repeat(16)}>]`;
  const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${"41".repeat(32)}> /U <${"42".repeat(32)}> >>`;
  await expect(textOf(pdf(["x"], id + encrypt))).rejects.toThrow(new Unreadable("The PDF is password-protected."));
  await expect(textOf(pdf(["x"]).slice(0, 300))).rejects.toThrow(new Unreadable("The file is damaged."));
  await expect(textOf(pdf(["x"]).slice(400), "", "a.pdf")).rejects.toThrow(new Unreadable("The file is not a PDF."));
  await expect(textOf(Uint8Array.of(0, 1, 2, 3), "application/pdf")).rejects.toThrow(
    new Unreadable("The file is not a PDF."),
  );
});

const form = (next: number, program: string): string =>
  `<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /Font << /F1 3 0 R >> /XObject << /X0 ${next} 0 R >> >> /Length ${program.length} >>\nstream\n${program}\nendstream`;

test("limits recursive PDF forms by the byte budget", async () => {
  const forms = Array.from({ length: 12 }, (_, at) => form(7 + at, "/X0 Do ".repeat(10)));
  const hello = form(3, "BT /F1 12 Tf 20 700 Td (hello) Tj ET");
  const bytes = pdfOf(["/X0 Do"], "", [...forms, hello]);
  expect(await extractText(bytes, "", "a.pdf", 1_000)).toMatchObject({
    truncated: true,
    metadata: { characters: 1_000 },
  });
});

test("reports missing character tables of a PDF font, or marks the text as truncated", async () => {
  const font = `<< /Type /Font /Subtype /Type0 /BaseFont /Mincho /Encoding /UniJIS-UCS2-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Mincho /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor << /Type /FontDescriptor /FontName /Mincho /Flags 4 /FontBBox [0 0 1 1] /ItalicAngle 0 /Ascent 1 /Descent 0 /StemV 1 >> >>] >>`;
  const japanese = "BT /F2 12 Tf 20 700 Td <30423044> Tj ET";
  const written = (program: string) => {
    const bytes = pdfOf([program, "BT /F1 12 Tf 20 700 Td (Latin) Tj ET"], "", [font]);
    const text = strFromU8(bytes, true).replaceAll("/F1 3 0 R", "/F1 3 0 R /F2 8 0 R");
    return strToU8(text, true);
  };
  expect(await extractText(written(japanese), "", "a.pdf")).toMatchObject({ text: "Latin", truncated: true });
  const alone = strToU8(strFromU8(written(japanese), true).replace("(Latin)", "()     "), true);
  await expect(extractText(alone, "", "a.pdf")).rejects.toThrow(
    new Unreadable("The PDF requires character tables that are not available."),
  );
});
