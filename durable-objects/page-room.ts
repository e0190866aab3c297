/** One object a page: the only door to its content. A thin shell that brings the log, D1 and the permission guard together. */
import { DurableObject } from "cloudflare:workers";
import { createDeps } from "../src/deps.ts";
import { DAY, MINUTE, SECOND } from "../src/kernel/clock.ts";
import { EDIT, VIEW } from "../src/kernel/rights.ts";
import type { EditCommand, EditReply, EditView, Shown } from "../src/features/content/contract.ts";
import { callerMayWrite } from "../src/features/pages/access.ts";
import { listChildren, loadPage, projectContent, readProjection, retitle } from "../src/features/pages/store.ts";
import { guard } from "../src/platform/sql.ts";
import { GuardFailed } from "../src/platform/db.ts";
import type { LoadedPage, PageSummary } from "../src/features/pages/contract.ts";
import { systemClock, systemRandom } from "../src/platform/system.ts";
import type { Change, Edited } from "../src/realtime/room.ts";
import { PageLog } from "./page-room/log.ts";
import type { Version } from "./page-room/versions.ts";

const failed = (code: "refused" | "unavailable" | "version_unknown"): EditReply => ({ ok: false, error: { code } });

/** Updates between two looks at what may be made smaller. */
const COMPACT_EVERY = 500;

export class PageRoom extends DurableObject<Env> {
  #log: PageLog | null = null;
  /** Edits are committed one after another: the next begins when D1 has answered for the last. */
  #turn: Promise<unknown> = Promise.resolve();

  /** Merges a change, has D1 commit it under the permission guard, and answers with the page as it is then. */
  edit(command: EditCommand): Promise<EditReply> {
    return this.#inTurn(() => this.#edit(command));
  }

  /**
   * Remembers that `reader` is being shown `revision`, as read from D1, and answers with the room's own text when that
   * is newer; then this is what was shown.
   */
  show(reader: string, revision: number): Shown | null {
    const log = this.#open();
    const newer = log.isBorn && log.revision > revision;
    log.recordShown(reader, newer ? log.revision : revision);
    return newer ? { text: log.text, revision: log.revision } : null;
  }

  /** As `show`, for readers that hold D1's text already. */
  noteShown(reader: string, revision: number): void {
    this.#open().recordShown(reader, revision);
  }

  /** Versions newest first, or null for a room that was never edited: D1 has all there is. */
  versions(limit: number, before: number | null): Version[] | null {
    const log = this.#open();
    return log.isBorn ? log.versions(limit, before) : null;
  }

  /** The text at a version; null when there is none such, or the room was never edited. */
  textAt(version: number): string | null {
    const log = this.#open();
    return log.isBorn ? log.textAt(version) : null;
  }

  /** The page is gone for good, and its history with it. */
  purge(): Promise<void> {
    return this.#inTurn(async () => {
      await this.ctx.storage.deleteAll();
      this.#log = null;
    });
  }

  override async alarm(): Promise<void> {
    const log = this.#open();
    if (!log.isBorn) return;
    // An edit on its way comes first.
    if (log.pending !== null) await this.ctx.storage.setAlarm(systemClock() + MINUTE);
    else if (log.compact(systemClock()).hasMore) await this.ctx.storage.setAlarm(systemClock() + SECOND);
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(act);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  #open(): PageLog {
    this.#log ??= new PageLog(this.ctx.storage, () => new DataView(systemRandom(4).buffer).getUint32(0));
    return this.#log;
  }

  async #edit(command: EditCommand): Promise<EditReply> {
    const deps = createDeps(this.env, this.ctx, command.now);
    const log = this.#open();
    try {
      if (log.pending !== null) await this.#settle(log, command.pageId);
      if (!log.isBorn && !(await this.#bear(log, command.pageId))) return failed("refused");
    } catch (error) {
      deps.log.error("room.load_failed", { error, pageId: command.pageId });
      return failed("unavailable");
    }
    const change = this.#changeOf(log, command);
    if (change === null) return failed("version_unknown");
    const before = log.revision;
    const base =
      command.baseRevision ?? (command.change.kind === "version" ? log.revision : this.#shownTo(log, command.reader));
    const baseAsked = command.expectedRevision ?? base;
    const outcome = log.edit(
      { change, base: baseAsked, expectedRevision: command.expectedRevision ?? undefined },
      command.by,
    );
    if (!outcome.ok) return outcome;
    const { update: _update, ...edited } = outcome;
    const committed = await this.#commit(log, command, edited);
    if ("ok" in committed) return committed;
    log.recordShown(command.reader, edited.revision);
    await this.#planCompaction(before, log.revision);
    return { ...edited, baseAsked, view: committed.view };
  }

  #shownTo(log: PageLog, reader: string): number {
    const shown = log.shown(reader);
    return shown === null || shown > log.revision ? log.revision : shown;
  }

  #changeOf(log: PageLog, { change }: EditCommand): Change | null {
    if (change.kind !== "version") return change;
    const content = log.textAt(change.version);
    return content === null ? null : { kind: "body", content };
  }

  /** Guard, projection and what the answer shows in one transaction. A reply instead of a view is a failure. */
  async #commit(
    log: PageLog,
    command: EditCommand,
    edited: Omit<Edited, "update">,
  ): Promise<{ view: EditView | null } | EditReply> {
    const deps = createDeps(this.env, this.ctx, command.now);
    const { pageId, title, caller, now } = command;
    const views =
      command.view === "none"
        ? []
        : [loadPage(caller, pageId), ...(command.view === "page" ? [] : [listChildren(caller, pageId)])];
    if (!edited.changed && title === null && views.length === 0) return { view: null };
    const mayWrite = callerMayWrite(caller, now, deps.config.sessionIdleMs, pageId, VIEW | EDIT);
    const { text: content, revision } = edited;
    const writes = edited.changed
      ? projectContent({ pageId, content, revision, title, now }, mayWrite)
      : [title === null ? guard(mayWrite) : retitle(pageId, title, now, mayWrite)];
    try {
      const [taken, ...rest] = await deps.db.batch([...writes, ...views]);
      const stands = taken === 1 || taken === true;
      if (edited.changed && stands) log.confirm();
      else if (edited.changed) log.abort();
      return stands ? { view: viewOf(rest.slice(writes.length - 1)) } : failed("refused");
    } catch (error) {
      if (error instanceof GuardFailed) return failed("refused");
      deps.log.error("room.commit_unknown", { error, pageId });
    }
    // D1 may have committed although its answer was lost. What it holds decides, now or before the next edit.
    if (!edited.changed) return failed("unavailable");
    try {
      return (await this.#settle(log, pageId)) === "confirmed" ? { view: null } : failed("unavailable");
    } catch {
      return failed("unavailable");
    }
  }

  async #settle(log: PageLog, pageId: string): Promise<"none" | "confirmed" | "aborted"> {
    const projection = await createDeps(this.env, this.ctx).db.one(readProjection(pageId));
    return log.resolvePending(projection?.revision ?? 0);
  }

  /** The first edit brings the room to life with D1's text; a page that is gone has none. */
  async #bear(log: PageLog, pageId: string): Promise<boolean> {
    const projection = await createDeps(this.env, this.ctx).db.one(readProjection(pageId));
    if (!projection) return false;
    if (!log.isBorn) {
      log.birth(projection.content, projection.revision, {
        author: projection.createdBy,
        tokenId: null,
        at: projection.updatedAt,
      });
      // Making a page wakes no object; whoever made it was shown its text all the same.
      if (projection.createdVia !== "") log.recordShown(projection.createdVia, projection.revision);
    }
    return true;
  }

  /** Looked at whenever the revision passes another multiple: numbers are left out now and then. */
  async #planCompaction(before: number, after: number): Promise<void> {
    if (Math.floor(before / COMPACT_EVERY) === Math.floor(after / COMPACT_EVERY)) return;
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(systemClock() + DAY + MINUTE);
  }
}

/** The results of the queries behind the writes: the page, and its children if they were asked for. */
function viewOf([page, children]: readonly unknown[]): EditView | null {
  // In the order of `views` above.
  return page ? { page: page as LoadedPage, children: (children ?? []) as PageSummary[] } : null;
}
