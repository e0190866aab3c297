/** Shared by the sockets of pages and hubs, for both ends. The hub's client does not need Yjs. */

/** The WebSocket subprotocol; `Sec-WebSocket-Protocol` has a socket token after it. */
export const SUBPROTOCOL = "octavo.v1";

/** Text messages that are answered without waking the object. */
export const PING = "ping";
export const PONG = "pong";

/** Close codes (RFC 6455 §7.4.2; from 4000 on private). */
export const CLOSE = {
  normal: 1000,
  protocolError: 1002,
  /** An error on our side: retrying later may help. */
  unavailable: 1011,
  signedOut: 4401,
  forbidden: 4403,
  gone: 4404,
  /** The page has a new Yjs document. */
  replaced: 4409,
  tooSlow: 4408,
  tooMany: 4429,
} as const;
