/** The calls of `PageThreadsRpc`, each one after the other and after the edits before it. */
import type { Deps } from "../../src/deps.ts";
import { MAX_THREADS, type PlacedAnchor } from "../../src/kernel/comment.ts";
import type { Instant } from "../../src/kernel/clock.ts";
import { systemClock } from "../../src/platform/system.ts";
import type { EditCommand, EditReply } from "../../src/rpc/page-room.ts";
import type {
  AcceptCommand,
  AcceptReply,
  AnchorList,
  NewAnchor,
  PageThreadsRpc,
  PlaceAnchorsCommand,
  PlaceError,
  PlaceReply,
  RoomPageRef,
  StoredAnchor,
} from "../../src/rpc/page-threads.ts";
import { planAccepting } from "./accepted-suggestions.ts";
import type { AnchorTracker } from "./anchor-tracker.ts";
import { LineNumbers } from "./line-numbers.ts";
import { placeAll, restoredPlace, type NewPlace } from "./new-places.ts";
import { hasTables } from "./schema.ts";
import type { ThreadPlaces } from "./thread-places.ts";
import { UpdateLog, type LogStorage } from "./update-log.ts";

type Failure = Extract<EditReply, { ok: false }>;

type Host = {
  readonly storage: LogStorage;
  readonly threads: ThreadPlaces;
  readonly deps: (now?: Instant) => Deps;
  readonly open: () => UpdateLog;
  readonly openReady: (page: RoomPageRef) => Promise<UpdateLog | Failure>;
  readonly runExclusive: <T>(act: () => Promise<T>) => Promise<T>;
  /** Only inside `runExclusive`. */
  readonly edit: (command: EditCommand) => Promise<EditReply>;
};

export class PageThreads implements PageThreadsRpc {
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
  }

  placeAnchors({ baseRevision, anchors, ...page }: PlaceAnchorsCommand): Promise<PlaceReply> {
    return this.#host.runExclusive(() => this.#place(page, baseRevision, anchors, true));
  }

  moveAnchor(page: RoomPageRef, baseRevision: number | null, anchor: NewAnchor): Promise<PlaceReply> {
    return this.#host.runExclusive(() => this.#place(page, baseRevision, [anchor], false));
  }

  async #place(
    page: RoomPageRef,
    baseRevision: number | null,
    anchors: readonly NewAnchor[],
    isNew: boolean,
  ): Promise<PlaceReply> {
    const log = await this.#host.openReady(page);
    // Opening a room has only these two errors.
    if (!(log instanceof UpdateLog)) return { ok: false, error: log.error as PlaceError };
    const added = this.#host.threads.stored(log);
    const total = (added?.size ?? 0) + anchors.filter(({ id }) => added?.get(id) === undefined).length;
    if (total > MAX_THREADS) return { ok: false, error: { code: "too_many_threads", limit: MAX_THREADS } };
    const base = baseRevision ?? log.revision;
    const placed = placeAll(log, { type: page.type, base }, anchors);
    if (!placed.ok) return placed;
    const tracker = this.#host.threads.toAddTo(log);
    const pendingSince = isNew ? systemClock() : null;
    const isClosed = (id: string): boolean => !isNew && tracker.get(id)?.isClosed === true;
    tracker.add(
      log,
      placed.value.map((place) => ({ ...place, pendingSince, isClosed: isClosed(place.anchor.id), isAccepted: false })),
    );
    const lines = new LineNumbers(log.text);
    const replies = placed.value.map((place) => ({ ...toPlaced(place, lines), quote: place.anchor.quote }));
    return { ok: true, revision: log.revision, anchors: replies };
  }

  confirmAnchors(ids: readonly string[], kept: readonly string[]): Promise<void> {
    return this.#change((tracker) => {
      tracker.confirm(kept);
      const dropped = ids.filter((id) => !kept.includes(id));
      if (dropped.length > 0) tracker.delete(dropped);
    });
  }

  setAnchorsClosed(ids: readonly string[], isClosed: boolean): Promise<void> {
    return this.#change((tracker) => tracker.close(ids, isClosed));
  }

  deleteAnchors(ids: readonly string[]): Promise<void> {
    return this.#change((tracker) => tracker.delete(ids));
  }

  /** Does nothing for a page without threads on its text. */
  #change(change: (tracker: AnchorTracker) => void): Promise<void> {
    return this.#host.runExclusive(async () => {
      const log = this.#startedLog();
      const tracker = log && this.#host.threads.stored(log);
      if (tracker !== null) change(tracker);
    });
  }

  async anchors(page: RoomPageRef, ids: readonly string[] | null): Promise<AnchorList> {
    const { revision, tracker } = await this.#read(page);
    if (tracker === null) return { revision, anchors: [] };
    const chosen = ids === null ? [...tracker.places] : ids.flatMap((id) => tracker.get(id) ?? []);
    const lines = new LineNumbers(tracker.text);
    return { revision: tracker.revision, anchors: chosen.map((place) => toPlaced(place, lines)) };
  }

  async storedAnchors(page: RoomPageRef): Promise<readonly StoredAnchor[]> {
    const { tracker } = await this.#read(page);
    return [...(tracker?.places ?? [])].map(({ anchor, kind, cells }) => {
      const { id, quote, before, after, from, to, state, now } = anchor;
      return { id, kind, quote, before, after, from, to, state, now, cells };
    });
  }

  /** Does not start a room, and creates nothing in one that was never used. */
  #read(page: RoomPageRef): Promise<{ readonly revision: number; readonly tracker: AnchorTracker | null }> {
    return this.#host.runExclusive(async () => {
      const log = this.#startedLog();
      if (log === null) return { revision: page.stored ?? 0, tracker: null };
      // Without anchors, the outcome of a staged edit does not matter.
      if (this.#host.threads.stored(log) !== null) await this.#host.openReady(page);
      return { revision: log.revision, tracker: this.#host.threads.at(log) };
    });
  }

  async restoreAnchors(page: RoomPageRef, anchors: readonly StoredAnchor[]): Promise<void> {
    await this.#host.runExclusive(async () => {
      const log = await this.#host.openReady(page);
      if (!(log instanceof UpdateLog)) throw new Error(`The threads of a page could not be placed: ${log.error.code}`);
      const { text } = log;
      const places = anchors.slice(0, MAX_THREADS).map((stored) => restoredPlace(text, stored));
      this.#host.threads.toAddTo(log).add(
        log,
        places.map((place) => ({ ...place, pendingSince: null, isClosed: false, isAccepted: false })),
      );
    });
  }

  acceptSuggestions({ suggestions, ...command }: AcceptCommand): Promise<AcceptReply> {
    return this.#host.runExclusive(async () => {
      const log = await this.#host.openReady(command);
      if (!(log instanceof UpdateLog)) return { edit: null, error: log.error, outcomes: [] };
      const tracker = this.#host.threads.at(log);
      const isAccepted = ({ id }: { readonly id: string }): boolean => tracker?.get(id)?.isAccepted === true;
      const before = suggestions.filter(isAccepted).map(({ id }) => ({ id, result: "already" }) as const);
      const wanted = suggestions.filter((each) => !isAccepted(each));
      const planned = planAccepting(log.text, wanted, (id) => tracker?.get(id)?.anchor);
      const outcomes = [...before, ...planned.outcomes];
      const { splices } = planned;
      if (splices.length === 0) return { edit: null, error: null, outcomes };
      const change = { kind: "splices", splices } as const;
      const edit = await this.#host.edit({
        ...command,
        change,
        title: null,
        baseRevision: log.revision,
        expectedRevision: null,
        view: "none",
      });
      if (!edit.ok) return { edit: null, error: edit.error, outcomes: [] };
      // Until D1 has closed them, they must not be accepted again: an insertion would be repeated.
      this.#host.threads
        .at(log)
        ?.accept(planned.outcomes.filter(({ result }) => result === "accepted").map(({ id }) => id));
      return { edit, error: null, outcomes };
    });
  }

  #startedLog(): UpdateLog | null {
    const log = hasTables(this.#host.storage.sql) ? this.#host.open() : null;
    return log?.isStarted === true ? log : null;
  }
}

function toPlaced({ anchor, cells }: NewPlace, lines: LineNumbers): PlacedAnchor {
  const { id, state, from, to, now } = anchor;
  return { id, state, from, to, startLine: lines.of(from), endLine: lines.of(to), now, cells };
}
