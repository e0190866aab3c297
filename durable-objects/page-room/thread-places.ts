/** Keeps the threads of a page in place: what the parts of a room call before they read the text and after they change it. */
import { commit } from "../../src/commit/commit.ts";
import { isThere, TRUE, type SQL, type Write } from "../../src/db/sql.ts";
import type { Deps } from "../../src/deps.ts";
import { findThreadPages, resolveByTask, type ClosedThread } from "../../src/features/comments/room-statements.ts";
import { announce } from "../../src/features/live/service.ts";
import { writtenNow } from "../../src/features/pages/content/statements.ts";
import { MINUTE, type Instant } from "../../src/kernel/clock.ts";
import type { ThreadsFrame } from "../../src/kernel/comment.ts";
import { exempt } from "../../src/permissions/exempt.ts";
import { objectEvents } from "../../src/platform/durable-objects.ts";
import { systemClock } from "../../src/platform/system.ts";
import type { Edited } from "../../src/realtime/room.ts";
import type { EditCommand } from "../../src/rpc/page-room.ts";
import { threadOfAnchor } from "../../src/rpc/page-threads.ts";
import type { Place } from "./anchor-store.ts";
import { AnchorTracker, type KnownEdit } from "./anchor-tracker.ts";
import type { Completion } from "./done-tasks.ts";
import { changesFrame, wholeFrame } from "./thread-frames.ts";
import type { LogStorage, UpdateLog } from "./update-log.ts";

/** After this time, a thread that is not in D1 will not be stored any more. */
const PENDING_MS = MINUTE;
/** Anchors that are verified without a pause after the response to a restored version. */
const AT_ONCE = 50;

type Host = {
  readonly storage: LogStorage;
  readonly deps: (now: Instant) => Deps;
  readonly waitUntil: (work: Promise<unknown>) => void;
  readonly runExclusive: <T>(act: () => Promise<T>) => Promise<T>;
};

/** `writes` resolve `threads`. */
type Resolving = { readonly threads: readonly string[]; readonly writes: readonly Write<ClosedThread[]>[] };
/** The results of `writes`. */
export type ResolvedThreads = Pick<Resolving, "threads"> & { readonly results: readonly (readonly ClosedThread[])[] };

type StagedText = Pick<Edited, "text" | "revision" | "changed">;
type CommittedEdit = {
  readonly pageId: string;
  /** The revision before it. */
  readonly from: number;
  readonly known: KnownEdit;
  /** Null if D1's answer was lost. */
  readonly outcome: ResolvedThreads | null;
};

export class ThreadPlaces {
  readonly #host: Host;
  /** Null for a page without threads on its text; undefined until that is known. */
  #tracker: AnchorTracker | null | undefined;
  /** Whether D1 has been asked about pending threads since this instance started. */
  #hasAsked = false;

  constructor(host: Host) {
    this.#host = host;
  }

  /** The anchors at the committed revision, or where they were if an edit is staged; null if the page has none. */
  at(log: UpdateLog): AnchorTracker | null {
    const tracker = this.stored(log);
    if (tracker !== null && log.pending === null) tracker.carry(log);
    return tracker;
  }

  /** The same, but only as far as they were carried before. */
  stored(log: UpdateLog): AnchorTracker | null {
    if (this.#tracker === undefined) this.#tracker = AnchorTracker.load(this.#host.storage, log);
    if (this.#tracker?.size === 0) this.#tracker = null;
    return this.#tracker;
  }

  /** The same, for adding the first ones. */
  toAddTo(log: UpdateLog): AnchorTracker {
    return this.at(log) ?? (this.#tracker = AnchorTracker.empty(this.#host.storage, log));
  }

  /** The room's data was deleted, or its memory may differ from storage. */
  forget(): void {
    this.#tracker = undefined;
  }

  /** Call this when nothing is staged, and before an edit. */
  async prepare(log: UpdateLog): Promise<void> {
    const tracker = this.at(log);
    if (tracker === null) return;
    const now = systemClock();
    const deps = this.#host.deps(now);
    try {
      await this.#decidePending(tracker, deps, now);
    } catch (error) {
      // They stay pending until the next call.
      deps.log.warn("room.pending_threads_unknown", { error });
    }
  }

  /** Asks D1 which pending threads were stored, and forgets the others once nobody can be storing them. */
  async #decidePending(tracker: AnchorTracker, deps: Deps, now: Instant): Promise<void> {
    const pending = [...tracker.places].filter(({ pendingSince }) => pendingSince !== null);
    const isOld = ({ pendingSince }: Place): boolean => pendingSince !== null && pendingSince < now - PENDING_MS;
    if (pending.length === 0 || (this.#hasAsked && !pending.some(isOld))) return;
    const threads = await deps.db.one(findThreadPages(pending.map(({ anchor }) => threadOfAnchor(anchor.id))));
    this.#hasAsked = true;
    const known = new Map(threads.map((thread) => [thread.id, thread]));
    const isStored = ({ anchor, kind }: Place): boolean => {
      const thread = known.get(threadOfAnchor(anchor.id));
      return thread !== undefined && (kind !== "task" || thread.taskPageId !== null);
    };
    tracker.confirm(pending.filter(isStored).map(({ anchor }) => anchor.id));
    const lost = pending.filter((place) => !isStored(place) && isOld(place));
    if (lost.length > 0) tracker.delete(lost.map(({ anchor }) => anchor.id));
  }

  /** Resolves the threads whose tasks the staged edit completes, if it is committed, or were completed before. */
  resolvingEdit(log: UpdateLog, { pageId, by, now }: EditCommand, { text, revision, changed }: StagedText): Resolving {
    const tracker = changed ? this.stored(log) : null;
    // Typed text that arrived since the edit was prepared is verified with the next edit.
    if (tracker === null || tracker.revision !== log.revision) return NONE;
    const completion = { by: by.author, revision };
    const threads = tracker.completedBy(text, log.stagedSplices(), by.at);
    const completed = new Map([...tracker.completed, ...threads.map((id) => [id, completion] as const)]);
    return resolving(completed, { pageId, now }, isThere(writtenNow(pageId, revision, now)));
  }

  /** Resolves the threads whose tasks were completed in text that is committed. */
  resolvingTyped(log: UpdateLog, pageId: string, now: Instant): Resolving {
    const tracker = this.at(log);
    return tracker === null ? NONE : resolving(tracker.completed, { pageId, now }, TRUE);
  }

  /** An edit was committed, with the writes of `resolvingEdit`. `known` describes it if nothing else was since `from`. */
  edited(log: UpdateLog, { pageId, from, known, outcome }: CommittedEdit): void {
    const tracker = this.stored(log);
    if (tracker === null || log.pending !== null) return;
    const own = tracker.revision === from ? known : null;
    // A restored version changes all of the text: the response does not wait for the verification.
    if (own !== null && own.version !== null) tracker.begin(log, own);
    else tracker.carry(log, own);
    if (outcome !== null) this.resolved(log, pageId, outcome);
    if (tracker.isVerified && tracker.completed.size === 0) return tracker.saveChanges();
    this.#host.waitUntil(objectEvents.runStores(null, () => this.#finishLater(log, pageId, tracker)));
  }

  async #finishLater(log: UpdateLog, pageId: string, tracker: AnchorTracker): Promise<void> {
    await scheduler.wait(0);
    await this.#host.runExclusive(async () => {
      // oxlint-disable-next-line no-await-in-loop -- lets other events pass between two steps
      while (this.#tracker === tracker && !tracker.step(log, AT_ONCE)) await scheduler.wait(0);
      if (this.#tracker === tracker && log.pending === null) await this.settle(log, pageId);
    });
  }

  /** Resolves the threads of completed tasks in a commit of its own, and stores what changed. */
  async settle(log: UpdateLog, pageId: string): Promise<void> {
    const now = systemClock();
    const { threads, writes } = this.resolvingTyped(log, pageId, now);
    if (writes.length > 0) {
      const results = await commit(this.#host.deps(now), exempt.room, { queries: writes });
      this.resolved(log, pageId, { threads, results });
    }
    this.#tracker?.saveChanges();
  }

  /** D1 resolved threads: those of other pages are closed by their rooms. */
  resolved(log: UpdateLog, pageId: string, { threads, results }: ResolvedThreads): void {
    if (threads.length === 0) return;
    this.stored(log)?.resolved(threads);
    const deps = this.#host.deps(systemClock());
    for (const [page, found] of Map.groupBy(results.flat(), (thread) => thread.pageId)) {
      const ids = found.map(({ id }) => id);
      if (page === pageId) this.stored(log)?.close(ids, true);
      else deps.defer(() => deps.objects.room(page).setAnchorsClosed(ids, true));
      deps.defer(() => announce(deps, [{ kind: "threads", pageId: page, ids }]));
    }
  }

  /** D1 has the typed text, with the writes of `resolvingTyped`. */
  projected(log: UpdateLog, pageId: string, outcome: ResolvedThreads): void {
    const tracker = this.at(log);
    if (tracker === null) return;
    this.resolved(log, pageId, outcome);
    tracker.pinDrifted(log);
    tracker.save();
  }

  /** Call this before old revisions are merged. */
  save(log: UpdateLog): void {
    this.at(log)?.save();
  }

  /** Carries all anchors over to a new document of the same text. */
  replaceDocument(log: UpdateLog, replace: () => void): void {
    const tracker = this.at(log);
    replace();
    tracker?.pinAll(log);
  }

  whole(log: UpdateLog): ThreadsFrame {
    return wholeFrame(this.at(log), log.revision);
  }

  get hasNews(): boolean {
    return this.#tracker?.hasChanged ?? false;
  }

  /** Changes that those who have the page open were not sent; null if there are none. */
  takeNews(): ThreadsFrame | null {
    return this.#tracker?.hasChanged === true ? changesFrame(this.#tracker) : null;
  }
}

const NONE: Resolving = { threads: [], writes: [] };

/** One write for each person and revision that completed tasks. */
function resolving(
  completed: ReadonlyMap<string, Completion>,
  { pageId, now }: { readonly pageId: string; readonly now: Instant },
  applies: SQL,
): Resolving {
  const groups = Map.groupBy(completed, ([, { by, revision }]) => `${revision} ${by}`);
  const writes = [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const threads = [first, ...others].map(([id]) => id);
    return [resolveByTask({ ...first[1], threads, taskPageId: pageId, now }, applies)];
  });
  return { threads: [...completed.keys()], writes };
}
