/** Copies the chain's storage for a backup, and replaces it by a copy. */
import { systemClock } from "../../src/platform/system.ts";
import { toHex } from "../../src/audit-log/chain.ts";
import type { ChainTip } from "../../src/rpc/audit-log.ts";
import type { CopyCursor, StorageCopy, StoragePiece } from "../../src/rpc/storage-copy.ts";
import { clearTables, copyTables, insertLines } from "../copy-store.ts";
import { ABANDONED_FOLDER, type ArchiveBucket } from "./archive-bucket.ts";
import type { SegmentStore } from "./segment-store.ts";
import type { ChainStore } from "./store.ts";

/**
 * Entries are copied last: everything before them then refers to entries that are copied, too. Pieces are copied at
 * different times, and entries are only ever appended.
 */
const TABLES = ["memory", "segment", "segment_user", "address", "erased", "chain", "entry"];

/** In `memory` while a copy is being written. */
const RESTORING = "restoring";

export class ChainCopier {
  readonly #storage: DurableObjectStorage;
  readonly #store: ChainStore;
  readonly #segments: SegmentStore;
  readonly #archive: ArchiveBucket;

  constructor(storage: DurableObjectStorage, store: ChainStore, segments: SegmentStore, archive: ArchiveBucket) {
    this.#storage = storage;
    this.#store = store;
    this.#segments = segments;
    this.#archive = archive;
  }

  get isRestoring(): boolean {
    return this.#store.read(RESTORING) !== null;
  }

  /** `state` is the first entry that is still in the object: if it grows beyond the copied entries, the copy has a gap. */
  copy(cursor: CopyCursor | null): StorageCopy {
    const { lines, next } = copyTables(this.#storage.sql, TABLES, cursor);
    return { text: lines.map((line) => `${line}\n`).join(""), next, state: String(this.#segments.end()) };
  }

  tip(at: number | null): ChainTip {
    const tip = this.#store.tip();
    return {
      origin: this.#store.header().origin,
      entries: tip.next,
      head: toHex(tip.head),
      headAt: at === null ? null : this.#store.headAt(at),
    };
  }

  restore({ text, isFirst, isLast }: StoragePiece): void {
    const { sql } = this.#storage;
    this.#storage.transactionSync(() => {
      if (isFirst) clearTables(sql);
      insertLines(sql, text, (table) => TABLES.includes(table));
      this.#store.write(RESTORING, "1");
      if (!isLast) return;
      this.#store.endWithLastEntry();
      this.#store.forget(RESTORING);
    });
  }

  /**
   * Moves files of the chain that is about to be replaced to a folder where they stay as evidence. Returns true while there
   * may be more.
   */
  setFilesAside(): Promise<boolean> {
    return this.#archive.moveSome(`${ABANDONED_FOLDER}/${new Date(systemClock()).toISOString().slice(0, 10)}`);
  }
}
