/** Clients' sync requests: one open per connection, and a bounded amount of work per turn. */
import type { Instant } from "../../src/kernel/clock.ts";
import { CLOSE, encodeFrame, writeSync, writeSyncRequest } from "../../src/realtime/protocol.ts";
import type { PageSocket } from "./page-socket.ts";
import type { UpdateLog } from "./update-log.ts";

/** Bytes of replies encoded in one turn; further requests wait for the next, behind updates typed meanwhile. */
const ANSWER_BYTES_PER_TURN = 1_000_000;

export class SyncRequests {
  /** The newest state vector of each connection. */
  readonly #open = new Map<PageSocket, Uint8Array>();

  get isWaiting(): boolean {
    return this.#open.size > 0;
  }

  /** Replaces the connection's request that was not answered yet. */
  add(socket: PageSocket, stateVector: Uint8Array): void {
    this.#open.set(socket, stateVector);
  }

  leave(socket: PageSocket): void {
    this.#open.delete(socket);
  }

  /** Answers as many as fit in one turn, in the order received. */
  answer(log: UpdateLog, now: Instant): void {
    let bytes = 0;
    for (const [socket, stateVector] of this.#open) {
      if (bytes >= ANSWER_BYTES_PER_TURN) return;
      this.#open.delete(socket);
      if (!socket.isOpen) continue;
      if (socket.mayBeAnswered(now)) bytes += synchronize(socket, stateVector, log, now);
      else socket.close(CLOSE.tooMany, "too many sync requests");
    }
  }
}

/** Returns the size of the reply. */
function synchronize(socket: PageSocket, stateVector: Uint8Array, log: UpdateLog, now: Instant): number {
  let missing: Uint8Array;
  try {
    missing = log.encodeState(stateVector);
  } catch {
    socket.close(CLOSE.protocolError, "not a state vector");
    return 0;
  }
  const wasOutOfStep = socket.isOutOfStep;
  socket.isOutOfStep = false;
  if (wasOutOfStep) socket.rememberPlace();
  const answer = encodeFrame((encoder) => {
    writeSync(encoder, missing);
    if (wasOutOfStep) writeSyncRequest(encoder, log.document().encodeStateVector());
  });
  socket.answer(answer, now);
  return answer.byteLength;
}
