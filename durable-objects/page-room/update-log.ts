/**
 * The storage behind a page's room in its Durable Object: the merge rules of `src/realtime` on top of a log in SQLite.
 * Call order. Everything is synchronous; between `edit` and `confirm` or `abort` the caller must admit no other writer.
 * 1. `new UpdateLog(storage, random)`, which is cheap. If `pending` is a revision, an earlier instance ended before it
 *    learned whether D1 committed the newest edit: call `learnRevision`, or read D1's revision and call
 *    `resolvePending`, before any other write.
 * 2. If not `isStarted`, call `start` with D1's text and revision. It is durable at once and changes nothing that users
 *    can see.
 * 3. `edit` stages: if the outcome is `changed`, the update is stored as pending, together with the version that it
 *    starts and the revision that `reader` will be shown; `text`, `revision`, `textAt`, `versions` and `encodeState`
 *    still exclude it. The output gate delays the D1 request that follows until all of this is durable, so D1 never
 *    runs ahead of the log.
 * 4. The D1 batch (permission guard, projection `WHERE revision < ?`) decides. If it committed, call `confirm`, which
 *    writes nothing but an occasional snapshot, because D1 can be queried at any time. If it was rejected, call
 *    `abort`, which removes what was stored. If the outcome is unknown, read D1's revision and call `resolvePending`.
 *    Never call `abort` when in doubt.
 * 5. `applyUpdates` commits typed updates immediately; D1 follows later. Call `projected` when D1 has caught up: the
 *    last revision known to be in D1 tells an edit that D1 rejected from a D1 that was restored to an earlier time.
 * 6. `snapshotIfDue` after a projection; `compact` from the alarm, repeatedly while it returns `hasMore`.
 * Memory may be lost at any time, and is discarded after a storage error. The log is authoritative, not D1.
 */
import type { PageDocument } from "../../src/realtime/document.ts";
import type { EditOutcome, EditRequest } from "../../src/realtime/room.ts";
import type { Splice } from "../../src/realtime/splices.ts";
import { compactLog, type Compacted } from "./compaction.ts";
import { currentDocument, startDocument, type DocumentStart } from "./document-store.ts";
import { createTables, writeMeta } from "./schema.ts";
import { ROW_PART_BYTES } from "./part-store.ts";
import { LastSeenRevisions } from "./last-seen-store.ts";
import { readRecoveryState, type CommittedState, type StagedEdit } from "./recovery-state.ts";
import { documentAt, keptFrom, readUpdates, tokensBetween, type Authorship } from "./update-store.ts";
import { openRoom, storeHead, storeStaged, removeRevision, storeFirstRevision, type OpenRoom } from "./open-room.ts";
import { TypedUpdates, type ReceivedUpdate, type TypedOutcome } from "./typed-updates.ts";
import { listVersions } from "./version-store.ts";
import { startsVersionAfter } from "./versions.ts";

export type LogStorage = Pick<DurableObjectStorage, "sql" | "transactionSync">;
/** `reader` will be shown the result; `ticket` names the D1 commit, which edits of several pages share. */
type Staging = { readonly reader?: string; readonly ticket?: string | null };

const STAGED = "An edit is staged: confirm or abort it first.";
const NOTHING_STAGED = "Nothing is staged.";
export class UpdateLog {
  readonly #storage: LogStorage;
  readonly #sql: SqlStorage;
  readonly #random: () => number;
  readonly #typing: TypedUpdates;
  /** The revision that each reader (session or token) was last shown. */
  readonly lastSeen: LastSeenRevisions;
  #committed: CommittedState | null = null;
  #stage: StagedEdit | null = null;
  /** The newest revision known to have been in D1. */
  #inD1 = 0;
  #open: OpenRoom | null = null;

  /** `random` returns 32 random bits, used for Yjs client ids. */
  constructor(storage: LogStorage, random: () => number) {
    this.#storage = storage;
    this.#sql = storage.sql;
    this.#random = random;
    this.lastSeen = new LastSeenRevisions(storage.sql);
    this.#typing = new TypedUpdates(storage.sql);
    createTables(this.#sql);
    this.load();
  }

  /** Discards the state in memory and reads it from the log again. */
  load(): void {
    this.#open = null;
    this.lastSeen.forget();
    this.#typing.forget();
    ({ committed: this.#committed, stage: this.#stage, inD1: this.#inD1 } = readRecoveryState(this.#sql));
  }

  get isStarted(): boolean {
    return this.#committed !== null;
  }

  /** Committed revision. */
  get revision(): number {
    return this.#started().revision;
  }

  /** Committed text. */
  get text(): string {
    return this.#opened().room.text;
  }

  /** The revision of an edit that awaits D1's decision, staged by this instance or an earlier one; null if there is none. */
  get pending(): number | null {
    return this.#stage?.revision ?? null;
  }

  /** Starts the room with D1's text and revision; `by` is the author of that text. */
  start(text: string, revision: number, by: Authorship): void {
    if (this.isStarted) throw new Error("The room already exists.");
    this.#storage.transactionSync(() => storeFirstRevision(this.#sql, text, revision, by, this.#random));
    this.load();
  }

  /** Merges an edit and stages it if it changes anything; `request.base` may be any past revision. */
  edit(request: EditRequest, by: Authorship, { reader, ticket = null }: Staging = {}): EditOutcome {
    if (this.#stage !== null) throw new Error(STAGED);
    const outcome = this.#opened().room.edit(request);
    if (!outcome.ok || outcome.update === null) return outcome;
    const { update, revision } = outcome;
    const note = reader === undefined ? null : { reader, before: this.lastSeen.of(reader) };
    this.#orReload(() => {
      const isVersion = startsVersionAfter(this.#started(), by);
      const stage = { revision, size: update.byteLength, by, note, ticket };
      this.#atOnce(isVersion || update.byteLength > ROW_PART_BYTES, () => {
        storeStaged(this.#sql, stage, update, isVersion);
        this.#typing.forget();
        if (note !== null) this.lastSeen.record(note.reader, revision);
      });
      this.#stage = stage;
    });
    return outcome;
  }

  /** Names the commit of the staged edit. If several pages share it, the D1 record with this name decides. */
  get ticket(): string | null {
    return this.#stage?.ticket ?? null;
  }

  /** Merges and commits typed updates, in order. An update after a rejected one of the same connection gets null. */
  applyUpdates(received: readonly ReceivedUpdate[]): (TypedOutcome | null)[] {
    if (this.#stage !== null) throw new Error(STAGED);
    const { room, snapshots } = this.#opened();
    const apply = () => {
      const { outcomes, committed, sizes } = this.#typing.storeAll(room, received, this.#started());
      for (const size of sizes) snapshots.add(size);
      this.#committed = committed;
      return outcomes;
    };
    return this.#orReload(() => this.#atOnce(received.length > 1, apply));
  }

  /** Returns true if `author` may write as this Yjs client. */
  readonly mayWrite = (client: number, author: string): boolean =>
    this.#typing.mayWrite(this.#opened().room, client, author);

  /** The updates committed after a revision, oldest first. */
  readonly updatesAfter = (revision: number): Uint8Array[] => [...readUpdates(this.#sql, revision, this.revision)];

  /** Author and time of the newest committed change. */
  get last(): Authorship {
    return this.#started().last;
  }

  /** The tokens that wrote revisions D1 does not have yet. */
  readonly tokensAhead = (): string[] => tokensBetween(this.#sql, this.#inD1, this.revision);

  /** The newest revision known to have been in D1. */
  get inD1(): number {
    return this.#inD1;
  }

  get isAhead(): boolean {
    return this.isStarted && this.revision > this.#inD1;
  }

  /** Records that D1 has everything up to this revision. */
  projected(revision: number): void {
    writeMeta(this.#sql, "projected", revision);
    this.#inD1 = Math.max(this.#inD1, revision);
  }

  /** D1 was restored from a backup, and has this revision. */
  readonly restoredD1 = (revision: number): void => void (this.#inD1 = revision);

  /** Do not call while handling a keystroke: a snapshot of a long page takes a while to write. */
  snapshotIfDue(): void {
    if (this.#open === null || this.#stage !== null) return;
    const { room, snapshots } = this.#open;
    this.#storage.transactionSync(() => snapshots.snapshotIfDue(room.revision, room.document));
  }

  /** D1 has committed the staged edit: it becomes visible to everyone. */
  confirm(): void {
    const stage = this.#stage;
    if (stage === null) throw new Error(NOTHING_STAGED);
    const { room, snapshots } = this.#open ?? { room: null, snapshots: null };
    if (room?.staged && snapshots) {
      this.#orReload(() =>
        this.#atOnce(snapshots.isDueAfter(stage.size), () => {
          room.confirm();
          // The same reader's read of an older revision may have been recorded in the meantime.
          if (stage.note !== null) this.lastSeen.record(stage.note.reader, stage.revision);
          snapshots.add(stage.size);
          snapshots.snapshotIfDue(stage.revision, room.document);
        }),
      );
    }
    if (room?.revision !== stage.revision) this.#open = null;
    this.#committed = { ...this.#started(), revision: stage.revision, last: stage.by };
    this.#inD1 = stage.revision;
    this.#stage = null;
  }

  /** A D1 revision learned in passing can confirm the staged edit, but can never prove that it was rejected. */
  learnRevision(d1Revision: number): void {
    if (this.#stage !== null && d1Revision >= this.#stage.revision) this.confirm();
  }

  /** D1 rejected the staged edit: removes every trace of it. */
  abort(): void {
    const stage = this.#stage;
    if (stage === null) throw new Error(NOTHING_STAGED);
    this.#orReload(() =>
      this.#storage.transactionSync(() => {
        removeRevision(this.#sql, stage.revision);
        this.#typing.forget();
        if (stage.note !== null) this.lastSeen.takeBack(stage.note, stage.revision);
        this.#stage = null;
        const { room } = this.#opened();
        if (room.staged === null) room.retireRevision(stage.revision);
        else room.abort();
        storeHead(this.#sql, room.head);
      }),
    );
  }

  /**
   * Confirms or aborts the staged edit based on D1's revision, which is the staged one or later exactly if D1 committed
   * the edit. A revision below one that D1 is known to have had means that D1 was restored to an earlier time, and says
   * nothing about this edit.
   */
  resolvePending(d1Revision: number): "none" | "confirmed" | "aborted" {
    if (this.#stage === null) return "none";
    const stands = d1Revision >= this.#stage.revision || d1Revision < this.#inD1;
    if (stands) this.confirm();
    else this.abort();
    return stands ? "confirmed" : "aborted";
  }

  /** Newest first; `before` is the last version already listed. A version's number grows while its burst continues. */
  readonly versions = (limit: number, before: number | null = null): ReturnType<typeof listVersions> =>
    listVersions(this.#sql, this.#started().revision, limit, before);

  /** The text at a revision; null if the revision does not exist or is no longer kept exactly. Versions always are. */
  textAt(revision: number): string | null {
    const { firstRevision, revision: head } = this.#started();
    if (revision < firstRevision || revision > head || keptFrom(this.#sql, revision, head) !== revision) return null;
    return revision === head ? this.text : documentAt(this.#sql, revision).text;
  }

  readonly currentDocument = (): DocumentStart => currentDocument(this.#sql);
  readonly document = (): PageDocument => this.#opened().room.document;

  /** The staged change, which refers to the committed text; empty after an eviction. */
  readonly stagedSplices = (): readonly Splice[] => this.#open?.room.staged?.splices ?? [];

  /** Replaces the document with a new one of the same text and revision. Connections and drafts cannot continue on it. */
  startDocument(): void {
    if (this.#stage !== null) throw new Error(STAGED);
    const { revision, text } = this;
    this.#orReload(() => this.#storage.transactionSync(() => startDocument(this.#sql, revision, text, this.#random)));
    this.#typing.forget();
    this.#open = null;
  }

  /** The committed Yjs state or, given a state vector, what its sender lacks. */
  encodeState(stateVector?: Uint8Array): Uint8Array {
    return this.document().encode(stateVector);
  }

  /** One bounded round of history compaction. `now` is ms since the epoch. */
  compact(now: number): Compacted {
    this.lastSeen.forget();
    return this.#storage.transactionSync(() => {
      this.#typing.dropOld(now);
      return compactLog(this.#sql, now);
    });
  }

  #opened(): OpenRoom {
    return (this.#open ??= openRoom(this.#sql, () => this.#started(), this.#random));
  }

  #started(): CommittedState {
    if (this.#committed === null) throw new Error("The room does not exist yet.");
    return this.#committed;
  }

  /** A single statement needs no transaction, which would add two more statements. */
  #atOnce<T>(isMore: boolean, write: () => T): T {
    return isMore ? this.#storage.transactionSync(write) : write();
  }

  /** Reloads after a failed write, which may have left memory behind the log or ahead of it. */
  #orReload<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      this.load();
      throw error;
    }
  }
}
