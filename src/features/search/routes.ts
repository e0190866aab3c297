/** HTTP route for search. */
import { routes } from "../../http/route-list.ts";
import { LIMIT_RULES } from "../../rate-limits/rules.ts";
import { SearchAnswer, SearchQuery } from "./contract.ts";
import { search } from "./service.ts";

export const searchRoutes = routes().add(
  {
    method: "get",
    path: "/api/search",
    operation: "search",
    tag: "Search",
    summary: "Search pages, best match first: by title, then by text; without a query, the most recently changed pages",
    principals: ["session", "mcp"],
    limits: [LIMIT_RULES.searchByUser],
    query: SearchQuery,
    answer: { status: 200, schema: SearchAnswer },
    errors: ["not_found"],
  },
  ({ deps, caller, query }) => search(deps, caller, query),
);
