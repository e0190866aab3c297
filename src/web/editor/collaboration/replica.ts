/**
 * A second copy of an open page's document: the one that an editor shows. What is typed enters both at once; what comes
 * from the room waits until the editor can take it, so that the text on the screen always equals the copy's.
 *
 * Yjs merges what was typed meanwhile, by the same rules as everywhere else: nothing here moves offsets by hand. The copy
 * writes with a client id of its own, since two documents must never write with the same.
 */
import * as Y from "yjs";

/** `origin` is that of the transaction by which it enters: the copy, or what stands for an edit that is looked at on its own. */
type Incoming = { readonly update: Uint8Array; readonly origin: object };

export class Replica {
  readonly doc = new Y.Doc();
  readonly text = this.doc.getText("content");
  readonly #live: Y.Doc;
  readonly #arrived: (update: Uint8Array) => void;
  #held: Incoming[] = [];
  /** The origin of what comes from the page at this moment. */
  #entering: object | null = null;

  /**
   * `client` is unused so far. `arrived` hears that something waits; `originOf` says what an update is, so that one can be
   * told from others.
   */
  constructor(
    live: Y.Doc,
    client: number,
    arrived: () => void,
    originOf: (update: Uint8Array, replica: Replica) => object | null,
  ) {
    this.#live = live;
    Y.applyUpdate(this.doc, Y.encodeStateAsUpdate(live), this);
    this.doc.clientID = client;
    this.doc.on("update", this.#forward);
    this.#arrived = (update) => {
      this.#held.push({ update, origin: originOf(update, this) ?? this });
      arrived();
    };
    live.on("update", this.#hold);
  }

  get isHolding(): boolean {
    return this.#held.length > 0;
  }

  /** Lets in what waits. */
  release(): void {
    const held = this.#held;
    this.#held = [];
    for (const { updates, origin } of groups(held)) {
      this.#entering = origin;
      Y.applyUpdate(this.doc, Y.mergeUpdates(updates), origin);
    }
    this.#entering = null;
  }

  /** Where in the page's own text an offset of the copy is. */
  toLive(offset: number): number {
    if (!this.isHolding) return offset;
    const position = Y.createRelativePositionFromTypeIndex(this.text, offset);
    return Y.createAbsolutePositionFromRelativePosition(position, this.#live)?.index ?? offset;
  }

  destroy(): void {
    this.#live.off("update", this.#hold);
    this.doc.destroy();
  }

  readonly #hold = (update: Uint8Array, origin: unknown): void => {
    if (origin !== this) this.#arrived(update);
  };

  readonly #forward = (update: Uint8Array, origin: unknown): void => {
    if (origin === this.#entering) return;
    Y.applyUpdate(this.#live, update, this);
  };
}

/** Neighbours of one origin are one transaction. */
function groups(held: readonly Incoming[]): { origin: object; updates: Uint8Array[] }[] {
  const all: { origin: object; updates: Uint8Array[] }[] = [];
  for (const { update, origin } of held) {
    const last = all.at(-1);
    if (last?.origin === origin) last.updates.push(update);
    else all.push({ origin, updates: [update] });
  }
  return all;
}
