/** HTTP routes for suggestions: threads that propose a change of the page's text. */
import { PageParams } from "../../kernel/contract.ts";
import { routes } from "../../http/route-list.ts";
import {
  AcceptSuggestions,
  AcceptedSuggestions,
  CreateSuggestions,
  CreatedSuggestions,
  RejectSuggestions,
  RejectedSuggestions,
} from "./contract.ts";
import { createSuggestions } from "./open.ts";
import { acceptSuggestions, rejectSuggestions } from "./suggestions.ts";

const PAGE = "/api/pages/:pageId/suggestions";
const SEND = {
  method: "post",
  tag: "Comments",
  principals: ["session", "mcp"],
  limits: [],
  csrf: "token",
  params: PageParams,
} as const;

export const commentSuggestionRoutes = routes()
  .add(
    {
      ...SEND,
      path: `${PAGE}/create`,
      operation: "createSuggestions",
      summary: "Suggest several changes of a page's text at once",
      bodyCap: 2_097_152,
      json: CreateSuggestions,
      answer: { status: 201, schema: CreatedSuggestions },
      errors: ["forbidden", "conflict", "revision_conflict", "quota_exceeded"],
    },
    ({ deps, caller, params, json }) => createSuggestions(deps, caller, params.pageId, json),
  )
  .add(
    {
      ...SEND,
      path: `${PAGE}/accept`,
      operation: "acceptSuggestions",
      summary: "Accept suggestions as one edit of the page; those that no longer fit the text are reported",
      bodyCap: 4_194_304,
      json: AcceptSuggestions,
      answer: { status: 200, schema: AcceptedSuggestions },
      errors: ["forbidden", "conflict", "quota_exceeded"],
    },
    ({ deps, caller, params, json }) => acceptSuggestions(deps, caller, params.pageId, json),
  )
  .add(
    {
      ...SEND,
      path: `${PAGE}/reject`,
      operation: "rejectSuggestions",
      summary: "Reject suggestions: those of others if the caller may edit the page, and one's own",
      bodyCap: 65_536,
      json: RejectSuggestions,
      answer: { status: 200, schema: RejectedSuggestions },
      errors: ["forbidden", "conflict"],
    },
    ({ deps, caller, params, json }) => rejectSuggestions(deps, caller, params.pageId, json.threadIds),
  );
