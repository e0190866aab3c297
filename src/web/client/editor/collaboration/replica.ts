/**
 * A second copy of an open page's document: the one that the editor shows. Typing is applied to both at once; updates from the
 * room wait until the editor can show them, so that the text on screen always equals the copy's.
 *
 * Yjs merges concurrent typing by its usual rules: no offsets are adjusted by hand here. The copy has its own client id, since
 * two documents must never write under the same one.
 */
import * as Y from "yjs";

/**
 * `origin` is the transaction origin to apply the update with: the replica, or an object that identifies an individually tracked
 * edit.
 */
type Incoming = { readonly update: Uint8Array; readonly origin: object };

export class Replica {
  readonly doc = new Y.Doc();
  readonly text = this.doc.getText("content");
  readonly #live: Y.Doc;
  readonly #arrived: (update: Uint8Array) => void;
  #held: Incoming[] = [];
  /** The origin of the update that is being applied from the page. */
  #entering: object | null = null;

  /**
   * `client` must be an unused client id. `arrived` is called when an update is held; `originOf` returns an origin for updates
   * to track individually.
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

  /** Applies the held updates. */
  release(): void {
    const held = this.#held;
    this.#held = [];
    for (const { updates, origin } of groups(held)) {
      this.#entering = origin;
      Y.applyUpdate(this.doc, Y.mergeUpdates(updates), origin);
    }
    this.#entering = null;
  }

  /** Converts an offset in the copy to one in the page's own text. */
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

/** Adjacent updates with the same origin become one transaction. */
function groups(held: readonly Incoming[]): { origin: object; updates: Uint8Array[] }[] {
  const all: { origin: object; updates: Uint8Array[] }[] = [];
  for (const { update, origin } of held) {
    const last = all.at(-1);
    if (last?.origin === origin) last.updates.push(update);
    else all.push({ origin, updates: [update] });
  }
  return all;
}
