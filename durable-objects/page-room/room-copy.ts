/** Copies a room's storage for a backup, and replaces it by a copy. */
import { AppError } from "../../src/kernel/errors.ts";
import { SECOND, type Instant } from "../../src/kernel/clock.ts";
import type { Deps } from "../../src/deps.ts";
import { setRevision } from "../../src/features/pages/content/statements.ts";
import { readProjection } from "../../src/features/pages/index.ts";
import { exempt, writeOneExempt } from "../../src/permissions/exempt.ts";
import { systemClock, systemRandom } from "../../src/platform/system.ts";
import type { RestoreRoom, RoomCopyReply, RoomRestored } from "../../src/rpc/page-room.ts";
import type { CopyCursor } from "../../src/rpc/storage-copy.ts";
import { copyTables, countChanges, dropTables, insertLines, tablesOf } from "../copy-store.ts";
import { createTables, ensureTable, hasTables, isRareTable, readMeta, rememberPage, writeMeta } from "./schema.ts";
import { readRecoveryState } from "./recovery-state.ts";
import type { RoomAlarm } from "./room-alarm.ts";
import type { UpdateLog } from "./update-log.ts";
import { newestUpdates } from "./update-store.ts";

type Host = {
  readonly storage: DurableObjectStorage;
  readonly deps: (now?: Instant) => Deps;
  readonly alarm: RoomAlarm;
  readonly runExclusive: <T>(act: () => Promise<T>) => Promise<T>;
  /** Closes every connection, and forgets what is in memory. */
  readonly reset: () => void;
  readonly open: () => UpdateLog;
  readonly openReady: (pageId: string) => Promise<UpdateLog | null>;
  readonly project: () => Promise<void>;
};

export class RoomCopy {
  readonly #host: Host;
  /** Tells the states of two instances apart, because each counts its writes from zero. */
  readonly #instance = Buffer.from(systemRandom(6)).toString("hex");

  constructor(host: Host) {
    this.#host = host;
  }

  /**
   * Creates nothing in a room that was never used. An edit of unknown outcome is resolved first, so every copied one was
   * committed.
   */
  copy(pageId: string, cursor: CopyCursor | null): Promise<RoomCopyReply> {
    const { storage, runExclusive, openReady } = this.#host;
    return runExclusive(async () => {
      const isStarted = hasTables(storage.sql) && readRecoveryState(storage.sql).committed !== null;
      if (isStarted && (await openReady(pageId)) === null)
        throw new AppError("unavailable", "The page's last edit could not be confirmed. Try again.", { retryAfter: 2 });
      return this.#copyNow(cursor);
    });
  }

  #copyNow(cursor: CopyCursor | null): RoomCopyReply {
    const { sql } = this.#host.storage;
    const state = `${this.#instance}.${countChanges(sql)}`;
    if (!hasTables(sql)) return { text: "", next: null, state, revision: null };
    const { lines, next } = copyTables(sql, tablesOf(sql), cursor);
    const revision = newestUpdates(sql, 1)[0]?.seq ?? null;
    return { text: lines.map((line) => `${line}\n`).join(""), next, state, revision };
  }

  async restore(command: RestoreRoom): Promise<RoomRestored> {
    const { runExclusive, project } = this.#host;
    const outcome = await runExclusive(() => this.#replace(command));
    if (outcome !== "restored" && outcome !== "kept") return outcome;
    const log = await runExclusive(() => this.#compareWithD1(command));
    if (log?.isAhead) await project();
    if (log?.isAhead)
      throw new AppError("unavailable", "The text of the page could not be written. Try again.", { retryAfter: 2 });
    return outcome;
  }

  async #replace({ piece, revision, ifNewer, stored }: RestoreRoom): Promise<RoomRestored> {
    const { storage, reset } = this.#host;
    const { sql } = storage;
    const [own] = hasTables(sql) ? newestUpdates(sql, 1) : [];
    const isNewer = piece.isFirst && own !== undefined && own.seq > Math.max(revision ?? 0, stored);
    if (isNewer && ifNewer === "keep") return "kept";
    if (isNewer && ifNewer === "report") return { newer: { revision: own.seq, at: own.by.at } };
    reset();
    if (piece.isFirst) await storage.deleteAlarm();
    storage.transactionSync(() => {
      if (piece.isFirst) dropTables(sql);
      if (piece.text === "") return;
      createTables(sql);
      insertLines(sql, piece.text, (table) => {
        if (isRareTable(table)) ensureTable(sql, table);
        return tablesOf(sql).includes(table);
      });
      // The restored page does not say that its room is ahead: the first keystroke has to set that mark again.
      if (piece.isLast) writeMeta(sql, "marked", null);
    });
    if (!piece.isLast) return "continue";
    if (hasTables(sql) && readMeta(sql, "compactAt") !== null) this.#host.alarm.at(systemClock() + SECOND);
    return hasTables(sql) ? "restored" : "empty";
  }

  /**
   * The copies of the page's row and of its room are some minutes apart, and the room is authoritative: if the text in D1
   * is not the room's, its revision is lowered so that the room's text replaces it. Returns the log if that is to be done.
   */
  async #compareWithD1({ pageId, type, stored }: RestoreRoom): Promise<UpdateLog | null> {
    const { storage, open, openReady } = this.#host;
    const deps = this.#host.deps();
    if (readRecoveryState(storage.sql).committed === null) return null;
    const row = await deps.db.one(readProjection(pageId));
    // Its outcome was known when it was copied, and D1, which is older now, no longer knows it.
    if (open().pending !== null) open().confirm();
    const log = row && (await openReady(pageId));
    if (log === null || row === null || (row.revision > log.revision && row.revision <= stored)) return null;
    if (row.revision === log.revision && row.content === log.text) return null;
    rememberPage(storage.sql, { id: pageId, type });
    const revision = Math.min(row.revision, log.revision - 1);
    await writeOneExempt(deps.db, exempt.room, setRevision(pageId, revision));
    log.restoredD1(revision);
    return log;
  }
}
