/** Extracts the text of an uploaded file, if it has any: Markdown for structured files, CSV for sheets. */
import type { FoundThread } from "../../../src/formats/transfer/found-threads.ts";
import { Blocks } from "./blocks.ts";
import { Changes } from "./changes.ts";
import { readDocx } from "./docx.ts";
import { charsetOf, decodeText, sniffEncoding } from "./encoding.ts";
import { readEpub } from "./epub.ts";
import { charsetOfPage, readHtml } from "./html.ts";
import { readOdf } from "./odf.ts";
import { readOds } from "./ods.ts";
import { readPdf } from "./pdf.ts";
import { readPptx } from "./pptx.ts";
import { readRtf } from "./rtf.ts";
import { type FileFormat, sniff } from "./sniff.ts";
import { MAX_TEXT_BYTES, TextOutput } from "./text-out.ts";
import { Unreadable, damaged } from "./unreadable.ts";
import { readXlsx } from "./xlsx.ts";

export { MAX_TEXT_BYTES } from "./text-out.ts";
export { Unreadable } from "./unreadable.ts";

type Metadata = {
  readonly characters: number;
  /** The number of changes and omissions in the conversion, by kind. */
  readonly changes?: Changes["counts"];
  /** Format-specific counts: pages, sheets, slides … */
  readonly [kind: string]: unknown;
};

export type Extracted =
  | {
      readonly kind: "text";
      readonly text: string;
      readonly truncated: boolean;
      readonly metadata: Metadata;
      /** The comments in the file; absent if there are none. */
      readonly threads?: readonly FoundThread[];
    }
  /** The file kind has no extractable text. */
  | { readonly kind: "none" };

/**
 * Returns at most `budget` bytes of UTF-8, and never more than `MAX_TEXT_BYTES`. Throws Unreadable for permanent
 * failures. For a file in an archive, its pictures and links to other files are kept. Takes ownership of the bytes of a
 * PDF: the array may be empty afterwards.
 */
export async function extractText(
  bytes: Uint8Array,
  mimeType: string,
  filename: string,
  budget = MAX_TEXT_BYTES,
  isOfArchive = false,
): Promise<Extracted> {
  try {
    const format = sniff(bytes, mimeType, filename);
    if (format.kind === "none") return { kind: "none" };
    const out = new TextOutput(budget);
    const changes = new Changes();
    const threads: FoundThread[] = [];
    const counts = await read(format, { bytes, mimeType, out, isOfArchive, changes, threads });
    const text = out.toString();
    const metadata = {
      characters: out.characters,
      ...counts,
      ...(Object.keys(changes.counts).length > 0 && { changes: changes.counts }),
    };
    const extracted = { kind: "text", text, truncated: out.truncated, metadata } as const;
    return threads.length === 0 ? extracted : { ...extracted, threads };
  } catch (error) {
    // A library error on unexpected bytes would recur for the same bytes.
    throw error instanceof Unreadable ? error : damaged(error);
  }
}

type Reading = {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  readonly out: TextOutput;
  readonly isOfArchive: boolean;
  readonly changes: Changes;
  readonly threads: FoundThread[];
};

async function read(
  format: FileFormat,
  { bytes, mimeType, out, isOfArchive, changes, threads }: Reading,
): Promise<Readonly<Record<string, number>>> {
  switch (format.kind) {
    case "pdf":
      return readPdf(bytes, out);
    case "docx": {
      const { counts, threads: found } = readDocx(format.pack, format.main, out, changes);
      for (const thread of found) threads.push(thread);
      return counts;
    }
    case "xlsx":
      return readXlsx(format.pack, format.main, out, changes);
    case "pptx":
      return readPptx(format.pack, format.main, out, changes);
    case "odf":
      return readOdf(format.pack, out, changes);
    case "ods":
      return readOds(format.pack, out);
    case "epub":
      return readEpub(format.pack, out, changes);
    case "html":
      readHtml(
        decodeText(bytes, sniffEncoding(bytes, charsetOf(mimeType) ?? charsetOfPage(bytes)).encoding),
        out,
        new Blocks(out, changes),
        { isOfArchive, changes },
      );
      return {};
    case "rtf":
      readRtf(bytes, out, changes);
      return {};
    case "plain":
      for (const text of decodeText(bytes, sniffEncoding(bytes, charsetOf(mimeType)).encoding)) {
        if (!out.write(text)) break;
      }
      return {};
    case "none":
      return {};
  }
}
