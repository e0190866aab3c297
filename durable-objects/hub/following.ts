/** The pages whose text a hub's sockets follow: each is checked for visibility, and its room knows which users to notify. */
import { findVisiblePages, type VisibleRevision } from "../../src/features/live/statements.ts";
import type { Deps } from "../../src/deps.ts";
import type { HubSockets } from "./sockets.ts";

/** Maximum pages that one user follows at once, across all their connections. */
const MAX_FOLLOWED = 50;

export class Following {
  readonly #sockets: HubSockets;
  readonly #deps: () => Deps;
  /** The pages that each socket last requested. */
  readonly #requested = new WeakMap<WebSocket, readonly string[]>();
  #permissionChanges = 0;

  constructor(sockets: HubSockets, deps: () => Deps) {
    this.#sockets = sockets;
    this.#deps = deps;
  }

  /** Permissions have changed: results of earlier queries are discarded. */
  invalidate(): void {
    this.#permissionChanges += 1;
  }

  /** Notifies the socket whenever the text of these pages changes, and first of their current revision. */
  async follow(ws: WebSocket, userId: string, pageIds: readonly string[]): Promise<void> {
    const wanted = this.#withinLimit(ws, pageIds);
    this.#requested.set(ws, wanted);
    this.#sockets.narrowTo(ws, wanted);
    const fresh = wanted.filter((pageId) => !this.#sockets.follows(ws, pageId));
    if (fresh.length === 0) return;
    const visible = await this.#findVisible(userId, fresh);
    // The socket may have requested other pages meanwhile.
    const found = visible.filter(({ pageId }) => this.#requested.get(ws)?.includes(pageId));
    this.#sockets.follow(ws, found);
    await Promise.all(found.map((page) => this.#begin(ws, userId, page)));
  }

  /** Pages beyond the limit are ignored: the client polls them instead. */
  #withinLimit(ws: WebSocket, pageIds: readonly string[]): string[] {
    const others = this.#sockets.all().filter((other) => other !== ws);
    const followed = new Set(others.flatMap((other) => this.#requested.get(other) ?? this.#sockets.followedBy(other)));
    return pageIds.filter((pageId) => followed.has(pageId) || (followed.size < MAX_FOLLOWED && followed.add(pageId)));
  }

  /** The reply confirms that the page is followed: without it, the client keeps polling. */
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
    const before = this.#permissionChanges;
    const { db, log } = this.#deps();
    try {
      const visible = await db.one(findVisiblePages(userId, pageIds));
      return before === this.#permissionChanges ? visible : await this.#findVisible(userId, pageIds);
    } catch (error) {
      log.warn("hub.follow_failed", { error });
      return [];
    }
  }
}
