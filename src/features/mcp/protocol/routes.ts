/** The Model Context Protocol over HTTP: one address, one message a request, one JSON answer. */
import * as z from "zod";
import { errorResponse } from "../../../http/errors.ts";
import { insufficientScope } from "../../../http/resource.ts";
import { routes } from "../../../http/route-list.ts";
import { forbidden } from "../../../kernel/errors.ts";
import { LIMIT_RULES } from "../../../rate-limits/rules.ts";
import { JSON_LIMIT } from "../../pages/contract.ts";
import { noteClient } from "./client-name.ts";
import { beginRequest, requireOwnHost } from "./request.ts";
import { protocol } from "./load.ts";

/** One message: batches are of a revision that was withdrawn. What else is wrong with it is told in the protocol's words. */
const Message = z.record(z.string(), z.unknown());

export const protocolRoutes = routes().add(
  {
    method: "post",
    path: "/mcp",
    operation: "callMcp",
    tag: "MCP",
    summary: "The Model Context Protocol: tools, resources and prompts",
    principals: ["mcp"],
    resource: "/mcp",
    csrf: "none",
    limits: [
      { rule: LIMIT_RULES.searchByUser, when: "the tool searches" },
      { rule: LIMIT_RULES.socketOpenByUser, when: "the tool listens to pages" },
      { rule: LIMIT_RULES.bulkByUser, when: "the tool makes, moves, deletes or restores pages" },
    ],
    bodyCap: JSON_LIMIT,
    json: Message,
    answer: { status: 200, schema: Message },
    errors: ["cross_site", "forbidden"],
  },
  async ({ deps, caller, json, http }) => {
    const request = http.req.raw;
    requireOwnHost(deps.config, request);
    const { context, finish } = beginRequest(deps, caller);
    const { callsWritingTool, serve } = await protocol();
    const response = await finish(await serve(context, request, json));
    const { actor } = deps.identity;
    // An app can ask its person for more, and does when it is told so by status; other tokens are as they were made.
    if (actor !== null && actor.audience !== null && actor.readOnly && callsWritingTool(json)) {
      const refused = forbidden(
        "This app was allowed to read, and this tool writes. Connect it again and allow it to edit.",
      );
      return errorResponse(refused, String(http.get("requestId")), insufficientScope(deps.config, "/mcp"));
    }
    noteClient(deps, caller, json);
    return response;
  },
);
