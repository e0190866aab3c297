/** HTTP route for the Model Context Protocol: one URL, one message per request, one JSON response. */
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

/** A single message: the batches of one protocol revision were withdrawn. Other faults are reported as protocol errors. */
const Message = z.record(z.string(), z.unknown());

export const protocolRoutes = routes().add(
  {
    method: "post",
    path: "/mcp",
    operation: "callMcp",
    tag: "MCP",
    summary: "Model Context Protocol endpoint: tools, resources and prompts",
    principals: ["mcp"],
    resource: "/mcp",
    csrf: "none",
    limits: [
      { rule: LIMIT_RULES.searchByUser, when: "the tool searches" },
      { rule: LIMIT_RULES.rowsByUser, when: "the tool lists pages by their properties" },
      { rule: LIMIT_RULES.socketOpenByUser, when: "the tool waits for page changes" },
      { rule: LIMIT_RULES.bulkByUser, when: "the tool creates, moves, deletes or restores pages" },
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
    // An app can ask the user for more access, and does so on this HTTP status; other tokens cannot be extended.
    if (actor !== null && actor.audience !== null && actor.readOnly && callsWritingTool(json)) {
      const refused = forbidden(
        "This app has read access only, and this tool writes. Connect it again and allow it to edit.",
      );
      return errorResponse(refused, String(http.get("requestId")), insufficientScope(deps.config, "/mcp"));
    }
    noteClient(deps, caller, json);
    return response;
  },
);
