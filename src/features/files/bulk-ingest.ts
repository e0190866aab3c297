/** Files that arrive in bulk, such as from an archive: identified by their bytes, stored one by one and recorded together. */
import { createHash } from "node:crypto";
import type { Deps } from "../../deps.ts";
import type { Job } from "../../kernel/job.ts";
import { deleteCandidates, insertCandidates, type StoredBlob } from "./bulk-store.ts";
import { receiveFile } from "./receive.ts";
import { HEAD_BYTES, blobKey, cleanFilename } from "./rules.ts";
import { typeOf } from "./types.ts";
import { exempt, writeOneExempt } from "../../permissions/exempt.ts";

export type DescribedFile = {
  readonly filename: string;
  /** Detected from the bytes. */
  readonly mimeType: string;
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
};

/** A content that is about to be written; `read` returns its bytes. */
export type PendingFile = StoredBlob & { readonly read: () => Uint8Array };

export async function describeFile(bytes: Uint8Array, name: string): Promise<DescribedFile> {
  const filename = cleanFilename(name);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { filename, mimeType: await typeOf(bytes.subarray(0, HEAD_BYTES), filename), size: bytes.length, sha256 };
}

/** Stages a file that is too large for memory; its bytes stay in the staging area until they are promoted. */
export async function stageFile(
  deps: Pick<Deps, "files" | "newId">,
  name: string,
  { chunks, most: maxSize }: { readonly chunks: AsyncIterable<Uint8Array>; readonly most: number },
): Promise<DescribedFile & { readonly generation: string }> {
  const filename = cleanFilename(name);
  const { generation, size, sha256, head } = await receiveFile(deps, deps.newId(), {
    fields: {},
    chunks,
    maxSize,
  });
  return { generation, filename, mimeType: await typeOf(head, filename), size, sha256 };
}

/**
 * Writes the bytes one file at a time, and each content once. Whatever happens to the request afterwards, unclaimed
 * objects are removed a day later.
 */
export async function storeFiles(
  deps: Pick<Deps, "db" | "files" | "now">,
  files: readonly PendingFile[],
): Promise<void> {
  if (files.length === 0) return;
  await writeOneExempt(deps.db, exempt.stage, insertCandidates(files, deps.now));
  for (const { sha256, generation, read } of files)
    await deps.files.putChecked(blobKey(sha256, generation), read(), sha256);
}

/** Deletes objects written by `storeFiles` that nothing will claim. The sweep removes whatever this fails to delete. */
export async function discardFiles(
  deps: Pick<Deps, "db" | "files" | "log">,
  files: readonly StoredBlob[],
): Promise<void> {
  if (files.length === 0) return;
  try {
    await deps.files.delete(files.map(({ sha256, generation }) => blobKey(sha256, generation)));
    await writeOneExempt(deps.db, exempt.stage, deleteCandidates(files));
  } catch (error) {
    deps.log.warn("files.undiscarded", { files: files.length, error });
  }
}

export const processAll = (deps: Pick<Deps, "newId">, files: readonly { readonly id: string }[]): Job[] =>
  files.map(({ id }) => ({ id: deps.newId(), kind: "file.process", fileId: id, run: 1 }));
