/** Where tests keep databases and objects that nobody wants afterwards. */
import { constants } from "node:fs";
import { access, mkdtemp, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** As Linux calls the file system that is memory. */
export const TMPFS = 0x01021994;

const MEMORY = "/dev/shm";
/** In bytes: with less of it, tests that store large files could use up the memory that programs share. */
const ENOUGH = 4 * 1024 ** 3;

/**
 * Makes a folder for whoever asks, in memory where Linux offers enough of it (containers often have 64 MB), else among the
 * temporary files: a database waits for the disk at every commit, some 5 ms on a rented machine. The caller removes it.
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
