/** What a live connection is given by the place it runs in: a browser, Node or workerd. */

/** The part of a WebSocket (https://websockets.spec.whatwg.org/) that is used here. */
export interface LiveSocket {
  binaryType: string;
  readonly readyState: number;
  send(data: string | Uint8Array<ArrayBuffer>): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: "open" | "error", listener: () => void): void;
  addEventListener(type: "message", listener: (event: { data: unknown }) => void): void;
  addEventListener(type: "close", listener: (event: { code: number }) => void): void;
}

/** `headers` are for runtimes that can send some; a browser has none to send and needs none. */
export type SocketRequest = {
  readonly url: string;
  readonly protocols: string[];
  readonly headers: Readonly<Record<string, string>>;
};

/** Opens a socket, which may be on its way or open already. Throws `Denied` where the answer to the upgrade is known to be final. */
export type OpenSocket = (request: SocketRequest) => LiveSocket | Promise<LiveSocket>;

/** `url` and `token` as `GET /api/auth/socket-token` answers; a tool says so and gives its own token. */
export type Access = { readonly url: string; readonly token: string; readonly isTool?: boolean };

/** Asks for access. Throws `Denied` when there will be none; any other failure is tried again. */
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
  /** False where the machine is known to have no network. */
  readonly hasNetwork: () => boolean;
  /** Milliseconds of a clock that also runs while the machine sleeps. */
  readonly now: () => number;
  /** Calls back once after `ms`; the answer takes the call back. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** 32 random bits. */
  readonly random: () => number;
};
