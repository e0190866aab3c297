/** Small test documents in each format, built from their parts. */
import { type Zippable, strFromU8, strToU8, zipSync, zlibSync } from "fflate";

type Parts = Readonly<Record<string, string | Uint8Array>>;

/** A zip archive; a part named `mimetype` comes first and uncompressed, as ODF and EPUB require. */
export function zip(parts: Parts): Uint8Array {
  const entries: Zippable = {};
  for (const [name, content] of Object.entries(parts)) {
    const bytes = typeof content === "string" ? strToU8(content) : content;
    entries[name] = name === "mimetype" ? [bytes, { level: 0 }] : bytes;
  }
  return zipSync(entries, { mtime: "2024-01-01T00:00:00" });
}

const TYPES = "http://schemas.openxmlformats.org/package/2006/content-types";
const RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const XML = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`;

type Relation = readonly [id: string, type: string, target: string, isExternal?: boolean];

export const relations = (rows: readonly Relation[]): string =>
  `${XML}<Relationships xmlns="${RELATIONS}">${rows
    .map(
      ([id, type, target, isExternal = false]) =>
        `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"${isExternal ? ' TargetMode="External"' : ""}/>`,
    )
    .join("")}</Relationships>`;

function office(main: string, type: string, parts: Parts): Uint8Array {
  return zip({
    "[Content_Types].xml": `${XML}<Types xmlns="${TYPES}"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`,
    "_rels/.rels": relations([["rId1", "officeDocument", main]]),
    ...parts,
  });
}

const W = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${OFFICE}"`;

/** `body` is the content of w:body. */
export const docx = (body: string, parts: Parts = {}): Uint8Array =>
  office("word/document.xml", "wordprocessingml.document", {
    "word/document.xml": `${XML}<w:document ${W}><w:body>${body}</w:body></w:document>`,
    ...parts,
  });

export const wordPart = (root: string, content: string): string => `${XML}<w:${root} ${W}>${content}</w:${root}>`;

export const wordParagraph = (text: string, properties = ""): string =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

const S = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}"`;

/** One sheet per name; the values are the content of sheetData. */
export function xlsx(sheets: Readonly<Record<string, string>>, parts: Parts = {}, properties = ""): Uint8Array {
  const names = Object.keys(sheets);
  const list = names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="s${at + 1}"/>`).join("");
  return office("xl/workbook.xml", "spreadsheetml.sheet", {
    "xl/workbook.xml": `${XML}<workbook ${S}>${properties}<sheets>${list}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations([
      ...names.map((_, at): Relation => [`s${at + 1}`, "worksheet", `worksheets/sheet${at + 1}.xml`]),
      ["st", "sharedStrings", "sharedStrings.xml"],
      ["sy", "styles", "/xl/styles.xml"],
    ]),
    ...Object.fromEntries(
      Object.values(sheets).map((data, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `${XML}<worksheet ${S}><sheetData>${data}</sheetData></worksheet>`,
      ]),
    ),
    ...parts,
  });
}

export const sheetPart = (root: string, content: string): string => `${XML}<${root} ${S}>${content}</${root}>`;

const P = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${OFFICE}"`;

/** `slides` are the contents of p:spTree; `notes` are keyed by slide index. */
export function pptx(slides: readonly string[], notes: Readonly<Record<number, string>> = {}): Uint8Array {
  const list = slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="r${at}"/>`).join("");
  const parts: Record<string, string> = {
    "ppt/presentation.xml": `${XML}<p:presentation ${P}><p:sldIdLst>${list}</p:sldIdLst></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": relations(slides.map((_, at) => [`r${at}`, "slide", `slides/slide${at}.xml`])),
  };
  for (const [at, slide] of slides.entries()) {
    parts[`ppt/slides/slide${at}.xml`] = `${XML}<p:sld ${P}><p:cSld><p:spTree>${slide}</p:spTree></p:cSld></p:sld>`;
    const note = notes[at];
    parts[`ppt/slides/_rels/slide${at}.xml.rels`] = relations([
      ["l", "hyperlink", "https://example.org/", true],
      ...(note === undefined ? [] : [["n", "notesSlide", `../notesSlides/n${at}.xml`] as const]),
    ]);
    if (note === undefined) continue;
    parts[`ppt/notesSlides/n${at}.xml`] = `${XML}<p:notes ${P}><p:cSld><p:spTree>${note}</p:spTree></p:cSld></p:notes>`;
  }
  return office("ppt/presentation.xml", "presentationml.presentation", parts);
}

export const shape = (placeholder: string, paragraphs: string): string =>
  `<p:sp><p:nvSpPr><p:nvPr>${placeholder && `<p:ph type="${placeholder}"/>`}</p:nvPr></p:nvSpPr><p:txBody>${paragraphs}</p:txBody></p:sp>`;

export const line = (text: string, properties = ""): string =>
  `<a:p>${properties}<a:r><a:rPr/><a:t>${text}</a:t></a:r></a:p>`;

const ODF = ["office", "text", "table", "draw", "presentation", "style"]
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(" ");

/** `body` is the content of office:body's only child. */
export const odf = (type: "text" | "spreadsheet" | "presentation", body: string, styles = ""): Uint8Array =>
  zip({
    mimetype: `application/vnd.oasis.opendocument.${type}`,
    "content.xml": `${XML}<office:document-content ${ODF} xmlns:xlink="http://www.w3.org/1999/xlink"><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${type}>${body}</office:${type}></office:body></office:document-content>`,
  });

/** `chapters` are the contents of each body. */
export function epub(chapters: readonly string[], parts: Parts = {}): Uint8Array {
  const items = chapters.map(
    (_, at) => `<item id="c${at}" href="c%20${at}.xhtml" media-type="application/xhtml+xml"/>`,
  );
  const spine = chapters.map((_, at) => `<itemref idref="c${at}"/>`);
  return zip({
    mimetype: "application/epub+zip",
    "META-INF/container.xml": `${XML}<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>`,
    "OPS/book.opf": `${XML}<package><manifest>${items.join("")}</manifest><spine>${spine.join("")}</spine></package>`,
    ...Object.fromEntries(
      chapters.map((chapter, at) => [
        `OPS/c ${at}.xhtml`,
        `<?xml version="1.0"?><!DOCTYPE html><html><head><title>Chapter</title></head><body>${chapter}</body></html>`,
      ]),
    ),
    ...parts,
  });
}

/** One line of text per page (ISO 32000-2 Annex H.2); `extra` is added to the trailer. */
export function pdf(pages: readonly string[], extra = ""): Uint8Array {
  return pdfOf(
    pages.map((text) => `BT /F1 12 Tf 20 700 Td (${text.replace(/[\\()]/g, "\\$&")}) Tj ET`),
    extra,
  );
}

/** `programs` are the pages' content streams, plain or compressed. */
export function pdfOf(programs: readonly string[], extra = "", further: readonly string[] = []): Uint8Array {
  const kids = programs.map((_, at) => `${4 + at * 2} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${programs.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ...programs.flatMap((program, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> /XObject << /X0 ${4 + programs.length * 2} 0 R >> >> /Contents ${5 + at * 2} 0 R >>`,
      program.startsWith("<<") ? program : `<< /Length ${program.length} >>\nstream\n${program}\nendstream`,
    ]),
    ...further,
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R ${extra} >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Uint8Array.from(text + end, (letter) => letter.charCodeAt(0));
}

/** A PDF stream: a page's content stream, or another kind described by the dictionary entries in `about`. */
export function pdfStream(content: Uint8Array, about = "", filter = "/FlateDecode"): string {
  const data = strFromU8(zlibSync(content), true);
  return `<< ${about} /Filter ${filter} /Length ${data.length} >>\nstream\n${data}\nendstream`;
}
