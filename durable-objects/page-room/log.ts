/**
 * A page's room as its Durable Object uses it: the merging rules of `src/realtime` over a log in SQLite.
 *
 * Order of calls. Everything is synchronous; between `edit` and its settling the shell lets no other writer in.
 *
 * 1. `new PageLog(storage, random)`, cheap: reads three rows. If `pending` is a revision, an earlier life did not say
 *    whether D1 took the newest edit: call `learn` with what is known of D1's revision, or read it and call
 *    `resolvePending`, before anything else that writes.
 * 2. Not `isStarted`? `start` with D1's text and revision. Durable at once; it changes nothing anybody can see.
 * 3. `edit` stages: when the outcome says `changed`, the update is stored as pending, with the version it begins and the
 *    note that `reader` is shown it; `text`, `revision`, `textAt`, `versions` and `encodeState` still show the page
 *    without it. The output gate holds the D1 request that follows until all that is durable, so D1 never runs ahead of
 *    the log.
 * 4. The D1 batch (permission guard, projection `WHERE revision < ?`) decides: `confirm` if it committed, which writes
 *    nothing but a snapshot now and then, for D1 can be asked at any time; `abort` if it was refused, which takes back
 *    what was stored. If its outcome is unknown, read D1's revision and call `resolvePending`. Never `abort` on a doubt.
 * 5. `applyUpdate` takes a browser's update and commits it at once; D1 follows later.
 * 6. `compact` from the alarm, again while it says `hasMore`.
 *
 * Memory may vanish at any time: storage and D1 have all of it, and the document is built when first asked for. A storage
 * error leaves memory without the failed edit or, in `confirm`, without the document; the log is the truth either way.
 */
import { toRoomClient } from "../../src/realtime/clients.ts";
import { PageDocument } from "../../src/realtime/document.ts";
import { Room, type EditOutcome, type EditRequest } from "../../src/realtime/room.ts";
import { compactLog, type Compacted } from "./compaction.ts";
import { createTables, readMeta, writeMeta } from "./schema.ts";
import { PART_BYTES } from "./parts.ts";
import { LastSeenRevisions } from "./last-seen-revisions.ts";
import { readRecoveryState, type Committed, type StagedEdit } from "./recovery-state.ts";
import {
  deleteSnapshot,
  deleteUpdates,
  documentAt,
  insertUpdate,
  SnapshotPace,
  updateFrom,
  type Authorship,
  type LoggedUpdate,
} from "./updates.ts";
import { deleteVersion, insertVersion, listVersions, startsVersion } from "./versions.ts";

export type LogStorage = Pick<DurableObjectStorage, "sql" | "transactionSync">;

/** `reader` is who will be shown the result; `ticket` names the commit it stands or falls by together with other pages. */
export type Staging = { readonly reader?: string; readonly ticket?: string | null };

export class PageLog {
  readonly #storage: LogStorage;
  readonly #sql: SqlStorage;
  readonly #random: () => number;
  /** The revisions that readers (sessions, tokens) were last shown. */
  readonly lastSeen: LastSeenRevisions;
  #committed: Committed | null = null;
  #stage: StagedEdit | null = null;
  #open: { readonly room: Room; readonly pace: SnapshotPace } | null = null;

  /** `random` gives 32 random bits; it names Yjs clients. */
  constructor(storage: LogStorage, random: () => number) {
    this.#storage = storage;
    this.#sql = storage.sql;
    this.#random = random;
    this.lastSeen = new LastSeenRevisions(storage.sql);
    createTables(this.#sql);
    this.load();
  }

  /** Forgets everything in memory and reads where the log stands. */
  load(): void {
    this.#open = null;
    this.lastSeen.forget();
    ({ committed: this.#committed, stage: this.#stage } = readRecoveryState(this.#sql));
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
    const client = toRoomClient(this.#random());
    const update = new PageDocument().splice([{ at: 0, remove: 0, insert: text.toWellFormed() }], client);
    this.#storage.transactionSync(() => {
      const row = { seq: revision, first: 0, by, isPending: false, note: null, ticket: null };
      insertUpdate(this.#sql, row, update ?? new PageDocument().encode());
      insertVersion(this.#sql, revision, by);
      writeMeta(this.#sql, "birth", revision);
      writeMeta(this.#sql, "client", client);
    });
    this.load();
  }

  /** Merges an edit and stages it when it changes anything; `request.base` may be any past revision. */
  edit(request: EditRequest, by: Authorship, { reader, ticket = null }: Staging = {}): EditOutcome {
    this.#requireSettled();
    const outcome = this.#opened().room.edit(request);
    if (!outcome.ok || outcome.update === null) return outcome;
    const { update, revision } = outcome;
    const note = reader === undefined ? null : { reader, before: this.lastSeen.of(reader) };
    this.#orReload(() => {
      this.#atOnce(this.#isMoreThanARow(update, by), () => {
        this.#append(update, { seq: revision, by, note, ticket, isPending: true });
        if (note !== null) this.lastSeen.record(note.reader, revision);
      });
      this.#stage = { revision, size: update.byteLength, by, note, ticket };
    });
    return outcome;
  }

  /** The staged edit is one of several pages': D1's record under this name decides. */
  get ticket(): string | null {
    return this.#stage?.ticket ?? null;
  }

  /** Merges and commits an update from the browser client `writer` (null: any); `update` of the outcome is for the others. */
  applyUpdate(update: Uint8Array, writer: number | null, by: Authorship): EditOutcome {
    this.#requireSettled();
    const outcome = this.#opened().room.applyUpdate(update, writer);
    if (!outcome.ok || outcome.update === null) return outcome;
    const { update: news, revision } = outcome;
    this.#orReload(() =>
      this.#storage.transactionSync(() => {
        const row = { by, note: null, ticket: null };
        this.#append(news, { ...row, seq: revision, isPending: false });
        this.#stage = { ...row, revision, size: news.byteLength };
        this.confirm();
      }),
    );
    return outcome;
  }

  /** D1 has the staged edit: from now on everybody sees it. */
  confirm(): void {
    const stage = this.#staged();
    const { birth } = this.#started();
    const { room, pace } = this.#open ?? { room: null, pace: null };
    if (room?.staged && pace) {
      this.#orReload(() =>
        this.#atOnce(pace.isDueAfter(stage.size), () => {
          room.confirm();
          // Their own older reading may have been noted meanwhile.
          if (stage.note !== null) this.lastSeen.record(stage.note.reader, stage.revision);
          pace.advance(stage.revision, stage.size, room.document);
        }),
      );
    }
    if (room?.revision !== stage.revision) this.#open = null;
    this.#committed = { birth, revision: stage.revision, last: stage.by };
    this.#stage = null;
  }

  /** What is heard of D1's revision in passing may tell that the staged edit stands; that it does not, it never tells. */
  learnRevision(d1Revision: number): void {
    if (this.#stage !== null && d1Revision >= this.#stage.revision) this.confirm();
  }

  /** D1 refused the staged edit: it never was. */
  abort(): void {
    const stage = this.#staged();
    this.#orReload(() =>
      this.#storage.transactionSync(() => {
        deleteUpdates(this.#sql, stage.revision, stage.revision);
        deleteVersion(this.#sql, stage.revision);
        // Of an edit that D1 had taken once, and has forgotten since.
        deleteSnapshot(this.#sql, stage.revision);
        if (stage.note !== null) this.lastSeen.takeBack(stage.note, stage.revision);
        this.#stage = null;
        const { room } = this.#opened();
        if (room.staged === null) room.giveUp(stage.revision);
        else room.abort();
        writeMeta(this.#sql, "used", room.head.usedRevision);
        writeMeta(this.#sql, "client", room.head.client);
      }),
    );
  }

  /**
   * Settles what was staged by what D1 says: its revision is the staged one's (or later) exactly if it took the edit. One
   * below even what is committed here says that D1 was set back to an earlier time, and nothing of this edit.
   */
  resolvePending(d1Revision: number): "none" | "confirmed" | "aborted" {
    if (this.#stage === null) return "none";
    if (d1Revision >= this.#stage.revision || d1Revision < this.revision) {
      this.confirm();
      return "confirmed";
    }
    this.abort();
    return "aborted";
  }

  /** Newest first; `before` is the last version already seen. A version's number grows while its burst goes on. */
  versions(limit: number, before: number | null = null): ReturnType<typeof listVersions> {
    return listVersions(this.#sql, this.#started().revision, limit, before);
  }

  /** The text at a revision; null when it never was or is no longer kept exactly. Versions always are. */
  textAt(revision: number): string | null {
    const { birth, revision: head } = this.#started();
    if (revision < birth || revision > head || this.#keptFrom(revision) !== revision) return null;
    return revision === head ? this.text : documentAt(this.#sql, revision).text;
  }

  /** The committed Yjs state; with a state vector, what its sender lacks. */
  encodeState(stateVector?: Uint8Array): Uint8Array {
    return this.#opened().room.document.encode(stateVector);
  }

  encodeStateVector(): Uint8Array {
    return this.#opened().room.document.encodeStateVector();
  }

  /** One bounded round of making the past smaller. `now` is ms since the epoch. */
  compact(now: number): Compacted {
    this.lastSeen.forget();
    return this.#storage.transactionSync(() => compactLog(this.#sql, now));
  }

  #append(update: Uint8Array, row: Omit<LoggedUpdate, "first" | "size">): void {
    insertUpdate(this.#sql, { ...row, first: row.seq }, update);
    if (this.#startsVersion(row.by)) insertVersion(this.#sql, row.seq, row.by);
  }

  #isMoreThanARow(update: Uint8Array, by: Authorship): boolean {
    return update.byteLength > PART_BYTES || this.#startsVersion(by);
  }

  #startsVersion(by: Authorship): boolean {
    const { last, birth, revision } = this.#started();
    return revision === birth || startsVersion(last, by);
  }

  #opened(): { readonly room: Room; readonly pace: SnapshotPace } {
    if (this.#open === null) {
      const { birth, revision } = this.#started();
      const usedRevision = Math.max(revision, readMeta(this.#sql, "used") ?? 0);
      const client = readMeta(this.#sql, "client") ?? toRoomClient(this.#random());
      const history = {
        documentAt: (at: number) => documentAt(this.#sql, at),
        keptFrom: (at: number) => this.#keptFrom(at),
      };
      this.#open = {
        room: new Room(history, { revision, usedRevision, client }, this.#random),
        pace: new SnapshotPace(this.#sql, birth, revision),
      };
    }
    return this.#open;
  }

  /** A row made of several revisions has only its last one; what is before the first revision counts as it. */
  #keptFrom(revision: number): number {
    const row = updateFrom(this.#sql, revision, this.#started().revision);
    return row !== null && row.first <= revision ? row.seq : revision;
  }

  #started(): Committed {
    if (this.#committed === null) throw new Error("The room is not born yet.");
    return this.#committed;
  }

  #staged(): StagedEdit {
    if (this.#stage === null) throw new Error("Nothing is staged.");
    return this.#stage;
  }

  #requireSettled(): void {
    if (this.#stage !== null) throw new Error("An edit is staged: settle it first.");
  }

  /** One statement needs no transaction, which would be two more. */
  #atOnce(isMore: boolean, write: () => void): void {
    if (isMore) this.#storage.transactionSync(write);
    else write();
  }

  /** Memory that a failed write may have left behind the log, or ahead of it, is thrown away. */
  #orReload(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.load();
      throw error;
    }
  }
}
