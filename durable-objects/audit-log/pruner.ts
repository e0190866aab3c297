/** Removes old entries from the object, a segment at a time, once the bucket provably has them. */
import { FormatError } from "../../src/audit-log/canonical.ts";
import { openNote, parseKey, readNote } from "../../src/audit-log/checkpoint.ts";
import { SEGMENT_ENTRIES, segmentName } from "../../src/audit-log/segment.ts";
import type { Checkpoint } from "../../src/rpc/audit-log.ts";
import type { Alarms } from "./alarms.ts";
import type { ArchivedEntries } from "./archived-entries.ts";
import { digest, type ArchiveBucket } from "./archive-bucket.ts";
import type { ChainReader } from "./chain-reader.ts";
import { PROVEN } from "./publisher.ts";
import { encodeSegment } from "./segment-bytes.ts";
import type { SegmentStore } from "./segment-store.ts";
import type { ChainStore } from "./store.ts";
import { verifyChain } from "./verify-chain.ts";

/** Entries recomputed per run; the next run, a minute later, continues. */
const PROVEN_PER_RUN = 20_000;

const CHECKED = "checked";

type Range = { readonly first: number; readonly last: number };

type PrunerParts = {
  readonly store: ChainStore;
  readonly segments: SegmentStore;
  readonly archived: ArchivedEntries;
  readonly archive: ArchiveBucket;
  readonly alarms: Alarms;
  readonly reader: () => ChainReader;
  readonly pause: () => Promise<void>;
};

export class Pruner {
  readonly #parts: PrunerParts;

  constructor(parts: PrunerParts) {
    this.#parts = parts;
  }

  /** Checks that one of the segments that only the bucket has is still there and unchanged. */
  async checkArchive(): Promise<void> {
    const { store, archived } = this.#parts;
    const next = await archived.checkNext(Number(store.read(CHECKED) ?? 0));
    if (next !== null) store.write(CHECKED, String(next));
  }

  /**
   * Removes at most one segment whose entries are all older than `cutoff`. It stays if anything is in doubt, which
   * raises an alarm. `key` verifies the signature of the latest checkpoint. Throws if the bucket is unreachable.
   */
  async prune(cutoff: number, key: string): Promise<void> {
    const { store, segments, alarms } = this.#parts;
    const due = segments.findDue(cutoff);
    if (due === null || !(await this.#isSigned(due, key)) || !(await this.#isIntact(due))) return;
    const expected = encodeSegment(store, due.first, due.last);
    const head = store.headAt(due.last);
    if (head === null || !(await this.#isArchived(due, expected))) return;
    segments.removeEntries({ ...due, head, sha256: digest(expected) });
    alarms.clearSegment(due.first);
  }

  /** Whether the latest checkpoint covers the segment, and every entry between them was recomputed. */
  async #isSigned(due: Range, key: string): Promise<boolean> {
    const { store, alarms, pause } = this.#parts;
    const checkpoint = await this.#openLatest(due, key);
    // The entry after the segment has to be covered too: it is what the segment's head is checked against.
    if (checkpoint === null || checkpoint.size < due.last + 2) return false;
    const from = Math.max(Number(store.read(PROVEN) ?? 0), due.first);
    if (from < checkpoint.size) {
      const limit = Math.min(PROVEN_PER_RUN, checkpoint.size - from);
      const walk = await verifyChain(this.#parts.reader(), { from, limit }, pause);
      if (!walk.valid) {
        await alarms.raiseOf("chain_damaged", { ...due, seq: walk.firstBad?.seq ?? from });
        return false;
      }
      store.write(PROVEN, String(from + walk.entries));
      if (from + walk.entries < checkpoint.size) return false;
    }
    return store.headAt(checkpoint.size - 1) === checkpoint.head;
  }

  /** Null if there is none, or if it was signed by an earlier key: the next one, after the next event, is not. */
  async #openLatest(due: Range, key: string): Promise<Checkpoint | null> {
    const latest = await this.#parts.archive.readLatest();
    if (latest === null) return null;
    const verifier = parseKey(key);
    try {
      if (readNote(latest.note).signatures.every(({ id }) => id !== verifier.id)) return null;
      return await openNote(latest.note, [verifier]);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      await this.#parts.alarms.raiseOf("latest_unverified", { ...due });
      return null;
    }
  }

  /** Recomputes the entries immediately before they are removed, and the link to the entry after them. */
  async #isIntact(due: Range): Promise<boolean> {
    const range = { from: due.first, limit: SEGMENT_ENTRIES + 1 };
    const walk = await verifyChain(this.#parts.reader(), range, this.#parts.pause);
    if (!walk.valid)
      await this.#parts.alarms.raiseOf("chain_damaged", { ...due, seq: walk.firstBad?.seq ?? due.first });
    return walk.valid;
  }

  /** Whether the bucket answers with exactly these bytes. A missing file is written again, for the next run to verify. */
  async #isArchived(due: Range, expected: Uint8Array): Promise<boolean> {
    const { archive, alarms } = this.#parts;
    const name = segmentName(due.first, due.last);
    const found = await archive.read(name);
    if (found !== null && digest(found) === digest(expected)) return true;
    await alarms.raiseOf(found === null ? "segment_missing" : "segment_differs", { ...due });
    if (found === null) await archive.putOnce(name, expected);
    return false;
  }
}
