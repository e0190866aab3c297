/**
 * One object per page: the only entry point to its content. A thin shell around the log, the connections, D1 and the
 * permission guard.
 */
import { createDeps } from "../../src/composition.ts";
import { SECOND, type Instant } from "../../src/kernel/clock.ts";
import type { EditCommand, EditReply, PageRoomRpc, PageText, PrepareReply } from "../../src/rpc/page-room.ts";
import { readConnection } from "../../src/rpc/connection.ts";
import { readRevision } from "../../src/features/pages/index.ts";
import { byteLengthOf } from "../../src/features/quotas/service.ts";
import { raceTimeout } from "../../src/platform/timeout.ts";
import { systemClock, systemRandom } from "../../src/platform/system.ts";
import type { Projection } from "../../src/kernel/page.ts";
import { countLines } from "../../src/realtime/text.ts";
import { Connections } from "./connections.ts";
import { stageEdit } from "./change.ts";
import { commitEdit } from "./edit-commit.ts";
import { readPage } from "./schema.ts";
import { UpdateLog } from "./update-log.ts";
import { PageThreads } from "./page-threads.ts";
import { resolvePending, startRoom } from "./ready-log.ts";
import { RoomCopy } from "./room-copy.ts";
import { ThreadPlaces } from "./thread-places.ts";
import { ThreadedRoom } from "./threaded-room.ts";
import { RoomAlarm } from "./room-alarm.ts";

type Failure = Extract<EditReply, { ok: false }>;
const failed = (code: "refused" | "unavailable"): Failure => ({ ok: false, error: { code } });

/** How long (ms) a page waits for the end of a multi-page edit. After that the next edit resolves it. */
const MAX_HOLD_MS = 10 * SECOND;

export class PageRoom extends ThreadedRoom implements PageRoomRpc {
  #log: UpdateLog | null = null;
  /** Commits edits one after another: the next begins when D1 has answered the previous one. */
  #queue: Promise<unknown> = Promise.resolve();
  /** Ends the wait for the second half of a multi-page edit. */
  #finish: (() => void) | null = null;
  readonly #alarm: RoomAlarm;
  readonly #connections: Connections;
  readonly #threads: ThreadPlaces;
  protected override readonly threadCalls: PageThreads;
  protected override readonly copies: RoomCopy;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#alarm = new RoomAlarm(ctx);
    const { storage } = ctx;
    const deps = (now?: Instant) => this.#deps(now);
    const runExclusive = <T>(act: () => Promise<T>) => this.#runExclusive(act);
    const openReady = async (pageId: string) => {
      const ready = await this.#openReady(pageId, null);
      return ready instanceof UpdateLog ? ready : null;
    };
    this.#threads = new ThreadPlaces({ storage, deps, runExclusive, waitUntil: (work) => ctx.waitUntil(work) });
    this.threadCalls = new PageThreads({
      storage,
      deps,
      runExclusive,
      threads: this.#threads,
      open: () => this.#open(),
      openReady: (page) => this.#openReady(page.pageId, page.stored, page.unedited),
      edit: (command) => this.#edit(command),
    });
    this.#connections = new Connections(ctx, {
      deps,
      runExclusive,
      threads: this.#threads,
      open: () => this.#open(),
      openReady,
      alarm: this.#alarm,
    });
    this.copies = new RoomCopy({
      storage,
      deps,
      alarm: this.#alarm,
      runExclusive,
      reset: () => this.#reset(),
      open: () => this.#open(),
      openReady,
      project: () => this.#connections.project(),
    });
  }

  /** Accepts a connection that `upgradeRequest` has authorized. */
  override fetch(request: Request): Promise<Response> {
    return this.#connections.accept(readConnection(request));
  }

  override webSocketMessage(ws: WebSocket, message: string | ArrayBuffer): void {
    this.#connections.receive(ws, message);
  }

  override webSocketClose(ws: WebSocket): void {
    // The browser waits for this close frame before it releases the connection.
    ws.close();
    this.#connections.closed(ws);
  }

  override webSocketError(ws: WebSocket): void {
    this.webSocketClose(ws);
  }

  follow(userId: string, pageId: string): number | null {
    return this.#connections.follow(userId, pageId);
  }

  relay(frame: string): number {
    return this.#connections.relay(frame);
  }

  recheck(): Promise<void> {
    return this.#connections.recheck();
  }

  project(): Promise<void> {
    return this.#connections.project();
  }

  /** Merges a change, commits it in D1 under the permission guard, and returns the resulting page. */
  edit(command: EditCommand): Promise<EditReply> {
    return this.#runExclusive(() => this.#edit(command));
  }

  /**
   * First half of a multi-page edit: stages it and holds back every other edit of this page until `finish`, or until
   * the timeout if the caller has vanished. `ticket` names the shared commit in D1.
   */
  prepare(command: EditCommand, ticket: string): Promise<PrepareReply> {
    return new Promise((resolve, reject) => {
      this.#runExclusive(async () => {
        const prepared = await this.#stage(command, ticket);
        resolve(prepared.reply);
        if (prepared.log?.pending === undefined || prepared.log.pending === null) return;
        // If this instance ends before, the alarm resolves the edit for those who have the page open.
        if (this.#connections.sockets.size > 0) this.#alarm.at(systemClock() + 2 * MAX_HOLD_MS);
        const finished = new Promise<void>((finish) => (this.#finish = finish));
        await raceTimeout(finished, MAX_HOLD_MS).catch(() => undefined);
        this.#finish = null;
        // The second half was lost: whoever has the page open should not wait for the next edit to see the outcome.
        if (prepared.log.pending !== null) await this.#openReady(command.pageId, null);
        await this.#threads.settle(prepared.log, command.pageId);
      }).catch(reject);
    });
  }

  /** Second half of a multi-page edit; `committed` is null if the caller does not know the outcome of the commit. */
  async finish(pageId: string, ticket: string, committed: boolean | null): Promise<void> {
    const log = this.#open();
    if (log.ticket !== null && log.ticket !== ticket) return;
    if (log.ticket === ticket) {
      if (committed === null) await resolvePending(this.#deps(), log, pageId);
      else if (committed) log.confirm();
      else log.abort();
    }
    this.#finish?.();
  }

  /**
   * Records that `reader` is being shown `revision`, as read from D1, and returns the room's own text if that is newer.
   * That text then counts as shown, unless it has no line `wanted.line` or is not at the wanted revision.
   */
  show(reader: string, revision: number, wanted: { line: number; revision?: number | undefined }): PageText | null {
    this.#connections.flush();
    const log = this.#open(revision);
    if (!log.isStarted || log.revision <= revision) {
      log.lastSeen.record(reader, revision);
      return null;
    }
    const isWanted = wanted.line <= countLines(log.text) && (wanted.revision ?? log.revision) === log.revision;
    if (isWanted) log.lastSeen.record(reader, log.revision);
    return { text: log.text, revision: log.revision };
  }

  /** Like `show`, for readers that already have D1's text. */
  recordSeenRevision(reader: string, revision: number): void {
    this.#open(revision).lastSeen.record(reader, revision);
  }

  /**
   * Versions, newest first, or null for a room that was never edited, because D1 then has everything. `stored` is D1's
   * revision.
   */
  versions(limit: number, before: number | null, stored: number): ReturnType<PageRoomRpc["versions"]> {
    const log = this.#open(stored);
    return log.isStarted ? log.versions(limit, before) : null;
  }

  /** The text at a version; null if there is no such version or the room was never edited. `stored` is D1's revision. */
  textAt(version: number, stored: number): string | null {
    const log = this.#open(stored);
    return log.isStarted ? log.textAt(version) : null;
  }

  /** Deletes the room's data after the page was permanently deleted. */
  purge(): Promise<void> {
    return this.#runExclusive(() => this.#deleteAll());
  }

  override async alarm(): Promise<void> {
    const log = this.#open();
    if (!log.isStarted) return;
    const page = readPage(this.ctx.storage.sql);
    if (log.pending !== null && page !== null) await this.#runExclusive(() => this.#openReady(page.id, null));
    await this.#connections.project();
    await this.#runExclusive(async () => this.#alarm.compactIfDue(log, () => this.#threads.save(log)));
  }

  async #deleteAll(): Promise<void> {
    this.#connections.dismiss();
    await this.ctx.storage.deleteAll();
    this.#reset();
  }

  #reset(): void {
    this.#connections.dismiss();
    this.#log = null;
    this.#threads.forget();
  }

  #runExclusive<T>(act: () => Promise<T>): Promise<T> {
    const run = this.#queue.then(act).finally(() => this.#connections.pump());
    this.#queue = run.catch(() => undefined);
    return run;
  }

  #deps(now: Instant = systemClock()) {
    return createDeps(this.env, this.ctx, now);
  }

  /** `stored` is a revision known to be in D1. */
  #open(stored = 0): UpdateLog {
    this.#log ??= new UpdateLog(this.ctx.storage, () => new DataView(systemRandom(4).buffer).getUint32(0));
    this.#connections.opened(this.#log);
    this.#log.learnRevision(stored);
    return this.#log;
  }

  async #stage(command: EditCommand, ticket: string): Promise<{ reply: PrepareReply; log: UpdateLog | null }> {
    const ready = await this.#openReady(command.pageId, command.stored);
    if (!(ready instanceof UpdateLog)) return { reply: ready, log: null };
    const staged = stageEdit(ready, command, ticket);
    if (!staged.ok) return { reply: staged, log: null };
    const { text, revision, changed } = staged.edited;
    const grows = byteLengthOf(text) - byteLengthOf(ready.text);
    return { reply: { ok: true, text, revision, changed, grows }, log: ready };
  }

  /** The log, started and with no pending edit, or the reason why there is none. */
  async #openReady(
    pageId: string,
    stored: number | null,
    unedited: Projection | null = null,
  ): Promise<UpdateLog | Failure> {
    const log = this.#open(stored ?? 0);
    try {
      if (log.pending !== null) await resolvePending(this.#deps(), log, pageId);
      if (!log.isStarted && !(await startRoom(this.#deps(), log, { pageId, unedited }))) return failed("refused");
      // Commit earlier typing first.
      this.#connections.flush();
      await this.#threads.prepare(log);
      return log;
    } catch (error) {
      this.#deps().log.error("room.load_failed", { error, pageId });
      return failed("unavailable");
    }
  }

  async #edit(command: EditCommand): Promise<EditReply> {
    const wasStarted = this.#open().isStarted;
    const log = await this.#openReady(command.pageId, command.stored, command.unedited);
    if (!(log instanceof UpdateLog)) return log;
    const deps = this.#deps(command.now);
    const before = log.revision;
    const staged = stageEdit(log, command, deps.newId());
    if (!staged.ok) return staged;
    const { edited, baseAsked } = staged;
    const { pageId, change } = command;
    const known = { splices: log.stagedSplices(), version: change.kind === "version" ? change.version : null };
    const resolving = this.#threads.resolvingEdit(log, command, edited);
    const committed = await commitEdit(deps, log, command, { ...edited, resolving: resolving.writes });
    if ("ok" in committed) {
      // The text that this room was started with had been read before: the page may have been purged in the meantime.
      const mayBePurged = !wasStarted && !committed.ok && committed.error.code === "refused";
      if (mayBePurged && (await deps.db.one(readRevision(command.pageId))) === 0) await this.#deleteAll();
      return committed;
    }
    // For an edit that changes something, this was recorded when it was staged.
    if (!edited.changed) log.lastSeen.record(command.reader, edited.revision);
    if (edited.changed) this.#connections.written(edited.text);
    this.#threads.edited(log, {
      pageId,
      from: before,
      known,
      outcome: committed.resolved && { threads: resolving.threads, results: committed.resolved },
    });
    this.#alarm.planCompaction(before, log.revision);
    return { ...edited, baseAsked, view: committed.view };
  }
}
