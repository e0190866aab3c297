/** Deletes older backups of a folder, and then the objects that no other backup there needs. */
import { readdir, rename, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Keys } from "../../src/platform/keys.ts";
import {
  BackupFolder,
  backupsIn,
  isAuthentic,
  MANIFEST,
  OBJECTS,
  readManifest,
  type FileLine,
} from "./backup-folder.ts";
import { isSameKey, type BackupKey } from "./encryption.ts";
import { OperatorError } from "./operator-error.ts";

/** An interrupted backup that was not continued for so long never is. */
export const RESUMABLE_MS = 24 * 3_600_000;
/** A backup's folder has this ending while it is deleted. */
const DELETED = ".deleting";

/**
 * Keeps the newest `keep` complete backups. `key` is that of the newest one. Throws an OperatorError, before it deletes anything,
 * if a backup may still be continued, or if one that stays cannot be read.
 */
export async function prune(
  to: string,
  keep: number,
  { keys, key, now }: { readonly keys: Keys; readonly key: BackupKey | null; readonly now: number },
): Promise<{ readonly backups: number; readonly objects: number }> {
  const complete: string[] = [];
  const abandoned: string[] = [];
  for (const name of await backupsIn(to)) {
    const manifest = await readManifest(join(to, name));
    if (manifest?.state === "complete") complete.push(name);
    else if (now - (await lastWrite(join(to, name))) < RESUMABLE_MS)
      throw new OperatorError(
        `Nothing was deleted: ${name} is not complete. Run the backup again, which continues it.`,
      );
    else abandoned.push(name);
  }
  const needed = new Set<string>();
  for (const name of complete.slice(-keep)) await addObjects(needed, join(to, name), keys, key);
  const removed = [...abandoned, ...complete.slice(0, -keep)];
  for (const name of removed) await rename(join(to, name), join(to, name + DELETED));
  for (const name of await readdir(to))
    if (name.endsWith(DELETED)) await rm(join(to, name), { recursive: true, force: true });
  return { backups: removed.length, objects: await deleteObjects(join(to, OBJECTS), needed) };
}

/** When a backup made progress. Its folder may have no manifest yet. */
async function lastWrite(folder: string): Promise<number> {
  const { mtimeMs } = await stat(join(folder, MANIFEST)).catch(() => stat(folder));
  return mtimeMs;
}

async function addObjects(needed: Set<string>, path: string, keys: Keys, key: BackupKey | null): Promise<void> {
  const manifest = await readManifest(path);
  if (manifest === null || !isAuthentic(keys, manifest))
    throw new OperatorError(
      `Nothing was deleted: the manifest of ${basename(path)} was changed, or made with another ROOT_SECRET.`,
    );
  const { encryption, parts } = manifest;
  if (encryption !== null && (key === null || !isSameKey(key, encryption)))
    throw new OperatorError(
      `Nothing was deleted: ${basename(path)} is encrypted with another passphrase, so that the objects it needs are unknown.`,
    );
  const folder = new BackupFolder(path, encryption && key);
  for (const part of parts) {
    if (part.kind !== "files") continue;
    if (!(await folder.hasPart(part)))
      throw new OperatorError(`Nothing was deleted: ${part.path} of ${basename(path)} is damaged.`);
    for await (const line of folder.read(part.path)) {
      const { sha256 } = JSON.parse(line) as FileLine; // as the backup wrote it
      needed.add(basename(folder.objectPath(sha256)));
    }
  }
}

/** Returns how many were deleted. What an interrupted download left goes as well. */
async function deleteObjects(objects: string, needed: ReadonlySet<string>): Promise<number> {
  let deleted = 0;
  for (const entry of await readdir(objects, { withFileTypes: true }).catch(() => [])) {
    const path = join(objects, entry.name);
    if (!entry.isDirectory()) {
      if (entry.name.startsWith("incoming-")) await rm(path, { force: true });
      continue;
    }
    for (const name of await readdir(path)) {
      if (needed.has(name)) continue;
      await rm(join(path, name), { force: true });
      deleted += 1;
    }
  }
  return deleted;
}
