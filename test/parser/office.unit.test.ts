import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { Unreadable, extractText } from "../../queues/parser/text/extract.ts";
import { docx, line, odf, pptx, relations, shape, wordParagraph, wordPart, zip } from "./sample-documents.ts";

async function textOf(bytes: Uint8Array): Promise<string> {
  const extracted = await extractText(bytes, "application/octet-stream", "upload");
  if (extracted.kind !== "text") throw new Error("The document has no text.");
  return extracted.text;
}

const style = (id: string, name: string, inner = ""): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${inner}</w:style>`;

const STYLED = {
  "word/_rels/document.xml.rels": relations([
    ["s", "styles", "styles.xml"],
    ["n", "numbering", "numbering.xml"],
    ["f", "footnotes", "footnotes.xml"],
    ["h", "hyperlink", "https://example.org/a (b)", true],
    ["j", "hyperlink", "javascript:alert(1)", true],
  ]),
  "word/styles.xml": wordPart(
    "styles",
    style("Titel", "Title") +
      style("U1", "heading 1") +
      style("Mine", "My heading", `<w:basedOn w:val="U1"/>`) +
      style("Loop", "loop", `<w:basedOn w:val="Loop"/>`),
  ),
  "word/numbering.xml": wordPart(
    "numbering",
    `<w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="3"><w:abstractNumId w:val="7"/></w:num>`,
  ),
  "word/footnotes.xml": wordPart(
    "footnotes",
    `<w:footnote w:id="0" w:type="separator">${wordParagraph("rule")}</w:footnote><w:footnote w:id="2">${wordParagraph("Below.")}</w:footnote>`,
  ),
};

const item = (text: string, level: number): string =>
  wordParagraph(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="3"/></w:numPr>`);

test("reads DOCX headings from styles, inherited styles and outline levels", async () => {
  const body =
    wordParagraph("Report", `<w:pStyle w:val="Titel"/>`) +
    wordParagraph("Part", `<w:pStyle w:val="Mine"/>`) +
    wordParagraph("Plain", `<w:pStyle w:val="Loop"/>`) +
    wordParagraph("Deep", `<w:outlineLvl w:val="2"/>`);
  expect(await textOf(docx(body, STYLED))).toBe("# Report\n\n# Part\n\nPlain\n\n### Deep");
});

test("numbers DOCX lists and restarts nested levels below a new item", async () => {
  const body = item("one", 0) + item("under", 1) + item("two", 0) + wordParagraph("after");
  expect(await textOf(docx(body, STYLED))).toBe("1. one\n    - under\n2. two\n\nafter");
});

test("converts a DOCX table to a Markdown table and keeps spanned columns", async () => {
  const cell = (text: string, properties = "") =>
    `<w:tc><w:tcPr>${properties}</w:tcPr>${text
      .split("/")
      .map((each) => wordParagraph(each))
      .join("")}</w:tc>`;
  const body = `<w:tbl><w:tr>${cell("a|b")}${cell("c/d")}</w:tr><w:tr>${cell("both", `<w:gridSpan w:val="2"/>`)}</w:tr></w:tbl>`;
  expect(await textOf(docx(body))).toBe("| a\\|b | c d |\n| --- | --- |\n| both |  |");
});

test("treats a table around other tables as layout and reads its cells in sequence", async () => {
  const inner = `<w:tbl><w:tr><w:tc>${wordParagraph("1")}</w:tc><w:tc>${wordParagraph("2")}</w:tc></w:tr><w:tr><w:tc>${wordParagraph("3")}</w:tc></w:tr></w:tbl>`;
  const body = `<w:tbl><w:tr><w:tc>${wordParagraph("left")}</w:tc><w:tc>${inner}</w:tc></w:tr></w:tbl>`;
  expect(await textOf(docx(body))).toBe("left\n\n| 1 | 2 |\n| --- | --- |\n| 3 |");
});

test("keeps external links and footnotes of a DOCX, and omits deleted and duplicate text", async () => {
  const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const body = `<w:p>${run("See ")}<w:hyperlink r:id="h">${run("the site")}</w:hyperlink>${run(" or ")}<w:hyperlink r:id="j">${run("this")}</w:hyperlink><w:r><w:footnoteReference w:id="2"/></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:moveFrom>${run("moved")}</w:moveFrom><mc:AlternateContent xmlns:mc="m"><mc:Choice>${run("!")}</mc:Choice><mc:Fallback>${run("again")}</mc:Fallback></mc:AlternateContent></w:p>`;
  expect(await textOf(docx(body, STYLED))).toBe(
    "See [the site](https://example.org/a%20%28b%29) or this[^2]!\n\n[^2]: Below.",
  );
});

test("keeps tabs, line breaks and text boxes of a DOCX, and ignores tab stop definitions", async () => {
  const box = `<w:r><w:pict><w:txbxContent>${wordParagraph("boxed")}</w:txbxContent></w:pict></w:r>`;
  const body = `<w:p><w:pPr><w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs></w:pPr><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r>${box}</w:p>`;
  expect(await textOf(docx(body))).toBe("boxed\n\na\tb\nc");
});

test("reads PPTX slides in presentation order, each with its title and notes", async () => {
  const first = shape("body", line("point") + line("below", `<a:pPr lvl="1"/>`)) + shape("title", line("Start"));
  const second =
    shape("", `<a:p><a:r><a:rPr><a:hlinkClick r:id="l"/></a:rPr><a:t>site</a:t></a:r></a:p>`) +
    shape("sldNum", line("2"));
  expect(
    await textOf(pptx([first, second], { 0: shape("body", line("Say hello.", "<a:pPr><a:buNone/></a:pPr>")) })),
  ).toBe("## Start\n\n- point\n    - below\n\nNotes:\n\nSay hello.\n\n## Slide 2\n\n[site](https://example.org/)");
});

test("converts a PPTX table to a Markdown table", async () => {
  const row = (...cells: string[]) =>
    `<a:tr>${cells.map((each) => `<a:tc><a:txBody>${line(each)}</a:txBody></a:tc>`).join("")}</a:tr>`;
  const slide = `<p:graphicFrame><a:tbl>${row("a", "b")}${row("1", "2")}</a:tbl></p:graphicFrame>`;
  expect(await textOf(pptx([slide]))).toBe("## Slide 1\n\n| a | b |\n| --- | --- |\n| 1 | 2 |");
});

test("keeps headings, lists, links, spaces, notes and tables of an ODT", async () => {
  const styles = `<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1"/></text:list-style>`;
  const body = `<text:h text:outline-level="2">Head</text:h>
    <text:p>a  b<text:s text:c="3"/>c<text:tab/><text:a xlink:href="https://example.org/">site</text:a><text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Below.</text:p></text:note-body></text:note></text:p>
    <text:list text:style-name="L1"><text:list-item><text:p>one</text:p><text:list><text:list-item><text:p>under</text:p></text:list-item></text:list></text:list-item><text:list-item><text:p>two</text:p><text:p>more</text:p></text:list-item></text:list>
    <table:table><table:table-row><table:table-cell table:number-columns-repeated="2"><text:p>x</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell><text:p>1</text:p></table:table-cell><table:covered-table-cell/></table:table-row></table:table>
    <text:tracked-changes><text:p>gone</text:p></text:tracked-changes>`;
  expect(await textOf(odf("text", body, styles))).toBe(
    "## Head\n\na b   c\t[site](https://example.org/)[^1]\n\n1. one\n    - under\n2. two\n   more\n\n| x |  |\n| --- | --- |\n| 1 |  |\n\n[^1]: Below.",
  );
});

test("reads ODP slides under their names, with titles and notes", async () => {
  const body = `<draw:page draw:name="page1"><draw:frame presentation:class="title"><draw:text-box><text:p>Start</text:p></draw:text-box></draw:frame><draw:frame><draw:text-box><text:p>point</text:p></draw:text-box></draw:frame><presentation:notes><draw:frame><draw:text-box><text:p>Say hello.</text:p></draw:text-box></draw:frame></presentation:notes></draw:page><draw:page draw:name="page2"><presentation:notes/></draw:page>`;
  const extracted = await extractText(odf("presentation", body), "", "slides.odp");
  expect(extracted).toMatchObject({
    text: "## page1\n\n### Start\n\npoint\n\nNotes:\n\nSay hello.\n\n## page2",
    metadata: { slideCount: 2 },
  });
});

test("reports that a document requires a password", async () => {
  const odt = zip({
    mimetype: "application/vnd.oasis.opendocument.text",
    "META-INF/manifest.xml": `<manifest:manifest><manifest:encryption-data/></manifest:manifest>`,
    "content.xml": "not XML",
  });
  const compound = new Uint8Array(2_048);
  compound.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  compound.set(Buffer.from("EncryptedPackage", "utf16le"), 1_024);
  for (const [bytes, name] of [
    [odt, "a.odt"],
    [compound, "a.docx"],
  ] as const) {
    await expect(extractText(bytes, "", name)).rejects.toThrow(new Unreadable("The document is password-protected."));
  }
  expect(await extractText(compound.slice(0, 900), "application/msword", "a.doc")).toEqual({ kind: "none" });
});
