/** What the sockets of pages and hubs have in common, for both ends. The hub's needs nothing of Yjs. */

/** The WebSocket subprotocol; a socket token follows it in `Sec-WebSocket-Protocol`. */
export const SUBPROTOCOL = "octavo.v1";

/** Texts that are answered without waking the object. */
export const PING = "ping";
export const PONG = "pong";

/** Close codes (RFC 6455 §7.4.2; from 4000 on private). */
export const CLOSE = {
  normal: 1000,
  protocolError: 1002,
  /** Something failed here: trying again later may help. */
  unavailable: 1011,
  signedOut: 4401,
  forbidden: 4403,
  gone: 4404,
  /** The page goes on with another Yjs document. */
  replaced: 4409,
  tooSlow: 4408,
  tooMany: 4429,
} as const;
