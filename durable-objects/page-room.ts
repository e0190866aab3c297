/** One object a page: the only entry point to its content. A thin shell that brings the log, D1 and the permission guard together. */
import { DurableObject } from "cloudflare:workers";
import { createDeps } from "../src/composition.ts";
import { isCommitted, abandonTicket, writtenNow } from "../src/features/pages/content/statements.ts";
import { syncMentions } from "../src/features/mentions/statements.ts";
import { DAY, MINUTE, SECOND } from "../src/kernel/clock.ts";
import type { EditCommand, EditReply, EditView, PageRoomRpc, PrepareReply, PageText } from "../src/rpc/page-room.ts";
import { projectContent } from "../src/features/pages/statements.ts";
import { readProjection, readRevision, updateTitle } from "../src/features/pages/store.ts";
import { markDirty } from "../src/features/search/statements.ts";
import { scheduleIndexing } from "../src/features/search/service.ts";
import { driveOf, fits, growthOfPage } from "../src/features/quotas/statements.ts";
import { bytesOf } from "../src/features/quotas/service.ts";
import { recordTokenWrite } from "../src/features/pages/undo/statements.ts";
import { guard, allOf, isThere } from "../src/db/sql.ts";
import { pageGuard } from "../src/permissions/authorized.ts";
import { exempt } from "../src/permissions/exempt.ts";
import { commit } from "../src/commit/commit.ts";
import { GuardFailed } from "../src/platform/db.ts";
import { systemClock, systemRandom } from "../src/platform/system.ts";
import type { EditRequest, Edited } from "../src/realtime/room.ts";
import { countLines } from "../src/realtime/text.ts";
import { changeOf } from "./page-room/change.ts";
import { PageLog } from "./page-room/log.ts";
import { explainFailedCommit } from "./page-room/commit-failure.ts";
import { VIEWS, viewOf } from "./page-room/views.ts";

type Failure = Extract<EditReply, { ok: false }>;
const failed = (code: "refused" | "unavailable" | "version_unknown"): Failure => ({ ok: false, error: { code } });

/** How long, in ms, a page waits for the end of an edit of several pages. Afterwards the next edit decides over it. */
const MAX_HOLD_MS = 10 * SECOND;

/** Updates between two looks at what may be made smaller. */
const COMPACT_EVERY = 500;

export class PageRoom extends DurableObject<Env> implements PageRoomRpc {
  #log: PageLog | null = null;
  /** Edits are committed one after another: the next begins when D1 has answered for the last. */
  #turn: Promise<unknown> = Promise.resolve();
  /** Ends the wait for the second half of an edit of several pages. */
  #finish: (() => void) | null = null;

  /** Merges a change, has D1 commit it under the permission guard, and answers with the page as it is then. */
  edit(command: EditCommand): Promise<EditReply> {
    return this.#inTurn(() => this.#edit(command));
  }

  /**
   * First half of an edit of several pages: stages it and keeps every other edit of this page waiting until `finish`, or
   * for as long as a caller may take that has vanished. `ticket` names the common commit in D1.
   */
  prepare(command: EditCommand, ticket: string): Promise<PrepareReply> {
    return new Promise((resolve, reject) => {
      this.#inTurn(async () => {
        const prepared = await this.#stage(command, ticket);
        resolve(prepared.reply);
        if (prepared.log?.pending === undefined || prepared.log.pending === null) return;
        await Promise.race([new Promise<void>((finish) => (this.#finish = finish)), scheduler.wait(MAX_HOLD_MS)]);
        this.#finish = null;
      }).catch(reject);
    });
  }

  /** Second half: null when the caller does not know what became of the commit. */
  async finish(pageId: string, ticket: string, committed: boolean | null): Promise<void> {
    const log = this.#open();
    if (log.ticket === ticket) {
      if (committed === null) await this.#resolvePending(log, pageId);
      else if (committed) log.confirm();
      else log.abort();
    }
    this.#finish?.();
  }

  /**
   * Remembers that `reader` is being shown `revision`, as read from D1, and answers with the room's own text when that
   * is newer; then this is what was shown, unless it has no line `wanted.line` or is not at the one revision wanted.
   */
  show(reader: string, revision: number, wanted: { line: number; revision?: number | undefined }): PageText | null {
    const log = this.#open(revision);
    if (!log.isStarted || log.revision <= revision) {
      log.lastSeen.record(reader, revision);
      return null;
    }
    const isWanted = wanted.line <= countLines(log.text) && (wanted.revision ?? log.revision) === log.revision;
    if (isWanted) log.lastSeen.record(reader, log.revision);
    return { text: log.text, revision: log.revision };
  }

  /** As `show`, for readers that hold D1's text already. */
  recordSeenRevision(reader: string, revision: number): void {
    this.#open(revision).lastSeen.record(reader, revision);
  }

  /** Versions newest first, or null for a room that was never edited: D1 has all there is. `stored` is D1's revision. */
  versions(limit: number, before: number | null, stored: number): ReturnType<PageRoomRpc["versions"]> {
    const log = this.#open(stored);
    return log.isStarted ? log.versions(limit, before) : null;
  }

  /** The text at a version; null when there is none such, or the room was never edited. `stored` is D1's revision. */
  textAt(version: number, stored: number): string | null {
    const log = this.#open(stored);
    return log.isStarted ? log.textAt(version) : null;
  }

  /** The page is gone for good, and its history with it. */
  purge(): Promise<void> {
    return this.#inTurn(async () => {
      await this.ctx.storage.deleteAll();
      this.#log = null;
    });
  }

  /** What is compacted is long past, so that an edit whose fate is not known yet does not matter here. */
  override alarm(): Promise<void> {
    return this.#inTurn(async () => {
      const log = this.#open();
      if (log.isStarted && log.compact(systemClock()).hasMore) await this.ctx.storage.setAlarm(systemClock() + SECOND);
    });
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(act);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** `stored` is a revision that D1 is known to have. */
  #open(stored = 0): PageLog {
    this.#log ??= new PageLog(this.ctx.storage, () => new DataView(systemRandom(4).buffer).getUint32(0));
    this.#log.learnRevision(stored);
    return this.#log;
  }

  async #stage(command: EditCommand, ticket: string): Promise<{ reply: PrepareReply; log: PageLog | null }> {
    const ready = await this.#openReady(command);
    if (!(ready instanceof PageLog)) return { reply: ready, log: null };
    const change = changeOf(ready, command.change);
    if (change === null) return { reply: failed("version_unknown"), log: null };
    const request = { change, ...this.#revisionsOf(ready, command) };
    const outcome = ready.edit(request, command.by, { reader: command.reader, ticket });
    if (!outcome.ok) return { reply: outcome, log: null };
    const { text, revision, changed } = outcome;
    const grows = bytesOf(text) - bytesOf(ready.text);
    return { reply: { ok: true, text, revision, changed, grows }, log: ready };
  }

  /** The log with nothing left open and something in it, or why there is none. */
  async #openReady(command: EditCommand): Promise<PageLog | Extract<EditReply, { ok: false }>> {
    const log = this.#open(command.stored ?? 0);
    try {
      if (log.pending !== null) await this.#resolvePending(log, command.pageId);
      if (!log.isStarted && !(await this.#start(log, command.pageId))) return failed("refused");
      return log;
    } catch (error) {
      createDeps(this.env, this.ctx, command.now).log.error("room.load_failed", { error, pageId: command.pageId });
      return failed("unavailable");
    }
  }

  async #edit(command: EditCommand): Promise<EditReply> {
    const log = await this.#openReady(command);
    if (!(log instanceof PageLog)) return log;
    const change = changeOf(log, command.change);
    if (change === null) return failed("version_unknown");
    const before = log.revision;
    const revisions = this.#revisionsOf(log, command);
    const outcome = log.edit({ change, ...revisions }, command.by, { reader: command.reader });
    if (!outcome.ok) return outcome;
    const { update: _update, ...edited } = outcome;
    const committed = await this.#commit(log, command, edited);
    if ("ok" in committed) return committed;
    // Of an edit that changes something this was noted when it was staged.
    if (!edited.changed) log.lastSeen.record(command.reader, edited.revision);
    await this.#planCompaction(before, log.revision);
    return { ...edited, baseAsked: revisions.base, view: committed.view };
  }

  /** Anyone who demands a revision has that one before them, if they do not name another. */
  #revisionsOf(log: PageLog, command: EditCommand): Pick<EditRequest, "base" | "expectedRevision"> {
    const { change, baseRevision, expectedRevision, reader } = command;
    const isOfNow = change.kind === "version" || change.kind === "append" || change.kind === "prepend";
    const base = baseRevision ?? expectedRevision ?? (isOfNow ? log.revision : this.#lastSeenBy(log, reader));
    return { base, expectedRevision: expectedRevision ?? undefined };
  }

  #lastSeenBy(log: PageLog, reader: string): number {
    const shown = log.lastSeen.of(reader);
    return shown === null || shown > log.revision ? log.revision : shown;
  }

  /** Guard, projection and what the answer shows in one transaction. A reply instead of a view is a failure. */
  async #commit(
    log: PageLog,
    command: EditCommand,
    edited: Omit<Edited, "update">,
  ): Promise<{ view: EditView | null } | EditReply> {
    const deps = createDeps(this.env, this.ctx, command.now);
    const { pageId, title, caller, by, now } = command;
    const views = command.view === "none" ? [] : [VIEWS[command.view](caller, pageId)];
    if (!edited.changed && title === null && views.length === 0) return { view: null };
    const mayWrite = pageGuard(deps, caller, pageId, "edit");
    const { text: content, revision } = edited;
    const growth = growthOfPage(pageId, bytesOf(content));
    const fitsQuota = fits(driveOf(pageId), { text: growth }, deps.config.quotas);
    const isNew = edited.changed || title !== null;
    const updatedPage = writtenNow(pageId, revision, now);
    const applies = isThere(updatedPage);
    const written = { pageId, by: by.author, now, newId: deps.newId };
    const writes = [
      ...(edited.changed
        ? projectContent({ pageId, content, revision, title, now }, allOf([mayWrite, fitsQuota]))
        : [title === null ? guard(mayWrite) : updateTitle(pageId, title, now, mayWrite)]),
      ...(isNew ? [markDirty(updatedPage, now)] : []),
      ...(edited.changed ? syncMentions(written, command.type, content, applies, log.text) : []),
      ...(edited.changed && by.tokenId !== null ? [recordTokenWrite(by.tokenId, pageId, now, applies)] : []),
    ];
    try {
      const [done, ...rest] = await commit(deps, exempt.room, { queries: [...writes, ...views] });
      const hasCommitted = done === 1 || done === true;
      if (hasCommitted && isNew) scheduleIndexing(deps);
      if (hasCommitted) log.learnRevision(revision);
      else if (edited.changed) log.abort();
      if (hasCommitted) return { view: viewOf(rest.slice(writes.length - 1)) };
      return edited.changed ? await explainFailedCommit(deps, pageId, mayWrite, fitsQuota) : failed("refused");
    } catch (error) {
      if (error instanceof GuardFailed) return failed("refused");
      deps.log.error("room.commit_unknown", { error, pageId });
    }
    // D1 may have committed although its answer was lost. What it holds decides, now or before the next edit.
    if (!edited.changed) return failed("unavailable");
    try {
      await this.#resolvePending(log, pageId);
      return log.revision === revision ? { view: null } : failed("unavailable");
    } catch {
      return failed("unavailable");
    }
  }

  /** What D1 holds decides over a staged edit; over one of several pages, too, the record of their common commit. */
  async #resolvePending(log: PageLog, pageId: string): Promise<void> {
    const deps = createDeps(this.env, this.ctx);
    const { ticket } = log;
    const revision = await deps.db.writeOne(readRevision(pageId));
    // A record is kept for some days only, but anyone who has the revision has the edit.
    log.learnRevision(revision);
    if (ticket === null || revision < log.revision) log.resolvePending(revision);
    if (ticket === null || log.ticket !== ticket) return;
    // Writing "not committed" first: the batch of the others, should it still be on its way, fails from now on.
    const [, committed] = await deps.db.write([abandonTicket(ticket, deps.now), isCommitted(ticket)]);
    if (log.ticket !== ticket) return;
    if (committed) log.confirm();
    else log.abort();
  }

  /** The first edit brings the room to life with D1's text; a page that is gone has none. */
  async #start(log: PageLog, pageId: string): Promise<boolean> {
    const projection = await createDeps(this.env, this.ctx).db.one(readProjection(pageId));
    if (!projection) return false;
    if (!log.isStarted) {
      log.start(projection.content, projection.revision, {
        author: projection.createdBy,
        tokenId: null,
        at: projection.updatedAt,
      });
      // Making a page wakes no object; the person who made it was shown its text all the same.
      if (projection.createdVia !== "") log.lastSeen.record(projection.createdVia, projection.revision);
    }
    return true;
  }

  /** Looked at whenever the revision passes another multiple: numbers are left out now and then. */
  async #planCompaction(before: number, after: number): Promise<void> {
    if (Math.floor(before / COMPACT_EVERY) === Math.floor(after / COMPACT_EVERY)) return;
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(systemClock() + DAY + MINUTE);
  }
}
