/** Route that upgrades to a WebSocket. */
import type { Context } from "hono";
import type { Caller } from "../../kernel/caller.ts";
import { clientOf } from "../../http/client.ts";
import { routes } from "../../http/route-list.ts";
import { LIMIT_RULES } from "../../rate-limits/rules.ts";
import { openConnection, type Upgrade } from "./connect.ts";
import { OpenConnection } from "./contract.ts";

export const liveRoutes = routes().add(
  {
    method: "get",
    path: "/api/realtime",
    operation: "connect",
    tag: "Realtime",
    summary: "Open a WebSocket for a page, or for the caller's own notifications and changes",
    // Only a socket token in Sec-WebSocket-Protocol or an MCP token opens the connection; a cookie does not.
    principals: ["anyone"],
    limits: [LIMIT_RULES.socketOpenByIp, { rule: LIMIT_RULES.socketOpenByUser, when: "its token is valid" }],
    query: OpenConnection,
    answer: { status: 101, schema: "socket" },
    errors: ["upgrade_required", "cross_site", "unauthenticated", "scope_empty", "not_found"],
  },
  async ({ deps, caller, query, http }) => {
    const { webSocket, protocol } = await openConnection(deps, readUpgrade(http, caller, query));
    const headers = new Headers();
    if (protocol !== null) headers.set("Sec-WebSocket-Protocol", protocol);
    return new Response(null, { status: 101, webSocket, headers });
  },
);

function readUpgrade(
  { req }: Context,
  caller: Caller | null,
  { pageId, runs, comments, threads }: OpenConnection,
): Upgrade {
  const named = req.header("Sec-WebSocket-Protocol") ?? "";
  return {
    isWebSocket: req.header("Upgrade")?.toLowerCase() === "websocket",
    origin: req.header("Origin") ?? null,
    protocols: named
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== ""),
    bearer: caller,
    hasAuthorization: req.header("Authorization") !== undefined,
    client: clientOf(req.raw),
    pageId: pageId ?? null,
    takesRuns: runs !== undefined,
    takesComments: comments !== undefined,
    takesThreads: threads !== undefined,
  };
}
