/**
 * A page's text as a Yjs document: one `Y.Text` named `content` with plain characters only.
 *
 * Two different operations must never have the same (client, clock), or replicas diverge permanently. Therefore:
 * - The document itself has client id 0, which nobody writes with; every edit names its client.
 * - Edits at the head use the room's one stable client. Its clock is read from this document, which has exactly the
 *   committed updates, so a reload continues where the log ends.
 * - An edit that was applied and then discarded (aborted, or dropped after a crash) is not in the log, and a reload
 *   would reuse its clocks. After every such loss the room therefore switches to a new head client: even if the lost
 *   edit leaked, nothing can be confused with it.
 * - A crash between storing and confirming loses nothing: no edit is accepted until the stored one is confirmed or
 *   aborted.
 * - An edit forked from an older state uses a client that no state ever contained, because its fork only knows old
 *   clocks.
 */
import * as Y from "yjs";
import { rightClientOf, type RoomClient } from "./clients.ts";
import { findMeetings, type KnownClocks, type Meeting } from "./meetings.ts";
import { locateRanges, pinRanges, type PinnedRange, type TextRange } from "./pinned-ranges.ts";
import type { Splice } from "./splices.ts";
import { splicesSince, toSplices } from "./text-delta.ts";
import type { OperationId, TypedRun } from "./typed-run.ts";

/** The effect of an update here: `update` has only the new part (null if none); `splices` refer to the text before it. */
type Merged = { readonly update: Uint8Array | null; readonly splices: readonly Splice[] };

/** Maximum number of deferred runs: applying them delays the next read. */
const MAX_DEFERRED = 500;

export class PageDocument {
  readonly #applied = new Y.Doc();
  /** Runs that are known to apply cleanly; they are applied together on the next read. */
  #deferred: Uint8Array[] = [];
  #deferredLength = 0;
  readonly #deferredClocks = new Map<number, number>();

  constructor(updates: Iterable<Uint8Array> = []) {
    this.#applied.clientID = 0;
    this.#applyAll(updates);
  }

  get text(): string {
    return this.#content.toString();
  }

  /** In UTF-16 code units; cheap, unlike `text`. */
  get length(): number {
    return this.#content.length;
  }

  /** Like `length`, without applying deferred runs: some of them may turn out to be deleted. */
  get maxLength(): number {
    return this.#applied.getText("content").length + this.#deferredLength;
  }

  /** True if part of an update is waiting for another update that never arrived. */
  get isIncomplete(): boolean {
    return this.#doc.store.pendingStructs !== null || this.#doc.store.pendingDs !== null;
  }

  /** Number of operations of `client` in the document; 0 if it never wrote. */
  clockOf(client: number): number {
    return this.#deferredClocks.get(client) ?? Y.getState(this.#applied.store, client);
  }

  /** True if the run is its client's next one and its neighbours are in the document: then it always applies. */
  continuesWith({ client, clock, left, right }: TypedRun): boolean {
    return this.clockOf(client) === clock && this.#holds(left) && this.#holds(right);
  }

  /**
   * Adds a run for which `continuesWith` is true. Yjs applies hundreds at once as fast as a few one by one, so this
   * waits until the document is read.
   */
  defer({ client, clock, length }: TypedRun, update: Uint8Array): void {
    this.#deferred.push(update);
    this.#deferredLength += length;
    this.#deferredClocks.set(client, clock + length);
    if (this.#deferred.length >= MAX_DEFERRED) this.#applyDeferred();
  }

  /** True if all `length` operations of `client` from `clock` on exist here and are deleted. */
  hasDeleted(client: number, clock: number, length: number): boolean {
    if (clock + length > this.clockOf(client)) return false;
    if (length === 0) return true;
    const structs = this.#doc.store.clients.get(client) ?? [];
    for (let i = Y.findIndexSS(structs, clock), struct = structs[i]; struct; struct = structs[++i]) {
      if (struct.id.clock >= clock + length) break;
      if (!struct.deleted) return false;
    }
    return true;
  }

  /** True if `text` matches the characters of a client from `clock` on, where they exist here and are not deleted. */
  agreesWith(client: number, clock: number, text: string): boolean {
    const end = Math.min(clock + text.length, this.clockOf(client));
    const structs = this.#doc.store.clients.get(client) ?? [];
    if (clock >= end) return true;
    for (let i = Y.findIndexSS(structs, clock), struct = structs[i]; struct; struct = structs[++i]) {
      const { clock: from } = struct.id;
      if (from >= end) break;
      if (struct.deleted || !(struct instanceof Y.Item) || !(struct.content instanceof Y.ContentString)) continue;
      const [start, stop] = [Math.max(from, clock), Math.min(from + struct.length, end)];
      if (!areSame(struct.content.str.slice(start - from, stop - from), text.slice(start - clock, stop - clock)))
        return false;
    }
    return true;
  }

  /** Number of Yjs structs: memory, first frames and edit times grow with it, regardless of the text's length. */
  get partCount(): number {
    let count = this.#deferred.length;
    for (const structs of this.#applied.store.clients.values()) count += structs.length;
    return count;
  }

  /** Number of clients that ever wrote. */
  get clientCount(): number {
    return this.#doc.store.clients.size;
  }

  /** Applies splices as `client` and returns them as a Yjs update; null if they change nothing. */
  splice(splices: readonly Splice[], client: RoomClient): Uint8Array | null {
    return this.#capture(() => {
      this.#doc.transact(() => {
        // From the end, so that no splice shifts the offset of another.
        for (const splice of splices.toReversed()) this.#applySplice(splice, client);
      });
      this.#doc.clientID = 0;
    });
  }

  /** Like `merge`, without tracking what changed: returns the new part of the update, or null. */
  apply(update: Uint8Array): Uint8Array | null {
    return this.#capture(() => Y.applyUpdate(this.#doc, update));
  }

  /** The places where an update that has just been applied met text that its author had not seen. */
  meetingsOf(update: Uint8Array, known: KnownClocks): Meeting[] {
    return findMeetings(this.#doc, update, known);
  }

  /** Merges a Yjs update. Throws on invalid bytes; the document must then be discarded. */
  merge(update: Uint8Array): Merged {
    let splices: readonly Splice[] = [];
    const observe = (event: Y.YTextEvent) => {
      splices = toSplices(event.delta);
    };
    this.#content.observe(observe);
    try {
      return { update: this.#capture(() => Y.applyUpdate(this.#doc, update)), splices };
    } finally {
      this.#content.unobserve(observe);
    }
  }

  /** The splices that the last updates made together; each has only what was new when it was applied. */
  splicesSince(updates: readonly Uint8Array[]): Splice[] {
    return splicesSince(this.#content, updates);
  }

  pin(ranges: readonly TextRange[]): PinnedRange[] {
    return pinRanges(this.#content, ranges);
  }

  /** Null for a range of another document. */
  locate(pinned: readonly PinnedRange[]): (TextRange | null)[] {
    return locateRanges(this.#content, pinned);
  }

  /** The state as one Yjs update; given a state vector, only what its sender lacks. */
  encode(stateVector?: Uint8Array): Uint8Array {
    return Y.encodeStateAsUpdate(this.#doc, stateVector);
  }

  encodeStateVector(): Uint8Array {
    return Y.encodeStateVector(this.#doc);
  }

  /** The document with all deferred runs applied. */
  get #doc(): Y.Doc {
    this.#applyDeferred();
    return this.#applied;
  }

  get #content(): Y.Text {
    return this.#doc.getText("content");
  }

  #holds(id: OperationId | null): boolean {
    return id === null || id.clock < this.clockOf(id.client);
  }

  #applyDeferred(): void {
    if (this.#deferred.length === 0) return;
    const updates = this.#deferred;
    this.#deferred = [];
    this.#deferredLength = 0;
    this.#deferredClocks.clear();
    this.#applyAll(updates);
  }

  /** One transaction: Yjs cleans up once, not once per update. */
  #applyAll(updates: Iterable<Uint8Array>): void {
    this.#applied.transact(() => {
      for (const update of updates) Y.applyUpdate(this.#applied, update);
    });
  }

  #applySplice({ at, remove, insert }: Splice, client: RoomClient): void {
    const goesBehind = insert.startsWith("\n") && !insert.endsWith("\n");
    this.#doc.clientID = goesBehind ? rightClientOf(client) : client;
    if (remove > 0) this.#content.delete(at, remove);
    if (insert !== "") this.#content.insert(at, insert);
  }

  #capture(act: () => void): Uint8Array | null {
    let captured: Uint8Array | null = null;
    const keep = (update: Uint8Array) => {
      captured = update;
    };
    const doc = this.#doc;
    doc.on("update", keep);
    try {
      act();
    } finally {
      doc.off("update", keep);
    }
    return captured;
  }
}

/** Yjs replaces both halves of a surrogate pair that an edit has split with U+FFFD. */
const areSame = (here: string, sent: string): boolean =>
  here === sent ||
  (here.includes("\ufffd") && [...sent.split("").keys()].every((i) => here[i] === sent[i] || here[i] === "\ufffd"));

/** Merges two updates, the second of which was made on top of the first. */
export const joinUpdates = (first: Uint8Array, second: Uint8Array): Uint8Array => Y.mergeUpdates([first, second]);
