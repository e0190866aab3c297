/** HTTP route for external tools. Accepts only `Authorization: Bearer mcp_…`. */
import { routes } from "../../http/route-list.ts";
import { JSON_LIMIT } from "../pages/contract.ts";
import { DocumentAnswer, DocumentRequest } from "./contract.ts";
import { handleDocument } from "./documents.ts";

export const mcpRoutes = routes().add(
  {
    method: "post",
    path: "/api/mcp/documents",
    operation: "editDocument",
    tag: "MCP",
    summary: "Read a page with line numbers, or replace, insert or delete lines",
    principals: ["mcp"],
    csrf: "none",
    limits: [],
    bodyCap: JSON_LIMIT,
    json: DocumentRequest,
    answer: { status: 200, schema: DocumentAnswer },
    errors: [
      "invalid_content",
      "line_out_of_range",
      "not_editable",
      "forbidden",
      "not_found",
      "conflict",
      "revision_conflict",
      "quota_exceeded",
    ],
  },
  ({ deps, caller, json }) => handleDocument(deps, caller, json),
);
