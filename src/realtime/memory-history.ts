/** A page's history in memory: a substitute for the stored one, for tests and benchmarks. */
import { PageDocument } from "./document.ts";
import type { History } from "./room.ts";

export type MemoryHistory = History & { readonly commit: (revision: number, update: Uint8Array) => void };

/** `keepFrom` is the oldest revision that is kept exactly. */
export function makeMemoryHistory(keepFrom = 0): MemoryHistory {
  const rows: { revision: number; update: Uint8Array }[] = [];
  return {
    commit: (revision, update) => void rows.push({ revision, update }),
    documentAt: (revision) => new PageDocument(rows.filter((row) => row.revision <= revision).map((row) => row.update)),
    keptFrom: (revision) => Math.max(revision, keepFrom),
    documentSince: () => 0,
  };
}
