/** Decides when the replay of a log has become long enough for the next snapshot. */
import type { PageDocument } from "../../src/realtime/document.ts";
import { insertSnapshot, newestSnapshot, sizeOfSnapshot } from "./snapshot-store.ts";
import { replayBetween } from "./update-store.ts";

/** A snapshot is due after this many updates, or this many bytes of them (or the size of the last snapshot, if larger). */
const SNAPSHOT_UPDATES = 500;
const SNAPSHOT_BYTES = 1_000_000;

/** Tracks updates incrementally to decide when to write a snapshot. */
export class SnapshotSchedule {
  readonly #sql: SqlStorage;
  #count: number;
  #bytes: number;
  #lastSize: number;

  constructor(sql: SqlStorage, firstRevision: number, revision: number) {
    this.#sql = sql;
    const snapshot = newestSnapshot(sql, revision);
    const since = replayBetween(sql, snapshot ?? firstRevision, revision);
    this.#count = since.count;
    this.#bytes = since.bytes;
    this.#lastSize = sizeOfSnapshot(sql, snapshot);
  }

  /** Returns true if the next update, of `size` bytes, makes a snapshot due. */
  isDueAfter(size: number): boolean {
    return this.#count + 1 >= SNAPSHOT_UPDATES || this.#bytes + size >= Math.max(SNAPSHOT_BYTES, this.#lastSize);
  }

  add(size: number): void {
    this.#count++;
    this.#bytes += size;
  }

  /** `document` is the state at `revision`, after the added updates. */
  snapshotIfDue(revision: number, document: PageDocument): void {
    if (this.#count < SNAPSHOT_UPDATES && this.#bytes < Math.max(SNAPSHOT_BYTES, this.#lastSize)) return;
    const bytes = document.encode();
    insertSnapshot(this.#sql, revision, bytes);
    this.#count = 0;
    this.#bytes = 0;
    this.#lastSize = bytes.byteLength;
  }
}
