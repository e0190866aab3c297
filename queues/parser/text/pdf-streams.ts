/**
 * PDF streams (ISO 32000-2 §7.3.8) that would block the library or unpack to more than fits in memory, because it
 * unpacks each stream as a whole and runs every page program to its end. This detects the straightforward cases;
 * anything hidden by encryption or ASCII85, or invoked repeatedly, is stopped by the timeout between pages and the
 * Worker's limits.
 */
import { Buffer } from "node:buffer";
import { Inflate } from "fflate";
import { Unreadable } from "./unreadable.ts";

type StreamSize = { readonly bytes: number; readonly letters: number };

/**
 * Cost limits for streams. Every operator of a program contains a letter, and operators, not bytes, cost time: a
 * microsecond or more each. A page of text has a few thousand letters; one with four million is a drawing at best.
 */
const MAX_OF_ONE: StreamSize = { bytes: 24_000_000, letters: 4_000_000 };
const MAX_OF_ALL: StreamSize = { bytes: 160_000_000, letters: 10_000_000 };
/** Limits for the streams with the file's structure, without which nothing can be read. */
const MAX_STRUCTURE: StreamSize = { bytes: 48_000_000, letters: 10_000_000 };
const MAX_STREAMS = 30_000;
/** Deflate expands its input at most 1,032 times (RFC 1951). */
const STEP = 8_192;
/** Number of bytes before a stream that are searched for its dictionary. */
const DICTIONARY = 1_000;
/** An empty zlib stream (RFC 1950, RFC 1951 §3.2.6). Readers stop at its end, whatever follows. */
const NOTHING = [0x78, 0x9c, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01] as const;

const CR = 0x0d;
const LF = 0x0a;

/**
 * Empties, in place, streams that exceed the limits, and pictures, which are not needed for text. Returns true if
 * anything other than a picture was emptied. Throws Unreadable for a file that cannot be read at all.
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
    // A program that claims to be a picture would be run all the same.
    if (/\/Subtype\s{0,9}\/Image\b/.test(dictionary)) {
      file.set(NOTHING, start);
      continue;
    }
    const filters = /\/Filter\s{0,9}\[([^\]]{0,500})/.exec(dictionary)?.[1] ?? "";
    if (filters.split(/\/(?:FlateDecode|Fl|LZWDecode|LZW)\b/).length > 2) {
      throw new Unreadable("The PDF compresses its contents more than once.");
    }
    if (++count > MAX_STREAMS) throw new Unreadable("The PDF has more than 30,000 parts.");
    const isStructure = /\/Type\s{0,9}\/(?:ObjStm|XRef)\b/.test(dictionary);
    if ((isStructure ? structure : contents).fits(file.subarray(start + 2))) continue;
    if (isStructure) throw new Unreadable("The PDF's list of parts is too large when unpacked.");
    file.set(NOTHING, start);
    isLess = true;
  }
  return isLess;
}

/** The stream begins after the line ending that follows the keyword. */
function startOf(file: Uint8Array, at: number): number | null {
  if (file[at] === LF) return at + 1;
  if (file[at] !== CR) return null;
  return file[at + 1] === LF ? at + 2 : at + 1;
}

/** A zlib header: deflate, and a check sum divisible by 31 (RFC 1950 §2.2). */
function isZlib(file: Uint8Array, at: number): boolean {
  const [method, flags] = [file[at] ?? 0, file[at + 1] ?? 0];
  return (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0 && at + NOTHING.length <= file.length;
}

/** The remaining unpacking budget for one kind of stream. */
class InflationBudget {
  #bytes: number;
  #letters: number;

  constructor({ bytes, letters }: StreamSize) {
    this.#bytes = bytes;
    this.#letters = letters;
  }

  /** Returns false for a stream that exceeds the limits, by itself or in total; keeps none of the unpacked data. */
  fits(packed: Uint8Array): boolean {
    if (this.#bytes <= 0) return false;
    const max = {
      bytes: Math.min(this.#bytes, MAX_OF_ONE.bytes),
      letters: Math.min(this.#letters, MAX_OF_ONE.letters),
    };
    const { bytes, letters } = inflatedSize(packed, max);
    // Data that was unpacked for this check has cost time too.
    this.#bytes -= Math.min(bytes, max.bytes);
    if (bytes > max.bytes || letters > max.letters) return false;
    this.#letters -= letters;
    return true;
  }
}

/**
 * The size of the output until the data ends, is invalid or exceeds `most`; the library also keeps the output before an
 * error.
 */
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
    // There is no more output after the end of the data.
    if (bytes === before) break;
  }
  return { bytes, letters };
}

/** ASCII letters, and the two operators without letters: ' and ". */
const IS_LETTER = Uint8Array.from({ length: 256 }, (_, byte) => (/[A-Za-z'"]/.test(String.fromCharCode(byte)) ? 1 : 0));

function countLetters(piece: Uint8Array): number {
  let count = 0;
  for (const byte of piece) count += IS_LETTER[byte] ?? 0;
  return count;
}
