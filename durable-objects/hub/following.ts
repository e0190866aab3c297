/** The pages whose text a hub's sockets follow: each is proved to be visible, and its room knows whom to tell. */
import { findVisiblePages, type VisibleRevision } from "../../src/features/live/statements.ts";
import type { Deps } from "../../src/deps.ts";
import type { HubSockets } from "./sockets.ts";

/** Pages that one person follows at once, on all their connections together. */
const MAX_FOLLOWED = 50;

export class Following {
  readonly #sockets: HubSockets;
  readonly #deps: () => Deps;
  /** The pages that each socket last asked for. */
  readonly #wanted = new WeakMap<WebSocket, readonly string[]>();
  #changesOfRights = 0;

  constructor(sockets: HubSockets, deps: () => Deps) {
    this.#sockets = sockets;
    this.#deps = deps;
  }

  /** Rights have changed: answers to what was asked before are not believed. */
  doubt(): void {
    this.#changesOfRights += 1;
  }

  /** From now on the socket is told whenever the text of these pages changes, and first which revision they are at. */
  async follow(ws: WebSocket, userId: string, pageIds: readonly string[]): Promise<void> {
    const wanted = this.#within(ws, pageIds);
    this.#wanted.set(ws, wanted);
    this.#sockets.narrowTo(ws, wanted);
    const fresh = wanted.filter((pageId) => !this.#sockets.follows(ws, pageId));
    if (fresh.length === 0) return;
    const visible = await this.#findVisible(userId, fresh);
    // It may have asked for others meanwhile.
    const found = visible.filter(({ pageId }) => this.#wanted.get(ws)?.includes(pageId));
    this.#sockets.follow(ws, found);
    await Promise.all(found.map((page) => this.#begin(ws, userId, page)));
  }

  /** Nothing is answered for pages beyond those that a person may follow: the client looks for itself. */
  #within(ws: WebSocket, pageIds: readonly string[]): string[] {
    const others = this.#sockets.all().filter((other) => other !== ws);
    const followed = new Set(others.flatMap((other) => this.#wanted.get(other) ?? this.#sockets.followedBy(other)));
    return pageIds.filter((pageId) => followed.has(pageId) || (followed.size < MAX_FOLLOWED && followed.add(pageId)));
  }

  /** The answer says that the page is followed: without it, the other side goes on looking for itself. */
  async #begin(ws: WebSocket, userId: string, { pageId, revision }: VisibleRevision): Promise<void> {
    const { objects, log } = this.#deps();
    try {
      const own = await objects.room(pageId).follow(userId, pageId);
      if (own === null || !this.#sockets.follows(ws, pageId)) return;
      this.#sockets.send(ws, { type: "text", pageId, revision: Math.max(own, revision) });
    } catch (error) {
      log.warn("hub.follow_failed", { error, pageId });
    }
  }

  async #findVisible(userId: string, pageIds: readonly string[]): Promise<readonly VisibleRevision[]> {
    const asked = this.#changesOfRights;
    const { db, log } = this.#deps();
    try {
      const visible = await db.one(findVisiblePages(userId, pageIds));
      return asked === this.#changesOfRights ? visible : await this.#findVisible(userId, pageIds);
    } catch (error) {
      log.warn("hub.follow_failed", { error });
      return [];
    }
  }
}
