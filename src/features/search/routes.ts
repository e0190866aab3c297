/** Search over HTTP. */
import { RATE_LIMIT_ERRORS } from "../../http/error-groups.ts";
import { routes } from "../../http/router.ts";
import { LIMIT_RULES } from "../rate-limits/rules.ts";
import { SearchAnswer, SearchQuery } from "./contract.ts";
import { search } from "./service.ts";

export const searchRoutes = routes().add(
  {
    method: "get",
    path: "/api/search",
    operation: "search",
    tag: "Search",
    summary: "Pages that answer a question, best first: by title, then by text",
    principals: ["session", "mcp"],
    csrf: "none",
    limits: [LIMIT_RULES.searchByUser],
    bodyCap: 0,
    query: SearchQuery,
    answer: { status: 200, schema: SearchAnswer },
    errors: ["unauthenticated", "scope_empty", "not_found", "invalid_request", ...RATE_LIMIT_ERRORS],
  },
  ({ deps, caller, query }) => search(deps, caller, query),
);
