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
 * - A crash between storing and confirming loses nothing: no edit is accepted until the stored one is settled.
 * - An edit forked from an older state uses a client that no state ever held, since its fork knows only old clocks.
 */
import * as Y from "yjs";
import { rightTwin, type RoomClient } from "./clients.ts";
import type { Splice } from "./splices.ts";

/** What an update did here: `update` is only what was new (null: nothing), `splices` are in the text before. */
export type Merged = { readonly update: Uint8Array | null; readonly splices: readonly Splice[] };

export class PageDocument {
  readonly #doc = new Y.Doc();
  readonly #content = this.#doc.getText("content");

  constructor(updates: Iterable<Uint8Array> = []) {
    this.#doc.clientID = 0;
    // One transaction: Yjs tidies up once, not once per update.
    this.#doc.transact(() => {
      for (const update of updates) Y.applyUpdate(this.#doc, update);
    });
  }

  get text(): string {
    return this.#content.toString();
  }

  /** True when something the document was given waits for an update that never came. */
  get isIncomplete(): boolean {
    return this.#doc.store.pendingStructs !== null || this.#doc.store.pendingDs !== null;
  }

  /** How many operations of `client` the document holds; 0 when it never wrote. */
  clockOf(client: number): number {
    return Y.getState(this.#doc.store, client);
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

  #applySplice({ at, remove, insert }: Splice, client: RoomClient): void {
    const goesBehind = insert.startsWith("\n") && !insert.endsWith("\n");
    this.#doc.clientID = goesBehind ? rightTwin(client) : client;
    if (remove > 0) this.#content.delete(at, remove);
    if (insert !== "") this.#content.insert(at, insert);
  }

  #capture(act: () => void): Uint8Array | null {
    let captured: Uint8Array | null = null;
    const keep = (update: Uint8Array) => {
      captured = update;
    };
    this.#doc.on("update", keep);
    try {
      act();
    } finally {
      this.#doc.off("update", keep);
    }
    return captured;
  }
}

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
