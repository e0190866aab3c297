/** Everything about who is connected to a page: letting in, hearing, proving again and letting go. */
import { objectEvents } from "../../src/platform/durable-objects.ts";
import type { Deps } from "../../src/deps.ts";
import type { Instant } from "../../src/kernel/clock.ts";
import type { PageType } from "../../src/kernel/page-type.ts";
import { announcePresence, announceText } from "../../src/features/live/service.ts";
import type { PageAccess } from "../../src/permissions/page-access.ts";
import { systemClock } from "../../src/platform/system.ts";
import { CLOSE, PING, PONG, SUBPROTOCOL } from "../../src/realtime/protocol.ts";
import type { Connection } from "../../src/rpc/connection.ts";
import { Followers } from "./followers.ts";
import { LivePage } from "./live-page.ts";
import type { PageLog } from "./log.ts";
import { Projection } from "./projection.ts";
import { hasTables, readMeta, readPage, rememberPage, writeMeta } from "./schema.ts";
import type { RoomAlarm } from "./room-alarm.ts";
import type { PageSocket } from "./page-socket.ts";
import { Sockets } from "./sockets.ts";

/** A connection that was let in so shortly before rights changed may have been let in by the old ones. */
const RECHECK_MARGIN_MS = 5_000;

/** Who comes and goes within this time, in ms, is told of together. */
const PRESENCE_MS = 1_000;

/** The room, as the connections to it need it. */
type ConnectedRoom = {
  readonly deps: (now: Instant) => Deps;
  readonly open: () => PageLog;
  /** With nothing staged and something in it; null for a page that is gone. */
  readonly openReady: (pageId: string) => Promise<PageLog | null>;
  readonly inTurn: <T>(act: () => Promise<T>) => Promise<T>;
  readonly alarm: RoomAlarm;
};

export class Connections {
  readonly #ctx: DurableObjectState;
  readonly #room: ConnectedRoom;
  readonly #sockets: Sockets;
  readonly #live: LivePage;
  readonly #followers: Followers;
  #projection: Projection | null = null;
  #recheckedAt: Instant = 0;
  #presenceTimer: ReturnType<typeof setTimeout> | null = null;
  #isResuming = false;

  constructor(ctx: DurableObjectState, room: ConnectedRoom) {
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
    this.#ctx = ctx;
    this.#room = room;
    this.#sockets = new Sockets(ctx);
    this.#followers = new Followers(ctx.storage.kv, {
      revision: () => {
        const log = room.open();
        return log.isStarted ? log.revision : null;
      },
      tell: (change) => objectEvents.runStores(null, () => announceText(room.deps(systemClock()), change)),
    });
    this.#live = new LivePage(this.#sockets, {
      log: () => this.#readyLog(),
      resumeTypedUpdates: () => this.#resumeTypedUpdates(),
      mayPass: (now, hasUpdates) => this.#writer.mayPass(now, hasUpdates),
      isFull: () => this.#writer.isFull,
      changed: () => {
        this.#writer.changed();
        this.#followers.changed();
      },
      failed: (error) => room.deps(systemClock()).log.error("room.store_failed", { error }),
    });
  }

  /** The log was opened: what is committed in it, every connection has. */
  opened(log: PageLog): void {
    this.#live.begin(log);
    this.#followers.begin(log.isStarted ? log.revision : 0);
  }

  /** As `PageRoomRpc` says. A room that holds nothing is not begun for a reader. */
  follow(userId: string, pageId: string): number | null {
    if (!this.#followers.add(userId, pageId)) return null;
    const log = hasTables(this.#ctx.storage.sql) ? this.#room.open() : null;
    return log?.isStarted ? log.revision : 0;
  }

  /** Stores and passes on what waits, if that may be, before something else is done. */
  flush(): void {
    if (this.#sockets.size > 0) this.#live.flush();
  }

  /** Something may have been committed, or what held updates back is over. */
  pump(): void {
    if (this.#sockets.size > 0) this.#live.pump();
    this.#followers.changed();
  }

  /** Answers 101, 404 for a page that is gone, and when there are too many connections 503, or 429 when they are the person's own. */
  async accept(connection: Connection): Promise<Response> {
    const { pageId: id, type, canEdit } = connection;
    if (id === null || type === null) throw new TypeError("not a connection to a page");
    const log = await this.#room.inTurn(() => this.#room.openReady(id));
    if (log === null) return new Response("The page is gone.", { status: 404 });
    // After all that takes time: others have come meanwhile.
    const full = this.#sockets.fullFor(connection.userId);
    if (full !== null) return new Response("Too many connections.", { status: full === "page" ? 503 : 429 });
    rememberPage(this.#ctx.storage.sql, { id, type });
    const { 0: client, 1: server } = new WebSocketPair();
    const wasCurrent = connection.now - RECHECK_MARGIN_MS > this.#recheckedAt;
    const socket = this.#sockets.accept(server, {
      ...connection,
      canEdit: mayType(type, canEdit),
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
    const socket = this.#sockets.of(ws);
    if (socket === null) return;
    if (!socket.isOpen) return this.#forget(socket);
    if (typeof message === "string") socket.close(CLOSE.protocolError, "binary messages only");
    else this.#live.receive(socket, new Uint8Array(message));
    if (!socket.isOpen) this.#forget(socket);
  }

  closed(ws: WebSocket): void {
    const socket = this.#sockets.of(ws);
    if (socket !== null) this.#forget(socket);
  }

  /** Proves every connection again; throws when D1 cannot be asked, and then nothing passes until it could. */
  async recheck(): Promise<void> {
    this.#recheckedAt = systemClock();
    if (this.#sockets.size > 0) return this.#writer.recheck();
    // Called for a connection that ended without a word.
    await this.#writer.clearOpenPages();
  }

  /** Brings D1 up to date. */
  async project(): Promise<void> {
    if (!this.#room.open().isStarted) return;
    await this.#writer.write();
    this.#followers.repeat();
  }

  /** D1 has the text as an edit left it. */
  written(text: string): void {
    if (this.#sockets.size > 0) this.#writer.written(text);
  }

  /** The page was deleted for good. */
  dismiss(): void {
    for (const socket of this.#sockets) {
      socket.close(CLOSE.gone, "the page is gone");
      this.#live.leave(socket);
    }
    this.#projection = null;
    this.#followers.clear();
  }

  get #writer(): Projection {
    if (this.#projection !== null) return this.#projection;
    this.#room.open();
    const { sql } = this.#ctx.storage;
    this.#projection = new Projection(
      {
        deps: this.#room.deps,
        page: () => readPage(sql),
        log: () => this.#readyLog(),
        inTurn: this.#room.inTurn,
        sockets: this.#sockets,
        decide: (socket, access, now) => this.#decide(socket, access, now),
        closeAll: () => this.#closeAll(),
        pump: () => this.pump(),
        alarm: this.#room.alarm,
        rememberMark: (isMarked) => writeMeta(sql, "marked", isMarked ? 1 : 0),
      },
      readMeta(sql, "marked") === 1,
    );
    return this.#projection;
  }

  #readyLog(): PageLog | null {
    const log = this.#room.open();
    return log.isStarted && log.pending === null ? log : null;
  }

  /** Whoever staged the edit in the way may have vanished: what was typed behind it does not wait for the next edit. */
  #resumeTypedUpdates(): void {
    const page = readPage(this.#ctx.storage.sql);
    if (this.#isResuming || page === null) return;
    this.#isResuming = true;
    const resume = async (): Promise<void> => {
      const log = await this.#room.inTurn(() => this.#room.openReady(page.id));
      this.#isResuming = false;
      if (log === null) this.#closeAll();
    };
    this.#ctx.waitUntil(resume());
  }

  #decide(socket: PageSocket, access: PageAccess, now: Instant): void {
    switch (access) {
      case "ended":
        return this.#end(socket, CLOSE.signedOut, "sign in again");
      case "hidden":
        return this.#end(socket, CLOSE.forbidden, "the page may no longer be seen");
      case "gone":
        return this.#end(socket, CLOSE.gone, "the page is gone");
      case "read":
      case "edit": {
        const page = readPage(this.#ctx.storage.sql);
        const canEdit = page !== null && mayType(page.type, access === "edit");
        if (canEdit !== socket.state.canEdit) this.#live.setCanEdit(socket, canEdit);
        socket.remember({ provedAt: now });
      }
    }
  }

  #closeAll(): void {
    for (const socket of this.#sockets) this.#end(socket, CLOSE.unavailable, "try again later");
  }

  #end(socket: PageSocket, code: number, reason: string): void {
    socket.close(code, reason);
    this.#forget(socket);
  }

  /** Those who watch the page elsewhere hear who has it open. */
  #tellPresence(): void {
    if (this.#presenceTimer !== null) return;
    this.#presenceTimer = setTimeout(() => {
      this.#presenceTimer = null;
      const page = readPage(this.#ctx.storage.sql);
      if (page === null) return;
      const people = new Map([...this.#sockets].map(({ state: { userId, name } }) => [userId, { userId, name }]));
      const deps = this.#room.deps(systemClock());
      objectEvents.runStores(null, () => deps.defer(() => announcePresence(deps, page.id, [...people.values()])));
    }, PRESENCE_MS);
  }

  #forget(socket: PageSocket): void {
    this.#live.leave(socket);
    this.#tellPresence();
    const { userId, openedAt } = socket.state;
    if (!this.#sockets.has(userId)) this.#writer.left(userId, openedAt);
    this.pump();
  }
}

/** The text of a FILE page is its file's. */
const mayType = (type: PageType, canEdit: boolean): boolean => canEdit && type !== "FILE";
