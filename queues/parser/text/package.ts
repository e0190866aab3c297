/**
 * Documents that are zip archives of parts (OOXML, ODF, EPUB): rejected if they are built to exhaust resources, and
 * unpacked in pieces, so that a part of any size takes little memory.
 */
import { Inflate } from "fflate";
import { type ZipEntry, NotAnArchive, countZipEntries, readEntries } from "../../../src/formats/zip/reader.ts";
import { Unreadable, damaged, locked } from "./unreadable.ts";

const MAX_ENTRIES = 1_000;
const MAX_UNPACKED = 200_000_000;
const MAX_RATIO = 100;
/** Small documents may compress extremely well and are harmless. */
const RATIO_FROM = 10_000_000;
/** Deflate expands its input at most 1,032 times (RFC 1951), so this much yields at most 8 MB at once. */
const STEP = 8_192;

/** Errors in a part are only raised when it is read, so that a broken picture does not prevent text extraction. */
export class Package {
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  #unpacked = 0;

  private constructor(entries: ReadonlyMap<string, ZipEntry>) {
    this.#entries = entries;
  }

  /** Unpacks nothing yet. Throws Unreadable if the bytes are not an archive or exceed the limits. */
  static open(bytes: Uint8Array): Package {
    try {
      if (countZipEntries(bytes) > MAX_ENTRIES) throw new Unreadable("The document has more than 1,000 parts.");
      const entries = readEntries(bytes);
      const size = entries.reduce((sum, entry) => sum + entry.size, 0);
      if (size > MAX_UNPACKED) throw tooLarge();
      if (size > RATIO_FROM && size > MAX_RATIO * bytes.length) {
        throw new Unreadable("The document unpacks to more than 100 times its size.");
      }
      return new Package(new Map(entries.map((entry) => [entry.name.replace(/^\/+/, ""), entry])));
    } catch (error) {
      throw error instanceof NotAnArchive ? damaged(error) : error;
    }
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** The archive's name for a part that is referenced with different case, as Windows tools write it. */
  find(name: string): string | null {
    if (this.#entries.has(name)) return name;
    const lower = name.toLowerCase();
    return [...this.#entries.keys()].find((each) => each.toLowerCase() === lower) ?? null;
  }

  /** The part's bytes in pieces; each piece is only valid until the next is requested. */
  *pieces(name: string): Generator<Uint8Array, void> {
    const entry = this.#entries.get(name);
    if (!entry) throw new Unreadable("A part of the document is missing.");
    if (entry.fault === "It is encrypted.") throw locked("document");
    if (entry.fault !== null) throw damaged(entry.fault);
    let length = 0;
    for (const piece of entry.isStored ? slices(packedOf(entry)) : inflated(packedOf(entry))) {
      length += piece.length;
      this.#unpacked += piece.length;
      if (length > entry.size) throw damaged();
      // Parts may be read more than once, and each reading counts.
      if (this.#unpacked > MAX_UNPACKED) throw tooLarge();
      yield piece;
    }
    if (length !== entry.size) throw damaged();
  }

  /** The start of a part as Latin-1, for finding ASCII in it. */
  start(name: string, limit: number): string {
    let text = "";
    for (const piece of this.pieces(name)) {
      text += new TextDecoder("latin1").decode(piece.subarray(0, limit - text.length));
      if (text.length >= limit) break;
    }
    return text;
  }
}

const tooLarge = (): Unreadable => new Unreadable("The document unpacks to more than 200 MB.");

function packedOf(entry: ZipEntry): Uint8Array {
  try {
    return entry.packed();
  } catch (error) {
    throw damaged(error);
  }
}

function* slices(bytes: Uint8Array): Generator<Uint8Array, void> {
  for (let at = 0; at < bytes.length; at += STEP) yield bytes.subarray(at, at + STEP);
}

function* inflated(packed: Uint8Array): Generator<Uint8Array, void> {
  const ready: Uint8Array[] = [];
  const inflate = new Inflate((piece) => {
    if (piece.length > 0) ready.push(piece);
  });
  for (let at = 0; at < packed.length; at += STEP) {
    const isLast = at + STEP >= packed.length;
    try {
      inflate.push(packed.subarray(at, at + STEP), isLast);
    } catch (error) {
      throw damaged(error);
    }
    // After the end of the data, the library would only buffer further input.
    if (ready.length === 0 && !isLast) throw damaged("A part contains data after its end.");
    yield* ready.splice(0);
  }
}
