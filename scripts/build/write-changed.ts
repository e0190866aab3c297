/**
 * Writes build files only if they have changed. A development server restarts when a file that it serves is written, which
 * cuts off open connections, requests and emails.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** Rejects if the file can be neither read nor written. */
export async function writeChanged(path: string, content: string | Uint8Array): Promise<void> {
  const next = Buffer.from(content);
  const now = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (now?.equals(next)) return;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, next);
}
