/** One Yjs document of a page, with what of it the room is not known to have stored. */
import * as Y from "yjs";
import { DeletedText } from "./deleted-text.ts";
import { type RepairedOperation, repairUpdate, retract } from "../../realtime/repair-update.ts";

/** More small updates than this are merged while nobody takes them. */
const MANY = 100;

/** What was typed and is not known to be saved. */
export type Unsaved = {
  /** The words that were added, in the order of the page; a line for each place. */
  readonly text: string;
  /** The whole page as it was seen with them. */
  readonly page: string;
  /** All of it as a Yjs update, deletions included. */
  readonly update: Uint8Array;
};

export class LiveDocument {
  readonly doc = new Y.Doc();
  readonly text = this.doc.getText("content");
  #unsent: Uint8Array[] = [];
  /** Updates of this connection that were sent, with their numbers. */
  #sent: { readonly number: number; readonly update: Uint8Array }[] = [];
  #count = 0;
  /** Which of the page's documents this is, by the room's word; null before it is known. */
  of: number | null = null;
  readonly deleted = new DeletedText();
  #isAdopting = false;

  /** `changed` hears of every change that was made here. */
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
      // Editors filter what is typed; undo can still bring back what the room would reject today.
      if (repaired.length > 0) retract(this.doc, repaired);
    });
  }

  get hasUnsent(): boolean {
    return this.#unsent.length > 0;
  }

  get hasUnsaved(): boolean {
    return this.#unsent.length > 0 || this.#sent.length > 0;
  }

  /** Applies what comes from the room or from a copy of what it had. Throws for what is no update. */
  apply(update: Uint8Array): void {
    Y.applyUpdate(this.doc, update, this);
  }

  /** Takes in what was typed on an earlier visit and never saved. */
  adopt(update: Uint8Array): void {
    const { update: accepted, repaired } = repairUpdate(update);
    this.#isAdopting = true;
    try {
      this.apply(accepted);
    } finally {
      this.#isAdopting = false;
    }
    this.#unsent.push(accepted);
    // The copy of the page that was kept with it has the characters as they were typed.
    if (repaired.length > 0) retract(this.doc, repaired);
  }

  /** Puts an update with those to be sent, as the room accepts it. */
  #queue(update: Uint8Array): readonly RepairedOperation[] {
    const { update: accepted, repaired } = repairUpdate(update);
    this.#unsent.push(accepted);
    return repaired;
  }

  /** Words whose place is among others that have not come. */
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

  /** All that is to be sent, as the next update of this connection; null when there is nothing. */
  takeUnsent(): Uint8Array | null {
    if (this.#unsent.length === 0) return null;
    const update = merge(this.#unsent);
    this.#unsent = [];
    this.#send(update);
    return update;
  }

  /** What a room with this state vector lacks, as the next update of this connection. Throws for what is no state vector. */
  takeMissing(stateVector: Uint8Array): Uint8Array {
    const missing = Y.encodeStateAsUpdate(this.doc, stateVector);
    this.#send(this.#takeAll());
    return missing;
  }

  #send(update: Uint8Array | null): void {
    this.#count += 1;
    if (update !== null) this.#sent.push({ number: this.#count, update });
  }

  /** The first `count` updates of this connection are stored; true when that saves something. */
  saved(count: number): boolean {
    const before = this.#sent.length;
    this.#sent = this.#sent.filter(({ number }) => number > count);
    if (!this.hasUnsaved) this.deleted.forget();
    return this.#sent.length < before;
  }

  /** The numbers of a connection end with it; what it did not save is to be sent on the next. */
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

  /** It was put into another document. */
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
    // Updates of one client follow each other: what came before this one is below its first clock.
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
