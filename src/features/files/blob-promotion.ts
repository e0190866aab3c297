/** Moves blobs from the staging area to their final key in the bucket, and repairs blobs whose object was lost. */
import type { Deps } from "../../deps.ts";
import { findLiveBlob, markPlaced, type LiveBlob } from "./blob-store.ts";
import { blobKey, stagedKey } from "./rules.ts";
import { exempt, writeOneExempt } from "../../permissions/exempt.ts";

/** Queue job: moves staged bytes to their final key. Idempotent. */
export async function promoteBlob(
  deps: Pick<Deps, "db" | "files" | "log">,
  generation: string,
  sha256: string,
): Promise<void> {
  const live = await deps.db.one(findLiveBlob(sha256));
  if (live?.generation === generation && live.staged) await promote(deps, live);
  else if (live) await repairBlob(deps, live, () => readStaged(deps, generation, live.size));
  await deps.files.delete(stagedKey(generation));
}

async function promote(deps: Pick<Deps, "db" | "files">, blob: LiveBlob): Promise<void> {
  const { generation, sha256 } = blob;
  const staged = await readStaged(deps, generation, blob.size);
  // Write the final object first, then update the row, and only then clear the staging area.
  if (staged) await deps.files.putChecked(blobKey(sha256, generation), staged, sha256);
  else if ((await deps.files.sizeOf(blobKey(sha256, generation))) === null)
    throw new Error("The file is in neither location.");
  await writeOneExempt(deps.db, exempt.stage, markPlaced(generation));
}

const readStaged = async (
  deps: Pick<Deps, "files">,
  generation: string,
  size: number,
): Promise<ReadableStream | null> =>
  (await deps.files.get(stagedKey(generation), { offset: 0, length: size }))?.body ?? null;

/**
 * Restores a blob's object from newly uploaded bytes if it is missing: after a database restore, rows may name objects
 * that were collected since. Never call this before responding: its duration would reveal that somebody else has these
 * bytes.
 */
export async function repairBlob(
  deps: Pick<Deps, "files" | "log">,
  { sha256, generation }: Pick<LiveBlob, "sha256" | "generation">,
  read: () => Promise<ReadableStream | Uint8Array | null>,
): Promise<void> {
  const place = blobKey(sha256, generation);
  if ((await deps.files.sizeOf(place)) !== null || (await deps.files.sizeOf(stagedKey(generation))) !== null) return;
  const bytes = await read();
  if (bytes === null) return;
  await deps.files.putChecked(place, bytes, sha256);
  deps.log.warn("file.bytes_replaced", { generation });
}
