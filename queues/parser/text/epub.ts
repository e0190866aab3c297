/** Text of EPUB 3.3 books as Markdown: the chapters in reading order. */
import { Blocks } from "./blocks.ts";
import { type Changes } from "./changes.ts";
import { decodeText, sniffEncoding } from "./encoding.ts";
import { readHtml } from "./html.ts";
import { type Package } from "./package.ts";
import { resolvePart } from "./relations.ts";
import { type TextOutput } from "./text-out.ts";
import { Unreadable } from "./unreadable.ts";
import { readXml } from "./xml.ts";

/** A chapter is read as a whole; books are split into small ones. */
const MAX_CHAPTER_BYTES = 16_000_000;

export function readEpub(pack: Package, out: TextOutput, changes: Changes): { chapterCount: number } {
  const opf = readContainer(pack);
  const chapters = readSpine(pack, opf);
  const protectedParts = readProtected(pack);
  const blocks = new Blocks(out, changes);
  let chapterCount = 0;
  for (const chapter of chapters) {
    if (out.truncated) break;
    const part = pack.find(chapter);
    if (part === null) continue;
    if (protectedParts.has(part)) throw new Unreadable("The book is copy-protected.");
    readHtml(readChapter(pack, part), out, blocks, { isOfArchive: false, changes });
    chapterCount++;
  }
  return { chapterCount };
}

/** The path of the book's package document. */
function readContainer(pack: Package): string {
  let opf: string | null = null;
  readXml(pack.pieces("META-INF/container.xml"), {
    open(name, attributes) {
      if (name === "rootfile") opf ??= attributes["full-path"] ?? null;
    },
  });
  if (opf === null) throw new Unreadable("A part of the book is missing.");
  return opf;
}

/** The chapters' parts, without duplicates. */
function readSpine(pack: Package, opf: string): ReadonlySet<string> {
  const hrefs = new Map<string, string>();
  const spine = new Set<string>();
  readXml(pack.pieces(pack.find(opf) ?? opf), {
    open(name, attributes) {
      const { id = "", href = "", idref = "", "media-type": type = "" } = attributes;
      if (name === "item" && /html/.test(type)) hrefs.set(id, href);
      const chapter = name === "itemref" ? hrefs.get(idref) : undefined;
      if (chapter !== undefined) spine.add(resolvePart(opf, unescape(chapter)));
    },
  });
  return spine;
}

/** Encrypted parts; fonts often are, which does not matter here. */
function readProtected(pack: Package): ReadonlySet<string> {
  const parts = new Set<string>();
  const name = "META-INF/encryption.xml";
  if (!pack.has(name)) return parts;
  readXml(pack.pieces(name), {
    open(element, { URI }) {
      if (element === "CipherReference" && URI !== undefined) parts.add(resolvePart("", unescape(URI)));
    },
  });
  return parts;
}

function unescape(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}

function readChapter(pack: Package, part: string): Iterable<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (const piece of pack.pieces(part)) {
    size += piece.length;
    if (size > MAX_CHAPTER_BYTES) throw new Unreadable("A chapter of the book is too long.");
    pieces.push(piece.slice());
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return decodeText(bytes, sniffEncoding(bytes).encoding);
}
