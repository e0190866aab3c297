/** HTTP route for suggestions. */
import { routes } from "../../http/route-list.ts";
import { PageParams } from "../../kernel/contract.ts";
import { LIMIT_RULES } from "../../rate-limits/rules.ts";
import { Suggest } from "./contract.ts";
import { suggest } from "./service.ts";

export const suggestionRoutes = routes().add(
  {
    method: "post",
    path: "/api/pages/:pageId/suggestions",
    operation: "suggestText",
    tag: "Agents",
    summary: "Ask the model for a suggestion to replace a part of the page's text; streams JSON lines, writes nothing",
    principals: ["session"],
    csrf: "token",
    limits: [LIMIT_RULES.suggestionByUser],
    params: PageParams,
    bodyCap: 262_144,
    json: Suggest,
    answer: { status: 200, schema: "lines" },
    errors: ["forbidden", "conflict", "model_not_configured"],
  },
  async ({ deps, caller, params, json }) =>
    new Response(await suggest(deps, caller, params.pageId, json), {
      headers: { "Content-Type": "application/x-ndjson; charset=utf-8", "Cache-Control": "private, no-store" },
    }),
);
