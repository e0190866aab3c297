/**
 * Uploads in parts that this browser has begun. After a reload the file has to be chosen again, for no page may read it
 * unasked; what has arrived of it by then is not sent twice.
 */
import type { UploadTarget } from "../../features/files/contract.ts";

const PREFIX = "octavo-upload ";

export type Memory = { readonly read: () => string | null; readonly write: (uploadId: string | null) => void };

/** Of one file on its way to one place. The service forgets an upload after a day, and says so when it is asked. */
export function memoryOf({ name, size, lastModified }: File, target: UploadTarget): Memory {
  const key = PREFIX + JSON.stringify([name, size, lastModified, target]);
  return {
    read: () => attempt(() => localStorage.getItem(key)),
    write: (uploadId) =>
      attempt(() => (uploadId === null ? localStorage.removeItem(key) : localStorage.setItem(key, uploadId))),
  };
}

/** A browser that keeps nothing begins anew. */
function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}
