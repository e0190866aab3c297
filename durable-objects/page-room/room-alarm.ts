/** Schedules the room's single alarm for its two purposes: bringing D1 up to date, and compacting the history. */
import { DAY, MINUTE, SECOND, type Instant } from "../../src/kernel/clock.ts";
import { systemClock } from "../../src/platform/system.ts";
import type { UpdateLog } from "./update-log.ts";
import { readMeta, writeMeta } from "./schema.ts";

/** Number of updates between two compaction checks. */
const COMPACT_EVERY = 500;

export class RoomAlarm {
  readonly #ctx: DurableObjectState;

  constructor(ctx: DurableObjectState) {
    this.#ctx = ctx;
  }

  /** Schedules the alarm for that time or sooner. */
  at(time: Instant): void {
    const { storage } = this.#ctx;
    const set = async (): Promise<void> => {
      const planned = await storage.getAlarm();
      if (planned === null || planned > time) await storage.setAlarm(time);
    };
    this.#ctx.waitUntil(set());
  }

  /** Checked whenever the revision passes a multiple, because revision numbers can be skipped. */
  planCompaction(before: number, after: number): void {
    if (Math.floor(before / COMPACT_EVERY) === Math.floor(after / COMPACT_EVERY)) return;
    const { sql } = this.#ctx.storage;
    if (readMeta(sql, "compactAt") !== null) return;
    this.#compactAt(systemClock() + DAY + MINUTE);
  }

  /**
   * Compaction only touches old revisions, so a pending edit does not matter here. `prepare` is called before anything that
   * needs the revisions as they are.
   */
  compactIfDue(log: UpdateLog, prepare: () => void): void {
    const due = readMeta(this.#ctx.storage.sql, "compactAt");
    if (due === null) return;
    const now = systemClock();
    if (due > now) return this.at(due);
    prepare();
    if (log.compact(now).hasMore) this.#compactAt(now + SECOND);
    else writeMeta(this.#ctx.storage.sql, "compactAt", null);
  }

  #compactAt(time: Instant): void {
    writeMeta(this.#ctx.storage.sql, "compactAt", time);
    this.at(time);
  }
}
