/** Temporary storage for databases and objects of tests. */
import { constants } from "node:fs";
import { access, mkdtemp, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Linux's type number of the in-memory file system. */
export const TMPFS = 0x01021994;

const MEMORY = "/dev/shm";
/** In bytes: with less, tests that store large files could use up the memory shared by all programs. */
const ENOUGH = 4 * 1024 ** 3;

/**
 * Creates a temporary folder, in memory if Linux offers enough of it (containers often have 64 MB), otherwise among the
 * temporary files: a database waits for the disk on every commit, about 5 ms on a rented machine. The caller has to remove
 * it.
 */
export async function makeScratch(prefix: string): Promise<string> {
  return mkdtemp(join((await hasMemory()) ? MEMORY : tmpdir(), prefix));
}

async function hasMemory(): Promise<boolean> {
  try {
    await access(MEMORY, constants.W_OK);
    const { type, bavail, bsize } = await statfs(MEMORY);
    return type === TMPFS && bavail * bsize >= ENOUGH;
  } catch {
    return false;
  }
}
