/** One object a person: holds the sockets over which they are told what happens elsewhere. */
import { DurableObject } from "cloudflare:workers";
import { createDeps } from "../src/composition.ts";
import { objectEvents } from "../src/platform/durable-objects.ts";
import type { Deps } from "../src/deps.ts";
import { HubRequest } from "../src/features/live/contract.ts";
import {
  deleteOnlineUser,
  findLiveCredentials,
  findOpenPages,
  findVisiblePages,
  insertOnlineUser,
  type LiveCredential,
} from "../src/features/live/statements.ts";
import { countUnreadByUser } from "../src/features/live/index.ts";
import { MINUTE, SECOND, type Instant } from "../src/kernel/clock.ts";
import { makeId } from "../src/kernel/ids.ts";
import type { HubNews } from "../src/kernel/live.ts";
import { systemClock, systemRandom } from "../src/platform/system.ts";
import { CLOSE, PING, PONG } from "../src/realtime/protocol.ts";
import { readConnection, type SocketConnection } from "../src/rpc/connection.ts";
import type { HubEvent, HubRpc } from "../src/rpc/hub.ts";
import { Following } from "./hub/following.ts";
import { LookupBudget } from "./hub/lookup-budget.ts";
import { HubSockets, socketOf } from "./hub/sockets.ts";
import { TypingIndicator } from "./hub/typing-indicator.ts";
import { exempt, writeExempt, writeOneExempt } from "../src/permissions/exempt.ts";
import { isPerson } from "../src/permissions/scope.ts";

const MAX_SOCKETS = 50;
/** Characters of a client's message, and messages in a minute. */
const MAX_LENGTH = 20_000;
const MAX_MESSAGES = 120;
/** How long a proof of the credentials counts, in ms. */
const PROOF_COUNTS = MINUTE;
/** How long, in ms, a person without a socket is still told: whoever goes to the next page comes back at once. */
const LINGER = 30 * SECOND;

/** What the object knows of itself, in its storage. */
type HubState = {
  readonly userId: string;
  /** Names the time since the person is listed as online: before it, something may have been missed. */
  readonly era: string;
  /** Events told in that time. */
  readonly told: number;
  readonly isListed: boolean;
  readonly provenAt: Instant;
};

export class Hub extends DurableObject<Env> implements HubRpc {
  readonly #sockets: HubSockets;
  /** What changes or reads whether the person is listed as online goes one after another. */
  #turn: Promise<unknown> = Promise.resolve();
  readonly #following: Following;
  readonly #lookups = new LookupBudget();
  readonly #typing = new TypingIndicator(() => this.#deps());
  /** Messages of each socket in the minute that began at `since`. */
  readonly #received = new WeakMap<WebSocket, { since: Instant; count: number }>();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#sockets = new HubSockets(ctx);
    this.#following = new Following(this.#sockets, () => this.#deps());
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
  }

  /** The upgrade of a connection that was let in. */
  override fetch(request: Request): Response {
    const connection = readConnection(request);
    if (this.#sockets.all().length >= MAX_SOCKETS) return new Response(null, { status: 503 });
    const { 0: client, 1: server } = new WebSocketPair();
    const { kind, tokenHash } = connection.caller;
    this.#sockets.accept(server, { id: makeId(connection.now, systemRandom), kind, tokenHash });
    this.ctx.waitUntil(this.#inTurn(() => this.#greet(server, connection)));
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Tells each socket what concerns it. Without any, the person is taken off the list of those who are told. */
  async notify(events: readonly HubEvent[]): Promise<void> {
    const state = this.#state();
    if (state === null) return;
    const news = events.filter((event) => isCounted(event.news)).length;
    if (news > 0) this.#put({ ...state, told: state.told + news });
    if (this.#sockets.all().length === 0) return this.#leaveSoon();
    const isAccess = events.some(({ news: each }) => each.type === "access");
    if (isAccess) this.#following.doubt();
    const isDoubted = isAccess && this.#sockets.followed.length > 0;
    if (isDoubted || state.provenAt <= systemClock() - PROOF_COUNTS) await this.#prove();
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
    if (state.provenAt <= systemClock() - PROOF_COUNTS) await this.#prove();
    const following = this.#sockets.all().filter((ws) => this.#sockets.follows(ws, pageId));
    for (const ws of following) this.#sockets.send(ws, { type: "text", pageId, revision });
    return following.length > 0;
  }

  /** Proves the credential of each socket again, and closes those whose has ended. Followed pages have to be visible still. */
  async recheck(): Promise<void> {
    this.#following.doubt();
    if (this.#sockets.all().length > 0) await this.#prove();
  }

  override async webSocketMessage(ws: WebSocket, message: string | ArrayBuffer): Promise<void> {
    if (!this.#mayGoOn(ws, message)) return this.#sockets.close(ws, CLOSE.tooMany);
    const request = parse(message);
    if (request === null) return this.#sockets.close(ws, CLOSE.protocolError);
    const state = this.#state();
    if (state === null) return;
    if (state.provenAt <= systemClock() - PROOF_COUNTS) await this.#prove();
    if (request.type === "watch") {
      if (!this.#lookups.use(request.pages.length + request.follow.length, systemClock()))
        return this.#sockets.close(ws, CLOSE.tooMany);
      await this.#watch(ws, state.userId, request.pages);
      // What a tool was made for is known once it has been greeted.
      await this.#turn;
      return this.#following.follow(ws, state.userId, request.follow);
    }
    if (request.type === "typing") {
      const isTheirs = isPerson(socketOf(ws)) && this.#sockets.watches(ws, request.pageId);
      return isTheirs ? this.#typing.tell(state.userId, request.pageId) : undefined;
    }
    const cursor = this.#cursor();
    this.#sockets.send(ws, { type: "missed", missed: request.cursor !== cursor, cursor });
  }

  override webSocketClose(ws: WebSocket): Promise<void> {
    // Its browser waits for the answer before it lets go of the connection.
    ws.close();
    this.#sockets.forget(ws);
    if (this.#sockets.all().some((other) => other !== ws)) return Promise.resolve();
    return objectEvents.runStores(null, () => this.#leaveSoon());
  }

  override webSocketError(ws: WebSocket): Promise<void> {
    return this.webSocketClose(ws);
  }

  /** Nobody has come back. */
  override alarm(): Promise<void> {
    const leave = async (): Promise<void> => {
      const state = this.#state();
      if (state === null || this.#sockets.all().length > 0) return;
      this.#put({ ...state, isListed: false });
      await writeOneExempt(this.#deps().db, exempt.presence, deleteOnlineUser(state.userId));
    };
    return objectEvents.runStores(null, () => this.#inTurn(leave));
  }

  /** Lists the person, so that whatever happens from now on is told, and then says how things stand. */
  async #greet(ws: WebSocket, { userId, now }: SocketConnection): Promise<void> {
    const state = this.#state();
    if (state?.isListed !== true)
      this.#put({ userId, era: makeId(now, systemRandom), told: 0, isListed: true, provenAt: 0 });
    const deps = this.#deps();
    const sockets = this.#sockets.all();
    try {
      // Whatever ended the credential before the person was listed has called nobody.
      const [, [found], live] = await writeExempt(deps.db, exempt.presence, [
        insertOnlineUser(userId, now),
        countUnreadByUser([userId]),
        liveAmong(deps, sockets),
      ]);
      this.#keep(sockets, live, now);
      const unread = isPerson(socketOf(ws)) ? (found?.unread ?? 0) : null;
      this.#sockets.send(ws, { type: "hello", unread, cursor: this.#cursor() });
    } catch (error) {
      deps.log.error("hub.greet_failed", { error, userId });
      const latest = this.#state();
      if (latest) this.#put({ ...latest, isListed: false });
      this.#sockets.close(ws, CLOSE.unavailable);
    }
  }

  /** Who has the pages open at this moment; from then on every change is told. */
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

  /** One question for all sockets, and for all pages that they follow. Without an answer none of them may be told anything. */
  async #prove(): Promise<void> {
    const sockets = this.#sockets.all();
    const { followed } = this.#sockets;
    const deps = this.#deps();
    const userId = this.#state()?.userId ?? "";
    try {
      const [live, visible] =
        followed.length === 0
          ? [await deps.db.one(liveAmong(deps, sockets)), []]
          : await deps.db.batch([liveAmong(deps, sockets), findVisiblePages(userId, followed)]);
      this.#sockets.keepVisible(followed, visible);
      this.#keep(sockets, live, deps.now);
    } catch (error) {
      deps.log.error("hub.prove_failed", { error });
      for (const ws of sockets) this.#sockets.close(ws, CLOSE.unavailable);
    }
  }

  #keep(sockets: readonly WebSocket[], live: readonly LiveCredential[], provenAt: Instant): void {
    const scopes = new Map(live.map(({ tokenHash, scope }) => [tokenHash, scope]));
    for (const ws of sockets) {
      const scope = scopes.get(socketOf(ws).tokenHash);
      if (scope === undefined) this.#sockets.close(ws, CLOSE.signedOut);
      else this.#sockets.limit(ws, scope);
    }
    const state = this.#state();
    if (state) this.#put({ ...state, provenAt });
  }

  #mayGoOn(ws: WebSocket, message: string | ArrayBuffer): boolean {
    const now = systemClock();
    this.#sockets.hear(ws, now);
    const before = this.#received.get(ws);
    const count = before && now - before.since < MINUTE ? before.count + 1 : 1;
    this.#received.set(ws, { since: count === 1 ? now : (before?.since ?? now), count });
    return count <= MAX_MESSAGES && (typeof message !== "string" || message.length <= MAX_LENGTH);
  }

  async #leaveSoon(): Promise<void> {
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(systemClock() + LINGER);
  }

  #inTurn(act: () => Promise<void>): Promise<void> {
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

/** What counts for the cursor: the rest is of the moment, and not missed when it is over. */
const isCounted = (news: HubEvent["news"]): news is HubNews => news.type !== "presence" && news.type !== "typing";

const liveAmong = ({ now, config }: Pick<Deps, "config" | "now">, sockets: readonly WebSocket[]) =>
  findLiveCredentials(sockets.map(socketOf), now, config.sessionIdleMs);

/** Null for what is none of this protocol. */
function parse(message: string | ArrayBuffer): HubRequest | null {
  if (typeof message !== "string") return null;
  try {
    return HubRequest.parse(JSON.parse(message));
  } catch {
    return null;
  }
}
