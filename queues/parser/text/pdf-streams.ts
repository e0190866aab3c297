/**
 * Streams of a PDF (ISO 32000-2 §7.3.8) that would hold the library up, or unpack to more than memory holds: it unpacks
 * each whole, and runs the programs of pages to their end. This finds what is a burden in the plain way; what hides behind
 * encryption or ASCII85, or is called up over and over, meets the clock between pages and the limits of the Worker.
 */
import { Buffer } from "node:buffer";
import { Inflate } from "fflate";
import { Unreadable } from "./unreadable.ts";

type StreamSize = { readonly bytes: number; readonly letters: number };

/**
 * Every operator of a program has a letter, and operators cost time, a microsecond and more: not bytes. A page of text has
 * some thousands of letters; one of four million is a drawing at best.
 */
const MAX_OF_ONE: StreamSize = { bytes: 24_000_000, letters: 4_000_000 };
const MAX_OF_ALL: StreamSize = { bytes: 160_000_000, letters: 10_000_000 };
/** Of what says where everything stands, without which nothing can be read. */
const MAX_STRUCTURE: StreamSize = { bytes: 48_000_000, letters: 10_000_000 };
const MAX_STREAMS = 30_000;
/** Deflate grows what goes in by 1,032 at most (RFC 1951). */
const STEP = 8_192;
/** Where a stream's dictionary stands, in bytes before the stream. */
const DICTIONARY = 1_000;
/** A zlib stream of nothing (RFC 1950, RFC 1951 §3.2.6). Readers stop at its end, whatever follows. */
const NOTHING = [0x78, 0x9c, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01] as const;

const CR = 0x0d;
const LF = 0x0a;

/**
 * Empties, where they stand, the streams that are too much for us, and the pictures, which nobody unpacks for their text.
 * Returns whether any but a picture was emptied. Throws Unreadable for a file that cannot be read at all.
 */
export function blankOversizedStreams(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const contents = new InflationBudget(MAX_OF_ALL);
  const structure = new InflationBudget(MAX_STRUCTURE);
  let isLess = false;
  let count = 0;
  for (let at = file.indexOf("stream"); at !== -1; at = file.indexOf("stream", at + 6)) {
    if (file.toString("latin1", Math.max(0, at - 3), at) === "end") continue;
    const start = startOf(file, at + 6);
    if (start === null || !isZlib(file, start)) continue;
    const before = file.toString("latin1", Math.max(0, at - DICTIONARY), at);
    const dictionary = before.slice(before.lastIndexOf("obj") + 1);
    // A program that says it is a picture would be run all the same.
    if (/\/Subtype\s{0,9}\/Image\b/.test(dictionary)) {
      file.set(NOTHING, start);
      continue;
    }
    const filters = /\/Filter\s{0,9}\[([^\]]{0,500})/.exec(dictionary)?.[1] ?? "";
    if (filters.split(/\/(?:FlateDecode|Fl|LZWDecode|LZW)\b/).length > 2) {
      throw new Unreadable("The PDF packs its contents more than once.");
    }
    if (++count > MAX_STREAMS) throw new Unreadable("The PDF has more than 30,000 parts.");
    const isStructure = /\/Type\s{0,9}\/(?:ObjStm|XRef)\b/.test(dictionary);
    if ((isStructure ? structure : contents).takes(file.subarray(start + 2))) continue;
    if (isStructure) throw new Unreadable("The list of the PDF's parts unpacks to more than there is room for.");
    file.set(NOTHING, start);
    isLess = true;
  }
  return isLess;
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
  return (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0 && at + NOTHING.length <= file.length;
}

/** What may still be unpacked of a kind of streams. */
class InflationBudget {
  #bytes: number;
  #letters: number;

  constructor({ bytes, letters }: StreamSize) {
    this.#bytes = bytes;
    this.#letters = letters;
  }

  /** False for a stream that is too much, by itself or after those before it; nothing that is unpacked is kept. */
  takes(packed: Uint8Array): boolean {
    if (this.#bytes <= 0) return false;
    const most = {
      bytes: Math.min(this.#bytes, MAX_OF_ONE.bytes),
      letters: Math.min(this.#letters, MAX_OF_ONE.letters),
    };
    const { bytes, letters } = inflatedSize(packed, most);
    // What was unpacked to find out has cost its time too.
    this.#bytes -= Math.min(bytes, most.bytes);
    if (bytes > most.bytes || letters > most.letters) return false;
    this.#letters -= letters;
    return true;
  }
}

/** What comes out until the data ends, stops making sense or is more than `most`; the library, too, keeps what came before. */
function inflatedSize(packed: Uint8Array, most: StreamSize): StreamSize {
  let [bytes, letters] = [0, 0];
  const inflate = new Inflate((piece) => {
    bytes += piece.length;
    letters += countLetters(piece);
  });
  for (let at = 0; at < packed.length && bytes <= most.bytes && letters <= most.letters; at += STEP) {
    const before = bytes;
    try {
      inflate.push(packed.subarray(at, at + STEP), false);
    } catch {
      break;
    }
    // Behind the data's end nothing comes out any more.
    if (bytes === before) break;
  }
  return { bytes, letters };
}

/** Letters of ASCII, and the two operators that have none: ' and ". */
const IS_LETTER = Uint8Array.from({ length: 256 }, (_, byte) => (/[A-Za-z'"]/.test(String.fromCharCode(byte)) ? 1 : 0));

function countLetters(piece: Uint8Array): number {
  let count = 0;
  for (const byte of piece) count += IS_LETTER[byte] ?? 0;
  return count;
}
