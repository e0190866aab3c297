/**
 * Streams of a PDF (ISO 32000-2 §7.3.8) that would unpack to more than memory holds: the library unpacks each whole. This
 * finds what was made to be a burden in the plain way; what hides behind encryption, ASCII85 or the mark of a picture
 * meets the limits of the Worker.
 */
import { Buffer } from "node:buffer";
import { Inflate } from "fflate";
import { Unreadable } from "./unreadable.ts";

const MOST_OF_ONE = 24_000_000;
const MOST_OF_ALL = 400_000_000;
const MOST_STREAMS = 30_000;
/** Deflate grows what goes in by 1,032 at most (RFC 1951). */
const STEP = 8_192;
/** Where a stream's dictionary stands, in bytes before the stream. */
const DICTIONARY = 1_000;

const CR = 0x0d;
const LF = 0x0a;

/** Throws Unreadable; nothing that is unpacked is kept. */
export function refuseBurden(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let total = 0;
  let count = 0;
  for (let at = file.indexOf("stream"); at !== -1; at = file.indexOf("stream", at + 6)) {
    if (file.toString("latin1", Math.max(0, at - 3), at) === "end") continue;
    const start = startOf(file, at + 6);
    if (start === null || !isZlib(file, start)) continue;
    const before = file.toString("latin1", Math.max(0, at - DICTIONARY), at);
    const dictionary = before.slice(before.lastIndexOf(" obj") + 1);
    // Pictures are large, and nobody unpacks them for their text.
    if (/\/Subtype\s{0,9}\/Image\b/.test(dictionary)) continue;
    const filters = /\/Filter\s{0,9}\[([^\]]{0,500})/.exec(dictionary)?.[1] ?? "";
    if (filters.split(/\/(?:FlateDecode|Fl|LZWDecode|LZW)\b/).length > 2) {
      throw new Unreadable("The PDF packs its contents more than once.");
    }
    if (++count > MOST_STREAMS) throw new Unreadable("The PDF has more than 30,000 parts.");
    total += unpackedSize(file.subarray(start + 2));
    if (total > MOST_OF_ALL) throw new Unreadable("The PDF unpacks to more than 400 MB.");
  }
}

/** Behind the keyword stands the end of its line. */
function startOf(file: Uint8Array, at: number): number | null {
  if (file[at] === LF) return at + 1;
  if (file[at] !== CR) return null;
  return file[at + 1] === LF ? at + 2 : at + 1;
}

/** A zlib header: deflate, and a sum that 31 divides (RFC 1950 §2.2). */
function isZlib(file: Uint8Array, at: number): boolean {
  const [method, flags] = [file[at] ?? 0, file[at + 1] ?? 0];
  return (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0;
}

/** How much comes out until the data ends or stops making sense; the library, too, keeps what came before. */
function unpackedSize(packed: Uint8Array): number {
  let size = 0;
  const inflate = new Inflate((piece) => {
    size += piece.length;
  });
  for (let at = 0; at < packed.length; at += STEP) {
    const before = size;
    try {
      inflate.push(packed.subarray(at, at + STEP), false);
    } catch {
      return size;
    }
    if (size > MOST_OF_ONE) throw new Unreadable("A part of the PDF unpacks to more than 24 MB.");
    // Behind the data's end nothing comes out any more.
    if (size === before) return size;
  }
  return size;
}
