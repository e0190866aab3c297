/** Takes in a file as it comes: hashed and counted on the way, never held whole unless it is small. */
import { createHash } from "node:crypto";
import { AppError } from "../../kernel/errors.ts";
import type { Deps } from "../../deps.ts";
import type { PartWriter, StoredPart } from "../../platform/file-bucket.ts";
import { MAX_FILE_BYTES, UPLOAD_PART_BYTES } from "./contract.ts";
import { HEAD_BYTES, stagedKey } from "./rules.ts";

/** Bytes that are here; no record speaks of them yet. */
export type ReceivedFile = {
  /** Names the bytes from now on. */
  readonly generation: string;
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
  /** The first bytes, to tell the type from. */
  readonly head: Uint8Array;
  /** All of a small file; null for one that stands in the staging area. */
  readonly bytes: Uint8Array | null;
};

/** Most bytes of a body behind its file: the fields that may follow, and what ends it. */
const MAX_BEHIND = 65_536;

export const tooLargeFile = (): AppError =>
  new AppError("payload_too_large", `A file may have at most ${MAX_FILE_BYTES / 1_000_000} MB.`);

/** A file that is coming in. */
export type IncomingBytes = {
  /** What the request says of it beforehand; more may follow. */
  readonly fields: Readonly<Record<string, string>>;
  /** A chunk's bytes last until the next is asked for. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Bytes that it can have at most; null when nobody knows. */
  readonly most: number | null;
};

/**
 * Asks for more only when what came is stored. Throws `payload_too_large` at the first byte too many,
 * `invalid_multipart` for an empty file, and what the source throws; then nothing of it stays stored.
 */
export function receiveFile(
  deps: Pick<Deps, "files">,
  generation: string,
  { chunks, most }: IncomingBytes,
): Promise<ReceivedFile> {
  return most === null || most <= UPLOAD_PART_BYTES
    ? receiveInParts(deps, generation, chunks, most ?? UPLOAD_PART_BYTES)
    : receiveStream(deps, generation, chunks, most);
}

/** Hashes and counts bytes that go by, and keeps the first. */
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
 * One write for all of a large file, of which only the present chunk is held. The bucket has to be told the length
 * beforehand, so it is told the most that it can be, and what is missing in the end is filled up.
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
      if (passage.size > most) throw new AppError("invalid_multipart", "The body is cut off behind the file.");
      await writer.write(chunk);
    }
    const received = passage.end(generation, null);
    const missing = most - received.size;
    if (missing > MAX_BEHIND) throw new AppError("invalid_multipart", "Too much follows the file.");
    if (missing > 0) await writer.write(new Uint8Array(missing));
    await writer.end();
    return received;
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

/** A small file, or one of unknown size: holds `UPLOAD_PART_BYTES` at most. */
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

/** Twice the size, up to a part's. */
function grown(part: Uint8Array): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.min(UPLOAD_PART_BYTES, part.length * 2));
  larger.set(part);
  return larger;
}

// Narrowing does not see that `flush` has set the writer.
const finish = (writer: PartWriter, parts: readonly StoredPart[]): Promise<void> => writer.complete(parts);
const abandon = async (writer: PartWriter | null): Promise<void> => writer?.abort();
