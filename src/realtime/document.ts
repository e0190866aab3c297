/**
 * A page's text as a Yjs document: one `Y.Text` named `content`, plain characters only.
 *
 * Two different operations must never carry the same (client, clock), or replicas part for good. So:
 * - The document itself has client id 0, which nobody writes with; an edit names its client.
 * - Edits at the head use the room's one stable client. Its clock is read from this document, which holds exactly the
 *   committed updates, so a reload continues where the log ends.
 * - An edit that was applied and then given up (aborted, or dropped after a crash) leaves the log, and a reload would
 *   hand its clocks out again. The room therefore takes a new head client after every such loss: even if a trace of
 *   the lost edit got out, nothing can be mistaken for it.
 * - A crash between storing and confirming loses nothing: no edit is accepted until the stored one is confirmed or aborted.
 * - An edit forked from an older state uses a client that no state ever held, since its fork knows only old clocks.
 */
import * as Y from "yjs";
import { rightClientOf, type RoomClient } from "./clients.ts";
import { findMeetings, type KnownClocks, type Meeting } from "./meetings.ts";
import type { Splice } from "./splices.ts";
import type { OperationId, TypedRun } from "./typed-run.ts";

/** What an update did here: `update` is only what was new (null: nothing), `splices` are in the text before. */
type Merged = { readonly update: Uint8Array | null; readonly splices: readonly Splice[] };

/** Runs that wait for each other at most: carrying them out delays whoever wants to see them. */
const MAX_DEFERRED = 500;

export class PageDocument {
  readonly #applied = new Y.Doc();
  /** Runs that are known to fit, and are carried out together once somebody looks. */
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

  /** In UTF-16 units; costs little, unlike `text`. */
  get length(): number {
    return this.#content.length;
  }

  /** As `length`, without carrying out what was deferred: some of it may turn out to be deleted. */
  get lengthAtMost(): number {
    return this.#applied.getText("content").length + this.#deferredLength;
  }

  /** True when something the document was given waits for an update that never came. */
  get isIncomplete(): boolean {
    return this.#doc.store.pendingStructs !== null || this.#doc.store.pendingDs !== null;
  }

  /** How many operations of `client` the document holds; 0 when it never wrote. */
  clockOf(client: number): number {
    return this.#deferredClocks.get(client) ?? Y.getState(this.#applied.store, client);
  }

  /** Whether the run is the next of its client, and was put beside operations that are here: then nothing can keep it out. */
  continuesWith({ client, clock, left, right }: TypedRun): boolean {
    return this.clockOf(client) === clock && this.#holds(left) && this.#holds(right);
  }

  /**
   * Takes a run in that `continuesWith` holds for. Yjs carries out hundreds in the time that it takes for a few one by
   * one, so this waits until the document is looked at.
   */
  defer({ client, clock, length }: TypedRun, update: Uint8Array): void {
    this.#deferred.push(update);
    this.#deferredLength += length;
    this.#deferredClocks.set(client, clock + length);
    if (this.#deferred.length >= MAX_DEFERRED) this.#applyDeferred();
  }

  /** Whether all of `length` operations of `client` from `clock` on are here and deleted. */
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

  /** Whether the characters of a client from `clock` on are these, as far as they are here and not deleted. */
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

  /** Yjs structs that the document consists of: memory, first frames and the time of edits grow with them, whatever the text's length. */
  get partCount(): number {
    let count = this.#deferred.length;
    for (const structs of this.#applied.store.clients.values()) count += structs.length;
    return count;
  }

  /** How many clients ever wrote. */
  get clientCount(): number {
    return this.#doc.store.clients.size;
  }

  /** Applies splices as `client` and returns them as a Yjs update; null when they come to nothing. */
  splice(splices: readonly Splice[], client: RoomClient): Uint8Array | null {
    return this.#capture(() => {
      this.#doc.transact(() => {
        // From the end, so that no splice moves the place of another.
        for (const splice of splices.toReversed()) this.#applySplice(splice, client);
      });
      this.#doc.clientID = 0;
    });
  }

  /** As `merge`, without looking at what changed: returns what was new, null for nothing. */
  apply(update: Uint8Array): Uint8Array | null {
    return this.#capture(() => Y.applyUpdate(this.#doc, update));
  }

  /** Where an update that is applied now met text that its writer had not seen. */
  meetingsOf(update: Uint8Array, known: KnownClocks): Meeting[] {
    return findMeetings(this.#doc, update, known);
  }

  /** Merges a Yjs update. Throws on bytes that are not one; what it was applied to is then to be thrown away. */
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

  /** The state as one Yjs update; with a state vector, only what its sender lacks. */
  encode(stateVector?: Uint8Array): Uint8Array {
    return Y.encodeStateAsUpdate(this.#doc, stateVector);
  }

  encodeStateVector(): Uint8Array {
    return Y.encodeStateVector(this.#doc);
  }

  /** With all that was deferred. */
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

  /** One transaction: Yjs tidies up once, not once per update. */
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

/** Yjs puts U+FFFD in place of both halves of a character that an edit has divided. */
const areSame = (here: string, sent: string): boolean =>
  here === sent ||
  (here.includes("\ufffd") && [...sent.split("").keys()].every((i) => here[i] === sent[i] || here[i] === "\ufffd"));

/** Two updates as one, of which the second was made on top of the first. */
export const joinUpdates = (first: Uint8Array, second: Uint8Array): Uint8Array => Y.mergeUpdates([first, second]);

function toSplices(delta: Y.YTextEvent["delta"]): Splice[] {
  const splices: Splice[] = [];
  let at = 0;
  for (const { retain = 0, delete: remove = 0, insert = "" } of delta) {
    at += retain;
    if (retain > 0) continue;
    const put = typeof insert === "string" ? insert : "";
    const last = splices.at(-1);
    // A replacement comes as two.
    if (last && last.at + last.remove === at)
      splices[splices.length - 1] = { at: last.at, remove: last.remove + remove, insert: last.insert + put };
    else splices.push({ at, remove, insert: put });
    at += remove;
  }
  return splices;
}
