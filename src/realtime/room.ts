/**
 * The rules that merge all edits of a page into one text.
 *
 * A revision is the number of a committed update. An edit is applied to a fork of the page at the revision its author
 * saw (`base`), where its line numbers and text have the intended meaning, and is then merged into the live document.
 * An edit is first staged: `text` and `revision` stay unchanged until `confirm`, and `abort` leaves no trace. The
 * aborted number is not reused, so that anything still arriving under it stays older than the next revision.
 */
import { isBrowserClient, rightClientOf, toRoomClient, type RoomClient } from "./clients.ts";
import { diffText } from "./diff.ts";
import { type Change, planSplices, wellFormed } from "./change.ts";
import { joinUpdates, type PageDocument } from "./document.ts";
import type { LineError } from "./lines.ts";
import type { LineKind } from "./line-kind.ts";
import { maySetPart, repairOf } from "./live-repair.ts";
import { knownClocks, type KnownClocks } from "./meetings.ts";
import { expandToParts } from "./expand-to-parts.ts";
import { mergeChanges } from "./merge.ts";
import { changeBetween } from "./word-alignment.ts";
import { readTypedRun, type TypedRun } from "./typed-run.ts";
import { MAX_CLOCK, writersOf } from "./validate-update.ts";
import { applySplices, changedLines, type LineRange, type Splice } from "./splices.ts";
import { CONTENT_LIMIT_BYTES } from "../kernel/text.ts";
import { fitsIn } from "./text.ts";

export type EditRequest = {
  readonly change: Change;
  /** The revision that the change was based on. */
  readonly base: number;
  /** Strict mode: rejects unless this is the current revision. */
  readonly expectedRevision?: number | undefined;
  /** The line structure of the page, if the room does not know it. */
  readonly kind?: LineKind | undefined;
};

export type EditError =
  | LineError
  | { readonly code: "revision_conflict"; readonly currentRevision: number }
  | { readonly code: "revision_invalid"; readonly currentRevision: number }
  | { readonly code: "splice_invalid" }
  | { readonly code: "update_invalid" }
  | { readonly code: "payload_too_large" };

/**
 * `text` and `revision` are those after the edit. `baseUsed` differs from the requested base if that is no longer kept;
 * it is then the nearest later revision. `update` is null exactly if `changed` is false. `changedLines` is null if the
 * text is unchanged, which can be the case even for an update that must be kept.
 */
export type Edited = {
  readonly ok: true;
  readonly changed: boolean;
  readonly update: Uint8Array | null;
  readonly text: string;
  readonly revision: number;
  readonly changedLines: LineRange | null;
  readonly baseUsed: number;
};

export type EditOutcome = Edited | { readonly ok: false; readonly error: EditError };

/**
 * The outcome of an external update. `update` has only the new part, including the room's repairs; null if nothing was
 * new and no revision was created. `correction` is the repair alone, which the sender lacks; null if there was none.
 */
export type MergeOutcome =
  | {
      readonly ok: true;
      readonly update: Uint8Array | null;
      readonly correction: Uint8Array | null;
      readonly revision: number;
    }
  | { readonly ok: false; readonly error: { readonly code: "update_invalid" | "payload_too_large" } };

/** The committed history of a page, independent of its storage. */
export type History = {
  /** A new document in the exact state of `revision`, which must be kept. */
  readonly documentAt: (revision: number) => PageDocument;
  /** `revision` if its exact state is available, otherwise the nearest later revision whose state is. */
  readonly keptFrom: (revision: number) => number;
  /** The first revision of the current Yjs document; documents of earlier revisions share nothing with it. */
  readonly documentSince: () => number;
};

/** The state of a room. `usedRevision` is the highest number ever assigned, confirmed or not. */
export type RoomHead = {
  readonly revision: number;
  readonly usedRevision: number;
  readonly client: RoomClient;
};

type StagedEdit = { readonly text: string; readonly revision: number; readonly splices: readonly Splice[] };

export class Room {
  readonly #history: History;
  readonly #random: () => number;
  readonly #kindOf: () => LineKind;
  #head: RoomHead;
  #live: PageDocument;
  /** Null after external updates until it is read: building the text takes longer than applying them. */
  #text: string | null = null;
  #staged: StagedEdit | null = null;

  /** `random` returns 32 random bits. */
  constructor(history: History, head: RoomHead, random: () => number, kind: () => LineKind = () => "plain") {
    this.#kindOf = kind;
    this.#history = history;
    this.#random = random;
    this.#head = head;
    this.#live = history.documentAt(head.revision);
  }

  /** Committed text. */
  get text(): string {
    return (this.#text ??= this.document.text);
  }

  /** Committed revision. */
  get revision(): number {
    return this.#head.revision;
  }

  get head(): RoomHead {
    return this.#head;
  }

  get staged(): StagedEdit | null {
    return this.#staged;
  }

  /** The committed document. While an edit is staged it is read from history, because the edit may still be undone. */
  get document(): PageDocument {
    return this.#staged === null ? this.#live : this.#history.documentAt(this.revision);
  }

  /** Applies and merges an edit, and stages it if it changes anything. */
  edit(request: EditRequest): EditOutcome {
    this.#requireNothingStaged();
    const refusal = this.#checkRevisions(request);
    if (refusal !== null) return { ok: false, error: refusal };
    const baseUsed = request.base === this.revision ? this.revision : this.#history.keptFrom(request.base);
    const kind = request.kind ?? this.#kindOf();
    const change = wellFormed(request.change);
    // A body equal to the current text comes from a retry, or from someone who made the same edit.
    if (change.kind === "body" && change.content === this.text) return this.#unchanged(baseUsed);
    return baseUsed === this.revision ? this.#editHead(change, baseUsed, kind) : this.#editFork(change, baseUsed, kind);
  }

  /**
   * Merges an external Yjs update and commits it at once if it changes anything. `mayWrite` returns whether its sender
   * may write as that Yjs client. Rejects anything that is not plain text, incomplete updates, and those that would
   * make the page too large.
   */
  applyUpdate(update: Uint8Array, mayWrite: (client: number) => boolean): MergeOutcome {
    this.#requireNothingStaged();
    const kind = this.#kindOf();
    const run = readTypedRun(update);
    const isPlain = run !== null && !maySetPart(kind, run.text);
    if (isPlain && isBrowserClient(run.client) && this.#live.continuesWith(run) && this.#hasRoomFor(run)) {
      if (!mayWrite(run.client)) return { ok: false, error: { code: "update_invalid" } };
      this.#live.defer(run, update);
      return this.#keep(update);
    }
    const writers = writersOf(update, this.#live);
    if (writers === null || ![...writers].every(mayWrite)) return { ok: false, error: { code: "update_invalid" } };
    const before = this.#live.length;
    const known = kind === "plain" ? null : knownClocks(update, (client) => this.#live.clockOf(client));
    try {
      const news = this.#live.apply(update);
      if (this.#live.isIncomplete) return this.#discard("update_invalid");
      if (!this.#mayBecome(before)) return this.#discard("payload_too_large");
      return this.#keep(news, news === null || known === null ? null : this.#repair(kind, update, known));
    } catch {
      return this.#discard("update_invalid");
    }
  }

  /** The staged edit was committed. */
  confirm(): void {
    if (this.#staged === null) throw new Error("Nothing is staged.");
    const { text, revision } = this.#staged;
    this.#text = text;
    this.#head = { ...this.#head, revision, usedRevision: revision };
    this.#staged = null;
  }

  /** Discards the staged edit. `head` then has a new client, and a used revision that must be stored. */
  abort(): void {
    if (this.#staged === null) throw new Error("Nothing is staged.");
    const { revision } = this.#staged;
    this.#staged = null;
    this.#reload();
    this.retireRevision(revision);
  }

  /** An edit that an earlier instance staged as `revision` is lost: neither its number nor its client is reused. */
  retireRevision(revision: number): void {
    this.#head = { ...this.#head, usedRevision: revision, client: this.#newClient() };
  }

  #editHead(change: Change, baseUsed: number, kind: LineKind): EditOutcome {
    const planned = planSplices(this.text, change);
    if (!Array.isArray(planned)) return { ok: false, error: planned };
    const splices = expandToParts(kind, this.text, planned);
    const text = applySplices(this.text, splices);
    if (text === this.text) return this.#unchanged(baseUsed);
    if (outgrows(this.text, text)) return { ok: false, error: { code: "payload_too_large" } };
    const update = this.#live.splice(splices, this.#head.client);
    return this.#stage(update, text, splices, baseUsed);
  }

  /** Applies the edit to its base as its author intended, merges it by line with all later changes, and edits the head. */
  #editFork(change: Change, baseUsed: number, kind: LineKind): EditOutcome {
    const fork = this.#history.documentAt(baseUsed);
    const base = fork.text;
    const mine = change.kind === "body" ? changeBetween(base, change.content) : planSplices(base, change);
    if (!Array.isArray(mine)) return { ok: false, error: mine };
    if (mine.length === 0) return this.#unchanged(baseUsed);
    const theirs =
      baseUsed < this.#history.documentSince()
        ? diffText(base, this.text)
        : fork.merge(this.#live.encode(fork.encodeStateVector())).splices;
    const text = mergeChanges(base, theirs, mine, kind);
    if (text === this.text) return this.#unchanged(baseUsed);
    if (outgrows(this.text, text)) return { ok: false, error: { code: "payload_too_large" } };
    const splices = expandToParts(kind, this.text, diffText(this.text, text));
    return this.#stage(this.#live.splice(splices, this.#head.client), text, splices, baseUsed);
  }

  /** Estimate that does not count the bytes of the characters. */
  #hasRoomFor({ clock, length }: TypedRun): boolean {
    return (this.#live.maxLength + length) * 3 <= CONTENT_LIMIT_BYTES && clock + length <= MAX_CLOCK;
  }

  /** True if the document, which had `before` characters, may have its current size. */
  #mayBecome(before: number): boolean {
    const { length } = this.#live;
    return length * 3 <= CONTENT_LIMIT_BYTES || length < before || fitsIn(this.#live.text);
  }

  #keep(update: Uint8Array | null, correction: Uint8Array | null = null): MergeOutcome {
    if (update === null) return { ok: true, update, correction: null, revision: this.revision };
    const revision = this.#head.usedRevision + 1;
    this.#head = { ...this.#head, revision, usedRevision: revision };
    this.#text = null;
    return { ok: true, update: correction === null ? update : joinUpdates(update, correction), correction, revision };
  }

  /** Repairs parts of lines that were set concurrently, as an edit by the room; null if nothing is broken. */
  #repair(kind: LineKind, update: Uint8Array, known: KnownClocks): Uint8Array | null {
    const meetings = this.#live.meetingsOf(update, known);
    const splices = meetings.length === 0 ? [] : repairOf(kind, this.#live.text, meetings);
    return splices.length === 0 ? null : this.#live.splice(splices, this.#head.client);
  }

  /** Discards the state in memory and reloads it from history. */
  #discard(code: "update_invalid" | "payload_too_large"): MergeOutcome {
    this.#reload();
    return { ok: false, error: { code } };
  }

  #stage(update: Uint8Array | null, text: string, splices: readonly Splice[], baseUsed: number): EditOutcome {
    if (update === null) return this.#unchanged(baseUsed);
    const revision = this.#head.usedRevision + 1;
    this.#staged = { text, revision, splices };
    const lines = changedLines(this.text, text, splices);
    return { ok: true, changed: true, update, text, revision, changedLines: lines, baseUsed };
  }

  #unchanged(baseUsed: number): EditOutcome {
    const { text, revision } = this;
    return { ok: true, changed: false, update: null, text, revision, changedLines: null, baseUsed };
  }

  #checkRevisions({ base, expectedRevision }: EditRequest): EditError | null {
    const currentRevision = this.revision;
    if (expectedRevision !== undefined && expectedRevision !== currentRevision)
      return { code: "revision_conflict", currentRevision };
    const isKnownRevision = Number.isSafeInteger(base) && base >= 0 && base <= currentRevision;
    return isKnownRevision ? null : { code: "revision_invalid", currentRevision };
  }

  #newClient(): RoomClient {
    for (;;) {
      const client = toRoomClient(this.#random());
      const isUnused = this.#live.clockOf(client) === 0 && this.#live.clockOf(rightClientOf(client)) === 0;
      if (client !== this.#head.client && isUnused) return client;
    }
  }

  #reload(): void {
    this.#live = this.#history.documentAt(this.revision);
  }

  #requireNothingStaged(): void {
    if (this.#staged !== null) throw new Error("An edit is staged: confirm or abort it first.");
  }
}

/** True if the text is too large and not shrinking. */
const outgrows = (before: string, after: string): boolean => !fitsIn(after) && after.length >= before.length;
