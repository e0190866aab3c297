/**
 * Multipart uploads that this browser has started. After a reload the user has to choose the file again, because a page
 * may not read it unasked; parts that have arrived are not sent twice.
 */
import type { UploadTarget } from "../../../features/files/contract.ts";

const PREFIX = "octavo-upload ";

export type Memory = { readonly read: () => string | null; readonly write: (uploadId: string | null) => void };

/**
 * The memory of one file's upload to one target. The service discards an upload after a day, and then reports it as
 * missing.
 */
export function memoryOf({ name, size, lastModified }: File, target: UploadTarget): Memory {
  const key = PREFIX + JSON.stringify([name, size, lastModified, target]);
  return {
    read: () => attempt(() => localStorage.getItem(key)),
    write: (uploadId) =>
      attempt(() => (uploadId === null ? localStorage.removeItem(key) : localStorage.setItem(key, uploadId))),
  };
}

/** Without storage, an upload starts from the beginning. */
function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}
