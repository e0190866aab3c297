/** Bytes of an archive that stands in the bucket, or in an archive that does, a stretch at a time. */
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

/** Where an archive lies in an object of the bucket, and the folder that its entries go into. */
export type ArchivePlace = {
  readonly key: string;
  readonly base: number;
  readonly size: number;
  readonly folder: string;
  readonly level: number;
};

/** An archive in an archive, by what the directory of that says of it. */
export type FoundArchive = {
  readonly record: ZipRecord;
  readonly path: string;
  /** The archive it lies in. */
  readonly from: number;
  /** It is all that this holds. */
  readonly isAlone: boolean;
};

/** What is asked of the bucket at a time, in bytes: small entries that lie together come together. */
const WINDOW = 4_000_000;

export type PackedEntry = Pick<EntryRow, "at" | "packed" | "size" | "crc" | "isStored">;

/** The types of the platform know no views as input, and it takes them. */
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

  /** As many of these bytes as there are. */
  async read(from: number, length: number): Promise<Buffer> {
    const end = Math.min(from + length, this.#place.size);
    if (from < 0 || from >= end) return Buffer.alloc(0);
    const { from: start, bytes } = this.#window;
    if (from < start || end > start + bytes.length) {
      const wanted = Math.min(Math.max(end - from, WINDOW), this.#place.size - from);
      // Let go of before the next is asked for.
      this.#window = { from: 0, bytes: Buffer.alloc(0) };
      this.#window = { from, bytes: Buffer.from(await new Response(await this.#ask(from, wanted)).arrayBuffer()) };
    }
    const at = from - this.#window.from;
    return this.#window.bytes.subarray(at, at + end - from);
  }

  /** Where the directory begins. Throws NotAnArchive. */
  async directory(): Promise<Directory> {
    const { size } = this.#place;
    const end = readEnd(await this.read(Math.max(0, size - TAIL_LENGTH), TAIL_LENGTH));
    if (end === null) throw new NotAnArchive();
    const larger = end.at64 === null ? null : readEnd64(await this.read(end.at64, END_64_LENGTH));
    const { offset, count } = larger ?? end;
    if (offset > size) throw new NotAnArchive();
    return { offset, count };
  }

  /** Throws EntryBroken. For what may stand in memory as it is packed and unpacked. */
  async open(entry: PackedEntry): Promise<Uint8Array> {
    const from = await this.#dataOf(entry);
    const packed = await this.read(from, entry.packed);
    if (packed.length !== entry.packed) throw new EntryBroken();
    // What is stored would be a view of the window, which the next read lets go of.
    return unpack({ ...entry, isStored: entry.isStored === 1 }, packed).slice();
  }

  /** A large entry, piece by piece. Throws EntryBroken, when the last piece has come at the latest. */
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
      // Data that are none, as the decompressor says it.
      throw error instanceof TypeError ? new EntryBroken() : error;
    }
    if (size !== entry.size || crc !== entry.crc) throw new EntryBroken();
  }

  /** Where in the object's archive the entry's data begin. */
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
