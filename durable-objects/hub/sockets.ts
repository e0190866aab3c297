/** The sockets of a hub, each with the state that must survive hibernation. */
import type { Caller } from "../../src/kernel/caller.ts";
import type { Instant } from "../../src/kernel/clock.ts";
import { CLOSE } from "../../src/realtime/protocol.ts";
import type { HubMessage, WorkspaceEvent, ChatMessageEvent, Presence, TypingEvent } from "../../src/kernel/live.ts";
import { inScope, isPerson } from "../../src/permissions/scope.ts";

/** One socket. Its subscriptions are in storage, because an attachment has little room. */
type HubSocket = Pick<Caller, "kind" | "tokenHash"> & { readonly id: string };

/** A page whose text a socket follows, as visible to its user. */
type Followed = { readonly pageId: string; readonly driveId: string };

type Subscriptions = {
  readonly watched: readonly string[];
  readonly followed: readonly Followed[];
  /** The drives that a tool is limited to; null if unlimited. */
  readonly scope: readonly string[] | null;
};

const NOTHING: Subscriptions = { watched: [], followed: [], scope: [] };

const OPEN = 1;
/** Maximum characters sent before the client must be heard from again: it may not be reading. */
const MAX_UNACKNOWLEDGED = 1_000_000;

const key = ({ id }: HubSocket): string => `socket:${id}`;

export class HubSockets {
  readonly #ctx: DurableObjectState;
  /** Characters sent to each socket since the client was last heard from. */
  readonly #unacknowledged = new WeakMap<WebSocket, { since: Instant; letters: number }>();

  constructor(ctx: DurableObjectState) {
    this.#ctx = ctx;
    // A deployment ends all sockets without a close event.
    const known = new Set(this.all().map((ws) => key(socketOf(ws))));
    const stored = Array.from(ctx.storage.kv.list({ prefix: "socket:" }), ([name]) => name);
    for (const name of stored) if (!known.has(name)) ctx.storage.kv.delete(name);
  }

  all(): WebSocket[] {
    return this.#ctx.getWebSockets().filter(({ readyState }) => readyState === OPEN);
  }

  accept(ws: WebSocket, socket: HubSocket): void {
    this.#ctx.acceptWebSocket(ws);
    ws.serializeAttachment(socket);
    // Nothing is sent before the credential check, which also determines a tool's scope.
    this.#put(socket, NOTHING);
  }

  watch(ws: WebSocket, watched: readonly string[]): void {
    const socket = socketOf(ws);
    this.#put(socket, { ...this.#subscriptions(socket), watched });
  }

  limit(ws: WebSocket, scope: readonly string[] | null): void {
    const socket = socketOf(ws);
    this.#put(socket, { ...this.#subscriptions(socket), scope });
  }

  watches(ws: WebSocket, pageId: string): boolean {
    return this.#subscriptions(socketOf(ws)).watched.includes(pageId);
  }

  /** Adds to the pages already followed. */
  follow(ws: WebSocket, pages: readonly Followed[]): void {
    const ids = pages.map(({ pageId }) => pageId);
    this.#setFollowed(ws, (before) => [...before.filter(({ pageId }) => !ids.includes(pageId)), ...pages]);
  }

  /** Unfollows all other pages. */
  narrowTo(ws: WebSocket, pageIds: readonly string[]): void {
    this.#setFollowed(ws, (before) => before.filter(({ pageId }) => pageIds.includes(pageId)));
  }

  follows(ws: WebSocket, pageId: string): boolean {
    const { followed, scope } = this.#subscriptions(socketOf(ws));
    return followed.some((each) => each.pageId === pageId && inScope({ scope }, each.driveId));
  }

  followedBy(ws: WebSocket): string[] {
    return this.#subscriptions(socketOf(ws)).followed.map(({ pageId }) => pageId);
  }

  /** Ids of the pages that any socket of this hub follows. */
  get followed(): string[] {
    return [...new Set(this.all().flatMap((ws) => this.followedBy(ws)))];
  }

  /** Makes every socket stop following the pages in `asked` that are no longer visible to the user. */
  keepVisible(checked: readonly string[], visible: readonly Followed[]): void {
    const found = new Map(visible.map((page) => [page.pageId, page]));
    for (const ws of this.all())
      this.#setFollowed(ws, (before) =>
        before.flatMap((page) => (checked.includes(page.pageId) ? (found.get(page.pageId) ?? []) : [page])),
      );
  }

  /** True if the socket should receive this event. */
  concerns(ws: WebSocket, driveId: string | null, news: WorkspaceEvent | Presence | TypingEvent): boolean {
    const socket = socketOf(ws);
    const { watched, scope } = this.#subscriptions(socket);
    // Notifications are for the user's own sessions only, once verified.
    if (driveId === null) return isPerson(socket) && scope === null;
    if (!inScope({ scope }, driveId)) return false;
    if (news.type === "message") return isForAll(socket, news) || watched.includes(news.pageId);
    const isOfWatched = news.type === "presence" || news.type === "typing" || news.type === "threads";
    return !isOfWatched || watched.includes(news.pageId);
  }

  send(ws: WebSocket, message: HubMessage): void {
    if (ws.readyState !== OPEN) return;
    const text = JSON.stringify(message);
    const pingAt = this.#ctx.getWebSocketAutoResponseTimestamp(ws)?.getTime() ?? 0;
    const before = this.#unacknowledged.get(ws);
    const letters = before && before.since >= pingAt ? before.letters : 0;
    this.#unacknowledged.set(ws, { since: Math.max(pingAt, before?.since ?? 0), letters: letters + text.length });
    if (letters > MAX_UNACKNOWLEDGED) this.close(ws, CLOSE.tooSlow);
    else ws.send(text);
  }

  /** The client has sent a message itself. */
  acknowledge(ws: WebSocket, now: Instant): void {
    this.#unacknowledged.set(ws, { since: now, letters: 0 });
  }

  close(ws: WebSocket, code: number): void {
    this.forget(ws);
    ws.close(code);
  }

  forget(ws: WebSocket): void {
    this.#ctx.storage.kv.delete(key(socketOf(ws)));
  }

  #subscriptions(socket: HubSocket): Subscriptions {
    return this.#ctx.storage.kv.get<Subscriptions>(key(socket)) ?? NOTHING;
  }

  #setFollowed(ws: WebSocket, change: (before: readonly Followed[]) => readonly Followed[]): void {
    const socket = socketOf(ws);
    const subscriptions = this.#subscriptions(socket);
    const followed = change(subscriptions.followed).map(({ pageId, driveId }) => ({ pageId, driveId }));
    if (JSON.stringify(followed) !== JSON.stringify(subscriptions.followed))
      this.#put(socket, { ...subscriptions, followed });
  }

  #put(socket: HubSocket, subscriptions: Subscriptions): void {
    this.#ctx.storage.kv.put(key(socket), subscriptions);
  }
}

export const socketOf = (ws: WebSocket): HubSocket => ws.deserializeAttachment() as HubSocket; // as `accept` wrote it

/** All tabs show unread counts for every page of a drive. */
const isForAll = (socket: HubSocket, { change }: ChatMessageEvent): boolean =>
  isPerson(socket) && (change === "created" || change === "deleted");
