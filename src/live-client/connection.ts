/** A WebSocket that reconnects whenever it is lost, until the service closes it for good. */
import { CLOSE, PING, PONG, SUBPROTOCOL } from "../realtime/sockets.ts";
import {
  type Access,
  Denied,
  type Environment,
  type GetAccess,
  type LiveSocket,
  type OpenSocket,
} from "./environment.ts";

/** All in ms. The pause before the n-th attempt is drawn from 0 to FIRST_PAUSE · 2^n ("full jitter"). */
const BASE_DELAY = 1_000;
const MAX_DELAY = 30_000;
/** A connection that lasted this long resets the backoff. */
const STABLE_AFTER = 10_000;
const OPEN_TIMEOUT = 15_000;
/** After this much silence a ping is sent, and this long it may go unanswered. */
const PING_AFTER = 25_000;
const PONG_TIMEOUT = 10_000;
/** The same limit after the machine has slept or the network is back, when the connection is probably dead. */
const SHORT_PONG_TIMEOUT = 3_000;
const CHECK_INTERVAL = 5_000;

/** Minimum attempt count for the backoff when the service is busy or either side has a defect. */
const MIN_TRIES: Readonly<Record<number, number>> = { [CLOSE.tooMany]: 4, [CLOSE.protocolError]: 5 };
const FINAL: readonly number[] = [CLOSE.signedOut, CLOSE.forbidden, CLOSE.gone];
const OPEN = 1;

type ConnectionOptions = {
  readonly socket: OpenSocket;
  readonly token: GetAccess;
  readonly environment: Environment;
  /** The page to connect to; null for the hub. */
  readonly pageId: string | null;
  /** Query parameter for what this client understands. */
  readonly query?: "runs=1" | "comments=1&threads=1";
};

type ConnectionHandlers = {
  readonly opened: () => void;
  readonly received: (data: string | Uint8Array) => void;
  /** The connection is gone; `final` if there will be no retry. Also called when the first attempt fails. */
  readonly closed: (code: number, final: boolean) => void;
};

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #handlers: ConnectionHandlers;
  #socket: LiveSocket | null = null;
  /** Identifies the current socket, so that events of earlier ones are ignored. */
  #attempt = 0;
  #tries = 0;
  #isClosed = false;
  #openedAt = 0;
  #lastReceivedAt = 0;
  /** When the pending ping must be answered; null if none is pending. */
  #deadline: number | null = null;
  #cancel: () => void = () => undefined;

  constructor(options: ConnectionOptions, handlers: ConnectionHandlers) {
    this.#options = options;
    this.#handlers = handlers;
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === OPEN;
  }

  /** Opens a socket now, replacing any existing one. */
  async connect(): Promise<void> {
    this.#drop();
    this.#isClosed = false;
    const attempt = (this.#attempt += 1);
    this.#schedule(OPEN_TIMEOUT, () => this.#lose(1006));
    try {
      const access = await this.#options.token();
      if (attempt !== this.#attempt) return;
      const socket = await this.#options.socket(requestOf(access, this.#options));
      if (attempt === this.#attempt) this.#listen(socket, attempt);
      else socket.close();
    } catch (error) {
      if (attempt === this.#attempt) this.#lose(error instanceof Denied ? error.code : 1006);
    }
  }

  /** Returns false if the data could not be sent; anything important is repeated after the next opening. */
  send(data: string | Uint8Array<ArrayBuffer>): boolean {
    if (this.#socket === null || !this.isOpen) return false;
    try {
      this.#socket.send(data);
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Call when the network is back or the page becomes visible again: pings an open socket, or reconnects at once. An
   * attempt in progress is replaced, because one made on the lost network only fails after its timeout.
   */
  wake(): void {
    if (this.#isClosed) return;
    if (this.isOpen) {
      this.#ping(SHORT_PONG_TIMEOUT);
    } else {
      this.#tries = 0;
      void this.connect();
    }
  }

  /** Closes the socket and opens another after a pause. */
  restart(code: number): void {
    this.#drop();
    this.#retry(code);
    this.#handlers.closed(1006, false);
  }

  close(): void {
    this.#isClosed = true;
    this.#drop();
  }

  #listen(socket: LiveSocket, attempt: number): void {
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    const current = (): boolean => attempt === this.#attempt;
    socket.addEventListener("open", () => current() && this.#open());
    socket.addEventListener("message", ({ data }) => current() && this.#receive(data));
    socket.addEventListener("close", ({ code }) => current() && this.#lose(code));
    socket.addEventListener("error", () => current() && !this.isOpen && this.#lose(1006));
    if (socket.readyState === OPEN) this.#open();
  }

  #open(): void {
    this.#openedAt = this.#lastReceivedAt = this.#options.environment.now();
    this.#deadline = null;
    this.#schedule(CHECK_INTERVAL, () => this.#checkAlive());
    this.#handlers.opened();
  }

  #receive(data: unknown): void {
    this.#lastReceivedAt = this.#options.environment.now();
    this.#deadline = null;
    if (data === PONG) return;
    if (typeof data === "string") this.#handlers.received(data);
    else if (data instanceof ArrayBuffer) this.#handlers.received(new Uint8Array(data));
  }

  /**
   * A socket whose network is gone reports nothing for minutes, and one on a machine that slept may be closed without an event.
   */
  #checkAlive(): void {
    const now = this.#options.environment.now();
    if (this.#deadline !== null && now >= this.#deadline) {
      this.#lose(1006);
      return;
    }
    if (this.#deadline === null && now - this.#lastReceivedAt >= PING_AFTER) this.#ping(PONG_TIMEOUT);
    else this.#schedule(this.#deadline === null ? CHECK_INTERVAL : this.#deadline - now, () => this.#checkAlive());
  }

  #ping(timeout: number): void {
    this.#deadline = this.#options.environment.now() + timeout;
    this.send(PING);
    this.#schedule(timeout, () => this.#checkAlive());
  }

  #lose(code: number): void {
    const { now } = this.#options.environment;
    if (this.#openedAt > 0 && now() - this.#openedAt >= STABLE_AFTER) this.#tries = 0;
    this.#drop();
    this.#isClosed = FINAL.includes(code);
    if (!this.#isClosed) this.#retry(code);
    this.#handlers.closed(code, this.#isClosed);
  }

  #retry(code: number): void {
    this.#tries = Math.max(this.#tries, MIN_TRIES[code] ?? 0);
    const longest = Math.min(MAX_DELAY, BASE_DELAY * 2 ** this.#tries);
    this.#tries += 1;
    const share = (this.#options.environment.random() >>> 0) / 2 ** 32;
    this.#schedule(longest * share, () => void this.connect());
  }

  #drop(): void {
    this.#cancel();
    this.#attempt += 1;
    const socket = this.#socket;
    this.#socket = null;
    this.#openedAt = 0;
    if (socket !== null && socket.readyState <= OPEN) socket.close();
  }

  /** A single timer serves opening, checking an open socket and the next attempt. */
  #schedule(ms: number, run: () => void): void {
    this.#cancel();
    this.#cancel = this.#options.environment.after(ms, run);
  }
}

function requestOf(
  { url: base, token, isTool = false }: Access,
  { pageId, query }: Pick<ConnectionOptions, "pageId" | "query">,
): Parameters<OpenSocket>[0] {
  const page = isTool && pageId !== null ? [`pageId=${encodeURIComponent(pageId)}`] : [];
  const parameters = [...page, ...(query === undefined ? [] : [query])].join("&");
  const url = parameters === "" ? base : `${base}${base.includes("?") ? "&" : "?"}${parameters}`;
  return isTool
    ? { url, protocols: [SUBPROTOCOL], headers: { Authorization: `Bearer ${token}` } }
    : { url, protocols: [SUBPROTOCOL, token], headers: {} };
}
