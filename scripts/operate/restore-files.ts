/** Writes the copied files of the bucket, without those of the audit log. */
import { FILE_PIECE_BYTES } from "../../src/features/operator/contract.ts";
import { createHash } from "node:crypto";
import type { FileLine } from "./backup-folder.ts";
import type { OperatorClient } from "./operator-client.ts";
import type { Restoring } from "./restore.ts";

const AT_ONCE = 2;

/** The audit log's files are written with its chain. */
export const isOfChain = (key: string): boolean => key.startsWith("audit/");

export async function restoreFiles(restoring: Restoring): Promise<void> {
  const { client, folder, manifest, count, progress, step } = restoring;
  for (const part of manifest.parts) {
    if (part.kind !== "files") continue;
    await step(part.path, async () => {
      const there = progress().isOver ? thereFrom(client) : null;
      const writeNext = async (lines: AsyncIterator<string>): Promise<void> => {
        for (let next = await lines.next(); !next.done; next = await lines.next()) {
          const file = JSON.parse(next.value) as FileLine; // as the backup wrote it
          if (isOfChain(file.key)) continue;
          // Content under its hash never changes.
          const isThere = file.key.startsWith("sha256/") && (await there?.has(file)) === true;
          if (!isThere) await sendFile(restoring, file);
          count(isThere ? "files that were there" : "files", 1);
        }
      };
      const lines = folder.read(part.path);
      await Promise.all(Array.from({ length: there === null ? AT_ONCE : 1 }, () => writeNext(lines)));
    });
  }
}

/** Walks through the instance's list of files beside the backup's, which has the same order. */
function thereFrom(client: OperatorClient): { has: (file: FileLine) => Promise<boolean> } {
  let listed: { key: string; size: number }[] = [];
  let after: string | null = null;
  let isEnd = false;
  let isFirst = true;
  return {
    async has({ key, size }) {
      if (isFirst) after = key.slice(0, -1);
      isFirst = false;
      for (;;) {
        while (listed[0] !== undefined && listed[0].key < key) listed.shift();
        if (listed[0] !== undefined) return listed[0].key === key && listed[0].size === size;
        if (isEnd) return false;
        const page: { files: typeof listed; next: string | null } = await client.json("/api/operator/backup", {
          read: "files",
          after,
        });
        listed = page.files;
        after = page.next;
        isEnd = after === null;
      }
    },
  };
}

export async function sendFile({ client, folder }: Restoring, { key, size, sha256 }: FileLine): Promise<void> {
  const pieces = piecesOf(folder.readObject(sha256), size);
  if (size <= FILE_PIECE_BYTES) {
    const { value } = await pieces.next();
    await sendBytes(client, key, value ?? new Uint8Array());
    return;
  }
  const { uploadId } = await client.json<{ uploadId: string }>("/api/operator/restore", { step: "begin file", key });
  const parts: object[] = [];
  for await (const piece of pieces)
    parts.push(await client.put(addressOf(key, piece, { uploadId, part: String(parts.length + 1) }), piece));
  await client.json("/api/operator/restore", { step: "end file", key, uploadId, parts });
}

export const sendBytes = (client: OperatorClient, key: string, bytes: Uint8Array): Promise<unknown> =>
  client.put(addressOf(key, bytes, {}), bytes);

const addressOf = (key: string, bytes: Uint8Array, more: Record<string, string>): string =>
  `/api/operator/restore/file?${new URLSearchParams({ key, sha256: createHash("sha256").update(bytes).digest("hex"), ...more }).toString()}`;

/** Each piece is valid until the next one is requested: they share their memory. */
async function* piecesOf(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  const piece = new Uint8Array(Math.min(size, FILE_PIECE_BYTES));
  let length = 0;
  for await (const chunk of source)
    for (let at = 0; at < chunk.length;) {
      const some = chunk.subarray(at, at + piece.length - length);
      piece.set(some, length);
      length += some.length;
      at += some.length;
      if (length < piece.length) continue;
      yield piece;
      length = 0;
    }
  if (length > 0) yield piece.subarray(0, length);
}
