/** Writes a zip archive piece by piece. The same files in the same order give the same bytes, whenever and wherever. */
import { crc32 } from "node:zlib";
import { Deflate, Zip, deflateSync, type ZipInputFile } from "fflate";

/** The first day there is in a zip archive. */
const FIXED_TIME = new Date(1980, 0, 1);
/** Beyond it the offsets of an ordinary archive end. */
const MAX_BYTES = 4_000_000_000;
const DEFLATED = 8;
const STORED = 0;
const LEVEL = 6;
/** What a compressor is given at a time, in bytes: its output depends on that. */
const STEP = 65_536;

/** A file that comes piece by piece. */
type OpenEntry = { readonly push: (piece: Uint8Array) => void; readonly end: () => void };

export class ZipWriter {
  #pieces: Uint8Array[] = [];
  #waiting = 0;
  #total = 0;
  readonly #zip = new Zip((error, piece) => {
    if (error) throw error;
    this.#pieces.push(piece);
    this.#waiting += piece.length;
    this.#total += piece.length;
    if (this.#total > MAX_BYTES) throw new RangeError("The archive has become too large to be read.");
  });

  /** A whole file; a path that ends with a slash is a folder. */
  add(path: string, text: string): void {
    const bytes = new TextEncoder().encode(text);
    const isStored = bytes.length === 0;
    const file = this.#begin(path, isStored ? STORED : DEFLATED);
    file.size = bytes.length;
    file.crc = crc32(bytes);
    file.ondata?.(null, isStored ? new Uint8Array() : deflateSync(bytes, { level: LEVEL }), true);
  }

  /** Nothing else may be added until it has ended. The pieces are kept until they are taken. */
  open(path: string, isDeflated: boolean): OpenEntry {
    const file = this.#begin(path, isDeflated ? DEFLATED : STORED);
    const emit = (piece: Uint8Array<ArrayBuffer>, isLast: boolean): void => file.ondata?.(null, piece, isLast);
    const packer = isDeflated ? new ChunkedDeflate(new Deflate({ level: LEVEL }, emit)) : null;
    return {
      push(piece) {
        file.size += piece.length;
        file.crc = crc32(piece, file.crc);
        if (packer) packer.push(piece);
        else emit(piece.slice(), false);
      },
      end() {
        if (packer) packer.end();
        else emit(new Uint8Array(), true);
      },
    };
  }

  end(): void {
    this.#zip.end();
  }

  /** Bytes that were written since the last time. */
  get waiting(): number {
    return this.#waiting;
  }

  /** What was written since the last time; null for nothing. */
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

  /** Not the library's own kind of file: it would keep a compressor's memory for each until the archive is done. */
  #begin(filename: string, compression: number): ZipInputFile {
    const file: ZipInputFile = { filename, size: 0, crc: 0, compression, mtime: FIXED_TIME };
    this.#zip.add(file);
    return file;
  }
}

/** Hands bytes on in equal steps, however they come. */
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

  // The packer copies what it is given into a window of its own, so the step can be filled again.
  #flush(isLast: boolean): void {
    this.#packer.push(this.#step.subarray(0, this.#filled), isLast);
    this.#filled = 0;
  }
}
