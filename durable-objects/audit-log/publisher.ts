/** Copies the chain to where its own object cannot change it: full segments, then a signed checkpoint over them. */
import type { Checkpoint, Coverage, Halt, Published } from "../../src/rpc/audit-log.ts";
import { FormatError } from "../../src/audit-log/canonical.ts";
import { type Signer, checkpointOrigin, readNote } from "../../src/audit-log/checkpoint.ts";
import { serializeDraft, systemDraft } from "../../src/audit-log/draft.ts";
import { SEGMENT_ENTRIES, segmentName } from "../../src/audit-log/segment.ts";
import { systemClock } from "../../src/platform/system.ts";
import type { Alarms } from "./alarms.ts";
import { SegmentError, type ChainReader } from "./chain-reader.ts";
import { encodeSegment } from "./segment-bytes.ts";
import type { ChainStore } from "./store.ts";
import type { LatestCheckpoint, ArchiveBucket } from "./archive-bucket.ts";
import { verifyChain } from "./verify-chain.ts";

/** Limits of one call; the next run, a minute later, does the rest. */
const SEGMENTS_PER_BATCH = 32;
const SIGNED_PER_BATCH = 131_072;

const CHECKPOINT = "checkpoint";
const ARCHIVED = "archived";
/** All entries before this number have been recomputed once, each from the head of the one before it. */
export const PROVEN = "proven";

const utf8 = new TextEncoder();

type PublisherParts = {
  readonly store: ChainStore;
  readonly archive: ArchiveBucket;
  readonly alarms: Alarms;
  readonly reader: () => ChainReader;
  readonly pause: () => Promise<void>;
};

export class Publisher {
  readonly #store: ChainStore;
  readonly #archive: ArchiveBucket;
  readonly #alarms: Alarms;
  readonly #reader: () => ChainReader;
  readonly #pause: () => Promise<void>;

  /** `reader` reads the chain of `store`; `pause` is awaited wherever other requests may run. */
  constructor({ store, archive, alarms, reader, pause }: PublisherParts) {
    this.#store = store;
    this.#archive = archive;
    this.#alarms = alarms;
    this.#reader = reader;
    this.#pause = pause;
  }

  /** The last checkpoint that this object knows was published. */
  last(): Published | null {
    const note = this.#store.read(CHECKPOINT);
    return note === null ? null : { ...readNote(note).checkpoint, note };
  }

  /** Throws if the bucket is unreachable, or has a checkpoint that cannot be read. */
  async coverage(): Promise<Coverage> {
    const latest = await this.#archive.readLatest();
    const size = latest === null ? 0 : readNote(latest.note).checkpoint.size;
    return { publishedAt: latest?.storedAt ?? null, ...this.#store.entriesFrom(size) };
  }

  /**
   * Compares the chain with the latest checkpoint in the bucket, which nobody can change with access to this object
   * alone. Throws if the bucket is unreachable.
   */
  async findHalt(): Promise<Halt | null> {
    return this.#checkLatest(await this.#archive.readLatest());
  }

  /** Publishes what is ready. Throws if the bucket is unreachable; then nothing is signed, and nothing is lost. */
  async publish(signer: Signer | null): Promise<Halt | null> {
    if (!(await this.#writeSegments())) return null;
    const from = this.last()?.size ?? 0;
    if (!this.#store.hasEntriesFrom(from)) return null;
    if (signer === null) {
      await this.#alarms.raise("signer_missing", { size: from });
      return null;
    }
    const checkpoint = await this.#proveFrom(from);
    if (checkpoint === null) return null;
    const previous = await this.#archive.readLatest();
    const halt = await this.#checkLatest(previous);
    // A checkpoint that was not known has now been recorded; the next run builds on it.
    if (halt !== null || (this.last()?.size ?? 0) !== from) return halt;
    const note = await signer.sign(checkpoint);
    // Two objects that both claim to be this chain conflict here: only one of them succeeds.
    if (!(await this.#archive.swapLatest(note, previous))) return this.findHalt();
    if (await this.#recordCheckpoint({ ...checkpoint, note })) this.#alarms.clear();
    return null;
  }

  async #checkLatest(latest: LatestCheckpoint | null): Promise<Halt | null> {
    const known = this.last();
    if (latest === null) {
      if (known !== null) await this.#alarms.raise("latest_missing", { size: known.size });
      return null;
    }
    if (latest.note === known?.note && this.#store.headAt(known.size - 1) === known.head) return null;
    const halt = await this.#compare(latest);
    if (halt !== null) {
      await this.#alarms.raise(halt.reason, { seq: halt.seq, size: halt.size, entries: this.#store.tip().next });
      return halt;
    }
    const { checkpoint } = readNote(latest.note);
    if (known !== null && checkpoint.size < known.size) {
      await this.#alarms.raise("latest_older", { size: checkpoint.size, known: known.size });
    } else {
      // It was signed, but the signer stopped before recording it everywhere.
      await this.#recordCheckpoint({ ...checkpoint, note: latest.note });
    }
    return null;
  }

  async #compare({ note }: LatestCheckpoint): Promise<Halt | null> {
    const tip = this.#store.tip();
    let claim: Checkpoint;
    try {
      claim = readNote(note).checkpoint;
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      return { reason: "latest_unreadable", seq: tip.next, size: 0 };
    }
    const { origin, size, head } = claim;
    if (origin !== this.#origin()) return { reason: "forked", seq: 0, size };
    if (size > tip.next) return { reason: "behind", seq: tip.next, size };
    return (await this.#canHaveHead(size - 1, head)) ? null : { reason: "forked", seq: size - 1, size };
  }

  /** True also if the entry's segment cannot be read: the alarm about that is enough, and the object has later entries. */
  async #canHaveHead(seq: number, head: string): Promise<boolean> {
    try {
      return (await this.#reader().headAt(seq)) === head;
    } catch (error) {
      if (error instanceof SegmentError) return true;
      throw error;
    }
  }

  /** False while full segments are left, or if one of them cannot be written. */
  async #writeSegments(): Promise<boolean> {
    for (let written = 0; ; written += 1) {
      const first = Math.max(Number(this.#store.read(ARCHIVED) ?? 0), this.#reader().end());
      const last = first + SEGMENT_ENTRIES - 1;
      if (last >= this.#store.tip().next) return true;
      if (written === SEGMENTS_PER_BATCH) return false;
      const name = segmentName(first, last);
      if ((await this.#archive.putOnce(name, encodeSegment(this.#store, first, last))) === "other") {
        await this.#alarms.raise("segment_differs", { first, last });
        return false;
      }
      this.#store.write(ARCHIVED, String(last + 1));
      await this.#pause();
    }
  }

  /** The checkpoint that may be signed now: only what follows from the last signed one. */
  async #proveFrom(from: number): Promise<Checkpoint | null> {
    const isKnown = from === 0 || this.#store.headAt(from - 1) === this.last()?.head;
    const walk = await verifyChain(this.#reader(), { from, limit: SIGNED_PER_BATCH }, this.#pause);
    if (isKnown && walk.valid) {
      const size = from + walk.entries;
      if (Number(this.#store.read(PROVEN) ?? 0) === from) this.#store.write(PROVEN, String(size));
      return { origin: this.#origin(), size, head: walk.head };
    }
    await this.#alarms.raise("chain_damaged", { seq: isKnown ? (walk.firstBad?.seq ?? from) : from - 1 });
    return null;
  }

  /**
   * Records the latest checkpoint in the bucket and the chain; returns false if a different one of its size was
   * recorded before.
   */
  async #recordCheckpoint(published: Published): Promise<boolean> {
    const { size, head, note } = published;
    const put = await this.#archive.putOnce(`checkpoints/${size}`, utf8.encode(note));
    if (put === "other") await this.#alarms.raise("checkpoint_differs", { size });
    const now = systemClock();
    const draft = systemDraft("audit.checkpoint", `checkpoint-${size}`, now, { size, head });
    this.#store.write(CHECKPOINT, note);
    if (put !== "other") this.#store.append([{ id: draft.id, entry: serializeDraft(draft), created_at: now }]);
    return put !== "other";
  }

  #origin(): string {
    return checkpointOrigin(this.#store.header());
  }
}
