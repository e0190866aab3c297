/** One connection to a page: its rate limits, and the state in its WebSocket attachment that must survive eviction. */
import type { Caller } from "../../src/kernel/caller.ts";
import { SECOND, type Instant } from "../../src/kernel/clock.ts";
import {
  CLOSE,
  encodeFrame,
  MESSAGE_BURST,
  MESSAGES_PER_SECOND,
  writeMark,
  writeRights,
  type ConnectionRights,
  type Participant,
} from "../../src/realtime/protocol.ts";
import { TokenBucket } from "../../src/kernel/token-bucket.ts";
import { systemRandom } from "../../src/platform/system.ts";
import { colourOf } from "./colours.ts";

/** Rate limits for messages and bytes that a connection sends. */
const MESSAGES = { burst: MESSAGE_BURST, refill: MESSAGES_PER_SECOND, everyMs: SECOND };
const BYTES = { burst: 4_000_000, refill: 200_000, everyMs: SECOND };
/**
 * Limit for the bytes of sync replies to a connection. Small replies take work too, so each counts as at least the
 * minimum.
 */
const ANSWER_BYTES = { burst: 4_000_000, refill: 200_000, everyMs: SECOND };
const SMALLEST_ANSWER = 100_000;
/** Maximum bytes in flight to a client that has not acknowledged earlier ones, in addition to its sync reply. */
const MAX_UNREAD_BYTES = 8_000_000;
/** How often a client is asked to acknowledge how far it has read. */
const MARK_EVERY_BYTES = 256_000;

export type SocketAttachment = {
  /** Verified repeatedly while the connection lasts. */
  readonly caller: Pick<Caller, "kind" | "tokenHash">;
  readonly userId: string;
  readonly tokenId: string | null;
  readonly name: string;
  readonly tool: string | null;
  readonly canEdit: boolean;
  /** Undefined for connections that an earlier version accepted, until their next recheck. */
  readonly canComment?: boolean;
  readonly openedAt: Instant;
  /** When D1 last confirmed these permissions. */
  readonly provedAt: Instant;
  /** The Yjs client id that it writes with; null until the client announces it. */
  readonly client: number | null;
  /** Its last awareness update, for clients that join later. */
  readonly awareness: Uint8Array | null;
  /** Number of updates received from it. */
  readonly received: number;
  readonly isOutOfStep: boolean;
  /** Undefined for connections that an earlier version accepted. */
  readonly takesRuns?: boolean;
  readonly takesComments?: boolean;
  readonly takesThreads?: boolean;
};

export class PageSocket {
  readonly #ws: WebSocket;
  #state: SocketAttachment;
  /** Number of updates that this client has sent. */
  received: number;
  /** Updates after a rejected one are ignored until the client sends a sync request. */
  isOutOfStep: boolean;
  refusals = 0;
  readonly #messages = new TokenBucket(MESSAGES);
  readonly #bytes = new TokenBucket(BYTES);
  readonly #answerBytes = new TokenBucket(ANSWER_BYTES);
  /** Where the last sync reply ends in the bytes sent, and its size. */
  #lastAnswer = { end: 0, size: 0 };
  #sentBytes = 0;
  #markedBytes = 0;
  /**
   * Bytes that had been sent at each unacknowledged mark. Marks cannot be guessed: a client that returns one has read
   * that far.
   */
  readonly #marks = new Map<number, number>();
  #readBytes = 0;
  /** Cached, because reading it from the WebSocket takes as long as sending. */
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

  /** False once closed from this side. It may stay true for a moment after the client has closed. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** How other clients see this participant; null until its Yjs client id is known. */
  get person(): Participant | null {
    const { client, userId, name, tool } = this.#state;
    return client === null ? null : { client, userId, name, tool, colour: colourOf(userId) };
  }

  remember(changes: Partial<SocketAttachment>): void {
    this.#state = { ...this.#state, ...changes };
    this.#ws.serializeAttachment(this.#state);
  }

  /** The rights as this client understands them. */
  get rights(): ConnectionRights {
    const { canEdit, canComment = canEdit, takesComments = false } = this.#state;
    return { canEdit, canComment: canEdit || (canComment && takesComments) };
  }

  setRights({ canEdit, canComment }: ConnectionRights): void {
    if (canEdit === this.#state.canEdit && canComment === this.#state.canComment) return;
    const before = this.rights;
    this.remember({ canEdit, canComment });
    const now = this.rights;
    if (now.canEdit === before.canEdit && now.canComment === before.canComment) return;
    this.send(encodeFrame((encoder) => writeRights(encoder, now)));
  }

  /** Stores the counters that its update numbers continue from. Call it when none of its updates is waiting. */
  rememberPlace(): void {
    const { received, isOutOfStep } = this;
    this.remember({ received, isOutOfStep });
  }

  /** Returns false if the connection exceeds its limit of messages or bytes. */
  countMessages(count: number, bytes: number, now: Instant): boolean {
    const mayCount = this.#messages.take(count, now);
    return this.#bytes.take(bytes, now) && mayCount;
  }

  /** Returns false if the connection has used up its allowance for sync replies. The first one is always allowed. */
  mayBeAnswered(now: Instant): boolean {
    return this.#answerBytes.hasTokens(now);
  }

  /** Sends a sync reply. Its size does not count as unread, so the client has time to read a large page. */
  answer(frame: Uint8Array, now: Instant): void {
    const size = frame.byteLength;
    this.#answerBytes.take(Math.max(SMALLEST_ANSWER, size), now);
    this.#lastAnswer = { end: this.#sentBytes + size, size };
    this.send(frame);
  }

  /** Closes the connection if its client has not read what it was sent long before. */
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

  /** Returns false if the connection is closed. */
  #pass(frame: Uint8Array): boolean {
    if (!this.#isOpen) return false;
    try {
      this.#ws.send(frame);
    } catch {
      // The client has closed; the room is about to be notified.
      this.#isOpen = false;
    }
    return this.#isOpen;
  }

  hasRead(mark: number): void {
    this.#readBytes = Math.max(this.#readBytes, this.#marks.get(mark) ?? 0);
    this.#marks.delete(mark);
  }

  /** Messages that arrive after this are ignored. */
  close(code: number, reason: string): void {
    this.#isOpen = false;
    this.#ws.close(code, reason);
  }
}
