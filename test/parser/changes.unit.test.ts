import { expect, test } from "vitest";
import { CONVERSION_CHANGES, conversionReport } from "../../src/formats/transfer/conversion-changes.ts";
import { line, odf, pptx, relations, shape, sheetPart, xlsx } from "./sample-documents.ts";
import { strToU8 } from "fflate";
import { extractText } from "../../queues/parser/text/extract.ts";

async function read(bytes: Uint8Array, name = "upload") {
  const extracted = await extractText(bytes, "application/octet-stream", name);
  if (extracted.kind !== "text") throw new Error("The document has no text.");
  return { text: extracted.text, changes: extracted.metadata.changes ?? {} };
}

test.each([
  ["x<sup>2</sup> + H<sub>2</sub>O, 5<sup>th</sup>", "x² + H₂O, 5ᵗʰ", { scripts: 3 }],
  [`a<sup><a href="https://example.org/">note</a></sup>`, "a[note](https://example.org/)", {}],
  [
    `so <math><semantics><mi>x</mi><annotation encoding="application/x-tex">\\frac{1}{2}</annotation></semantics></math>.`,
    "so $\\frac{1}{2}$.",
    { formulas: 1 },
  ],
  ["<math><mi>x</mi></math> y", "x y", { formulaParts: 1 }],
  [
    `a<video>Get a browser</video><iframe></iframe><svg><text>s</text></svg><img src="a.png" alt="A"><select><option>o</select><input value="v">`,
    "aA",
    { media: 1, objects: 1, pictures: 2, controls: 2 },
  ],
  [`<p>the <b>bold</b> one, <a href="#there">there</a></p>`, "the bold one, there", { styles: 1, innerLinks: 1 }],
  [
    `<table><tr><td colspan=2>a<tr><td>b<br>c<td>d</table>`,
    "| a |  |\n| --- | --- |\n| b c | d |",
    { mergedCells: 1, cellBreaks: 1 },
  ],
])("converts and reports the changes in HTML %s", async (html, text, changes) => {
  expect(await read(strToU8(html), "a.html")).toEqual({ text, changes });
});

test("reports what slides lose, numbers their lists, and keeps formulas and superscripts", async () => {
  const slide =
    shape("title", line("Title")) +
    shape(
      "body",
      line("one", `<a:pPr><a:buAutoNum type="arabicPeriod" startAt="5"/></a:pPr>`) +
        line("two", `<a:pPr><a:buAutoNum type="arabicPeriod" startAt="5"/></a:pPr>`) +
        line("dot", `<a:pPr><a:buChar char="-"/></a:pPr>`),
    ) +
    shape(
      "",
      `<a:p><a:r><a:rPr baseline="30000"/><a:t>2</a:t></a:r><a:r><a:rPr b="1"/><a:t> bold </a:t></a:r><a14:m><m:oMath><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath></a14:m></a:p>`,
    ) +
    "<p:pic/><p:graphicFrame><c:chart/></p:graphicFrame><p:graphicFrame><dgm:relIds/></p:graphicFrame>";
  expect(await read(pptx([slide]))).toEqual({
    text: "## Title\n\n5. one\n6. two\n- dot\n\n² bold $x^{2}$",
    changes: { scripts: 1, styles: 1, formulas: 1, pictures: 1, charts: 1, diagrams: 1 },
  });
});

test("reports formulas, merged cells, comments, charts and hidden parts of a workbook", async () => {
  const parts = {
    "xl/styles.xml": sheetPart("styleSheet", ""),
    "xl/worksheets/_rels/sheet1.xml.rels": relations([
      ["c", "comments", "../comments1.xml"],
      ["d", "drawing", "../drawings/drawing1.xml"],
    ]),
    "xl/drawings/drawing1.xml": "<x/>",
    "xl/drawings/_rels/drawing1.xml.rels": relations([["h", "chart", "../charts/chart1.xml"]]),
  };
  const data = `<row r="1" hidden="1"><c r="A1"><f>1+1</f><v>2</v></c></row></sheetData><mergeCells><mergeCell ref="A1:B1"/></mergeCells><sheetData>`;
  expect((await read(xlsx({ One: data }, parts))).changes).toEqual({
    hiddenParts: 1,
    cellFormulas: 1,
    mergedCells: 1,
    comments: 1,
    charts: 1,
  });
});

test("keeps superscripts, list starts and ruby of OpenDocument text, and reports other losses", async () => {
  const styles =
    `<style:style style:name="T1"><style:text-properties style:text-position="super 58%"/></style:style>` +
    `<style:style style:name="T2"><style:text-properties text:display="none"/></style:style>` +
    `<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="a" text:start-value="5"/></text:list-style>`;
  const body =
    `<text:p>x<text:span text:style-name="T1">2</text:span><text:span text:style-name="T2">hidden</text:span><office:annotation><text:p>said</text:p></office:annotation></text:p>` +
    `<text:list text:style-name="L1"><text:list-item><text:p>five</text:p></text:list-item><text:list-item text:start-value="9"><text:p>nine</text:p></text:list-item></text:list>` +
    `<text:p><text:ruby><text:ruby-base>漢字</text:ruby-base><text:ruby-text>かんじ</text:ruby-text></text:ruby><draw:frame><draw:image/></draw:frame></text:p>`;
  expect(await read(odf("text", body, styles))).toEqual({
    text: "x²\n\n5. five\n9. nine\n\n漢字(かんじ)",
    changes: { scripts: 1, hiddenText: 1, comments: 1, numbering: 2, ruby: 1, pictures: 1 },
  });
});

test("keeps superscripts and subscripts of RTF and reports what is omitted", async () => {
  const rtf = String.raw`{\rtf1\ansi {\header top}x{\super 2}+H{\sub 2}O {\b bold} {\v secret}{\deleted gone}shown{\*\annotation said}{\*\shppict{\pict 00}}{\nonshppict{\pict 00}}}`;
  const { text, changes } = await read(strToU8(rtf));
  expect(text).toBe("x²+H₂O bold shown");
  expect(changes).toEqual({
    headersAndFooters: 1,
    scripts: 2,
    styles: 1,
    hiddenText: 1,
    trackedChanges: 1,
    comments: 1,
    pictures: 1,
  });
});

test("lists only known changes with a positive count, whatever the metadata contains", () => {
  expect(conversionReport({ changes: { comments: 2, nonsense: 3, charts: "many", constructor: 1, ruby: 0 } })).toEqual([
    CONVERSION_CHANGES.comments.replace("#", "2"),
  ]);
  for (const metadata of [{}, { changes: null }, { changes: "x" }]) expect(conversionReport(metadata)).toEqual([]);
});
