/** Routes for MCP tokens. */
import { IdParams } from "../../../../kernel/contract.ts";
import { routes } from "../../../../http/route-list.ts";
import { LIMIT_RULES } from "../../../../rate-limits/rules.ts";
import { CreateMcpToken, McpTokenList, NewMcpToken } from "./contract.ts";
import * as tokens from "./service.ts";

const BASE = { tag: "MCP tokens", principals: ["session"], limits: [], bodyCap: 0 } as const;

export const tokenRoutes = routes()
  .add(
    {
      ...BASE,
      method: "get",
      path: "/api/auth/mcp-tokens",
      operation: "listMcpTokens",
      summary: "List the user's MCP tokens, newest first",
      answer: { status: 200, schema: McpTokenList },
    },
    ({ deps, caller }) => tokens.listTokens(deps, caller),
  )
  .add(
    {
      ...BASE,
      method: "post",
      path: "/api/auth/mcp-tokens",
      operation: "createMcpToken",
      summary: "Create an MCP token; only this response contains its raw value",
      csrf: "token",
      limits: [LIMIT_RULES.mcpTokenCreateByUser],
      bodyCap: 524_288,
      json: CreateMcpToken,
      answer: { status: 201, schema: NewMcpToken },
      errors: ["forbidden", "step_up_required", "conflict"],
    },
    ({ deps, caller, json }) => tokens.createToken(deps, caller, json),
  )
  .add(
    {
      ...BASE,
      method: "delete",
      path: "/api/auth/mcp-tokens/:id",
      operation: "revokeMcpToken",
      summary: "Revoke an MCP token; its next request is rejected",
      csrf: "token",
      params: IdParams,
      errors: ["conflict"],
    },
    ({ deps, caller, params }) => tokens.revokeToken(deps, caller, params.id),
  );
