/** What a live connection needs from its runtime: a browser, Node or workerd. */

/** The subset of WebSocket (https://websockets.spec.whatwg.org/) used here. */
export interface LiveSocket {
  binaryType: string;
  readonly readyState: number;
  send(data: string | Uint8Array<ArrayBuffer>): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: "open" | "error", listener: () => void): void;
  addEventListener(type: "message", listener: (event: { data: unknown }) => void): void;
  addEventListener(type: "close", listener: (event: { code: number }) => void): void;
}

/** `headers` are for runtimes that can send them; a browser cannot and needs none. */
export type SocketRequest = {
  readonly url: string;
  readonly protocols: string[];
  readonly headers: Readonly<Record<string, string>>;
};

/** Opens a socket, which may still be connecting. Throws `Denied` if the response to the upgrade is known to be final. */
export type OpenSocket = (request: SocketRequest) => LiveSocket | Promise<LiveSocket>;

/** `url` and `token` as returned by `GET /api/auth/socket-token`; a tool sets `isTool` and passes its own token. */
export type Access = { readonly url: string; readonly token: string; readonly isTool?: boolean };

/** Requests access. Throws `Denied` if access is refused for good; any other failure is retried. */
export type GetAccess = () => Promise<Access>;

/** `code` is a close code that ends a connection for good: 4401, 4403 or 4404. */
export class Denied extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`Access was denied (${code}).`);
    this.code = code;
  }
}

export type Environment = {
  /** False if the machine is known to be offline. */
  readonly hasNetwork: () => boolean;
  /** Milliseconds on a clock that also runs while the machine sleeps. */
  readonly now: () => number;
  /** Calls `run` once after `ms`; the returned function cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** 32 random bits. */
  readonly random: () => number;
};
