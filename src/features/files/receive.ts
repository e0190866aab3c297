/** Receives a file as a stream: hashes and counts it on the way, and buffers it whole only if it is small. */
import { createHash } from "node:crypto";
import { AppError } from "../../kernel/errors.ts";
import type { Deps } from "../../deps.ts";
import type { PartWriter, StoredPart } from "../../platform/file-bucket.ts";
import { MAX_FILE_BYTES, UPLOAD_PART_BYTES } from "./contract.ts";
import { HEAD_BYTES, stagedKey } from "./rules.ts";

/** Received bytes that no record refers to yet. */
export type ReceivedFile = {
  /** Identifies the bytes from now on. */
  readonly generation: string;
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
  /** The first bytes, used to detect the type. */
  readonly head: Uint8Array;
  /** All bytes of a small file; null if the file is in the staging area. */
  readonly bytes: Uint8Array | null;
};

/** Maximum bytes of a body after its file: the fields that may follow, and the closing boundary. */
const MAX_BEHIND = 65_536;

export const tooLargeFile = (): AppError =>
  new AppError("payload_too_large", `A file can be at most ${MAX_FILE_BYTES / 1_000_000} MB.`);

/** A file being received. */
export type IncomingBytes = {
  /** Form fields that precede the file; more may follow it. */
  readonly fields: Readonly<Record<string, string>>;
  /** A chunk is valid only until the next one is requested. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Maximum size in bytes; null if unknown. */
  readonly maxSize: number | null;
};

/**
 * Reads the next chunk only after the previous one is stored. Throws `payload_too_large` at the first byte over the
 * limit, `invalid_multipart` for an empty file, and any error of the source; nothing stays stored then.
 */
export function receiveFile(
  deps: Pick<Deps, "files">,
  generation: string,
  { chunks, maxSize: most }: IncomingBytes,
): Promise<ReceivedFile> {
  return most === null || most <= UPLOAD_PART_BYTES
    ? receiveInParts(deps, generation, chunks, most ?? UPLOAD_PART_BYTES)
    : receiveStream(deps, generation, chunks, most);
}

/** Hashes and counts the bytes passing through, and keeps the first ones. */
export class ContentHash {
  readonly #hash = createHash("sha256");
  size = 0;
  head: Uint8Array = new Uint8Array(0);

  note(chunk: Uint8Array): void {
    this.size += chunk.length;
    if (this.size > MAX_FILE_BYTES) throw tooLargeFile();
    this.#hash.update(chunk);
    if (this.head.length < HEAD_BYTES)
      this.head = Buffer.concat([this.head, chunk.subarray(0, HEAD_BYTES - this.head.length)]);
  }

  end(generation: string, bytes: Uint8Array | null): ReceivedFile {
    if (this.size === 0) throw new AppError("invalid_multipart", "The file is empty.");
    return { generation, size: this.size, sha256: this.#hash.digest("hex"), head: this.head, bytes };
  }
}

/**
 * Streams a large file in one write, buffering only the current chunk. The bucket needs the length in advance, so it is
 * given the maximum, and the remainder is filled with zeros.
 */
async function receiveStream(
  deps: Pick<Deps, "files">,
  generation: string,
  chunks: AsyncIterable<Uint8Array>,
  most: number,
): Promise<ReceivedFile> {
  const passage = new ContentHash();
  const writer = deps.files.writeStream(stagedKey(generation), most);
  try {
    for await (const chunk of chunks) {
      passage.note(chunk);
      if (passage.size > most) throw new AppError("invalid_multipart", "The body ends too early after the file.");
      await writer.write(chunk);
    }
    const received = passage.end(generation, null);
    const missing = most - received.size;
    if (missing > MAX_BEHIND)
      throw new AppError("invalid_multipart", "The body contains too much data after the file.");
    if (missing > 0) await writer.write(new Uint8Array(missing));
    await writer.end();
    return received;
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

/** Receives a small file, or one of unknown size; buffers at most `UPLOAD_PART_BYTES`. */
async function receiveInParts(
  deps: Pick<Deps, "files">,
  generation: string,
  chunks: AsyncIterable<Uint8Array>,
  most: number,
): Promise<ReceivedFile> {
  const passage = new ContentHash();
  let part = new Uint8Array(Math.max(65_536, most));
  let filled = 0;
  let writer: PartWriter | null = null;
  const parts: StoredPart[] = [];

  const flush = async (): Promise<void> => {
    writer ??= await deps.files.writeParts(stagedKey(generation));
    parts.push(await writer.write(parts.length + 1, part.subarray(0, filled)));
    filled = 0;
  };
  try {
    for await (const chunk of chunks) {
      passage.note(chunk);
      for (let taken = 0; taken < chunk.length;) {
        if (filled === UPLOAD_PART_BYTES) await flush();
        if (filled === part.length) part = grown(part);
        const fits = Math.min(chunk.length - taken, part.length - filled);
        part.set(chunk.subarray(taken, taken + fits), filled);
        filled += fits;
        taken += fits;
      }
    }
    if (writer === null) return passage.end(generation, part.subarray(0, filled));
    const received = passage.end(generation, null);
    if (filled > 0) await flush();
    await finish(writer, parts);
    return received;
  } catch (error) {
    await abandon(writer);
    throw error;
  }
}

/** Doubles the buffer, up to the size of one part. */
function grown(part: Uint8Array): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.min(UPLOAD_PART_BYTES, part.length * 2));
  larger.set(part);
  return larger;
}

// TypeScript's narrowing does not see that `flush` has set the writer.
const finish = (writer: PartWriter, parts: readonly StoredPart[]): Promise<void> => writer.complete(parts);
const abandon = async (writer: PartWriter | null): Promise<void> => writer?.abort();
