/** The connections to a page. What has to outlive an eviction is in each WebSocket's attachment. */
import type { Caller } from "../../src/kernel/caller.ts";
import { SECOND, type Instant } from "../../src/kernel/clock.ts";
import {
  CLOSE,
  encodeFrame,
  MESSAGE_BURST,
  MESSAGES_PER_SECOND,
  writeMark,
  type Person,
} from "../../src/realtime/protocol.ts";
import type { Connection } from "../../src/rpc/connection.ts";
import { systemRandom } from "../../src/platform/system.ts";
import { colourOf } from "./colours.ts";

/** Connections that one page takes, and of them those of one person, tools included. */
const MAX_SOCKETS = 100;
const MAX_OF_PERSON = 20;
/** What a connection may send at once, and per second thereafter. */
const BYTES_AT_ONCE = 4_000_000;
const BYTES_PER_SECOND = 200_000;
/** Bytes that may be on their way to a client that has not said it read what came before. */
const MAX_UNREAD_BYTES = 8_000_000;
/** How often a client is asked how far it has read. */
const MARK_EVERY_BYTES = 256_000;

type Attachment = {
  /** Proved again while the connection lasts. */
  readonly caller: Pick<Caller, "kind" | "tokenHash">;
  readonly userId: string;
  readonly tokenId: string | null;
  readonly name: string;
  readonly tool: string | null;
  readonly canEdit: boolean;
  readonly openedAt: Instant;
  /** When D1 last said so. */
  readonly provedAt: Instant;
  /** The Yjs client it writes with, once it has said which. */
  readonly client: number | null;
  /** Its last awareness update, for those who join later. */
  readonly awareness: Uint8Array | null;
  /** How many updates have come from it. */
  readonly received: number;
  readonly isOutOfStep: boolean;
};

export class PageSocket {
  readonly #ws: WebSocket;
  #state: Attachment;
  /** How many updates it has sent. */
  received: number;
  /** Updates are ignored from a refused one on, until the client asks to synchronise. */
  isOutOfStep: boolean;
  refusals = 0;
  #allowance = MESSAGE_BURST;
  #bytesAllowed = BYTES_AT_ONCE;
  #countedAt = 0;
  #sentBytes = 0;
  #markedBytes = 0;
  /** How much had been sent with each mark that has not come back. Nobody guesses them: who says so has read so far. */
  readonly #marks = new Map<number, number>();
  #readBytes = 0;
  /** Asked of the WebSocket once: that takes as long as sending does. */
  #isOpen: boolean;

  constructor(ws: WebSocket, state: Attachment) {
    this.#ws = ws;
    this.#state = state;
    this.#isOpen = ws.readyState === WebSocket.OPEN;
    this.received = state.received;
    this.isOutOfStep = state.isOutOfStep;
  }

  get state(): Attachment {
    return this.#state;
  }

  /** False once it was closed from here; what the other side has closed may be true for a moment. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Who it is to the others; null until it has said which Yjs client it is. */
  get person(): Person | null {
    const { client, userId, name, tool } = this.#state;
    return client === null ? null : { client, userId, name, tool, colour: colourOf(userId) };
  }

  remember(changes: Partial<Attachment>): void {
    this.#state = { ...this.#state, ...changes };
    this.#ws.serializeAttachment(this.#state);
  }

  /** What the numbers of its updates go on from; to be called once nothing of it waits. */
  rememberPlace(): void {
    const { received, isOutOfStep } = this;
    this.remember({ received, isOutOfStep });
  }

  /** False when there are more messages, or larger ones, than a connection may send. */
  countMessages(count: number, bytes: number, now: Instant): boolean {
    const seconds = (now - this.#countedAt) / SECOND;
    this.#allowance = Math.min(MESSAGE_BURST, this.#allowance + seconds * MESSAGES_PER_SECOND) - count;
    this.#bytesAllowed = Math.min(BYTES_AT_ONCE, this.#bytesAllowed + seconds * BYTES_PER_SECOND) - bytes;
    this.#countedAt = now;
    return this.#allowance >= 0 && this.#bytesAllowed >= 0;
  }

  /** Closes a connection whose client has not read what it was sent long before. */
  send(frame: Uint8Array): void {
    if (frame.byteLength === 0 || !this.#pass(frame)) return;
    this.#sentBytes += frame.byteLength;
    if (this.#sentBytes - this.#markedBytes >= MARK_EVERY_BYTES) {
      this.#markedBytes = this.#sentBytes;
      const mark = new DataView(systemRandom(4).buffer).getUint32(0);
      this.#marks.set(mark, this.#sentBytes);
      this.#pass(encodeFrame((encoder) => writeMark(encoder, mark)));
    }
    if (this.#sentBytes - this.#readBytes > MAX_UNREAD_BYTES) this.close(CLOSE.tooSlow, "read too slowly");
  }

  /** False for one that is closed. */
  #pass(frame: Uint8Array): boolean {
    if (!this.#isOpen) return false;
    try {
      this.#ws.send(frame);
    } catch {
      // Closed by the other side, of which the room is about to hear.
      this.#isOpen = false;
    }
    return this.#isOpen;
  }

  hasRead(mark: number): void {
    this.#readBytes = Math.max(this.#readBytes, this.#marks.get(mark) ?? 0);
    this.#marks.delete(mark);
  }

  /** What arrives from it afterwards is not looked at. */
  close(code: number, reason: string): void {
    this.#isOpen = false;
    this.#ws.close(code, reason);
  }
}

/** All connections; a client that closes is in it until `remove`. */
export class Sockets {
  readonly #ctx: DurableObjectState;
  readonly #known = new Map<WebSocket, PageSocket>();

  constructor(ctx: DurableObjectState) {
    this.#ctx = ctx;
    for (const ws of ctx.getWebSockets())
      this.#known.set(ws, new PageSocket(ws, ws.deserializeAttachment() as Attachment)); // written by `remember`
  }

  get size(): number {
    return this.#known.size;
  }

  /** Whether the page, or this person on it, has as many connections as may be. */
  fullFor(userId: string): "page" | "person" | null {
    if (this.size >= MAX_SOCKETS) return "page";
    const own = [...this].filter(({ state }) => state.userId === userId).length;
    return own >= MAX_OF_PERSON ? "person" : null;
  }

  [Symbol.iterator](): Iterator<PageSocket> {
    return this.#known.values();
  }

  of(ws: WebSocket): PageSocket | null {
    return this.#known.get(ws) ?? null;
  }

  /** Hibernates with its attachment. */
  accept(
    ws: WebSocket,
    { caller, userId, credentialId, name, tool, canEdit, provedAt, now }: Connection & { readonly provedAt: Instant },
  ): PageSocket {
    this.#ctx.acceptWebSocket(ws);
    const { kind, tokenHash } = caller;
    const state = {
      caller: { kind, tokenHash },
      userId,
      tokenId: kind === "mcp" ? credentialId : null,
      name,
      tool,
      canEdit,
      openedAt: now,
      provedAt,
      client: null,
      awareness: null,
      received: 0,
      isOutOfStep: false,
    };
    const socket = new PageSocket(ws, state);
    socket.remember({});
    this.#known.set(ws, socket);
    return socket;
  }

  /** Closes it, too, where it is not closed yet; what it sends afterwards is not looked at. */
  remove(socket: PageSocket): void {
    for (const [ws, known] of this.#known) if (known === socket) this.#known.delete(ws);
  }

  broadcast(frame: Uint8Array): void {
    for (const socket of this.#known.values()) socket.send(frame);
  }

  /** Whether the rights of any were last proved before then. */
  hasOlderProof(than: Instant): boolean {
    for (const { state } of this.#known.values()) if (state.provedAt < than) return true;
    return false;
  }

  has(userId: string): boolean {
    return [...this.#known.values()].some(({ state }) => state.userId === userId);
  }
}
