/** Progress of an export. */
import type { Tail } from "./archive-parts.ts";
import type { EntryPlace } from "./export-archive-store.ts";

export type ExportCursor = {
  /** Number of the last page whose children have been named; null before naming starts, with the top-level pages. */
  readonly named: number | null;
  /** The last entry written to the archive. */
  readonly at: EntryPlace;
  /** Size of the archive so far, in bytes. */
  readonly bytes: number;
  /** The bucket's multipart upload id. */
  readonly uploadId: string;
  readonly tail: Tail | null;
  /** Present if comment threads are left out. */
  readonly withoutThreads?: true;
};

export const FIRST: ExportCursor = { named: null, at: [0, 0], bytes: 0, uploadId: "", tail: null };
