/** Where an export has got to. */
import type { Tail } from "./archive-parts.ts";
import type { EntryPlace } from "./export-archive-store.ts";

export type ExportCursor = {
  /** The last page whose children have their names; null before the first, which are those at the top. */
  readonly named: number | null;
  /** The last entry that is in the archive. */
  readonly at: EntryPlace;
  /** Bytes of the archive so far. */
  readonly bytes: number;
  /** The bucket's name for the object that is written in parts. */
  readonly uploadId: string;
  readonly tail: Tail | null;
};

export const FIRST: ExportCursor = { named: null, at: [0, 0], bytes: 0, uploadId: "", tail: null };
