/** Takes in a file as it comes: hashed and counted on the way, never held whole unless it is small. */
import { createHash } from "node:crypto";
import { AppError } from "../../kernel/errors.ts";
import type { Deps } from "../../deps.ts";
import type { PartWriter, StoredPart } from "../../platform/files.ts";
import { FILE_BYTES, PART_BYTES } from "./contract.ts";
import { HEAD_BYTES, stagedKey } from "./rules.ts";

/** Bytes that are here; no record speaks of them yet. */
export type Received = {
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

export const tooLargeFile = (): AppError =>
  new AppError("payload_too_large", `A file may have at most ${FILE_BYTES / 1_000_000} MB.`);

/**
 * Holds `PART_BYTES` at most, and asks for more only when those are stored. Throws `payload_too_large` at the first byte
 * too many, `invalid_multipart` for an empty file, and what the source throws; then nothing of it stays stored.
 */
export async function receiveFile(
  deps: Deps,
  generation: string,
  chunks: AsyncIterable<Uint8Array>,
  expected = PART_BYTES,
): Promise<Received> {
  const hash = createHash("sha256");
  let part = new Uint8Array(Math.max(65_536, Math.min(PART_BYTES, expected)));
  let filled = 0;
  let size = 0;
  let head = new Uint8Array(0);
  let writer: PartWriter | null = null;
  const parts: StoredPart[] = [];

  const flush = async (): Promise<void> => {
    writer ??= await deps.files.writeParts(stagedKey(generation));
    parts.push(await writer.write(parts.length + 1, part.subarray(0, filled)));
    filled = 0;
  };
  try {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > FILE_BYTES) throw tooLargeFile();
      hash.update(chunk);
      for (let taken = 0; taken < chunk.length;) {
        if (filled === PART_BYTES) {
          head = head.length === 0 ? part.slice(0, HEAD_BYTES) : head;
          await flush();
        }
        if (filled === part.length) part = grown(part);
        const fits = Math.min(chunk.length - taken, part.length - filled);
        part.set(chunk.subarray(taken, taken + fits), filled);
        filled += fits;
        taken += fits;
      }
    }
    if (size === 0) throw new AppError("invalid_multipart", "The file is empty.");
    const done = { generation, size, sha256: hash.digest("hex") };
    if (writer === null)
      return { ...done, head: part.slice(0, Math.min(filled, HEAD_BYTES)), bytes: part.subarray(0, filled) };
    if (filled > 0) await flush();
    await finish(writer, parts);
    return { ...done, head, bytes: null };
  } catch (error) {
    await abandon(writer);
    throw error;
  }
}

/** Twice the size, up to a part's. */
function grown(part: Uint8Array): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.min(PART_BYTES, part.length * 2));
  larger.set(part);
  return larger;
}

// Narrowing does not see that `flush` has set the writer.
const finish = (writer: PartWriter, parts: readonly StoredPart[]): Promise<void> => writer.complete(parts);
const abandon = async (writer: PartWriter | null): Promise<void> => writer?.abort();
