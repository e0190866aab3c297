/** Socket tokens over HTTP. */
import { RATE_LIMIT_ERRORS } from "../../../../http/error-groups.ts";
import { routes } from "../../../../http/router.ts";
import { LIMIT_RULES } from "../../../rate-limits/rules.ts";
import { RequestSocketToken, SocketToken } from "./contract.ts";
import { issueSocketToken } from "./service.ts";

export const socketRoutes = routes().add(
  {
    method: "get",
    path: "/api/auth/socket-token",
    operation: "getSocketToken",
    tag: "Authentication",
    summary: "A token that opens one realtime connection within a minute",
    principals: ["session"],
    csrf: "none",
    limits: [LIMIT_RULES.socketTokenByUser],
    bodyCap: 0,
    query: RequestSocketToken,
    answer: { status: 200, schema: SocketToken },
    errors: ["unauthenticated", "invalid_request", "not_found", ...RATE_LIMIT_ERRORS],
  },
  ({ deps, caller, query }) => issueSocketToken(deps, caller, query.pageId ?? null),
);
