/** How an upgrade reaches the object that holds the socket: by `fetch`, with what is known of the connection in a header. */
import type { Caller } from "../kernel/caller.ts";
import type { Instant } from "../kernel/clock.ts";
import type { PageType } from "../kernel/page-type.ts";

/** One WebSocket, as it was let in. */
export type SocketConnection = {
  /** Null on the person's own hub. */
  readonly pageId: string | null;
  readonly type: PageType | null;
  /** Whose rights are proved again while the connection lasts. */
  readonly caller: Caller;
  readonly userId: string;
  /** Session or token id. */
  readonly credentialId: string;
  readonly name: string;
  /** The token's name; null for a person at a browser. */
  readonly tool: string | null;
  /** What the caller could do with the page when they were let in. */
  readonly canEdit: boolean;
  /** When it was let in; `open_pages.opened_at` is no later. */
  readonly now: Instant;
};

/** Requests from outside never reach an object: the route makes a new one. */
const HEADER = "X-Octavo-Connection";

/** The upgrade as the object gets it. Nothing of the request from outside is in it. */
export const upgradeRequest = (connection: SocketConnection): Request =>
  new Request("https://object/", { headers: { Upgrade: "websocket", [HEADER]: toHeader(connection) } });

/** Throws for a request that `upgradeRequest` did not make. */
export function readConnection(request: Request): SocketConnection {
  const header = request.headers.get(HEADER);
  if (header === null || request.headers.get("Upgrade") !== "websocket") throw new TypeError("not an upgrade");
  return JSON.parse(header) as SocketConnection; // written by `upgradeRequest`
}

/** Headers hold Latin-1 only; what is beyond ASCII, names above all, is written as JSON's own escapes. */
const toHeader = (connection: SocketConnection): string =>
  JSON.stringify(connection).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
