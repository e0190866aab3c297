import { deflateSync, strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { MAX_TEXT_BYTES, Unreadable, extractText } from "../../queues/parser/text/extract.ts";
import { Package } from "../../queues/parser/text/package.ts";
import { docx, epub, odf, pptx, wordParagraph, xlsx, zip } from "./sample-documents.ts";

const refusal = async (bytes: Uint8Array, name: string, type = ""): Promise<string> => {
  const failure: unknown = await extractText(bytes, type, name).then(
    () => null,
    (error: unknown) => error,
  );
  if (!(failure instanceof Unreadable)) throw failure;
  return failure.message;
};

/** Overwrites an entry's uncompressed size in the archive's directory. */
function declare(bytes: Uint8Array, name: string, size: number): Uint8Array {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  const text = new TextDecoder("latin1").decode(copy);
  for (let at = text.indexOf("PK\x01\x02"); at !== -1; at = text.indexOf("PK\x01\x02", at + 1)) {
    if (text.startsWith(name, at + 46)) view.setUint32(at + 24, size, true);
  }
  return copy;
}

test("rejects a document that declares more than 200 MB before unpacking it", async () => {
  const bytes = declare(docx("x"), "word/document.xml", 200_000_001);
  expect(await refusal(bytes, "a.docx")).toBe("The document unpacks to more than 200 MB.");
});

test("rejects a document that unpacks to more than 100 times its size, unless it is small", async () => {
  const spaces = " ".repeat(11_000_000);
  expect(await refusal(docx(spaces), "a.docx")).toBe("The document unpacks to more than 100 times its size.");
  const small = docx(" ".repeat(1_000_000) + wordParagraph("text"));
  expect(await extractText(small, "", "a.docx")).toMatchObject({ text: "text" });
});

test("rejects an archive part whose length differs from its declared length", async () => {
  const text = docx(wordParagraph("x".repeat(20_000)));
  for (const size of [100, 30_000]) {
    expect(await refusal(declare(text, "word/document.xml", size), "a.docx")).toBe("The file is damaged.");
  }
});

test("returns no more bytes of an oversized part than its declared length", () => {
  const pack = Package.open(declare(zip({ part: "x".repeat(50_000) }), "part", 20_000));
  let length = 0;
  expect(() => {
    for (const piece of pack.pieces("part")) length += piece.length;
  }).toThrow(new Unreadable("The file is damaged."));
  expect(length).toBeLessThanOrEqual(20_000);
});

test("rejects data after the end of a part before buffering it", async () => {
  const bytes = zip({ part: "x" });
  const entry = deflateSync(strToU8("x".repeat(50)));
  const long = new Uint8Array(entry.length + 100_000);
  long.set(entry);
  // Compressed data that continues past its declared end.
  const view = declare(zipSync({ part: [long, { level: 0 }] }), "part", 50);
  const text = new TextDecoder("latin1").decode(view);
  view[text.indexOf("PK\x01\x02") + 10] = 8;
  expect(() => [...Package.open(view).pieces("part")]).toThrow(new Unreadable("The file is damaged."));
  expect([...Package.open(bytes).pieces("part")]).toEqual([strToU8("x")]);
});

test("rejects a document with more than 1,000 archive entries", async () => {
  const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`p${at}`, ""]));
  expect(await refusal(zip(many), "a.docx")).toBe("The document has more than 1,000 parts.");
  expect(await extractText(zip(many), "application/zip", "a.zip")).toEqual({ kind: "none" });
});

test("counts a part each time it is read", () => {
  const pack = Package.open(zip({ part: " ".repeat(9_900_000) }));
  const read = (times: number) => {
    for (let i = 0; i < times; i++) for (const piece of pack.pieces("part")) expect(piece.length).toBeGreaterThan(0);
  };
  read(20);
  expect(() => read(1)).toThrow(new Unreadable("The document unpacks to more than 200 MB."));
});

test("reads a chapter once, even if a book's reading order lists it many times", async () => {
  const refer = (row: (at: number) => string) => Array.from({ length: 30 }, (_, at) => row(at)).join("");
  const opf = `<package><manifest>${refer((at) => `<item id="i${at}" href="c%200.xhtml#${at}" media-type="application/xhtml+xml"/>`)}</manifest><spine>${refer((at) => `<itemref idref="i${at}"/>`)}</spine></package>`;
  const extracted = await extractText(epub(["<p>x</p>"], { "OPS/book.opf": opf }), "", "a.epub");
  expect(extracted).toMatchObject({ text: "x", metadata: { chapterCount: 1 } });
});

test("rejects deep nesting in XML and HTML without overflowing the stack", async () => {
  const deep = (name: string) => `<${name}>`.repeat(200_000) + `</${name}>`.repeat(200_000);
  for (const [bytes, name] of [
    [docx(deep("w:sdt")), "a.docx"],
    [odf("text", deep("text:section")), "a.odt"],
    [xlsx({ A: deep("x") }), "a.xlsx"],
    [pptx([deep("p:grpSp")]), "a.pptx"],
  ] as const) {
    expect(await refusal(bytes, name)).toBe("The document is nested too deeply.");
  }
  expect(await refusal(strToU8(deep("div")), "a.html")).toBe("The page is nested too deeply.");
});

test("rejects a DTD, whatever it declares", async () => {
  const laughs = `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><d>&b;</d>`;
  const bytes = docx("", { "word/document.xml": laughs });
  expect(await refusal(bytes, "a.docx")).toBe("The document has a DTD, which documents of its kind must not have.");
});

test("reports malformed XML, a missing part and a broken archive as damage", async () => {
  expect(await refusal(docx("<w:p>"), "a.docx")).toBe("The file is damaged.");
  expect(await refusal(docx("&unknown;"), "a.docx")).toBe("The file is damaged.");
  expect(await refusal(docx(wordParagraph("x")).slice(0, 400), "a.docx")).toBe("The file is damaged.");
  const flipped = docx(wordParagraph("x".repeat(500)));
  flipped.fill(0xff, 600, 700);
  expect(await refusal(flipped, "a.docx")).toBe("The file is damaged.");
  const headless = zip({ mimetype: "application/vnd.oasis.opendocument.text" });
  expect(await refusal(headless, "a.odt")).toBe("A part of the document is missing.");
});

test("rejects a single text or tag of many megabytes instead of buffering it", async () => {
  const long = "a".repeat(4_100_000);
  expect(await refusal(docx(`<w:p x="${long}"/>`), "a.docx")).toBe("A single piece of the document is too long.");
});

test("truncates text at a character boundary within the byte budget", async () => {
  const bytes = strToU8("aé€😀z");
  const cuts = ["", "a", "a", "aé", "aé", "aé", "aé€", "aé€", "aé€", "aé€", "aé€😀", "aé€😀z"];
  for (const [budget, text] of cuts.entries()) {
    const extracted = await extractText(bytes, "text/plain", "a.txt", budget);
    expect(extracted).toMatchObject({
      text,
      truncated: budget < 11,
      metadata: { characters: Array.from(text).length },
    });
  }
});

test("caps the byte budget at 10 MB", async () => {
  const extracted = await extractText(new Uint8Array(12_000_000).fill(0x61), "text/plain", "a.txt", 50_000_000);
  expect(extracted).toMatchObject({ truncated: true, metadata: { characters: MAX_TEXT_BYTES } });
});

test("truncates a document like plain text, tables included", async () => {
  const row = `<w:tr><w:tc>${wordParagraph("a")}</w:tc><w:tc>${wordParagraph("b")}</w:tc></w:tr>`;
  const whole = await extractText(docx(`<w:tbl>${row.repeat(50)}</w:tbl>`), "", "a.docx");
  const cut = await extractText(docx(`<w:tbl>${row.repeat(50)}</w:tbl>`), "", "a.docx", 60);
  if (whole.kind !== "text" || cut.kind !== "text") throw new Error("The document has no text.");
  expect(cut.truncated).toBe(true);
  expect(cut.text.length).toBeGreaterThan(30);
  expect(whole.text.startsWith(cut.text)).toBe(true);
});

test("normalizes line endings to LF and removes all control characters except tabs", async () => {
  const dirty = "a\r\nb\rc\td\u0000\u0007\u001b\u007fe\u0085f\u000bg\u000ch\u2028i";
  const bytes = strToU8(dirty.replace("\u0000", ""));
  expect(await extractText(bytes, "text/plain", "a.txt")).toMatchObject({ text: "a\nb\nc\tde\nf\ng\nh\ni" });
});

test.each([
  ["photo.png", "image/png", "\x89PNG\r\n\x1a\n"],
  ["drawing.svg", "image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'/>"],
  ["song.mp3", "audio/mpeg", "ID3\x04"],
  ["program", "application/octet-stream", "\x7fELF\x02\x01\x01\x00\x00"],
  ["empty.txt", "text/plain", ""],
  ["legacy.bin", "application/octet-stream", "\xe9\xe8"],
])("extracts no text from %s", async (name, type, content) => {
  const bytes = Uint8Array.from(content, (letter) => letter.charCodeAt(0));
  expect(await extractText(bytes, type, name)).toEqual({ kind: "none" });
});

test("detects the file type from the bytes instead of the name", async () => {
  expect(
    await extractText(strToU8("%PDF- is how it begins\n"), "", "a.txt").catch((error: unknown) => error),
  ).toBeInstanceOf(Unreadable);
  expect(await extractText(docx(wordParagraph("x")), "application/pdf", "a.pdf")).toMatchObject({ text: "x" });
  expect(await extractText(strToU8("<!doctype html><p>x"), "", "page")).toMatchObject({ text: "x" });
  expect(await extractText(strToU8("<html>{x}</html>"), "", "a.tsx")).toMatchObject({ text: "<html>{x}</html>" });
  expect(await extractText(strToU8("plain words"), "", "noname")).toMatchObject({ text: "plain words" });
  expect(await refusal(Uint8Array.of(1, 2, 3), "a.docx")).toMatch(/does not match/);
  expect(await extractText(zipSync({ a: strToU8("x") }), "", "a.zip")).toEqual({ kind: "none" });
});
