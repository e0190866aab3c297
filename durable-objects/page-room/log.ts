/**
 * A page's room as its Durable Object uses it: the merging rules of `src/realtime` over a log in SQLite.
 *
 * Order of calls. Everything is synchronous; between `edit` and its settling the shell lets no other writer in.
 *
 * 1. `new PageLog(storage, random)`, cheap: reads three rows. If `pending` is a revision, a crash left an edit behind:
 *    read the page's revision from D1 and call `resolvePending` before anything else that writes.
 * 2. Not `isBorn`? `birth` with D1's text and revision. Durable at once; it changes nothing anybody can see.
 * 3. `edit` stages: when the outcome says `changed`, the update is stored as pending and `text`, `revision`, `textAt`,
 *    `versions` and `encodeState` still show the page without it. The output gate holds the D1 request that follows
 *    until the row is durable, so D1 never runs ahead of the log.
 * 4. The D1 batch (permission guard, projection `WHERE revision < ?`) decides: `confirm` if it committed, with whoever is
 *    shown the result, whose row in `shown` is then all that is written; `abort` if it was refused. If its outcome is
 *    unknown, read D1's revision and call `resolvePending`. Never `abort` on a doubt.
 * 5. `applyUpdate` takes a browser's update and commits it at once; D1 follows later.
 * 6. `compact` from the alarm, again while it says `hasMore`.
 *
 * Memory may vanish at any time: all state is in storage, and the document is built when first asked for. A storage
 * error leaves memory without the failed edit or, in `confirm`, without the document; the log is the truth either way.
 */
import { toRoomClient } from "../../src/realtime/clients.ts";
import { PageDocument } from "../../src/realtime/document.ts";
import { Room, type EditOutcome, type EditRequest } from "../../src/realtime/room.ts";
import { compactLog, type Compacted } from "./compaction.ts";
import { createTables, readMeta, readTicket, writeMeta, writeTicket } from "./schema.ts";
import { PART_BYTES } from "./parts.ts";
import { ShownRevisions } from "./shown.ts";
import { readStanding, type Committed, type Stage } from "./standing.ts";
import {
  deleteUpdates,
  documentAt,
  insertUpdate,
  settleUpdate,
  SnapshotPace,
  updateFrom,
  type Authorship,
} from "./updates.ts";
import { insertVersion, listVersions, startsVersion, type Version } from "./versions.ts";

export type LogStorage = Pick<DurableObjectStorage, "sql" | "transactionSync">;

/** An edit that stands or falls with those of other pages. */
export type Common = { readonly ticket: string; readonly reader: string };

export class PageLog {
  readonly #storage: LogStorage;
  readonly #sql: SqlStorage;
  readonly #random: () => number;
  /** The revisions that readers (sessions, tokens) were last shown. */
  readonly shown: ShownRevisions;
  #committed: Committed | null = null;
  #stage: Stage | null = null;
  #common: Common | null = null;
  #open: { readonly room: Room; readonly pace: SnapshotPace } | null = null;

  /** `random` gives 32 random bits; it names Yjs clients. */
  constructor(storage: LogStorage, random: () => number) {
    this.#storage = storage;
    this.#sql = storage.sql;
    this.#random = random;
    this.shown = new ShownRevisions(storage.sql);
    createTables(this.#sql);
    this.load();
  }

  /** Forgets everything in memory and reads where the log stands. */
  load(): void {
    this.#open = null;
    this.shown.forget();
    ({ committed: this.#committed, stage: this.#stage } = readStanding(this.#sql, this.shown));
    this.#common = readTicket(this.#sql);
  }

  get isBorn(): boolean {
    return this.#committed !== null;
  }

  /** Committed revision. */
  get revision(): number {
    return this.#born().revision;
  }

  /** Committed text. */
  get text(): string {
    return this.#opened().room.text;
  }

  /** The staged edit's revision, from this life or an earlier one; null when there is none. */
  get pending(): number | null {
    return this.#stage?.revision ?? null;
  }

  /** The room begins with D1's text as D1's revision; `by` is whoever wrote that text. */
  birth(text: string, revision: number, by: Authorship): void {
    if (this.isBorn) throw new Error("The room is born already.");
    const client = toRoomClient(this.#random());
    const update = new PageDocument().splice([{ at: 0, remove: 0, insert: text.toWellFormed() }], client);
    this.#storage.transactionSync(() => {
      insertUpdate(this.#sql, { seq: revision, first: 0, by, isPending: false }, update ?? new PageDocument().encode());
      insertVersion(this.#sql, revision, by);
      writeMeta(this.#sql, "birth", revision);
      writeMeta(this.#sql, "client", client);
    });
    this.load();
  }

  /** Merges an edit and stages it when it changes anything; `request.base` may be any past revision. */
  edit(request: EditRequest, by: Authorship, common: Common | null = null): EditOutcome {
    this.#requireSettled();
    const outcome = this.#opened().room.edit(request);
    if (!outcome.ok || outcome.update === null) return outcome;
    // No wait in between: the two are durable together.
    if (common !== null || this.#common !== null) writeTicket(this.#sql, common);
    this.#common = common;
    this.#store(outcome.update, outcome.revision, by);
    return outcome;
  }

  /** The staged edit is one of several pages': D1's record under this name decides. */
  get ticket(): string | null {
    return this.#stage === null ? null : (this.#common?.ticket ?? null);
  }

  /** Who is shown the staged edit of several pages once it stands. */
  get ticketReader(): string | null {
    return this.#common?.reader ?? null;
  }

  settle(committed: boolean, reader: string | null = null): "confirmed" | "aborted" {
    if (committed) this.confirm(reader);
    else this.abort();
    return committed ? "confirmed" : "aborted";
  }

  /** Merges and commits an update from the browser client `writer` (null: any); `update` of the outcome is for the others. */
  applyUpdate(update: Uint8Array, writer: number | null, by: Authorship): EditOutcome {
    this.#requireSettled();
    const outcome = this.#opened().room.applyUpdate(update, writer);
    if (!outcome.ok || outcome.update === null) return outcome;
    const { update: news, revision } = outcome;
    this.#orReload(() =>
      this.#storage.transactionSync(() => {
        this.#store(news, revision, by);
        this.confirm();
      }),
    );
    return outcome;
  }

  /**
   * D1 has the staged edit: from now on everybody sees it, and `reader` is being shown it. That is noted before the answer
   * leaves and not sooner, and nobody is shown what D1 has not taken, so the note confirms the edit as well.
   */
  confirm(reader: string | null = null): void {
    const stage = this.#staged();
    const { last, birth, revision } = this.#born();
    const isNewVersion = revision === birth || startsVersion(last, stage.by);
    const isSnapshotDue = this.#open?.pace.isDueAfter(stage.size) ?? false;
    this.#orReload(() =>
      this.#atOnce(isNewVersion || isSnapshotDue, () => {
        if (reader === null) settleUpdate(this.#sql, stage.revision);
        else this.shown.record(reader, stage.revision);
        if (isNewVersion) insertVersion(this.#sql, stage.revision, stage.by);
        if (this.#open === null || this.#open.room.staged === null) return;
        this.#open.room.confirm();
        this.#open.pace.advance(stage.revision, stage.size, this.#open.room.document);
      }),
    );
    if (this.#open !== null && this.#open.room.revision !== stage.revision) this.#open = null;
    this.#committed = { birth, revision: stage.revision, last: stage.by };
    this.#stage = null;
  }

  /** D1 refused the staged edit: it never was. */
  abort(): void {
    const stage = this.#staged();
    this.#orReload(() =>
      this.#storage.transactionSync(() => {
        deleteUpdates(this.#sql, stage.revision, stage.revision);
        this.#stage = null;
        const { room } = this.#opened();
        if (room.staged === null) room.giveUp(stage.revision);
        else room.abort();
        writeMeta(this.#sql, "used", room.head.usedRevision);
        writeMeta(this.#sql, "client", room.head.client);
      }),
    );
  }

  /** Settles what was staged by what D1 says: its revision is the staged one's (or later) exactly if it took the edit. */
  resolvePending(d1Revision: number): "none" | "confirmed" | "aborted" {
    if (this.#stage === null) return "none";
    if (d1Revision >= this.#stage.revision) {
      this.confirm();
      return "confirmed";
    }
    this.abort();
    return "aborted";
  }

  /** Newest first; `before` is the last version already seen. A version's number grows while its burst goes on. */
  versions(limit: number, before: number | null = null): Version[] {
    return listVersions(this.#sql, this.#born().revision, limit, before);
  }

  /** The text at a revision; null when it never was or is no longer kept exactly. Versions always are. */
  textAt(revision: number): string | null {
    const { birth, revision: head } = this.#born();
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
    this.shown.forget();
    return this.#storage.transactionSync(() => compactLog(this.#sql, now));
  }

  #store(update: Uint8Array, revision: number, by: Authorship): void {
    this.#orReload(() => {
      this.#atOnce(update.byteLength > PART_BYTES, () =>
        insertUpdate(this.#sql, { seq: revision, first: revision, by, isPending: true }, update),
      );
      this.#stage = { revision, size: update.byteLength, by };
    });
  }

  #opened(): { readonly room: Room; readonly pace: SnapshotPace } {
    if (this.#open === null) {
      const { birth, revision } = this.#born();
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

  /** A row made of several revisions has only its last one; everything before birth is birth. */
  #keptFrom(revision: number): number {
    const row = updateFrom(this.#sql, revision, this.#born().revision);
    return row !== null && row.first <= revision ? row.seq : revision;
  }

  #born(): Committed {
    if (this.#committed === null) throw new Error("The room is not born yet.");
    return this.#committed;
  }

  #staged(): Stage {
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
