/** A page's room in memory that speaks the protocol without a network, so that tests can delay, lose and reject messages. */
import * as Y from "yjs";
import { decodeAwareness, encodeAwareness } from "../../src/realtime/awareness.ts";
import {
  type ClientMessage,
  decodeClientFrame,
  encodeFrame,
  type Participant,
  PING,
  PONG,
  type RefusalCode,
  writeAwareness,
  writeDocument,
  writePeople,
  writeRefused,
  writeRights,
  writeSaved,
  writeSync,
  writeSyncRequest,
  writeUpdate,
} from "../../src/realtime/protocol.ts";
import { writersOf } from "../../src/realtime/validate-update.ts";
import type { LiveSocket, SocketRequest } from "../../src/live-client/environment.ts";
import type { SimulatedTime } from "./simulated-time.ts";

export class MemorySocket implements LiveSocket {
  binaryType = "blob";
  readyState = 0;
  /** The messages that this client sent, and when. */
  readonly said: { readonly message: ClientMessage; readonly at: number }[] = [];
  readonly request: SocketRequest;
  received = 0;
  isOutOfStep = false;
  person: Participant | null = null;
  awareness: Uint8Array | null = null;
  readonly #room: MemoryRoom;
  readonly #listeners = new Map<string, ((event: never) => void)[]>();

  constructor(room: MemoryRoom, request: SocketRequest) {
    this.#room = room;
    this.request = request;
  }

  addEventListener(type: string, listener: (event: never) => void): void {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener]);
  }

  emit(type: string, event: object): void {
    for (const listener of this.#listeners.get(type) ?? []) listener(event as never);
  }

  send(data: string | Uint8Array<ArrayBuffer>): void {
    this.#room.later(() => this.#room.hear(this, data));
  }

  /** Sends a message from the room to the client. */
  tell(data: string | Uint8Array<ArrayBuffer>): void {
    const event = { data: typeof data === "string" ? data : data.slice().buffer };
    this.#room.later(() => this.readyState === 1 && !this.#room.isSilent && this.emit("message", event));
  }

  close(): void {
    this.end(1000);
  }

  end(code: number): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.#room.leave(this);
    this.emit("close", { code });
  }
}

export class MemoryRoom {
  doc = new Y.Doc();
  /** Number of the page's current document. */
  documentId = 0;
  readonly sockets = new Set<MemorySocket>();
  /** Every socket that was ever opened. */
  readonly opened: MemorySocket[] = [];
  canEdit = true;
  canComment = false;
  /** Messages get lost silently. */
  isSilent = false;
  /** Nothing is stored, so nothing is acknowledged. */
  isBusy = false;
  refuses: RefusalCode | null = null;
  /** Upgrades fail. */
  isDown = false;
  revision = 1;
  /** One-way delay of every message, in ms. */
  latency = 5;
  readonly #time: SimulatedTime;
  readonly #waiting: { readonly socket: MemorySocket; readonly update: Uint8Array; readonly number: number }[] = [];

  constructor(time: SimulatedTime, text = "") {
    this.#time = time;
    this.doc.clientID = 7;
    this.doc.getText("content").insert(0, text);
  }

  get text(): string {
    return this.doc.getText("content").toJSON();
  }

  later(run: () => unknown): void {
    this.#time.after(this.latency, run);
  }

  readonly open = (request: SocketRequest): LiveSocket => {
    const socket = new MemorySocket(this, request);
    this.opened.push(socket);
    this.later(() => {
      if (this.isDown) return socket.end(1006);
      socket.readyState = 1;
      this.sockets.add(socket);
      socket.emit("open", {});
      this.#sendFirstFrame(socket);
    });
    return socket;
  };

  hear(socket: MemorySocket, data: string | Uint8Array): void {
    if (this.isSilent || socket.readyState !== 1 || !this.sockets.has(socket)) return;
    if (data === PING) return socket.tell(PONG);
    const messages = typeof data === "string" ? null : decodeClientFrame(data);
    if (messages === null) return socket.end(1002);
    for (const message of messages) {
      socket.said.push({ message, at: this.#time.now() });
      this.#take(socket, message);
    }
  }

  /** Stores the updates that waited while the room was busy. */
  store(): void {
    this.isBusy = false;
    for (const { socket, update, number } of this.#waiting.splice(0)) this.#store(socket, update, number);
  }

  /** Another client edits the text. */
  edit(change: (text: Y.Text) => void): void {
    const before = Y.encodeStateVector(this.doc);
    change(this.doc.getText("content"));
    this.#spread(null, Y.encodeStateAsUpdate(this.doc, before));
  }

  /** Replaces the document by another one with the same text. */
  replaceDocument(): void {
    const { text } = this;
    this.doc = new Y.Doc();
    this.doc.clientID = 8 + this.documentId;
    this.doc.getText("content").insert(0, text);
    this.documentId += 1;
    for (const socket of this.sockets) this.later(() => socket.end(4409));
    this.sockets.clear();
    this.#waiting.length = 0;
  }

  leave(socket: MemorySocket): void {
    if (!this.sockets.delete(socket) || socket.awareness === null) return;
    const [last] = decodeAwareness(socket.awareness) ?? [];
    if (last === undefined) return;
    const bytes = encodeFrame((encoder) => writeAwareness(encoder, gone(last)));
    for (const other of this.sockets) other.tell(bytes);
  }

  #sendFirstFrame(socket: MemorySocket): void {
    const others = [...this.sockets].filter((other) => other !== socket);
    socket.tell(
      encodeFrame((encoder) => {
        writeRights(encoder, { canEdit: this.canEdit, canComment: this.canEdit || this.canComment });
        if (this.documentId !== 0) writeDocument(encoder, this.documentId);
        writePeople(
          encoder,
          others.flatMap(({ person }) => person ?? []),
        );
        writeSyncRequest(encoder, Y.encodeStateVector(this.doc));
        for (const { awareness } of others) if (awareness !== null) writeAwareness(encoder, awareness);
      }),
    );
  }

  #take(socket: MemorySocket, message: ClientMessage): void {
    switch (message.kind) {
      case "syncRequest":
        return socket.tell(
          encodeFrame((encoder) => writeSync(encoder, Y.encodeStateAsUpdate(this.doc, message.stateVector))),
        );
      case "sync":
      case "update":
        socket.received += 1;
        if (this.isBusy) this.#waiting.push({ socket, update: message.update, number: socket.received });
        else this.#store(socket, message.update, socket.received);
        return;
      case "awareness":
        return this.#takeAwareness(socket, message.update);
      case "mark":
        return;
    }
  }

  #takeAwareness(socket: MemorySocket, update: Uint8Array): void {
    const [own] = decodeAwareness(update) ?? [];
    if (own === undefined) return socket.end(1002);
    if (socket.person === null) {
      const { client } = own;
      const name = `Person ${this.opened.indexOf(socket) + 1}`;
      socket.person = { client, userId: `user-${client}`, name, colour: "#123456", tool: null };
      const bytes = encodeFrame((encoder) => writePeople(encoder, socket.person === null ? [] : [socket.person]));
      for (const each of this.sockets) each.tell(bytes);
    }
    socket.awareness = update;
    const bytes = encodeFrame((encoder) => writeAwareness(encoder, update));
    for (const other of this.sockets) if (other !== socket) other.tell(bytes);
  }

  #store(socket: MemorySocket, update: Uint8Array, number: number): void {
    if (socket.isOutOfStep || socket.readyState !== 1) return;
    const isEmpty = update.byteLength === 2;
    const code = isEmpty ? null : this.canEdit ? (this.refuses ?? this.#fault(update)) : "read_only";
    if (code !== null) {
      socket.isOutOfStep = true;
      return socket.tell(encodeFrame((encoder) => writeRefused(encoder, number, code)));
    }
    Y.applyUpdate(this.doc, update);
    if (this.doc.store.pendingStructs !== null) throw new Error("An update depends on one that is missing.");
    if (!isEmpty) this.revision += 1;
    socket.tell(encodeFrame((encoder) => writeSaved(encoder, number, this.revision)));
    if (!isEmpty) this.#spread(socket, update);
  }

  #fault(update: Uint8Array): RefusalCode | null {
    const clockOf = (client: number): number => Y.getState(this.doc.store, client);
    return writersOf(update, { clockOf, hasDeleted: () => false, agreesWith: () => true }) === null
      ? "update_invalid"
      : null;
  }

  #spread(from: MemorySocket | null, update: Uint8Array): void {
    const bytes = encodeFrame((encoder) => writeUpdate(encoder, update));
    for (const other of this.sockets) if (other !== from) other.tell(bytes);
  }
}

const gone = ({ client, clock }: { client: number; clock: number }): Uint8Array =>
  encodeAwareness([{ client, clock: clock + 1, state: null }]);
