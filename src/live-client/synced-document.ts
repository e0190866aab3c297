/** A Yjs document of a page, together with the edits that the room has not yet confirmed as stored. */
import * as Y from "yjs";
import { DeletedText } from "./deleted-text.ts";
import { type RepairedOperation, repairUpdate, retract } from "../realtime/repair-update.ts";

/** Pending updates are merged above this number while none can be sent. */
const MANY = 100;

/** Edits not known to be saved. */
export type Unsaved = {
  /** The added text, in page order; one line per place. */
  readonly text: string;
  /** The whole page including those edits, as the user saw it. */
  readonly page: string;
  /** All edits as a Yjs update, including deletions. */
  readonly update: Uint8Array;
};

export class SyncedDocument {
  readonly doc = new Y.Doc();
  readonly text = this.doc.getText("content");
  #unsent: Uint8Array[] = [];
  /** Updates sent on this connection, with their sequence numbers. */
  #sent: { readonly number: number; readonly update: Uint8Array }[] = [];
  #count = 0;
  /** The room's id for this document, since a page can have had several; null until known. */
  of: number | null = null;
  readonly deleted = new DeletedText();
  #isAdopting = false;

  /** `changed` is called after every local change. */
  constructor(client: number, changed: () => void) {
    this.doc.clientID = client;
    this.doc.on("afterTransaction", (transaction: Y.Transaction) => {
      if (transaction.origin !== this || this.#isAdopting) this.deleted.keep(transaction);
    });
    this.doc.on("update", (update: Uint8Array, origin: unknown) => {
      if (origin === this) return;
      const repaired = this.#queue(update);
      if (this.#unsent.length > MANY) this.#unsent = [Y.mergeUpdates(this.#unsent)];
      changed();
      // Editors filter typed input, but undo can bring back characters that the room now rejects.
      if (repaired.length > 0) retract(this.doc, repaired);
    });
  }

  get hasUnsent(): boolean {
    return this.#unsent.length > 0;
  }

  get hasUnsaved(): boolean {
    return this.#unsent.length > 0 || this.#sent.length > 0;
  }

  /** Applies an update from the room or from a stored copy. Throws if the update is malformed. */
  apply(update: Uint8Array): void {
    Y.applyUpdate(this.doc, update, this);
  }

  /** Applies edits of an earlier visit that were never saved. */
  adopt(update: Uint8Array): void {
    const { update: accepted, repaired } = repairUpdate(update);
    this.#isAdopting = true;
    try {
      this.apply(accepted);
    } finally {
      this.#isAdopting = false;
    }
    this.#unsent.push(accepted);
    // The stored copy of the page still has the characters as they were typed.
    if (repaired.length > 0) retract(this.doc, repaired);
  }

  /** Queues an update for sending, repaired so that the room accepts it. */
  #queue(update: Uint8Array): readonly RepairedOperation[] {
    const { update: accepted, repaired } = repairUpdate(update);
    this.#unsent.push(accepted);
    return repaired;
  }

  /** Text that cannot be placed yet because it depends on updates that have not arrived. */
  get unplacedText(): string {
    const { pendingStructs } = this.doc.store;
    if (pendingStructs === null) return "";
    const items = Y.decodeUpdateV2(pendingStructs.update).structs;
    return items
      .map((item) => (item instanceof Y.Item && item.content instanceof Y.ContentString ? item.content.str : ""))
      .join("");
  }

  encode(): Uint8Array {
    return Y.encodeStateAsUpdate(this.doc);
  }

  stateVector(): Uint8Array {
    return Y.encodeStateVector(this.doc);
  }

  /** Merges everything pending into the next update of this connection; null if nothing is pending. */
  takeUnsent(): Uint8Array | null {
    if (this.#unsent.length === 0) return null;
    const update = merge(this.#unsent);
    this.#unsent = [];
    this.#send(update);
    return update;
  }

  /**
   * What a room with this state vector lacks, as the next update of this connection. Throws for a malformed state vector.
   */
  takeMissing(stateVector: Uint8Array): Uint8Array {
    const missing = Y.encodeStateAsUpdate(this.doc, stateVector);
    this.#send(this.#takeAll());
    return missing;
  }

  #send(update: Uint8Array | null): void {
    this.#count += 1;
    if (update !== null) this.#sent.push({ number: this.#count, update });
  }

  /** Confirms the first `count` updates of this connection as stored; returns true if that saved anything. */
  saved(count: number): boolean {
    const before = this.#sent.length;
    this.#sent = this.#sent.filter(({ number }) => number > count);
    if (!this.hasUnsaved) this.deleted.forget();
    return this.#sent.length < before;
  }

  /** Sequence numbers are per connection; unsaved updates are sent again on the next one. */
  disconnected(): void {
    const unsaved = this.#takeAll();
    if (unsaved !== null) this.#unsent = [unsaved];
    this.#count = 0;
  }

  #takeAll(): Uint8Array | null {
    const unsaved = this.unsavedUpdate();
    this.#sent = [];
    this.#unsent = [];
    return unsaved;
  }

  unsavedUpdate(): Uint8Array | null {
    const updates = [...this.#sent.map(({ update }) => update), ...this.#unsent];
    return updates.length === 0 ? null : merge(updates);
  }

  /** Call when the unsaved edits have been moved to another document. */
  forgetUnsaved(): void {
    this.#takeAll();
    this.deleted.forget();
  }

  destroy(): void {
    this.doc.destroy();
  }

  unsaved(): Unsaved | null {
    const update = this.unsavedUpdate();
    return update === null ? null : { text: this.#textOf(update), page: this.text.toJSON(), update };
  }

  #textOf(update: Uint8Array): string {
    const before = Y.decodeStateVector(this.stateVector());
    // A client's updates are consecutive: everything older is below the first clock of this update.
    for (const [client, clock] of Y.parseUpdateMeta(update).from) before.set(client, clock);
    const since = Y.createSnapshot(Y.createDeleteSet(), before);
    const delta: { insert?: unknown; attributes?: { ychange?: { type?: string } } }[] = this.text.toDelta(
      Y.snapshot(this.doc),
      since,
    );
    const added = delta.filter(({ attributes }) => attributes?.ychange?.type === "added");
    return added.map(({ insert }) => String(insert)).join("\n");
  }
}

const merge = (updates: readonly Uint8Array[]): Uint8Array =>
  updates.length === 1 && updates[0] !== undefined ? updates[0] : Y.mergeUpdates([...updates]);
