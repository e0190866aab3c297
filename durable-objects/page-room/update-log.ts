/**
 * A page's room as its Durable Object uses it: the merging rules of `src/realtime` over a log in SQLite.
 * Order of calls. Everything is synchronous; between `edit` and `confirm` or `abort` the shell lets no other writer in.
 * 1. `new UpdateLog(storage, random)`, cheap. If `pending` is a revision, an earlier life did not say whether D1 took the newest
 *    edit: call `learnRevision`, or read D1's revision and call `resolvePending`, before anything else that writes.
 * 2. Not `isStarted`? `start` with D1's text and revision. Durable at once; it changes nothing anybody can see.
 * 3. `edit` stages: when the outcome says `changed`, the update is stored as pending, with the version it begins and the
 *    note that `reader` is shown it; `text`, `revision`, `textAt`, `versions` and `encodeState` still show the page
 *    without it. The output gate holds the D1 request that follows until all that is durable, so D1 never runs ahead of
 *    the log.
 * 4. The D1 batch (permission guard, projection `WHERE revision < ?`) decides: `confirm` if it committed, which writes
 *    nothing but a snapshot now and then, for D1 can be asked at any time; `abort` if it was refused, which takes back
 *    what was stored. If its outcome is unknown, read D1's revision and call `resolvePending`. Never `abort` on a doubt.
 * 5. `applyUpdates` takes what was typed and commits it at once, in one transaction; D1 follows later. The log may thus be
 *    ahead of D1, by revisions that D1 was never asked about: `projected` is called when D1 has caught up, and what D1 is
 *    known to have tells an edit that it did not take from a D1 that was set back.
 * 6. `snapshotIfDue` after a projection; `compact` from the alarm, again while it says `hasMore`.
 * Memory may vanish at any time, and does after a storage error: storage and D1 have all of it, and the log is the truth.
 */
import type { EditOutcome, EditRequest } from "../../src/realtime/room.ts";
import { compactLog, type Compacted } from "./compaction.ts";
import { currentDocument, isOversized, startDocument } from "./document-store.ts";
import { createTables, writeMeta } from "./schema.ts";
import { ROW_PART_BYTES } from "./part-store.ts";
import { LastSeenRevisions } from "./last-seen-store.ts";
import { readRecoveryState, type CommittedState, type StagedEdit } from "./recovery-state.ts";
import { documentAt, keptFrom, readUpdates, tokensBetween, type Authorship } from "./update-store.ts";
import { openRoom, storeHead, storeStaged, removeRevision, storeFirstRevision, type OpenRoom } from "./open-room.ts";
import { TypedUpdates, type ReceivedUpdate, type TypedOutcome } from "./typed-updates.ts";
import { listVersions } from "./version-store.ts";
import { startsVersionAfter } from "./versions.ts";

type LogStorage = Pick<DurableObjectStorage, "sql" | "transactionSync">;
/** `reader` is who will be shown the result; `ticket` names the commit it stands or falls by together with other pages. */
type Staging = { readonly reader?: string; readonly ticket?: string | null };

const STAGED = "An edit is staged: confirm or abort it first.";
const NOTHING_STAGED = "Nothing is staged.";
export class UpdateLog {
  readonly #storage: LogStorage;
  readonly #sql: SqlStorage;
  readonly #random: () => number;
  readonly #typing: TypedUpdates;
  /** The revisions that readers (sessions, tokens) were last shown. */
  readonly lastSeen: LastSeenRevisions;
  #committed: CommittedState | null = null;
  #stage: StagedEdit | null = null;
  /** What D1 is known to have had. */
  #inD1 = 0;
  #open: OpenRoom | null = null;

  /** `random` gives 32 random bits; it names Yjs clients. */
  constructor(storage: LogStorage, random: () => number) {
    this.#storage = storage;
    this.#sql = storage.sql;
    this.#random = random;
    this.lastSeen = new LastSeenRevisions(storage.sql);
    this.#typing = new TypedUpdates(storage.sql);
    createTables(this.#sql);
    this.load();
  }

  /** Forgets everything in memory and reads where the log stands. */
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

  /** The revision of an edit that waits for D1's word, staged in this life or an earlier one; null when there is none. */
  get pending(): number | null {
    return this.#stage?.revision ?? null;
  }

  /** The room begins with D1's text as D1's revision; `by` is the person who wrote that text. */
  start(text: string, revision: number, by: Authorship): void {
    if (this.isStarted) throw new Error("The room is born already.");
    this.#storage.transactionSync(() => storeFirstRevision(this.#sql, text, revision, by, this.#random));
    this.load();
  }

  /** Merges an edit and stages it when it changes anything; `request.base` may be any past revision. */
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

  /** The staged edit is one of several pages': D1's record under this name decides. */
  get ticket(): string | null {
    return this.#stage?.ticket ?? null;
  }

  /**
   * Merges and commits what was typed, in the order it came; the outcomes are in the same order, null for what follows a refused
   * update of the same connection.
   */
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

  /** Whether somebody may write as this Yjs client. */
  readonly mayWrite = (client: number, author: string): boolean =>
    this.#typing.mayWrite(this.#opened().room, client, author);

  /** What was committed after a revision, one update after the other. */
  readonly updatesAfter = (revision: number): Uint8Array[] => [...readUpdates(this.#sql, revision, this.revision)];

  /** Who made the newest committed change, and when. */
  get last(): Authorship {
    return this.#started().last;
  }

  /** The tokens that wrote what D1 lacks. */
  readonly tokensAhead = (): string[] => tokensBetween(this.#sql, this.#inD1, this.revision);

  /** The newest revision that D1 is known to have had. */
  get inD1(): number {
    return this.#inD1;
  }

  /** Whether D1 lacks something. */
  get isAhead(): boolean {
    return this.isStarted && this.revision > this.#inD1;
  }

  /** D1 has everything up to this revision. */
  projected(revision: number): void {
    writeMeta(this.#sql, "projected", revision);
    this.#inD1 = Math.max(this.#inD1, revision);
  }

  /** Not in a keystroke's turn: a snapshot of a long page takes a while to write. */
  snapshotIfDue(): void {
    if (this.#open === null || this.#stage !== null) return;
    const { room, snapshots } = this.#open;
    this.#storage.transactionSync(() => snapshots.snapshotIfDue(room.revision, room.document));
  }

  /** D1 has the staged edit: from now on everybody sees it. */
  confirm(): void {
    const stage = this.#stage;
    if (stage === null) throw new Error(NOTHING_STAGED);
    const { room, snapshots } = this.#open ?? { room: null, snapshots: null };
    if (room?.staged && snapshots) {
      this.#orReload(() =>
        this.#atOnce(snapshots.isDueAfter(stage.size), () => {
          room.confirm();
          // Their own older reading may have been noted meanwhile.
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

  /** What is heard of D1's revision in passing may tell that the staged edit stands; that it does not, it never tells. */
  learnRevision(d1Revision: number): void {
    if (this.#stage !== null && d1Revision >= this.#stage.revision) this.confirm();
  }

  /** D1 refused the staged edit: it never was. */
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
   * Confirms or aborts what was staged, by what D1 says: its revision is the staged one's (or later) exactly if it took the edit. One
   * below what D1 is known to have had says that it was set back to an earlier time, and nothing of this edit.
   */
  resolvePending(d1Revision: number): "none" | "confirmed" | "aborted" {
    if (this.#stage === null) return "none";
    const stands = d1Revision >= this.#stage.revision || d1Revision < this.#inD1;
    if (stands) this.confirm();
    else this.abort();
    return stands ? "confirmed" : "aborted";
  }

  /** Newest first; `before` is the last version already seen. A version's number grows while its burst goes on. */
  versions(limit: number, before: number | null = null): ReturnType<typeof listVersions> {
    return listVersions(this.#sql, this.#started().revision, limit, before);
  }

  /** The text at a revision; null when it never was or is no longer kept exactly. Versions always are. */
  textAt(revision: number): string | null {
    const { firstRevision, revision: head } = this.#started();
    if (revision < firstRevision || revision > head || keptFrom(this.#sql, revision, head) !== revision) return null;
    return revision === head ? this.text : documentAt(this.#sql, revision).text;
  }

  /** Names the Yjs document that the page is at present; 0 is its first. */
  readonly documentId = (): number => currentDocument(this.#sql).id;

  /** The document consists of so many parts that it is to be left. */
  readonly isOversized = (): boolean => isOversized(this.#opened().room.document);

  /** Goes on with another document, of the same text and revision. Connections and drafts of the one before cannot follow it. */
  startDocument(): void {
    if (this.#stage !== null) throw new Error(STAGED);
    const { revision, text } = this;
    this.#orReload(() => this.#storage.transactionSync(() => startDocument(this.#sql, revision, text, this.#random)));
    this.#typing.forget();
    this.#open = null;
  }

  /** The committed Yjs state; with a state vector, what its sender lacks. */
  encodeState(stateVector?: Uint8Array): Uint8Array {
    return this.#opened().room.document.encode(stateVector);
  }

  readonly encodeStateVector = (): Uint8Array => this.#opened().room.document.encodeStateVector();

  /** One bounded round of making the past smaller. `now` is ms since the epoch. */
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
    if (this.#committed === null) throw new Error("The room is not born yet.");
    return this.#committed;
  }

  /** One statement needs no transaction, which would be two more. */
  #atOnce<T>(isMore: boolean, write: () => T): T {
    return isMore ? this.#storage.transactionSync(write) : write();
  }

  /** Memory that a failed write may have left behind the log, or ahead of it, is thrown away. */
  #orReload<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      this.load();
      throw error;
    }
  }
}
