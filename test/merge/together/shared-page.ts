/** A page whose text live users and a tool change at the same time, with messages that are delivered late. */
import * as Y from "yjs";
import type { Change } from "../../../src/realtime/change.ts";
import { BROWSER_CLIENTS } from "../../../src/realtime/clients.ts";
import { PageDocument } from "../../../src/realtime/document.ts";
import { makeMemoryHistory } from "../../../src/realtime/memory-history.ts";
import { Room } from "../../../src/realtime/room.ts";
import type { Splice } from "../../../src/realtime/splices.ts";

/** The numbers of the operations that a participant has seen. */
export type Seen = Set<number>;
type Message = { readonly update: Uint8Array; readonly operations: readonly number[] };

/** A live user, whose edits and incoming updates wait until they are sent and delivered. */
export class Peer {
  readonly doc = new Y.Doc();
  readonly seen: Seen;
  readonly outgoing: Message[] = [];
  readonly incoming: Message[] = [];

  constructor(client: number, state: Uint8Array, seen: Seen) {
    this.doc.clientID = client;
    this.seen = new Set(seen);
    Y.applyUpdate(this.doc, state);
  }

  get text(): string {
    return this.doc.getText("content").toJSON();
  }

  /** One transaction, written from the end, as the editor's binding does. */
  edit(splices: readonly Splice[], operation: number): void {
    const text = this.doc.getText("content");
    const before = Y.encodeStateVector(this.doc);
    let update: Uint8Array | null = null;
    const keep = (bytes: Uint8Array): void => void (update = bytes);
    this.doc.on("update", keep);
    this.doc.transact(() => {
      for (const { at, remove, insert } of splices.toReversed()) {
        if (remove > 0) text.delete(at, remove);
        if (insert !== "") text.insert(at, insert);
      }
    });
    this.doc.off("update", keep);
    this.outgoing.push({ update: update ?? Y.encodeStateAsUpdate(this.doc, before), operations: [operation] });
    this.seen.add(operation);
  }
}

/** What a tool read. */
export type Read = { readonly revision: number; readonly text: string; readonly seen: Seen };

const ROOM_CLIENT = 7;

export class SharedPage {
  readonly peers: readonly Peer[];
  readonly #history = makeMemoryHistory();
  readonly #room: Room;
  readonly #seen: Seen = new Set([0]);

  constructor(text: string, peers: number, random: () => number) {
    const first = new PageDocument().splice([{ at: 0, remove: 0, insert: text }], ROOM_CLIENT);
    if (first === null) throw new Error("The text is empty.");
    this.#history.commit(1, first);
    const head = { revision: 1, usedRevision: 1, client: ROOM_CLIENT };
    this.#room = new Room(this.#history, head, random, () => "markdown");
    this.peers = Array.from(
      { length: peers },
      () => new Peer(BROWSER_CLIENTS + (random() % 2 ** 30), first, this.#seen),
    );
  }

  get text(): string {
    return this.#room.text;
  }

  read(): Read {
    return { revision: this.#room.revision, text: this.text, seen: new Set(this.#seen) };
  }

  /** Writes a change of what was read, however much has changed since. */
  write(change: Change, { revision }: Read, operations: readonly number[]): void {
    const edited = this.#room.edit({ change, base: revision });
    if (!edited.ok) throw new Error(edited.error.code);
    for (const operation of operations) this.#seen.add(operation);
    if (edited.update === null) return;
    this.#history.commit(edited.revision, edited.update);
    this.#room.confirm();
    for (const peer of this.peers) peer.incoming.push({ update: edited.update, operations });
  }

  /** Sends the next edits of a peer; together as one update, as after being offline, or one by one. */
  send(peer: Peer, count: number, isOffline: boolean): void {
    const messages = peer.outgoing.splice(0, count);
    const operations = messages.flatMap((message) => message.operations);
    if (messages.length > 1 && isOffline) {
      this.#receive(peer, { update: Y.mergeUpdates(messages.map(({ update }) => update)), operations });
    } else for (const message of messages) this.#receive(peer, message);
  }

  deliver(peer: Peer, count: number): void {
    for (const { update, operations } of peer.incoming.splice(0, count)) {
      Y.applyUpdate(peer.doc, update);
      for (const operation of operations) peer.seen.add(operation);
    }
  }

  /** Sends and delivers everything. */
  settle(): void {
    for (const peer of this.peers) this.send(peer, peer.outgoing.length, false);
    for (const peer of this.peers) this.deliver(peer, peer.incoming.length);
  }

  #receive(from: Peer, { update, operations }: Message): void {
    const outcome = this.#room.applyUpdate(update, () => true);
    if (!outcome.ok) throw new Error(outcome.error.code);
    for (const operation of operations) this.#seen.add(operation);
    if (outcome.update === null) return;
    this.#history.commit(outcome.revision, outcome.update);
    for (const peer of this.peers) if (peer !== from) peer.incoming.push({ update: outcome.update, operations });
    if (outcome.correction !== null) from.incoming.push({ update: outcome.correction, operations: [] });
  }
}
