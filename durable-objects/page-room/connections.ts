/**
 * The connections to a page: accepting them, receiving messages and closing. Lost permissions are detected in
 * `access-recheck.ts`.
 */
import { objectEvents } from "../../src/platform/durable-objects.ts";
import type { Instant } from "../../src/kernel/clock.ts";
import { announcePresence } from "../../src/features/live/service.ts";
import { systemClock } from "../../src/platform/system.ts";
import { CLOSE, encodeFrame, PING, PONG, SUBPROTOCOL, writeRun } from "../../src/realtime/protocol.ts";
import type { SocketConnection } from "../../src/rpc/connection.ts";
import { AccessRecheck } from "./access-recheck.ts";
import { Followers } from "./followers.ts";
import { UpdatePipeline } from "./update-pipeline.ts";
import type { UpdateLog } from "./update-log.ts";
import { hasTables, readPage, rememberPage } from "./schema.ts";
import type { ConnectedRoom, Room } from "./connected-room.ts";
import type { PageSocket } from "./page-socket.ts";
import { Sockets } from "./sockets.ts";
import { TextProjection } from "./text-projection.ts";

/** A connection accepted this shortly before a permission change may have been authorized by the old permissions. */
const RECHECK_MARGIN_MS = 5_000;

/** Joins and departures within this time (ms) are announced together. */
const PRESENCE_MS = 1_000;

export class Connections implements ConnectedRoom {
  readonly #ctx: DurableObjectState;
  readonly room: Room;
  readonly sql: SqlStorage;
  readonly sockets: Sockets;
  readonly #live: UpdatePipeline;
  readonly #followers: Followers;
  #withD1: { readonly access: AccessRecheck; readonly projection: TextProjection } | null = null;
  #recheckedAt: Instant = 0;
  #presenceTimer: ReturnType<typeof setTimeout> | null = null;
  #isResuming = false;

  constructor(ctx: DurableObjectState, room: Room) {
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
    this.#ctx = ctx;
    this.room = room;
    this.sql = ctx.storage.sql;
    this.sockets = new Sockets(ctx);
    this.#followers = new Followers(ctx.storage.kv, room);
    this.#live = new UpdatePipeline(this);
  }

  /** The log is open: every connection has what it contains. */
  opened(log: UpdateLog): void {
    this.#live.begin(log);
    this.#followers.begin(log.isStarted ? log.revision : 0);
  }

  /** Sends nothing while rights are being rechecked: readers notice the gap and ask for what they missed. */
  relay(frame: string): number {
    const readers = [...this.sockets].filter(({ state, isOpen }) => state.takesRuns === true && isOpen);
    if (readers.length === 0 || !this.mayPass(systemClock(), false)) return readers.length;
    const bytes = encodeFrame((encoder) => writeRun(encoder, frame));
    for (const socket of readers) socket.send(bytes);
    return readers.length;
  }

  /** Implements `PageRoomRpc`. Does not start an empty room for a reader. */
  follow(userId: string, pageId: string): number | null {
    if (!this.#followers.add(userId, pageId)) return null;
    const log = hasTables(this.sql) ? this.room.open() : null;
    return log?.isStarted ? log.revision : 0;
  }

  /** Stores and broadcasts waiting updates, if allowed, before another operation. */
  flush(): void {
    if (this.sockets.size > 0) this.#live.flush();
  }

  pump(): void {
    if (this.sockets.size > 0) this.#live.pump();
    this.#followers.changed();
  }

  /** Responds 101; 404 if the page no longer exists; 503 if the page has too many connections, or 429 if the user does. */
  async accept(connection: SocketConnection): Promise<Response> {
    const { pageId: id, type } = connection;
    if (id === null || type === null) throw new TypeError("not a connection to a page");
    const log = await this.room.runExclusive(() => this.room.openReady(id));
    if (log === null) return new Response("The page is gone.", { status: 404 });
    // Checked last, after everything asynchronous, because others may have connected meanwhile.
    const full = this.sockets.fullFor(connection.userId);
    if (full !== null) return new Response("Too many connections.", { status: full === "page" ? 503 : 429 });
    rememberPage(this.sql, { id, type });
    const { 0: client, 1: server } = new WebSocketPair();
    const wasCurrent = connection.now - RECHECK_MARGIN_MS > this.#recheckedAt;
    const socket = this.sockets.accept(server, {
      ...connection,
      provedAt: wasCurrent ? connection.now : 0,
    });
    this.#live.join(socket);
    this.#tellPresence();
    return new Response(null, {
      status: 101,
      webSocket: client,
      headers: { "Sec-WebSocket-Protocol": SUBPROTOCOL },
    });
  }

  receive(ws: WebSocket, message: string | ArrayBuffer): void {
    const socket = this.sockets.of(ws);
    if (socket === null) return;
    if (!socket.isOpen) return this.#forget(socket);
    if (typeof message === "string") socket.close(CLOSE.protocolError, "binary messages only");
    else this.#live.receive(socket, new Uint8Array(message));
    if (!socket.isOpen) this.#forget(socket);
  }

  closed(ws: WebSocket): void {
    const socket = this.sockets.of(ws);
    if (socket !== null) this.#forget(socket);
  }

  /** Rechecks every connection. Throws if D1 is unreachable; then nothing is broadcast until a check succeeds. */
  async recheck(): Promise<void> {
    this.#recheckedAt = systemClock();
    if (this.sockets.size > 0) return this.#d1.access.recheck();
    // Called for a connection that ended without a close event. A room without tables never had one, or was purged.
    if (hasTables(this.sql)) await this.#d1.projection.clearOpenPages();
  }

  async project(): Promise<void> {
    if (!this.room.open().isStarted) return;
    await this.#d1.projection.write();
    this.#followers.repeat();
  }

  /** D1 has the text that an edit produced. */
  written(text: string): void {
    if (this.sockets.size > 0) this.#d1.projection.written(text);
  }

  /** The page was permanently deleted. */
  dismiss(): void {
    for (const socket of this.sockets) {
      socket.close(CLOSE.gone, "the page is gone");
      this.#live.leave(socket);
    }
    // The timer would read tables that are about to be deleted.
    if (this.#presenceTimer !== null) clearTimeout(this.#presenceTimer);
    this.#presenceTimer = null;
    this.#withD1 = null;
    this.#followers.clear();
  }

  /** Created once the log is open, because its tables store whether D1 is marked. */
  get #d1(): { readonly access: AccessRecheck; readonly projection: TextProjection } {
    if (this.#withD1 !== null) return this.#withD1;
    this.room.open();
    const access = new AccessRecheck(this);
    const projection = new TextProjection(this, access);
    return (this.#withD1 = { access, projection });
  }

  get isMarked(): boolean {
    return this.#d1.projection.isMarked;
  }

  get isFull(): boolean {
    return this.#d1.projection.isFull;
  }

  marked(now: Instant): void {
    this.#d1.projection.marked(now);
  }

  mayPass(now: Instant, hasUpdates: boolean): boolean {
    return this.#d1.access.mayPass(now, hasUpdates);
  }

  changed(): void {
    this.#d1.projection.changed();
    this.#followers.changed();
  }

  get readyLog(): UpdateLog | null {
    const log = this.room.open();
    return log.isStarted && log.pending === null ? log : null;
  }

  /**
   * The caller that staged the blocking edit may have vanished: updates queued behind it should not wait for the next
   * edit.
   */
  resumeTypedUpdates(): void {
    const page = readPage(this.sql);
    if (this.#isResuming || page === null) return;
    this.#isResuming = true;
    const resume = async (): Promise<void> => {
      const log = await this.room.runExclusive(() => this.room.openReady(page.id));
      this.#isResuming = false;
      if (log === null) this.endAll();
    };
    this.#ctx.waitUntil(resume());
  }

  endAll(): void {
    for (const socket of this.sockets) this.end(socket, CLOSE.unavailable, "try again later");
  }

  end(socket: PageSocket, code: number, reason: string): void {
    socket.close(code, reason);
    this.#forget(socket);
  }

  /** Tells clients that watch the page from elsewhere who has it open. */
  #tellPresence(): void {
    if (this.#presenceTimer !== null) return;
    this.#presenceTimer = setTimeout(() => {
      this.#presenceTimer = null;
      const page = readPage(this.sql);
      if (page === null) return;
      const people = new Map([...this.sockets].map(({ state: { userId, name } }) => [userId, { userId, name }]));
      const deps = this.room.deps(systemClock());
      objectEvents.runStores(null, () => deps.defer(() => announcePresence(deps, page.id, [...people.values()])));
    }, PRESENCE_MS);
  }

  #forget(socket: PageSocket): void {
    this.#live.leave(socket);
    this.#tellPresence();
    const { userId, openedAt } = socket.state;
    if (!this.sockets.has(userId)) this.#d1.projection.left(userId, openedAt);
    this.pump();
  }
}
