/** Writes a zip archive piece by piece. The same files in the same order give the same bytes, whenever and wherever. */
import { crc32 } from "node:zlib";
import { Zip, deflateSync, type ZipInputFile } from "fflate";

/** The first day there is in a zip archive. */
const FIXED_TIME = new Date(1980, 0, 1);
/** Beyond it the offsets of an ordinary archive end. */
const MOST_BYTES = 4_000_000_000;
const DEFLATED = 8;
const STORED = 0;

export class ArchiveWriter {
  #pieces: Uint8Array[] = [];
  #total = 0;
  readonly #zip = new Zip((error, piece) => {
    if (error) throw error;
    this.#pieces.push(piece);
    this.#total += piece.length;
    if (this.#total > MOST_BYTES) throw new RangeError("The archive has become too large to be read.");
  });

  /** A whole file; a path that ends with a slash is a folder. */
  add(path: string, text: string): void {
    const bytes = new TextEncoder().encode(text);
    const isStored = bytes.length === 0;
    // Not the library's own kind of file: it would keep a compressor's memory for each until the archive is done.
    const file: ZipInputFile = {
      filename: path,
      size: bytes.length,
      crc: crc32(bytes),
      compression: isStored ? STORED : DEFLATED,
      mtime: FIXED_TIME,
    };
    this.#zip.add(file);
    file.ondata?.(null, isStored ? new Uint8Array() : deflateSync(bytes, { level: 6 }), true);
  }

  end(): void {
    this.#zip.end();
  }

  /** What was written since the last time; null for nothing. */
  take(): Uint8Array | null {
    if (this.#pieces.length === 0) return null;
    const taken = new Uint8Array(this.#pieces.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const piece of this.#pieces) {
      taken.set(piece, at);
      at += piece.length;
    }
    this.#pieces = [];
    return taken;
  }
}
