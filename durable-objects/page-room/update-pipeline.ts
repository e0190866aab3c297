/**
 * Receives, stores, acknowledges and broadcasts the typed updates of a page.
 *
 * An update that arrives in a quiet room is handled immediately; one that arrives soon after another waits for the end
 * of a short gap and shares a transaction and a frame with those that arrived meanwhile. While an edit waits for D1, or
 * the host has to check something first, everything waits, neither stored nor visible.
 */
import { systemClock } from "../../src/platform/system.ts";
import type { Instant } from "../../src/kernel/clock.ts";
import {
  CLOSE,
  decodeClientFrame,
  encodeFrame,
  writeAwareness,
  writePeople,
  writeRefused,
  writeSaved,
  writeUpdate,
  type ClientMessage,
  type RefusalCode,
} from "../../src/realtime/protocol.ts";
import { onlyDeletes } from "../../src/realtime/validate-update.ts";
import type { ConnectedRoom } from "./connected-room.ts";
import { isOversized } from "./document-store.ts";
import type { UpdateLog } from "./update-log.ts";
import { sendFirstFrame, sendThreads } from "./first-frame.ts";
import { PartsBudget, REFUSAL_PARTS } from "./parts-budget.ts";
import { RoomPresence } from "./presence.ts";
import type { PageSocket } from "./page-socket.ts";
import type { Sockets } from "./sockets.ts";
import { SyncRequests } from "./sync-requests.ts";

/** Minimum interval (ms) between update frames, by number of connections: each frame is written to all of them. */
const GAPS = [
  { connections: 12, ms: 4 },
  { connections: 30, ms: 10 },
  { connections: Infinity, ms: 20 },
] as const;
/** Minimum interval (ms) between awareness-only frames. */
const AWARENESS_GAP_MS = 100;
/** Close the socket after this many rejected updates. */
const MAX_REFUSALS = 10;

type Waiting = { readonly socket: PageSocket; readonly update: Uint8Array; readonly number: number };

/** An update for the other clients of a page, and the correction that its sender has to apply as well. */
type BroadcastUpdate = {
  readonly socket: PageSocket;
  readonly update: Uint8Array;
  readonly correction: Uint8Array | null;
};

export class UpdatePipeline {
  readonly #sockets: Sockets;
  readonly #host: ConnectedRoom;
  #waiting: Waiting[] = [];
  /** Connections that have not been sent their first frame. */
  #newcomers: PageSocket[] = [];
  readonly #syncRequests = new SyncRequests();
  readonly #presence = new RoomPresence();
  readonly #parts = new PartsBudget();
  #passedAt: Instant = 0;
  #timer: { readonly due: Instant; readonly id: ReturnType<typeof setTimeout> } | null = null;
  /** The revision that every connection has or is being sent. */
  #announced: number | null = null;

  constructor(host: ConnectedRoom) {
    this.#sockets = host.sockets;
    this.#host = host;
  }
  /** Every connection has everything committed so far. Call this as soon as the log is open. */
  begin(log: UpdateLog): void {
    if (log.isStarted) this.#announced ??= log.revision;
  }

  /** Adds a connection. It, too, is sent nothing before its permissions are verified. */
  join(socket: PageSocket): void {
    this.#newcomers.push(socket);
    this.flush();
  }

  receive(socket: PageSocket, frame: Uint8Array): void {
    const messages = decodeClientFrame(frame);
    if (messages === null) return socket.close(CLOSE.protocolError, "not a message of this protocol");
    if (!socket.countMessages(messages.length, frame.byteLength, systemClock()))
      return socket.close(CLOSE.tooMany, "too many messages");
    for (const message of messages) {
      // An earlier message of the frame may have closed the connection.
      if (!socket.isOpen) break;
      this.#take(socket, message);
    }
    this.pump();
  }

  /** Sends what is waiting as soon as allowed: cursors wait longer than text. */
  pump(): void {
    if (!this.#hasWork) return;
    const now = systemClock();
    const due = this.#passedAt + this.#gap;
    if (due <= now) return this.flush();
    if (this.#timer !== null && this.#timer.due <= due) return;
    if (this.#timer !== null) clearTimeout(this.#timer.id);
    const flush = () => {
      this.#timer = null;
      this.flush();
    };
    this.#timer = { due, id: setTimeout(flush, due - now) };
  }

  /** Stores and broadcasts what is waiting now, unless the host has to check something first. */
  flush(): void {
    const now = systemClock();
    if (!this.#hasWork) return;
    const log = this.#host.readyLog;
    if (log === null) return this.#host.resumeTypedUpdates();
    if (!this.#host.mayPass(now, this.#bringsText)) return;
    this.#passedAt = now;
    if (this.#isAwaited || this.#isBehind) this.#replaceOversized(log);
    const newcomers = this.#newcomers.splice(0).filter(({ isOpen }) => isOpen);
    for (const socket of newcomers) sendFirstFrame(socket, this.#sockets, log);
    this.#announce(log);
    this.#sendThreads(newcomers, log);
    const batch = this.#waiting.filter(({ socket }) => socket.isOpen);
    this.#waiting = [];
    try {
      this.#store(log, batch, now);
    } catch (error) {
      // Nothing was stored, and the senders still have their updates.
      for (const { socket } of batch) socket.close(CLOSE.unavailable, "the page could not be stored");
      this.#host.room.deps(systemClock()).log.error("room.store_failed", { error });
    }
    if (batch.length > 0) this.#replaceOversized(log);
    this.#syncRequests.answer(log, now);
    if (this.#syncRequests.isWaiting) this.pump();
  }

  /** Removes a connection that has ended, along with its updates that are not stored yet. */
  leave(socket: PageSocket): void {
    this.#sockets.remove(socket);
    this.#waiting = this.#waiting.filter((one) => one.socket !== socket);
    this.#syncRequests.leave(socket);
    this.#newcomers = this.#newcomers.filter((one) => one !== socket);
    this.#presence.leave(socket);
  }

  /**
   * Replaces a document that has too many structs with a new one of the same text. Connections are closed: their
   * clients reconnect and reapply their unsaved changes to the new document.
   */
  #replaceOversized(log: UpdateLog): void {
    if (!isOversized(log.document())) return;
    this.#host.room.threads.replaceDocument(log, () => log.startDocument());
    this.#announced = log.revision;
    for (const socket of this.#sockets)
      if (!this.#newcomers.includes(socket)) socket.close(CLOSE.replaced, "the page has another document");
  }

  /** Broadcasts what was committed by other means (REST, MCP) since the last call. */
  #announce(log: UpdateLog): void {
    const from = this.#announced ?? log.revision;
    if (from >= log.revision) return;
    this.#announced = log.revision;
    const updates = log.updatesAfter(from);
    this.#sockets.broadcast(encodeFrame((encoder) => updates.forEach((update) => writeUpdate(encoder, update))));
  }

  /** Sends newcomers all open threads, and the others what changed. */
  #sendThreads(newcomers: readonly PageSocket[], log: UpdateLog): void {
    const { threads } = this.#host.room;
    const takers = [...this.#sockets].filter(({ state }) => state.takesThreads === true);
    const joining = takers.filter((socket) => newcomers.includes(socket));
    const whole = joining.length === 0 ? null : threads.whole(log);
    const news = threads.takeNews();
    if (whole !== null) sendThreads(joining, whole);
    if (news !== null)
      sendThreads(
        takers.filter((socket) => !newcomers.includes(socket)),
        news,
      );
  }

  /** True if something was committed by other means that the connections do not have yet. */
  get #isBehind(): boolean {
    const log = this.#sockets.size > 0 ? this.#host.readyLog : null;
    return log !== null && this.#announced !== null && log.revision > this.#announced;
  }

  /** True if any waiting update is more than an empty sync reply. */
  get #bringsText(): boolean {
    return this.#waiting.some(({ update }) => !isEmptyUpdate(update));
  }

  get #hasWork(): boolean {
    return this.#isAwaited || this.#presence.hasNews || this.#isBehind || this.#host.room.threads.hasNews;
  }

  get #isAwaited(): boolean {
    return this.#waiting.length > 0 || this.#syncRequests.isWaiting || this.#newcomers.length > 0;
  }

  get #gap(): number {
    if (!this.#isAwaited && !this.#isBehind) return AWARENESS_GAP_MS;
    return GAPS.find(({ connections }) => this.#sockets.size <= connections)?.ms ?? 0;
  }

  /** While the room waits for D1 this returns true; the check is repeated with the client's first update. */
  #mayWrite(client: number, socket: PageSocket): boolean {
    if (this.#sockets.isTaken(client, socket)) return false;
    return this.#host.readyLog?.mayWrite(client, socket.state.userId) ?? true;
  }

  #take(socket: PageSocket, message: ClientMessage): void {
    switch (message.kind) {
      case "syncRequest":
        this.#syncRequests.add(socket, message.stateVector);
        return;
      case "sync":
      case "update":
        this.#waiting.push({ socket, update: message.update, number: ++socket.received });
        return;
      case "awareness":
        this.#presence.receive(socket, message.update, (client) => this.#mayWrite(client, socket));
        return;
      case "mark":
        socket.hasRead(message.mark);
    }
  }

  #store(log: UpdateLog, batch: readonly Waiting[], now: Instant): void {
    const accepted = batch.filter((one) => this.#isAccepted(one, now));
    const outcomes = log.applyUpdates(
      accepted.map(({ socket, update }) => {
        const { userId: author, tokenId } = socket.state;
        const isTaken = (client: number): boolean => this.#sockets.isTaken(client, socket);
        return { update, from: socket, by: { author, tokenId, at: now }, isTaken };
      }),
    );
    const news: BroadcastUpdate[] = [];
    const saved = new Map<PageSocket, number>();
    for (const [i, { socket, number }] of accepted.entries()) {
      const outcome = outcomes[i];
      if (outcome) this.#parts.use(socket.state.userId, outcome.ok ? outcome.parts : REFUSAL_PARTS, now);
      if (outcome?.ok === false) this.#refuse(socket, number, outcome.error.code);
      if (!outcome?.ok) continue;
      saved.set(socket, number);
      if (outcome.update !== null) news.push({ ...outcome, socket, update: outcome.update });
    }
    this.#announced = log.revision;
    this.#broadcast(news, saved, log.revision);
    for (const { socket } of batch) socket.rememberPlace();
    if (news.length > 0) this.#host.changed();
  }

  #isAccepted({ socket, number, update }: Waiting, now: Instant): boolean {
    if (socket.isOutOfStep || !socket.isOpen) return false;
    // A reply to the room's sync request may well be empty.
    if (isEmptyUpdate(update)) return true;
    const { canEdit, userId } = socket.state;
    if (!this.#parts.has(userId, now)) {
      socket.close(CLOSE.tooMany, "changes in too many places");
      return false;
    }
    if (canEdit && (!this.#host.isFull || onlyDeletes(update))) return true;
    this.#refuse(socket, number, canEdit ? "quota_exceeded" : "read_only");
    return false;
  }

  #refuse(socket: PageSocket, number: number, code: RefusalCode): void {
    socket.isOutOfStep = true;
    socket.send(encodeFrame((encoder) => writeRefused(encoder, number, code)));
    if (++socket.refusals > MAX_REFUSALS) socket.close(CLOSE.protocolError, "too many rejected messages");
  }

  /**
   * One frame for all clients that sent nothing; each sender's own frame has the others' updates and its
   * acknowledgement.
   */
  #broadcast(news: readonly BroadcastUpdate[], saved: ReadonlyMap<PageSocket, number>, revision: number): void {
    const { people, carets } = this.#presence.take();
    const frameFor = (own: PageSocket | null): Uint8Array =>
      encodeFrame((encoder) => {
        for (const { socket, update, correction } of news) {
          if (socket !== own) writeUpdate(encoder, update);
          else if (correction !== null) writeUpdate(encoder, correction);
        }
        if (people.length > 0) writePeople(encoder, people);
        for (const [socket, update] of carets) if (socket !== own) writeAwareness(encoder, update);
        const number = own === null ? undefined : saved.get(own);
        if (number !== undefined) writeSaved(encoder, number, revision);
      });
    let common: Uint8Array | null = null;
    for (const socket of this.#sockets) {
      if (!socket.isOpen) continue;
      socket.send(saved.has(socket) || carets.has(socket) ? frameFor(socket) : (common ??= frameFor(null)));
    }
  }
}

/** Yjs encodes "no structs and no deletions" as two zero bytes. */
const isEmptyUpdate = (update: Uint8Array): boolean => update.byteLength === 2 && update[0] === 0 && update[1] === 0;
