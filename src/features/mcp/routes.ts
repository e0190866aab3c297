/** The routes of external tool clients. All take `Authorization: Bearer mcp_…` alone. */
import { TEXT_QUOTA_ERRORS } from "../../http/error-groups.ts";
import { routes } from "../../http/router.ts";
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
      "invalid_json",
      "invalid_request",
      "invalid_content",
      "line_out_of_range",
      "not_editable",
      "unauthenticated",
      "forbidden",
      "scope_empty",
      "not_found",
      "conflict",
      "revision_conflict",
      "payload_too_large",
      ...TEXT_QUOTA_ERRORS,
      "unsupported_media_type",
      "unavailable",
    ],
  },
  ({ deps, caller, json }) => handleDocument(deps, caller, json),
);
