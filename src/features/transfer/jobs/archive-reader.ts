/** Reads ranges of an archive in the bucket, or of an archive nested in one. */
import { Buffer } from "node:buffer";
import { crc32 } from "node:zlib";
import {
  END_64_LENGTH,
  TAIL_LENGTH,
  readEnd,
  readEnd64,
  type Directory,
  type ZipRecord,
} from "../../../formats/zip/directory.ts";
import { EntryBroken, LOCAL_LENGTH, NotAnArchive, dataOffset, unpack } from "../../../formats/zip/reader.ts";
import type { FileBucket } from "../../../platform/file-bucket.ts";
import type { EntryRow } from "./entry-store.ts";

/** Where an archive is inside a bucket object, and the folder its entries go into. */
export type ArchivePlace = {
  readonly key: string;
  readonly base: number;
  readonly size: number;
  readonly folder: string;
  readonly level: number;
};

/** A nested archive, as described by the outer archive's directory. */
export type FoundArchive = {
  readonly record: ZipRecord;
  readonly path: string;
  /** Index of the outer archive. */
  readonly from: number;
  /** It is the outer archive's only content. */
  readonly isAlone: boolean;
};

/** Bytes read from the bucket per request, so that adjacent small entries share one request. */
const WINDOW = 4_000_000;

export type PackedEntry = Pick<EntryRow, "at" | "packed" | "size" | "crc" | "isStored">;

/** The platform's types do not allow views as input, but the implementation does. */
const inflater = (): ReadableWritablePair<Uint8Array, Uint8Array> =>
  new DecompressionStream("deflate-raw") as ReadableWritablePair<Uint8Array, Uint8Array>;

export class ArchiveReader {
  readonly #files: FileBucket;
  readonly #place: ArchivePlace;
  #window: { readonly from: number; readonly bytes: Buffer } = { from: 0, bytes: Buffer.alloc(0) };

  constructor(files: FileBucket, place: ArchivePlace) {
    this.#files = files;
    this.#place = place;
  }

  /** Reads up to `length` bytes; fewer at the end of the archive. */
  async read(from: number, length: number): Promise<Buffer> {
    const end = Math.min(from + length, this.#place.size);
    if (from < 0 || from >= end) return Buffer.alloc(0);
    const { from: start, bytes } = this.#window;
    if (from < start || end > start + bytes.length) {
      const wanted = Math.min(Math.max(end - from, WINDOW), this.#place.size - from);
      // Release the old window before the next is requested.
      this.#window = { from: 0, bytes: Buffer.alloc(0) };
      this.#window = { from, bytes: Buffer.from(await new Response(await this.#ask(from, wanted)).arrayBuffer()) };
    }
    const at = from - this.#window.from;
    return this.#window.bytes.subarray(at, at + end - from);
  }

  /** The location of the directory. Throws NotAnArchive. */
  async directory(): Promise<Directory> {
    const { size } = this.#place;
    const end = readEnd(await this.read(Math.max(0, size - TAIL_LENGTH), TAIL_LENGTH));
    if (end === null) throw new NotAnArchive();
    const larger = end.at64 === null ? null : readEnd64(await this.read(end.at64, END_64_LENGTH));
    const { offset, count } = larger ?? end;
    if (offset > size) throw new NotAnArchive();
    return { offset, count };
  }

  /** Unpacks an entry that fits in memory, both packed and unpacked. Throws EntryBroken. */
  async open(entry: PackedEntry): Promise<Uint8Array> {
    const from = await this.#dataOf(entry);
    const packed = await this.read(from, entry.packed);
    if (packed.length !== entry.packed) throw new EntryBroken();
    // Copy it: a stored entry would be a view into the window, which the next read replaces.
    return unpack({ ...entry, isStored: entry.isStored === 1 }, packed).slice();
  }

  /** Streams a large entry in chunks. Throws EntryBroken, possibly only after the last chunk. */
  async *stream(entry: PackedEntry): AsyncGenerator<Uint8Array, void> {
    const body = await this.#ask(await this.#dataOf(entry), entry.packed);
    const pieces = entry.isStored === 1 ? body : body.pipeThrough(inflater());
    let [size, crc] = [0, 0];
    try {
      for await (const piece of pieces) {
        size += piece.length;
        if (size > entry.size) throw new EntryBroken();
        crc = crc32(piece, crc);
        yield piece;
      }
    } catch (error) {
      // The decompressor throws TypeError for invalid data.
      throw error instanceof TypeError ? new EntryBroken() : error;
    }
    if (size !== entry.size || crc !== entry.crc) throw new EntryBroken();
  }

  /** Offset of the entry's data in the bucket object. */
  async place(entry: PackedEntry): Promise<number> {
    return this.#place.base + (await this.#dataOf(entry));
  }

  async #dataOf({ at, packed }: PackedEntry): Promise<number> {
    const distance = dataOffset(await this.read(at, LOCAL_LENGTH));
    if (distance === null || at + distance + packed > this.#place.size) throw new EntryBroken();
    return at + distance;
  }

  async #ask(from: number, length: number): Promise<ReadableStream<Uint8Array>> {
    const { key, base } = this.#place;
    if (length === 0) return new Blob([]).stream();
    const stored = await this.#files.get(key, { offset: base + from, length });
    if (!stored) throw new NotAnArchive();
    return stored.body;
  }
}
