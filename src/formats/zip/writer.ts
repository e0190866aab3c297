/**
 * Writes a zip archive piece by piece. The same files in the same order always produce the same bytes. Unlike library
 * writers, it can continue where another writer stopped, and need not keep the directory in memory.
 */
import { crc32 } from "node:zlib";
import { Deflate, deflateSync } from "fflate";
import { dataDescriptor, directoryRecord, endOfArchive, localHeader, type WrittenZipEntry } from "./records.ts";

export type { WrittenZipEntry } from "./records.ts";

/** Above this, an entry's sizes would not fit into 32 bits. */
const MAX_ENTRY_BYTES = 4_000_000_000;
const LEVEL = 6;
/** Bytes given to the compressor at a time: its output depends on it. */
const STEP = 65_536;

/** A file that is written piece by piece. */
type OpenEntry = { readonly push: (piece: Uint8Array) => void; readonly end: () => WrittenZipEntry };

export class ZipWriter {
  #pieces: Uint8Array[] = [];
  #waiting = 0;
  #at: number;
  #directory = { count: 0, length: 0 };
  readonly #entries: WrittenZipEntry[] = [];

  /** `at` is the number of archive bytes already written. */
  constructor(at = 0) {
    this.#at = at;
  }

  /** Offset of the next byte in the archive. */
  get at(): number {
    return this.#at;
  }

  /** Adds a whole file; a path that ends with a slash is a folder. */
  add(path: string, text: string): WrittenZipEntry {
    const bytes = new TextEncoder().encode(text);
    const isStored = bytes.length === 0;
    const data = isStored ? bytes : deflateSync(bytes, { level: LEVEL });
    const [size, packed, offset] = [bytes.length, data.length, this.#at];
    const entry = { path, offset, packed, size, crc: crc32(bytes), isStored, isStreamed: false };
    this.#emit(localHeader(entry));
    this.#emit(data);
    this.#entries.push(entry);
    return entry;
  }

  /** Nothing else may be added until the entry has ended. Its pieces are buffered until `take`. */
  open(path: string, isDeflated: boolean): OpenEntry {
    const offset = this.#at;
    let [packed, size, crc] = [0, 0, 0];
    const entry = (): WrittenZipEntry => ({ path, offset, packed, size, crc, isStored: !isDeflated, isStreamed: true });
    const emit = (piece: Uint8Array): void => {
      packed += piece.length;
      if (packed > MAX_ENTRY_BYTES) throw new RangeError("The entry has become too large to be read.");
      this.#emit(piece);
    };
    this.#emit(localHeader(entry()));
    const packer = isDeflated ? new ChunkedDeflate(new Deflate({ level: LEVEL }, emit)) : null;
    return {
      push(piece) {
        size += piece.length;
        crc = crc32(piece, crc);
        if (packer) packer.push(piece);
        else emit(piece.slice());
      },
      end: () => {
        packer?.end();
        this.#emit(dataDescriptor({ crc, packed, size }));
        this.#entries.push(entry());
        return entry();
      },
    };
  }

  /** Adds an entry to the directory; no file can be added after that. */
  list(entry: WrittenZipEntry): void {
    const record = directoryRecord(entry);
    this.#directory.count += 1;
    this.#directory.length += record.length;
    this.#emit(record);
  }

  /** Ends an archive whose directory is complete. */
  endListed(): void {
    const { length } = this.#directory;
    this.#emit(endOfArchive({ ...this.#directory, offset: this.#at - length }));
  }

  /** Ends an archive that was written by this instance from the beginning. */
  end(): void {
    for (const entry of this.#entries) this.list(entry);
    this.endListed();
  }

  /** Number of bytes written since the last `take`. */
  get waiting(): number {
    return this.#waiting;
  }

  /** The bytes written since the last call; null if there are none. */
  take(): Uint8Array | null {
    if (this.#pieces.length === 0) return null;
    const taken = new Uint8Array(this.#waiting);
    let at = 0;
    for (const piece of this.#pieces) {
      taken.set(piece, at);
      at += piece.length;
    }
    this.#pieces = [];
    this.#waiting = 0;
    return taken;
  }

  #emit(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.#waiting += piece.length;
    this.#at += piece.length;
  }
}

/** Passes bytes on in equal chunks, regardless of how they arrive. */
class ChunkedDeflate {
  readonly #packer: Deflate;
  readonly #step = new Uint8Array(STEP);
  #filled = 0;

  constructor(packer: Deflate) {
    this.#packer = packer;
  }

  push(piece: Uint8Array): void {
    for (let taken = 0; taken < piece.length;) {
      const fits = Math.min(piece.length - taken, STEP - this.#filled);
      this.#step.set(piece.subarray(taken, taken + fits), this.#filled);
      this.#filled += fits;
      taken += fits;
      if (this.#filled === STEP) this.#flush(false);
    }
  }

  end(): void {
    this.#flush(true);
  }

  // The compressor copies its input into its own window, so the buffer can be reused.
  #flush(isLast: boolean): void {
    this.#packer.push(this.#step.subarray(0, this.#filled), isLast);
    this.#filled = 0;
  }
}
