/**
 * Removes objects from the bucket a day after they were last needed. It can stop anywhere and resume later: bytes may
 * stay too long, but are never removed too early.
 */
import { DAY } from "../../kernel/clock.ts";
import { minIdAt } from "../../kernel/ids.ts";
import type { Deps } from "../../deps.ts";
import * as blobs from "./blob-store.ts";
import { deleteCandidates } from "./bulk-store.ts";
import { deleteUpload, listExpiredUploads } from "./multipart-store.ts";
import { abortUpload } from "./multipart-upload.ts";
import { repairBlob } from "./blob-promotion.ts";
import { blobKey, stagedKey, variantFolder } from "./rules.ts";
import { exempt, writeExempt, writeOneExempt } from "../../permissions/exempt.ts";

/** How long unreferenced bytes are retained, in ms. */
const GRACE = DAY;
/** Blobs, objects or uploads handled per run. */
const BATCH_SIZE = 100;
/** Maximum number of keys per list or delete call to the bucket. */
const MAX_KEYS = 1_000;
/** Pages of the staging area listed per run. */
const MAX_LISTINGS = 50;

/** Removes unreferenced blobs: first new references are blocked, then the bytes are deleted, then the row. */
export async function removeUnreferencedBlobs(deps: Pick<Deps, "db" | "files" | "now">): Promise<void> {
  const before = deps.now - GRACE;
  const [, , dead] = await writeExempt(deps.db, exempt.job, [
    blobs.markUnreferenced(deps.now, BATCH_SIZE),
    blobs.markDead(before, BATCH_SIZE),
    blobs.listDead(before, BATCH_SIZE),
  ]);
  if (dead.length === 0) return;
  await Promise.all(dead.map(({ generation }) => removeVariants(deps, generation)));
  await deps.files.delete(
    dead.flatMap(({ generation, sha256 }) => [blobKey(sha256, generation), stagedKey(generation)]),
  );
  await writeOneExempt(deps.db, exempt.job, blobs.deleteDead(dead.map(({ generation }) => generation)));
}

async function removeVariants(deps: Pick<Deps, "files">, generation: string): Promise<void> {
  const { files } = await deps.files.list(variantFolder(generation), MAX_KEYS);
  if (files.length > 0) await deps.files.delete(files.map(({ key }) => key));
}

/** Removes candidates that no blob ever named: the request failed, or the same content was stored first by another. */
export async function removeUnusedCandidates(deps: Deps): Promise<void> {
  const unnamed = await deps.db.one(blobs.listUnnamedBlobs(minIdAt(deps.now - GRACE), BATCH_SIZE));
  if (unnamed.length === 0) return;
  const done: blobs.BlobContent[] = [];
  let failure: unknown = null;
  for (const candidate of unnamed) {
    try {
      await replaceBy(deps, candidate);
      done.push(candidate);
    } catch (error) {
      // Retry it in the next run, and continue with the others.
      failure = error;
    }
  }
  if (done.length > 0) {
    await deps.files.delete(done.map(({ generation, sha256 }) => blobKey(sha256, generation)));
    await writeOneExempt(deps.db, exempt.job, deleteCandidates(done));
  }
  if (failure !== null) throw new Error("Lost bytes were not replaced.", { cause: failure });
}

async function replaceBy(
  deps: Pick<Deps, "files" | "log">,
  { generation, sha256, live }: blobs.UnnamedCandidate,
): Promise<void> {
  if (live === null) return;
  const read = async () => (await deps.files.get(blobKey(sha256, generation)))?.body ?? null;
  await repairBlob(deps, { sha256, generation: live }, read);
}

export async function removeExpiredUploads(deps: Pick<Deps, "db" | "files" | "now">): Promise<void> {
  const expired = await deps.db.one(listExpiredUploads(deps.now, BATCH_SIZE));
  for (const upload of expired) {
    if (upload.fileId === null) await abortUpload(deps, upload);
  }
  if (expired.length > 0)
    await writeExempt(
      deps.db,
      exempt.job,
      expired.map(({ id }) => deleteUpload(id)),
    );
}

/**
 * Removes staged objects left behind by failed requests. Keys sort by age, so listing the oldest is usually enough. A
 * listing costs one call to the bucket, which the sweep makes once an hour.
 */
export async function removeStaleStaged(deps: Pick<Deps, "db" | "files" | "now">): Promise<void> {
  const before = deps.now - 2 * GRACE;
  let after: string | undefined;
  for (let looks = 0; looks < MAX_LISTINGS; looks += 1) {
    const { files, isLast } = await deps.files.list(stagedKey(""), BATCH_SIZE, after);
    await removeUnneeded(
      deps,
      files.filter(({ uploadedAt }) => uploadedAt <= before).map(({ key }) => key),
    );
    after = files.at(-1)?.key;
    // Old objects that are still needed must not keep the sweep from the ones listed after them.
    if (isLast || files.some(({ uploadedAt }) => uploadedAt > before)) return;
  }
}

async function removeUnneeded(deps: Pick<Deps, "db" | "files">, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const generations = keys.map((key) => key.slice(stagedKey("").length));
  const needed = await deps.db.one(blobs.listNeededStaged(generations));
  const left = generations.filter((generation) => !needed.includes(generation));
  if (left.length > 0) await deps.files.delete(left.map((generation) => stagedKey(generation)));
}
