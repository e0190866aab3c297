/** Route for socket tokens. */
import { routes } from "../../../../http/route-list.ts";
import { LIMIT_RULES } from "../../../../rate-limits/rules.ts";
import { RequestSocketToken, SocketToken } from "./contract.ts";
import { issueSocketToken } from "./service.ts";

export const socketRoutes = routes().add(
  {
    method: "get",
    path: "/api/auth/socket-token",
    operation: "getSocketToken",
    tag: "Authentication",
    summary: "Create a token that opens one realtime connection within a minute",
    principals: ["session"],
    limits: [LIMIT_RULES.socketTokenByUser],
    query: RequestSocketToken,
    answer: { status: 200, schema: SocketToken },
    errors: ["not_found"],
  },
  ({ deps, caller, query }) => issueSocketToken(deps, caller, query.pageId ?? null),
);
