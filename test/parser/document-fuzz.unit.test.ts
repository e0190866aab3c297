import fc from "fast-check";
import { unzipSync, zipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Extracted, Unreadable, extractText } from "../../queues/parser/text/extract.ts";
import {
  docx,
  epub,
  line,
  odf,
  pdf,
  pptx,
  relations,
  shape,
  sheetPart,
  wordParagraph,
  wordPart,
  xlsx,
} from "./sample-documents.ts";
import { nightly } from "../support/nightly.ts";

/** Total over all formats; nightly runs use more. */
const RUNS = Number(process.env.FUZZ_RUNS ?? "1500");
const BUDGET = 20_000;

const wordTable = `<w:tbl><w:tr><w:tc>${wordParagraph("a")}</w:tc><w:tc>${wordParagraph("b")}</w:tc></w:tr></w:tbl>`;
const latin = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

const DOCUMENTS: Readonly<Record<string, Uint8Array>> = {
  "a.docx": docx(wordParagraph("Title", `<w:pStyle w:val="T"/>`) + wordTable + wordParagraph("x&amp;y"), {
    "word/_rels/document.xml.rels": relations([["s", "styles", "styles.xml"]]),
    "word/styles.xml": wordPart("styles", `<w:style w:styleId="T"><w:name w:val="heading 1"/></w:style>`),
  }),
  "a.xlsx": xlsx(
    { A: `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="0"><v>45292</v></c></row>` },
    {
      "xl/sharedStrings.xml": sheetPart("sst", "<si><t>text</t></si>"),
      "xl/styles.xml": sheetPart("styleSheet", `<cellXfs><xf numFmtId="14"/></cellXfs>`),
    },
  ),
  "a.pptx": pptx([shape("title", line("Start")) + shape("body", line("point"))], { 0: shape("body", line("note")) }),
  "a.odt": odf(
    "text",
    `<text:h text:outline-level="1">Head</text:h><text:list><text:list-item><text:p>x</text:p></text:list-item></text:list>`,
  ),
  "a.ods": odf(
    "spreadsheet",
    `<table:table table:name="A"><table:table-row><table:table-cell><text:p>x</text:p></table:table-cell></table:table-row></table:table>`,
  ),
  "a.epub": epub(["<h1>One</h1><table><tr><td>a<td>b<tr><td>c</table>"]),
  "a.pdf": pdf(["Hello", "World"]),
  "a.rtf": latin(String.raw`{\rtf1\ansi{\fonttbl{\f0\fcharset128 M;}}\f0 a\'82\'a0\u937?{\b x}\cell\par\bin2 ab}`),
  "a.html": latin(
    `<!doctype html><meta charset=shift_jis><ul><li>a<li><pre>b</pre></ul><table><tr><td>\x82\xa0<td>c</table>`,
  ),
  "a.txt": latin("plain \xe9 text \x82\xa0\x82\xa2\r\nline"),
};

/** Truncates the document, or overwrites, removes or duplicates bytes. */
const edit = fc.oneof(
  fc.record({ kind: fc.constant("set" as const), at: fc.nat(), value: fc.nat(255) }),
  fc.record({ kind: fc.constant("cut" as const), at: fc.nat(), length: fc.integer({ min: 1, max: 400 }) }),
  fc.record({
    kind: fc.constant("copy" as const),
    at: fc.nat(),
    from: fc.nat(),
    length: fc.integer({ min: 1, max: 200 }),
  }),
  fc.record({ kind: fc.constant("end" as const), at: fc.nat() }),
);
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;

function mutate(bytes: Uint8Array, edits: readonly Edit[]): Uint8Array {
  let result = bytes.slice();
  for (const each of edits) {
    const at = each.at % (result.length + 1);
    if (each.kind === "set") result[at] = each.value;
    else if (each.kind === "end") result = result.slice(0, at);
    else {
      const inserted =
        each.kind === "copy" ? result.subarray(each.from % (result.length + 1)).slice(0, each.length) : [];
      const rest = result.subarray(each.kind === "cut" ? at + each.length : at);
      result = Uint8Array.from([...result.subarray(0, at), ...inserted, ...rest]);
    }
  }
  return result;
}

/** Returns null if the file is refused; any other error fails the test. */
async function attempt(bytes: Uint8Array, name: string): Promise<Extracted | null> {
  try {
    return await extractText(bytes, "", name, BUDGET);
  } catch (error) {
    if (error instanceof Unreadable && /^[A-Z].*\.$/.test(error.message)) return null;
    throw error;
  }
}

function expectClean(extracted: Extracted | null): void {
  if (extracted?.kind !== "text") return;
  const { text, metadata } = extracted;
  expect(text.isWellFormed()).toBe(true);
  expect(/(?![\n\t])\p{Cc}/u.test(text)).toBe(false);
  expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(BUDGET);
  expect(Array.from(text).length).toBe(metadata.characters);
}

/** For a damaged PDF, pdf.js sometimes rejects twice: once to its caller and once as an unhandled rejection. */
const OF_PDF = /^(?:ParserEOFException|FormatError|XRef\w*Exception|MissingDataException|UnknownErrorException)$/;
const strays: unknown[] = [];

const onStray = (reason: unknown): void => {
  if (!(reason instanceof Error && OF_PDF.test(reason.name))) strays.push(reason);
};

beforeAll(() => {
  process.on("unhandledRejection", onStray);
});

afterAll(async () => {
  await new Promise((done) => setImmediate(done));
  process.off("unhandledRejection", onStray);
  expect(strays).toEqual([]);
});

/** The archive without compression, so that changed bytes change the XML rather than break the archive. */
const stored = (bytes: Uint8Array): Uint8Array =>
  bytes[0] === 0x50 && bytes[1] === 0x4b ? zipSync(unzipSync(bytes), { level: 0 }) : bytes;

const names = Object.keys(DOCUMENTS);
const share = Math.ceil(RUNS / (names.length + 1));

test.each(names)(
  "extracts text from %s, and clean text or an error after bytes are changed",
  { timeout: 0 },
  async (name) => {
    const document = DOCUMENTS[name] ?? new Uint8Array();
    const loose = stored(document);
    expect(await attempt(document.slice(), name)).toMatchObject({ kind: "text", truncated: false });
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 6 }), fc.boolean(), async (edits, isStored) => {
        expectClean(await attempt(mutate(isStored ? loose : document, edits), name));
      }),
      { numRuns: share },
    );
  },
);

nightly("extracts clean text or none, or rejects the file, for any bytes under any name", { timeout: 0 }, async () => {
  const start = fc.constantFrom(
    "",
    "%PDF-1.7\n",
    "PK\x03\x04",
    "{\\rtf1 ",
    "<!doctype html>",
    "\xff\xfe",
    "\xef\xbb\xbf",
  );
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 2_000 }),
    fc.string({ unit: "binary" }).map((text) => new TextEncoder().encode(text)),
  );
  await fc.assert(
    fc.asyncProperty(start, body, fc.constantFrom(...names, "a.bin", "a"), async (head, rest, name) => {
      expectClean(await attempt(Uint8Array.from([...latin(head), ...rest]), name));
    }),
    { numRuns: share },
  );
});
