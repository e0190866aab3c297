/** Passes a WebSocket upgrade to its Durable Object: by `fetch`, with the connection's details in a header. */
import type { Caller } from "../kernel/caller.ts";
import type { Instant } from "../kernel/clock.ts";
import type { PageType } from "../kernel/page-type.ts";

/** One accepted WebSocket connection. */
export type SocketConnection = {
  /** Null for the user's own hub. */
  readonly pageId: string | null;
  readonly type: PageType | null;
  /** The credential that is rechecked while the connection lasts. */
  readonly caller: Caller;
  readonly userId: string;
  /** Session or token id. */
  readonly credentialId: string;
  readonly name: string;
  /** The token's name; null for a user in a browser. */
  readonly tool: string | null;
  /** Whether the caller could edit the page when the connection was accepted. */
  readonly canEdit: boolean;
  /** Whether the caller could comment on the page then. */
  readonly canComment: boolean;
  /** Whether the client understands frames about agents' answers. */
  readonly takesRuns: boolean;
  /** Whether the client understands a right to comment without one to edit. */
  readonly takesComments: boolean;
  /** Whether the client understands frames about comment threads. */
  readonly takesThreads: boolean;
  /** When the connection was accepted; `open_pages.opened_at` is no later. */
  readonly now: Instant;
};

/** External requests never reach an object directly: the route creates a new one. */
const HEADER = "X-Octavo-Connection";

/** The upgrade request for the object. Contains nothing from the external request. */
export const upgradeRequest = (connection: SocketConnection): Request =>
  new Request("https://object/", { headers: { Upgrade: "websocket", [HEADER]: toHeader(connection) } });

/** Throws if the request was not made by `upgradeRequest`. */
export function readConnection(request: Request): SocketConnection {
  const header = request.headers.get(HEADER);
  if (header === null || request.headers.get("Upgrade") !== "websocket") throw new TypeError("not an upgrade");
  return JSON.parse(header) as SocketConnection; // written by `upgradeRequest`
}

/** Headers are limited to Latin-1, so non-ASCII characters, mostly in names, are written as JSON escapes. */
const toHeader = (connection: SocketConnection): string =>
  JSON.stringify(connection).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
