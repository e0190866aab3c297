/** Reads the whole chain in order: the oldest entries from their segments in the bucket, the others from the object. */
import { segmentName } from "../../src/audit-log/segment.ts";
import type { ArchivedEntries } from "./archived-entries.ts";
import type { Segment, SegmentStore } from "./segment-store.ts";
import type { ChainStore, StoredRow } from "./store.ts";

/** A segment that contains requested entries cannot be read; the message is a sentence without its full stop. */
export class SegmentError extends Error {}

export class ChainReader {
  readonly store: ChainStore;
  readonly #segments: SegmentStore;
  readonly #archived: ArchivedEntries;
  /** The segment that was read last: callers read on from where they stopped. */
  #open: { segment: Segment; rows: readonly StoredRow[] } | null = null;

  constructor(store: ChainStore, segments: SegmentStore, archived: ArchivedEntries) {
    this.store = store;
    this.#segments = segments;
    this.#archived = archived;
  }

  /** Number of the first entry that is in the object. Entries before it have no personal data. */
  end(): number {
    return this.#segments.end();
  }

  /** Rows from `seq` on, in chain order; fewer than `limit` at the end of a segment. Throws {@link SegmentError}. */
  async rowsFrom(seq: number, limit: number): Promise<readonly StoredRow[]> {
    const segment = this.#segments.containing(seq);
    if (segment === null) return this.store.rowsFrom(seq, limit);
    const rows = await this.#rowsOf(segment);
    return rows.slice(seq - segment.first, seq - segment.first + limit);
  }

  /** The hex head after an entry, or the genesis head for -1; null if there is no such entry. Throws {@link SegmentError}. */
  async headAt(seq: number): Promise<string | null> {
    const stored = this.store.headAt(seq);
    if (stored !== null || seq >= this.end()) return stored;
    return (await this.rowsFrom(seq, 1))[0]?.head ?? null;
  }

  async #rowsOf(segment: Segment): Promise<readonly StoredRow[]> {
    if (this.#open?.segment.first === segment.first) return this.#open.rows;
    const rows = await this.#archived.read(segment);
    if (rows === null) {
      const name = segmentName(segment.first, segment.last);
      throw new SegmentError(
        `the segment ${name}, which contains the entry, is missing from the bucket or was changed`,
      );
    }
    this.#open = { segment, rows };
    return rows;
  }
}
