/** The connections to a page. */
import type { Instant } from "../../src/kernel/clock.ts";
import type { SocketConnection } from "../../src/rpc/connection.ts";
import { PageSocket, type SocketAttachment } from "./page-socket.ts";

/** Maximum connections per page, and per person on it, tools included. */
const MAX_SOCKETS = 100;
const MAX_OF_PERSON = 20;
/** All connections; a closed one is included until `remove`. */
export class Sockets {
  readonly #ctx: DurableObjectState;
  readonly #known = new Map<WebSocket, PageSocket>();

  constructor(ctx: DurableObjectState) {
    this.#ctx = ctx;
    for (const ws of ctx.getWebSockets())
      this.#known.set(ws, new PageSocket(ws, ws.deserializeAttachment() as SocketAttachment)); // written by `remember`
  }

  get size(): number {
    return this.#known.size;
  }

  /** Returns what is full: the page, or this person's share of it. */
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

  /** Accepts with hibernation; the attachment survives it. */
  accept(
    ws: WebSocket,
    {
      caller,
      userId,
      credentialId,
      name,
      tool,
      canEdit,
      canComment,
      takesRuns,
      takesComments,
      takesThreads,
      provedAt,
      now,
    }: SocketConnection & { readonly provedAt: Instant },
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
      canComment,
      openedAt: now,
      provedAt,
      client: null,
      awareness: null,
      received: 0,
      isOutOfStep: false,
      takesRuns,
      takesComments,
      takesThreads,
    };
    const socket = new PageSocket(ws, state);
    socket.remember({});
    this.#known.set(ws, socket);
    return socket;
  }

  /** Removes a connection, closed or not; its later messages are ignored. */
  remove(socket: PageSocket): void {
    for (const [ws, known] of this.#known) if (known === socket) this.#known.delete(ws);
  }

  broadcast(frame: Uint8Array): void {
    for (const socket of this.#known.values()) socket.send(frame);
  }

  /**
   * True if any connection's permissions were last checked more than `age` ms ago. A check in the future was made by another
   * machine's clock, or by this one's before it was set back, and would otherwise be valid until then.
   */
  hasStaleProof(now: Instant, age: number): boolean {
    for (const { state } of this.#known.values()) if (Math.abs(now - state.provedAt) > age) return true;
    return false;
  }

  /**
   * True if a Yjs client is announced by a connection of another person or another tool. A reconnecting browser may
   * find its own lost connection still open.
   */
  isTaken(client: number, { state: own }: PageSocket): boolean {
    for (const { state, isOpen } of this.#known.values())
      if (isOpen && state.client === client && (state.userId !== own.userId || state.tokenId !== own.tokenId))
        return true;
    return false;
  }

  has(userId: string): boolean {
    return [...this.#known.values()].some(({ state }) => state.userId === userId);
  }
}
