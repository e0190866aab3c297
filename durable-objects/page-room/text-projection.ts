/**
 * Writes a room's text to D1 while people type: after a pause, at the latest after a maximum wait, and from the alarm
 * if that failed. Until then the page is marked in D1: the room is ahead of it.
 */
import { MINUTE, SECOND, type Instant } from "../../src/kernel/clock.ts";
import { commit } from "../../src/commit/commit.ts";
import { isMet, type AnyQuery, type Write } from "../../src/db/sql.ts";
import { exempt } from "../../src/permissions/exempt.ts";
import type { PageAccess } from "../../src/permissions/page-access.ts";
import { deleteOpenPage, deleteStaleOpenPages } from "../../src/features/live/statements.ts";
import { clearAhead } from "../../src/features/pages/content/statements.ts";
import { readRevision } from "../../src/features/pages/index.ts";
import { pageTextFits } from "../../src/features/quotas/statements.ts";
import type { ClosedThread } from "../../src/features/comments/room-statements.ts";
import { byteLengthOf } from "../../src/features/quotas/service.ts";
import { scheduleIndexing } from "../../src/features/search/service.ts";
import { objectEvents } from "../../src/platform/durable-objects.ts";
import { systemClock } from "../../src/platform/system.ts";
import type { UpdateLog } from "./update-log.ts";
import type { ConnectedRoom } from "./connected-room.ts";
import { readMeta, readPage, writeMeta, type RoomPage } from "./schema.ts";
import type { AccessRecheck } from "./access-recheck.ts";
import { textWrites } from "./text-writes.ts";

/** Text is written to D1 after this much silence. */
const PAUSE_MS = 2 * SECOND;
/** Longest time that text waits, and shortest interval between two writes. */
const MAX_WAIT_MS = 15 * SECOND;
const MIN_GAP_MS = 10 * SECOND;
/** After this much silence the mark in D1 is removed. */
const QUIET_MS = 30 * SECOND;

export class TextProjection {
  readonly #host: ConnectedRoom;
  readonly #access: AccessRecheck;
  /** True while D1 tells readers to get the text from this room. */
  #isMarked: boolean;
  #isFull = false;
  #waitsSince: Instant | null = null;
  #writtenAt: Instant = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** The text that D1's mentions were extracted from; null if unknown. */
  #writtenText: string | null = null;
  /** Users whose last connection has ended, with the time their newest connection was opened. */
  readonly #left = new Map<string, Instant>();

  constructor(host: ConnectedRoom, access: AccessRecheck) {
    this.#host = host;
    this.#access = access;
    // Stored, so that it survives evictions.
    this.#isMarked = readMeta(host.sql, "marked") === 1;
  }

  /** The quota may have changed elsewhere: typing is allowed again after a while, and the next write to D1 checks it. */
  get isFull(): boolean {
    return this.#isFull && systemClock() - this.#writtenAt < QUIET_MS;
  }

  get isMarked(): boolean {
    return this.#isMarked;
  }

  /** D1 now marks the room as ahead: if the object is evicted before its timer fires, the alarm writes the text. */
  marked(now: Instant): void {
    this.#remember(true);
    this.#host.room.alarm.at(now + MAX_WAIT_MS + PAUSE_MS);
  }

  /** Called after typed updates were stored. */
  changed(): void {
    this.#waitsSince ??= systemClock();
    this.#schedule();
  }

  /** D1 has the text that an edit produced. */
  written(text: string): void {
    this.#writtenText = text;
    this.#waitsSince = null;
  }

  /** Called when a user's last connection has ended. */
  left(userId: string, openedAt: Instant): void {
    this.#left.set(userId, Math.max(openedAt, this.#left.get(userId) ?? 0));
    this.#waitsSince ??= systemClock();
    if (this.#host.sockets.size === 0) void this.write();
    else this.#schedule();
  }

  /** Deletes the open-page rows from D1, because nobody is connected. */
  async clearOpenPages(): Promise<void> {
    const page = readPage(this.#host.sql);
    const now = systemClock();
    if (page !== null)
      await commit(this.#host.room.deps(now), exempt.room, { queries: [this.#staleRows(page.id, now)] });
  }

  #staleRows(pageId: string, now: Instant): Write<number> {
    const connected = new Set([...this.#host.sockets].map(({ state }) => state.userId));
    return deleteStaleOpenPages(pageId, [...connected], now - MINUTE);
  }

  /** Brings D1 up to date, and clears the mark when the room is quiet. Failures are logged, and the alarm retries. */
  write(): Promise<void> {
    this.#stopTimer();
    const write = async (): Promise<void> => {
      try {
        await this.#write();
      } catch (error) {
        this.#host.room.deps(systemClock()).log.error("room.projection_failed", { error });
        this.#host.room.alarm.at(systemClock() + MAX_WAIT_MS);
      }
    };
    return objectEvents.runStores(null, () => this.#host.room.runExclusive(write));
  }

  async #write(): Promise<void> {
    const [log, page] = [this.#host.readyLog, readPage(this.#host.sql)];
    if (log === null || page === null) return;
    const now = systemClock();
    const isQuiet = this.#host.sockets.size === 0 || now - log.last.at >= QUIET_MS;
    if (!log.isAhead && !isQuiet && this.#left.size === 0) {
      // This may be the alarm. While the mark stays, typing sets no other one.
      if (this.#isMarked) this.#host.room.alarm.at(now + QUIET_MS);
      return;
    }
    // D1's readers would not know of anything typed while the mark is being cleared.
    if (isQuiet) await this.#access.hold(() => this.#writeNow(log, page, now, true));
    else await this.#writeNow(log, page, now, false);
  }

  async #writeNow(log: UpdateLog, page: RoomPage, now: Instant, clears: boolean): Promise<void> {
    const deps = this.#host.room.deps(now);
    const { revision } = log;
    const content = log.text;
    const left = [...this.#left].filter(([userId]) => !this.#host.sockets.has(userId));
    this.#waitsSince = null;
    this.#writtenAt = now;
    // Before the write to D1, so that a keystroke after a crash sets the mark again.
    if (clears) this.#remember(false);
    const proofs = this.#access.staleProofs(deps, page.id, now);
    const projects = log.isAhead;
    const { threads } = this.#host.room;
    const resolving = threads.resolvingTyped(log, page.id, now);
    const written = { content, revision, title: null, before: this.#writtenText, by: log.last };
    const writes = [
      ...(projects ? textWrites(deps, page, { ...written, tokens: log.tokensAhead() }) : []),
      ...(clears ? [clearAhead(page.id, revision)] : []),
      ...left.map(([userId, openedAt]) => deleteOpenPage(page.id, userId, openedAt)),
      ...(left.length > 0 ? [this.#staleRows(page.id, now)] : []),
    ];
    const done = [...writes, ...resolving.writes];
    const hasRoom = pageTextFits(page.id, byteLengthOf(content), deps.config.quotas.text);
    // Check the quota before the writes: afterwards the text no longer counts as growth.
    const before: AnyQuery<unknown>[] = [isMet(hasRoom)];
    const after = [readRevision(page.id), ...proofs.map(({ query }) => query)];
    const [hasQuota, ...answers] = await commit(deps, exempt.room, { queries: [...before, ...done, ...after] });
    const [stored, ...access] = answers.slice(done.length);
    for (const [userId] of left) this.#left.delete(userId);
    this.#access.decide(proofs, access as PageAccess[], now);
    if (stored === 0) return this.#access.endAsGone(now);
    this.#isFull = hasQuota === false;
    const resolved = answers.slice(writes.length, done.length) as ClosedThread[][]; // of `resolving`
    threads.projected(log, page.id, { threads: resolving.threads, results: resolved });
    if (projects) {
      this.#host.room.alarm.planCompaction(log.inD1, revision);
      log.projected(revision);
      log.snapshotIfDue();
      this.#writtenText = content;
      scheduleIndexing(deps);
    }
    // More may have been typed meanwhile, and the object may be evicted before its timer fires: an alarm is always set.
    if (log.isAhead) this.#schedule();
    if (this.#isMarked) this.#host.room.alarm.at(now + QUIET_MS);
  }

  #remember(isMarked: boolean): void {
    this.#isMarked = isMarked;
    writeMeta(this.#host.sql, "marked", isMarked ? 1 : 0);
  }

  #schedule(): void {
    if (this.#timer !== null || this.#waitsSince === null) return;
    const now = systemClock();
    this.#timer = setTimeout(
      () => {
        this.#timer = null;
        if (this.#dueAt() <= systemClock()) void this.write();
        else this.#schedule();
      },
      Math.max(0, this.#dueAt() - now),
    );
  }

  #dueAt(): Instant {
    const since = this.#waitsSince ?? systemClock();
    const changedAt = this.#host.readyLog?.last.at ?? since;
    return Math.min(Math.max(changedAt + PAUSE_MS, this.#writtenAt + MIN_GAP_MS), since + MAX_WAIT_MS);
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
