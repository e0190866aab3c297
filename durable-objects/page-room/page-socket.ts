/** One connection to a page: what it may send, and what of it has to outlive an eviction, in its WebSocket's attachment. */
import type { Caller } from "../../src/kernel/caller.ts";
import { SECOND, type Instant } from "../../src/kernel/clock.ts";
import {
  CLOSE,
  encodeFrame,
  MESSAGE_BURST,
  MESSAGES_PER_SECOND,
  writeMark,
  type Participant,
} from "../../src/realtime/protocol.ts";
import { TokenBucket } from "../../src/kernel/token-bucket.ts";
import { systemRandom } from "../../src/platform/system.ts";
import { colourOf } from "./colours.ts";

/** What a connection may send. */
const MESSAGES = { burst: MESSAGE_BURST, refill: MESSAGES_PER_SECOND, everyMs: SECOND };
const BYTES = { burst: 4_000_000, refill: 200_000, everyMs: SECOND };
/** Bytes of sync answers that a connection may cause. A small answer takes work as well, and counts as the smallest. */
const ANSWER_BYTES = { burst: 4_000_000, refill: 200_000, everyMs: SECOND };
const SMALLEST_ANSWER = 100_000;
/** Bytes that may be on their way to a client that has not said it read what came before, besides the answer to its sync request. */
const MAX_UNREAD_BYTES = 8_000_000;
/** How often a client is asked how far it has read. */
const MARK_EVERY_BYTES = 256_000;

export type SocketAttachment = {
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
  #state: SocketAttachment;
  /** How many updates it has sent. */
  received: number;
  /** Updates are ignored from a refused one on, until the client asks to synchronise. */
  isOutOfStep: boolean;
  refusals = 0;
  readonly #messages = new TokenBucket(MESSAGES);
  readonly #bytes = new TokenBucket(BYTES);
  readonly #answerBytes = new TokenBucket(ANSWER_BYTES);
  /** Where the last sync answer ends among the bytes sent, and its size. */
  #lastAnswer = { end: 0, size: 0 };
  #sentBytes = 0;
  #markedBytes = 0;
  /** How much had been sent with each mark that has not come back. Nobody guesses them: who says so has read so far. */
  readonly #marks = new Map<number, number>();
  #readBytes = 0;
  /** Asked of the WebSocket once: that takes as long as sending does. */
  #isOpen: boolean;

  constructor(ws: WebSocket, state: SocketAttachment) {
    this.#ws = ws;
    this.#state = state;
    this.#isOpen = ws.readyState === WebSocket.OPEN;
    this.received = state.received;
    this.isOutOfStep = state.isOutOfStep;
  }

  get state(): SocketAttachment {
    return this.#state;
  }

  /** False once it was closed from here; what the other side has closed may be true for a moment. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Who it is to the others; null until it has said which Yjs client it is. */
  get person(): Participant | null {
    const { client, userId, name, tool } = this.#state;
    return client === null ? null : { client, userId, name, tool, colour: colourOf(userId) };
  }

  remember(changes: Partial<SocketAttachment>): void {
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
    const mayCount = this.#messages.take(count, now);
    return this.#bytes.take(bytes, now) && mayCount;
  }

  /** False when the connection has been sent as many sync answers as it may be for now. The first is never refused. */
  mayBeAnswered(now: Instant): boolean {
    return this.#answerBytes.hasTokens(now);
  }

  /** Sends the answer to a sync request: however large the page is, the client has time to read it. */
  answer(frame: Uint8Array, now: Instant): void {
    const size = frame.byteLength;
    this.#answerBytes.take(Math.max(SMALLEST_ANSWER, size), now);
    this.#lastAnswer = { end: this.#sentBytes + size, size };
    this.send(frame);
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
    const { end, size } = this.#lastAnswer;
    const allowed = MAX_UNREAD_BYTES + (this.#readBytes < end ? size : 0);
    if (this.#sentBytes - this.#readBytes > allowed) this.close(CLOSE.tooSlow, "read too slowly");
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
