/** One object per user: has the sockets over which their clients receive events from all pages. */
import { DurableObject } from "cloudflare:workers";
import { createDeps } from "../../src/composition.ts";
import { objectEvents } from "../../src/platform/durable-objects.ts";
import type { Deps } from "../../src/deps.ts";
import { HubRequest } from "../../src/features/live/contract.ts";
import {
  deleteOnlineUser,
  findLiveCredentials,
  findOpenPages,
  findVisiblePages,
  insertOnlineUser,
  type LiveCredential,
} from "../../src/features/live/statements.ts";
import { countUnreadByUser } from "../../src/features/live/index.ts";
import { MINUTE, SECOND, type Instant } from "../../src/kernel/clock.ts";
import { makeId } from "../../src/kernel/ids.ts";
import type { WorkspaceEvent } from "../../src/kernel/live.ts";
import { systemClock, systemRandom } from "../../src/platform/system.ts";
import { CLOSE, PING, PONG } from "../../src/realtime/protocol.ts";
import { readConnection, type SocketConnection } from "../../src/rpc/connection.ts";
import type { HubEvent, HubRpc } from "../../src/rpc/hub.ts";
import { Following } from "./following.ts";
import { LookupBudget } from "./lookup-budget.ts";
import { HubSockets, socketOf } from "./sockets.ts";
import { TypingNotifier } from "./typing-notifier.ts";
import { exempt, writeExempt, writeOneExempt } from "../../src/permissions/exempt.ts";
import { isPerson } from "../../src/permissions/scope.ts";

const MAX_SOCKETS = 50;
/** Maximum characters per client message, and messages per minute. */
const MAX_LENGTH = 20_000;
const MAX_MESSAGES = 120;
/** How long a credential check is valid, in ms. */
const CREDENTIAL_CHECK_TTL_MS = MINUTE;
/** How long (ms) a user without a socket stays listed as online: navigating to another page reconnects at once. */
const OFFLINE_DELAY_MS = 30 * SECOND;

/** The object's own state, in its storage. */
type HubState = {
  readonly userId: string;
  /** Identifies the period since the user was listed as online; earlier events may have been missed. */
  readonly era: string;
  /** Number of events sent in that period. */
  readonly told: number;
  readonly isListed: boolean;
  readonly provenAt: Instant;
};

export class Hub extends DurableObject<Env> implements HubRpc {
  readonly #sockets: HubSockets;
  /** Serializes everything that changes or reads whether the user is listed as online. */
  #turn: Promise<unknown> = Promise.resolve();
  readonly #following: Following;
  readonly #lookups = new LookupBudget();
  readonly #typing = new TypingNotifier(() => this.#deps());
  /** Message count of each socket in the minute that began at `since`. */
  readonly #received = new WeakMap<WebSocket, { since: Instant; count: number }>();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#sockets = new HubSockets(ctx);
    this.#following = new Following(this.#sockets, () => this.#deps());
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
  }

  /** Accepts an authorized connection. */
  override fetch(request: Request): Response {
    const connection = readConnection(request);
    if (this.#sockets.all().length >= MAX_SOCKETS) return new Response(null, { status: 503 });
    const { 0: client, 1: server } = new WebSocketPair();
    const { kind, tokenHash } = connection.caller;
    this.#sockets.accept(server, { id: makeId(connection.now, systemRandom), kind, tokenHash });
    this.ctx.waitUntil(this.#serialize(() => this.#greet(server, connection)));
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Sends each socket the events that concern it. If there is no socket, the user is soon taken off the online list. */
  async notify(events: readonly HubEvent[]): Promise<void> {
    const state = this.#state();
    if (state === null) return;
    const news = events.filter((event) => isCounted(event.news)).length;
    if (news > 0) this.#put({ ...state, told: state.told + news });
    if (this.#sockets.all().length === 0) return this.#scheduleOffline();
    const isAccess = events.some(({ news: each }) => each.type === "access");
    if (isAccess) this.#following.invalidate();
    const isDoubted = isAccess && this.#sockets.followed.length > 0;
    if (isDoubted || state.provenAt <= systemClock() - CREDENTIAL_CHECK_TTL_MS) await this.#recheckCredentials();
    const cursor = this.#cursor();
    for (const ws of this.#sockets.all()) {
      for (const { driveId, news: each } of events) {
        if (!this.#sockets.concerns(ws, driveId, each)) continue;
        this.#sockets.send(ws, isCounted(each) ? { ...each, cursor } : each);
      }
    }
  }

  async textChanged(pageId: string, revision: number): Promise<boolean> {
    const state = this.#state();
    if (state === null) return false;
    if (state.provenAt <= systemClock() - CREDENTIAL_CHECK_TTL_MS) await this.#recheckCredentials();
    const following = this.#sockets.all().filter((ws) => this.#sockets.follows(ws, pageId));
    for (const ws of following) this.#sockets.send(ws, { type: "text", pageId, revision });
    return following.length > 0;
  }

  /**
   * Rechecks the credential of each socket, and closes those whose credential has ended. Followed pages must still be
   * visible.
   */
  async recheck(): Promise<void> {
    this.#following.invalidate();
    if (this.#sockets.all().length > 0) await this.#recheckCredentials();
  }

  override async webSocketMessage(ws: WebSocket, message: string | ArrayBuffer): Promise<void> {
    if (!this.#withinRateLimit(ws, message)) return this.#sockets.close(ws, CLOSE.tooMany);
    const request = parse(message);
    if (request === null) return this.#sockets.close(ws, CLOSE.protocolError);
    const state = this.#state();
    if (state === null) return;
    if (state.provenAt <= systemClock() - CREDENTIAL_CHECK_TTL_MS) await this.#recheckCredentials();
    if (request.type === "watch") {
      if (!this.#lookups.use(request.pages.length + request.follow.length, systemClock()))
        return this.#sockets.close(ws, CLOSE.tooMany);
      await this.#watch(ws, state.userId, request.pages);
      // A tool's scope is known once the greeting is done.
      await this.#turn;
      return this.#following.follow(ws, state.userId, request.follow);
    }
    if (request.type === "typing") {
      const isTheirs = isPerson(socketOf(ws)) && this.#sockets.watches(ws, request.pageId);
      return isTheirs ? this.#typing.notify(state.userId, request.pageId) : undefined;
    }
    const cursor = this.#cursor();
    this.#sockets.send(ws, { type: "missed", missed: request.cursor !== cursor, cursor });
  }

  override webSocketClose(ws: WebSocket): Promise<void> {
    // The browser waits for this close frame before it releases the connection.
    ws.close();
    this.#sockets.forget(ws);
    if (this.#sockets.all().some((other) => other !== ws)) return Promise.resolve();
    return objectEvents.runStores(null, () => this.#scheduleOffline());
  }

  override webSocketError(ws: WebSocket): Promise<void> {
    return this.webSocketClose(ws);
  }

  /** The user has not reconnected. */
  override alarm(): Promise<void> {
    const leave = async (): Promise<void> => {
      const state = this.#state();
      if (state === null || this.#sockets.all().length > 0) return;
      this.#put({ ...state, isListed: false });
      await writeOneExempt(this.#deps().db, exempt.presence, deleteOnlineUser(state.userId));
    };
    return objectEvents.runStores(null, () => this.#serialize(leave));
  }

  /** Lists the user as online, so that all later events are sent, then sends the current state. */
  async #greet(ws: WebSocket, { userId, now }: SocketConnection): Promise<void> {
    const state = this.#state();
    if (state?.isListed !== true)
      this.#put({ userId, era: makeId(now, systemRandom), told: 0, isListed: true, provenAt: 0 });
    const deps = this.#deps();
    const sockets = this.#sockets.all();
    try {
      // A credential that ended before the user was listed triggered no notification.
      const [, [found], live] = await writeExempt(deps.db, exempt.presence, [
        insertOnlineUser(userId, now),
        countUnreadByUser([userId]),
        liveCredentialsOf(deps, sockets),
      ]);
      this.#applyScopes(sockets, live, now);
      const unread = isPerson(socketOf(ws)) ? (found?.unread ?? 0) : null;
      this.#sockets.send(ws, { type: "hello", unread, cursor: this.#cursor() });
    } catch (error) {
      deps.log.error("hub.greet_failed", { error, userId });
      const latest = this.#state();
      if (latest) this.#put({ ...latest, isListed: false });
      this.#sockets.close(ws, CLOSE.unavailable);
    }
  }

  /** Sends who has the pages open now; later changes are sent as events. */
  async #watch(ws: WebSocket, userId: string, pages: readonly string[]): Promise<void> {
    this.#sockets.watch(ws, pages);
    if (pages.length === 0) return;
    const open = await this.#deps().db.one(findOpenPages(userId, pages));
    for (const [pageId, people] of Map.groupBy(open, (each) => each.pageId)) {
      const news = {
        type: "presence",
        pageId,
        people: people.map(({ userId: id, name }) => ({ userId: id, name })),
      } as const;
      if (this.#sockets.concerns(ws, people[0]?.driveId ?? null, news)) this.#sockets.send(ws, news);
    }
  }

  /** One query for all sockets and all pages that they follow. If it fails, none of them may receive anything. */
  async #recheckCredentials(): Promise<void> {
    const sockets = this.#sockets.all();
    const { followed } = this.#sockets;
    const deps = this.#deps();
    const userId = this.#state()?.userId ?? "";
    try {
      const [live, visible] =
        followed.length === 0
          ? [await deps.db.one(liveCredentialsOf(deps, sockets)), []]
          : await deps.db.batch([liveCredentialsOf(deps, sockets), findVisiblePages(userId, followed)]);
      this.#sockets.keepVisible(followed, visible);
      this.#applyScopes(sockets, live, deps.now);
    } catch (error) {
      deps.log.error("hub.prove_failed", { error });
      for (const ws of sockets) this.#sockets.close(ws, CLOSE.unavailable);
    }
  }

  #applyScopes(sockets: readonly WebSocket[], live: readonly LiveCredential[], provenAt: Instant): void {
    const scopes = new Map(live.map(({ tokenHash, scope }) => [tokenHash, scope]));
    for (const ws of sockets) {
      const scope = scopes.get(socketOf(ws).tokenHash);
      if (scope === undefined) this.#sockets.close(ws, CLOSE.signedOut);
      else this.#sockets.limit(ws, scope);
    }
    const state = this.#state();
    if (state) this.#put({ ...state, provenAt });
  }

  #withinRateLimit(ws: WebSocket, message: string | ArrayBuffer): boolean {
    const now = systemClock();
    this.#sockets.acknowledge(ws, now);
    const before = this.#received.get(ws);
    const count = before && now - before.since < MINUTE ? before.count + 1 : 1;
    this.#received.set(ws, { since: count === 1 ? now : (before?.since ?? now), count });
    return count <= MAX_MESSAGES && (typeof message !== "string" || message.length <= MAX_LENGTH);
  }

  async #scheduleOffline(): Promise<void> {
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(systemClock() + OFFLINE_DELAY_MS);
  }

  #serialize(act: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(act);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  #deps(): Deps {
    return createDeps(this.env, this.ctx);
  }

  #cursor(): string {
    const state = this.#state();
    return state === null ? "" : `${state.era}.${state.told}`;
  }

  #state(): HubState | null {
    return this.ctx.storage.kv.get<HubState>("hub") ?? null;
  }

  #put(state: HubState): void {
    this.ctx.storage.kv.put("hub", state);
  }
}

/** Events that count for the cursor. The others are transient, and not missed once they are over. */
const isCounted = (news: HubEvent["news"]): news is WorkspaceEvent =>
  news.type !== "presence" && news.type !== "typing";

const liveCredentialsOf = ({ now, config }: Pick<Deps, "config" | "now">, sockets: readonly WebSocket[]) =>
  findLiveCredentials(sockets.map(socketOf), now, config.sessionIdleMs);

/** Null for a message outside this protocol. */
function parse(message: string | ArrayBuffer): HubRequest | null {
  if (typeof message !== "string") return null;
  try {
    return HubRequest.parse(JSON.parse(message));
  } catch {
    return null;
  }
}
