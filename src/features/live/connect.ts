/**
 * Accepts WebSockets: authenticates the caller, checks their rights, and passes the upgrade to the object that manages
 * the socket.
 */
import type { DriveLocation } from "../../kernel/drive-location.ts";
import type { Actor, Caller } from "../../kernel/caller.ts";
import { AppError, unauthenticated } from "../../kernel/errors.ts";
import type { Deps } from "../../deps.ts";
import { authenticateAndWrite } from "../../permissions/authenticate.ts";
import { allowPage, mayComment, mayEdit } from "../../permissions/authorize-page.ts";
import { exempt } from "../../permissions/exempt.ts";
import { isToken } from "../../platform/tokens.ts";
import { SUBPROTOCOL } from "../../realtime/protocol.ts";
import { upgradeRequest, type SocketConnection } from "../../rpc/connection.ts";
import { consumeSocketToken } from "../auth/tokens/socket/service.ts";
import { loadPage } from "../pages/service.ts";
import { LIMIT_RULES } from "../../rate-limits/rules.ts";
import { requireLimits } from "../../rate-limits/service.ts";
import * as store from "./store.ts";
import { mayType } from "../../permissions/page-access.ts";

/** An upgrade request. */
export type Upgrade = {
  readonly isWebSocket: boolean;
  readonly origin: string | null;
  /** The names in `Sec-WebSocket-Protocol`, which include a socket token. */
  readonly protocols: readonly string[];
  /** The caller with the token in the Authorization header; null if there is no valid one. */
  readonly bearer: Caller | null;
  readonly hasAuthorization: boolean;
  readonly client: Caller["client"];
  /** The page requested by an MCP client; for a browser, the socket token names the page. */
  readonly pageId: string | null;
  /** The client understands frames about agents' answers. */
  readonly takesRuns: boolean;
  /** The client understands a right to comment without one to edit. */
  readonly takesComments: boolean;
  /** The client understands frames about comment threads. */
  readonly takesThreads: boolean;
};

type SocketCredential = { readonly caller: Caller; readonly pageId: string | null };

/** An accepted connection, and the subprotocol to select in the response (RFC 6455 §4.2.2); null if none was offered. */
type AcceptedConnection = { readonly webSocket: WebSocket; readonly protocol: string | null };

/**
 * Passes the upgrade to the room or hub and returns its WebSocket. Throws `upgrade_required`, `cross_site`,
 * `invalid_request`, `unauthenticated`, `not_found`, `rate_limited`, and `unavailable` if the object accepts no more
 * connections.
 */
export async function openConnection(deps: Deps, upgrade: Upgrade): Promise<AcceptedConnection> {
  requireUpgrade(upgrade, deps.config.origin);
  const { caller, pageId } = upgrade.hasAuthorization ? toolCredential(upgrade) : await personCredential(deps, upgrade);
  const { connection, near } = await authorizeConnection(deps, caller, pageId, upgrade);
  const object = pageId === null ? deps.objects.hub(connection.userId) : deps.objects.room(pageId, near);
  const answer = await object.fetch(upgradeRequest(connection)).catch((error: unknown) => {
    deps.log.error("live.connect_failed", { error, pageId });
    return null;
  });
  if (answer?.status === 429) {
    throw new AppError("rate_limited", "You have this page open too many times. Close some of them and try again.", {
      retryAfter: 5,
    });
  }
  if (answer?.status !== 101 || answer.webSocket === null) {
    throw new AppError("unavailable", "No more connections are accepted right now. Try again shortly.", {
      retryAfter: 5,
    });
  }
  return { webSocket: answer.webSocket, protocol: upgrade.protocols.includes(SUBPROTOCOL) ? SUBPROTOCOL : null };
}

function requireUpgrade({ isWebSocket, origin, protocols, hasAuthorization }: Upgrade, ours: string): void {
  if (!isWebSocket)
    throw new AppError(
      "upgrade_required",
      "Connect to this address with a WebSocket, using the token and the URL from GET /api/auth/socket-token.",
    );
  // Only browsers have socket tokens, and browsers always send an Origin.
  if (origin === null ? !hasAuthorization : origin !== ours)
    throw new AppError("cross_site", "This connection was opened by another site, so it was rejected.");
  if (protocols.length > 0 && !protocols.includes(SUBPROTOCOL))
    throw new AppError(
      "invalid_request",
      `This service requires the subprotocol ${SUBPROTOCOL}. Send it in Sec-WebSocket-Protocol.`,
    );
}

function toolCredential({ bearer, pageId }: Upgrade): SocketCredential {
  if (bearer?.kind !== "mcp") throw unauthenticated();
  return { caller: bearer, pageId };
}

async function personCredential(deps: Deps, { protocols, client }: Upgrade): Promise<SocketCredential> {
  const token = protocols.find((name) => isToken("socket", name));
  if (token === undefined) throw unauthenticated();
  const { sessionHash, pageId } = await consumeSocketToken(deps, token);
  return { caller: { kind: "session", tokenHash: sessionHash, client }, pageId };
}

async function authorizeConnection(
  deps: Deps,
  caller: Caller,
  pageId: string | null,
  { takesRuns, takesComments, takesThreads }: Upgrade,
): Promise<{ readonly connection: SocketConnection; readonly near: DriveLocation | null }> {
  const { now, config } = deps;
  // For the hub there is no page, and the page queries match nothing.
  const { actor, by, results } = await authenticateAndWrite(deps, caller, exempt.presence, [
    store.findPerson(caller),
    loadPage(caller, pageId ?? ""),
    store.insertOpenPage(caller, pageId ?? "", { now, idleMs: config.sessionIdleMs }),
  ]);
  await requireLimits(deps, [{ rule: LIMIT_RULES.socketOpenByUser, value: actor.userId }], actor);
  const [person, loaded] = results;
  const page = pageId === null ? null : allowPage(by, "connect", loaded).target;
  const connection = {
    pageId,
    type: page?.type ?? null,
    caller,
    userId: actor.userId,
    credentialId: actor.credentialId,
    name: person?.name ?? "",
    tool: toolOf(actor),
    canEdit: page !== null && mayType(page.type, mayEdit(page)),
    canComment: page !== null && mayComment(page),
    takesRuns,
    takesComments,
    takesThreads,
    now,
  };
  return { connection, near: page?.driveLocation ?? null };
}

const toolOf = (actor: Actor): string | null => (actor.kind === "mcp" ? (actor.credentialName ?? "") : null);
