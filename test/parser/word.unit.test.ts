import katex from "katex";
import { expect, test } from "vitest";
import { documentParser } from "../../src/formats/markdown/syntax.ts";
import { docx, relations, wordParagraph, wordPart } from "./sample-documents.ts";
import { extractText } from "../../queues/parser/text/extract.ts";

async function read(bytes: Uint8Array) {
  const extracted = await extractText(bytes, "application/octet-stream", "upload");
  if (extracted.kind !== "text") throw new Error("The document has no text.");
  return { text: extracted.text, changes: extracted.metadata.changes ?? {} };
}

const run = (text: string, properties = ""): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (inner: string): string => `<w:p>${inner}</w:p>`;
const m = (name: string, inner: string): string => `<m:${name}>${inner}</m:${name}>`;
const value = (name: string, val: string): string => `<m:${name} m:val="${val}"/>`;
const r = (text: string, properties = ""): string => `<m:r><m:rPr>${properties}</m:rPr><m:t>${text}</m:t></m:r>`;
const formula = (inner: string): string => `<m:oMath>${inner}</m:oMath>`;

const SQUARE = m("sSup", m("e", r("x")) + m("sup", r("2")));
const HALF = m("f", m("num", r("1")) + m("den", r("2")));

test("converts a Word formula to inline or display TeX", async () => {
  const inline = await read(docx(paragraph(run("So ") + formula(SQUARE + r("+") + HALF) + run(" holds"))));
  expect(inline).toEqual({ text: String.raw`So $x^{2}+\frac{1}{2}$ holds`, changes: { formulas: 1 } });
  const block = await read(docx(paragraph(`<m:oMathPara>${formula(HALF)}</m:oMathPara>`) + wordParagraph("after")));
  expect(block.text).toBe("$$\n\\frac{1}{2}\n$$\n\nafter");
});

const FORMULAS: readonly (readonly [string, string])[] = [
  [m("rad", m("radPr", value("degHide", "1")) + m("deg", "") + m("e", r("x"))), String.raw`\sqrt{x}`],
  [m("rad", m("deg", r("3")) + m("e", r("x"))), String.raw`\sqrt[{3}]{x}`],
  [m("sSub", m("e", r("a")) + m("sub", r("ij"))), "a_{ij}"],
  [m("sSubSup", m("e", r("a")) + m("sub", r("i")) + m("sup", r("2"))), "a_{i}^{2}"],
  [m("sPre", m("sub", r("1")) + m("sup", r("2")) + m("e", r("X"))), "{}_{1}^{2}X"],
  [m("sSup", m("e", r("a+b")) + m("sup", r("2"))), "{a+b}^{2}"],
  [
    m("nary", m("naryPr", value("chr", "∑")) + m("sub", r("i=1")) + m("sup", r("n")) + m("e", r("i"))),
    String.raw`\sum_{i=1}^{n} i`,
  ],
  [m("nary", m("sub", r("0")) + m("sup", r("1")) + m("e", r("x"))), String.raw`\int_{0}^{1} x`],
  [m("d", m("dPr", value("begChr", "[") + value("endChr", "")) + m("e", r("x"))), String.raw`\left[ x\right.`],
  [m("d", m("e", r("a")) + m("e", r("b"))), String.raw`\left( a\middle\vert b\right)`],
  [
    m("d", m("e", m("m", m("mr", m("e", r("1")) + m("e", "")) + m("mr", m("e", r("0")) + m("e", r("1")))))),
    String.raw`\left( \begin{matrix}1 & \\ 0 & 1\end{matrix}\right)`,
  ],
  [m("func", m("fName", r("sin", value("sty", "p"))) + m("e", r("x"))), String.raw`\sin x`],
  [
    m("func", m("fName", m("limLow", m("e", r("lim")) + m("lim", r("x→0")))) + m("e", r("f"))),
    String.raw`\lim_{x\to 0} f`,
  ],
  [m("func", m("fName", r("rot")) + m("e", r("F"))), String.raw`\operatorname{rot} F`],
  [m("acc", m("accPr", value("chr", "\u20d7")) + m("e", r("v"))), String.raw`\vec{v}`],
  [m("acc", m("e", r("x"))), String.raw`\hat{x}`],
  [m("bar", m("barPr", value("pos", "top")) + m("e", r("z"))), String.raw`\overline{z}`],
  [m("groupChr", m("e", r("x+y"))), String.raw`\underbrace{x+y}`],
  [
    m("f", m("fPr", value("type", "noBar")) + m("num", r("n")) + m("den", r("k"))),
    String.raw`\genfrac{}{}{0pt}{}{n}{k}`,
  ],
  [m("eqArr", m("e", r("x&amp;=1")) + m("e", r("y&amp;=2"))), String.raw`\begin{aligned}x&=1 \\ y&=2\end{aligned}`],
  [m("borderBox", m("e", r("E"))), String.raw`\boxed{E}`],
  [r("α≤∞"), String.raw`\alpha \le \infty`],
  [r("R", value("scr", "double-struck")), String.raw`\mathbb{R}`],
  [r("if ", "<m:nor/>") + r("x"), String.raw`\text{if }x`],
  [r("5$ {a}#%&amp;_\\^~|"), String.raw`5\text{\textdollar} \{a\}\#\%\&\_\backslash \text{\textasciicircum}\sim \vert`],
  [
    r("$ \\{}#%&amp;_^~|", "<m:nor/>"),
    String.raw`\text{\textdollar \textbackslash \{\}\#\%\&\_\textasciicircum \textasciitilde \textbar }`,
  ],
];

test.each(FORMULAS)("converts the Word formula %s", async (omml, tex) => {
  const { text, changes } = await read(docx(paragraph(run("a ") + formula(omml) + run("1"))));
  expect(text).toBe(`a $${tex}$ 1`);
  expect(changes).toEqual({ formulas: 1 });
  expect(documentParser.parse(text).toString()).toContain("InlineMath");
  expect(() => katex.renderToString(tex, { throwOnError: true, strict: "error" })).not.toThrow();
});

test("keeps a formula in a table, heading or list on its line", async () => {
  const display = paragraph(`<m:oMathPara>${formula(HALF)}</m:oMathPara>`);
  const cell = `<w:tc>${display}</w:tc>`;
  const { text } = await read(docx(`<w:tbl><w:tr>${cell}${cell}</w:tr><w:tr>${cell}${cell}</w:tr></w:tbl>`));
  expect(text.split("\n")[0]).toBe(String.raw`| $\frac{1}{2}$ | $\frac{1}{2}$ |`);
});

test("drops the structure of a deeply nested formula but keeps its text", async () => {
  let omml = r("x");
  for (let i = 0; i < 400; i++) omml = m("f", m("num", omml) + m("den", r("2")));
  const { text, changes } = await read(docx(paragraph(formula(omml))));
  expect(text.match(/\\frac/g)?.length).toBeLessThanOrEqual(60);
  expect(text).toContain("x");
  expect(changes).toMatchObject({ formulaParts: expect.any(Number) });
});

test("converts Word superscripts and subscripts to Unicode or TeX", async () => {
  const raised = `<w:vertAlign w:val="superscript"/>`;
  const lowered = `<w:vertAlign w:val="subscript"/>`;
  const body = paragraph(
    run("x² + ½, x") +
      run("2", raised) +
      run(", H") +
      run("2", lowered) +
      run("O, 5") +
      run("th", raised) +
      run(", c") +
      run("Жя", raised),
  );
  const { text, changes } = await read(docx(body));
  expect(text).toBe("x² + ½, x², H₂O, 5ᵗʰ, c$^{\\text{Жя}}$");
  expect(changes).toEqual({ scripts: 4 });
});

const NUMBERING = (levels: string, nums: string) => ({
  "word/_rels/document.xml.rels": relations([["n", "numbering", "numbering.xml"]]),
  "word/numbering.xml": wordPart("numbering", `<w:abstractNum w:abstractNumId="1">${levels}</w:abstractNum>${nums}`),
});
const level = (at: number, start: number, format: string, text: string): string =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
const num = (id: number, inner = ""): string => `<w:num w:numId="${id}"><w:abstractNumId w:val="1"/>${inner}</w:num>`;
const item = (text: string, list = 1, depth = 0): string =>
  wordParagraph(text, `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${list}"/></w:numPr>`);

test("starts a Word list at its declared number", async () => {
  const parts = NUMBERING(
    level(0, 5, "decimal", "%1.") + level(1, 3, "lowerRoman", "%2."),
    num(1) + num(2) + num(3, `<w:lvlOverride w:ilvl="0"><w:startOverride w:val="9"/></w:lvlOverride>`),
  );
  const body =
    item("a") +
    item("b") +
    item("in", 1, 1) +
    wordParagraph("between") +
    item("goes on", 2) +
    item("anew", 3) +
    item("next", 3);
  const { text, changes } = await read(docx(body, parts));
  expect(text).toBe("5. a\n6. b\n    3. in\n\nbetween\n\n7. goes on\n9. anew\n10. next");
  expect(changes).toEqual({ numbering: 1 });
});

test("converts Word symbols to the characters that they display", async () => {
  const symbol = (font: string, char: string) => `<w:r><w:sym w:font="${font}" w:char="${char}"/></w:r>`;
  const wingdings = `<w:rFonts w:ascii="Wingdings" w:hAnsi="Wingdings"/>`;
  const body = paragraph(
    symbol("Wingdings", "F0FC") +
      symbol("Symbol", "F0B3") +
      symbol("Calibri", "00BD") +
      run("\uf04a", wingdings) +
      run("J", wingdings) +
      symbol("Nobody knows", "F041"),
  );
  expect(await read(docx(body))).toEqual({ text: "✓≥½☺☺\ufffd", changes: { symbols: 1 } });
});

test("omits and reports hidden text, deletions, comments, headers and footers of a Word document", async () => {
  const parts = {
    "word/_rels/document.xml.rels": relations([
      ["s", "styles", "styles.xml"],
      ["h", "header", "header1.xml"],
      ["e", "footer", "footer1.xml"],
    ]),
    "word/styles.xml": wordPart(
      "styles",
      `<w:style w:type="character" w:styleId="Secret"><w:rPr><w:vanish/></w:rPr></w:style>`,
    ),
    "word/header1.xml": wordPart("hdr", wordParagraph("Confidential")),
    "word/footer1.xml": wordPart("ftr", wordParagraph(" ")),
  };
  const body =
    paragraph(
      run("seen") +
        run("hid", "<w:vanish/>") +
        run("den", "<w:vanish/>") +
        run(" shown", `<w:vanish w:val="0"/>`) +
        run("!", `<w:rStyle w:val="Secret"/>`),
    ) +
    paragraph(
      `<w:pPr><w:rPr><w:ins w:id="1"/></w:rPr></w:pPr><w:ins w:id="2">${run("new")}</w:ins><w:del w:id="3"><w:r><w:tab/><w:delText>old</w:delText></w:r></w:del><w:r><w:commentReference w:id="0"/></w:r>` +
        `<w:r><w:rPr><w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange></w:rPr><w:t> text</w:t></w:r>`,
    );
  expect(await read(docx(body, parts))).toEqual({
    text: "seen shown\n\nnew text",
    changes: { hiddenText: 2, trackedChanges: 2, comments: 1, headersAndFooters: 1 },
  });
});

test("reports pictures, charts, diagrams and objects of a Word document and keeps their descriptions", async () => {
  const drawing = (data: string, alt = "") =>
    `<w:r><w:drawing><wp:inline><wp:docPr id="1" descr="${alt}"/><a:graphic><a:graphicData>${data}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
  const body = paragraph(
    drawing("<pic:pic/>", "A map") +
      drawing("<c:chart/>") +
      drawing("<dgm:relIds/>") +
      `<w:r><w:object><v:shape><v:imagedata/></v:shape><o:OLEObject/></w:object></w:r>` +
      `<w:r><w:drawing><wps:txbx><w:txbxContent>${wordParagraph("aside")}</w:txbxContent></wps:txbx></w:drawing></w:r>`,
  );
  expect(await read(docx(body))).toEqual({
    text: "aside\n\nA map",
    changes: { pictures: 1, charts: 1, diagrams: 1, objects: 1, textBoxes: 1 },
  });
});

test("converts Word fields to links or to their displayed text", async () => {
  const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const code = (text: string) => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`;
  const field = (instruction: string, result: string) =>
    `${mark("begin")}${code(instruction)}${mark("separate")}${run(result)}${mark("end")}`;
  const body =
    paragraph(field(` HYPERLINK "https://example.org/" \\o "tip" `, "here") + run(" and ") + field(` PAGE `, "7")) +
    paragraph(
      `${mark("begin")}${code("IF ")}${field("MERGEFIELD x", "leaks")}${mark("separate")}${run("yes")}${mark("end")}`,
    ) +
    paragraph(`${mark("begin")}${code(`SYMBOL 179 \\f "Symbol" \\s 10`)}${mark("end")}`) +
    paragraph(`<w:fldSimple w:instr="HYPERLINK &quot;https://example.com/&quot;">${run("simple")}</w:fldSimple>`) +
    paragraph(`<w:hyperlink w:anchor="top">${run("up")}</w:hyperlink>`);
  expect(await read(docx(body))).toEqual({
    text: "[here](https://example.org/) and 7\n\nyes\n\n≥\n\n[simple](https://example.com/)\n\nup",
    changes: { fields: 3, innerLinks: 1 },
  });
});

test("reports ruby, merged cells, page breaks, form fields and formatting of a Word document", async () => {
  const ruby = `<w:r><w:ruby><w:rt><w:r><w:t>かんじ</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>漢字</w:t></w:r></w:rubyBase></w:ruby></w:r>`;
  const cell = (text: string, properties = "") => `<w:tc><w:tcPr>${properties}</w:tcPr>${wordParagraph(text)}</w:tc>`;
  const body =
    paragraph(ruby + run("bold", "<w:b/>") + run("er", "<w:b/>") + run(" plain", `<w:b w:val="0"/>`)) +
    paragraph(`<w:r><w:br w:type="page"/></w:r>${run("next")}`) +
    paragraph(`<w:sdt><w:sdtPr><w14:checkbox/></w:sdtPr><w:sdtContent>${run("☒")}</w:sdtContent></w:sdt>`) +
    `<w:tbl><w:tr>${cell("a", `<w:gridSpan w:val="2"/>`)}</w:tr><w:tr>${cell("b", `<w:vMerge w:val="restart"/>`)}${cell("c")}</w:tr></w:tbl>`;
  expect(await read(docx(body))).toEqual({
    text: "漢字(かんじ)bolder plain\n\nnext\n\n☒\n\n| a |  |\n| --- | --- |\n| b | c |",
    changes: { ruby: 1, styles: 1, pageBreaks: 1, controls: 1, mergedCells: 2 },
  });
});
