/**
 * Writes files of a build where they differ from those that are there. A development server starts anew when a file that it
 * serves is written, and what was open or on its way then is cut off: connections, requests, mails.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** Rejects when the file can be neither read nor written. */
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
