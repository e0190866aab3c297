/** Unusual documents generated here: very small, very large, deeply nested, encrypted, and zip bombs. */
import { createHash } from "node:crypto";
import { zipSync } from "fflate";
import { gridHeic } from "../../../test/parser/grids.ts";
import { KINDS } from "./corpus.ts";
import type { Document } from "./documents.ts";

export const MAX_BYTES = 100_000_000;

/** Incompressible bytes, different for each `seed`. */
export function noise(length: number, seed: number): Buffer {
  const block = Buffer.concat(
    Array.from({ length: 2_048 }, (_, n) => createHash("sha512").update(`${seed}/${n}`).digest()),
  );
  return Buffer.alloc(length, block);
}

const CONTENT_TYPES = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
const RELATIONS = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`;

/** A Word document whose text decompresses to 300 MB. */
function bomb(): Buffer {
  const text = Buffer.alloc(300_000_000, "<w:p><w:r><w:t>boom</w:t></w:r></w:p>");
  return Buffer.from(
    zipSync({
      "[Content_Types].xml": Buffer.from(CONTENT_TYPES),
      "_rels/.rels": Buffer.from(RELATIONS),
      "word/document.xml": text,
    }),
  );
}

/** A PDF that requires a password (ISO 32000-1 §7.6.3): no password matches its keys. */
const LOCKED_PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj
4 0 obj<</Filter/Standard/V 1/R 2/P -4/O<${"5a".repeat(32)}>/U<${"a5".repeat(32)}>>>endobj
trailer<</Root 1 0 R/Encrypt 4 0 R/ID[<${"01".repeat(16)}><${"01".repeat(16)}>]/Size 5>>
startxref
0
%%EOF`;

const html = (depth: number): string => `${"<div>".repeat(depth)}at the bottom of it all${"</div>".repeat(depth)}`;

/** Unreadable documents, with the expected reason. */
const makeUnreadable = (): Document[] => [
  {
    group: "HTML, 100,000 deep",
    kind: KINDS.HTML,
    filename: "deep.html",
    bytes: Buffer.from(`<!doctype html>${html(100_000)}`),
    words: null,
    fails: /deep/,
  },
  {
    group: "packed to burst",
    kind: KINDS.DOCX,
    filename: "bomb.docx",
    bytes: bomb(),
    words: null,
    fails: /large|much|many|more/i,
  },
  {
    group: "locked PDF",
    kind: KINDS.PDF,
    filename: "locked.pdf",
    bytes: Buffer.from(LOCKED_PDF),
    words: null,
    fails: /password|locked/i,
  },
  {
    group: "torn PDF",
    kind: KINDS.PDF,
    filename: "torn.pdf",
    bytes: Buffer.concat([Buffer.from("%PDF-1.7\n"), noise(5_000, 2)]),
    words: null,
    fails: /./,
  },
];

export const makeExtremes = (): Document[] => [
  { group: "1 byte", kind: KINDS["text, UTF-8"], filename: "one.txt", bytes: Buffer.from("x"), words: null },
  {
    group: "100,000,000 bytes",
    kind: KINDS.unknown,
    filename: "large.bin",
    bytes: Buffer.concat([Buffer.of(0, 1, 2, 3), noise(MAX_BYTES - 4, 1)]),
    words: null,
  },
  {
    group: "photo of 48 megapixels",
    kind: KINDS.HEIC,
    filename: "phone.heic",
    bytes: Buffer.from(gridHeic({ width: 8064, height: 6048, paint: (column) => (column % 2 === 0 ? "r" : "g") })),
    words: null,
  },
  {
    group: "text of 8 MB",
    kind: KINDS["text, UTF-8"],
    filename: "long.txt",
    bytes: Buffer.from("It goes on and on without an end.\n".repeat(240_000)),
    words: "without an end",
  },
  {
    group: "HTML, 200 deep",
    kind: KINDS.HTML,
    filename: "folded.html",
    bytes: Buffer.from(`<!doctype html>${html(200)}`),
    words: "at the bottom of it all",
  },
  ...makeUnreadable(),
];
