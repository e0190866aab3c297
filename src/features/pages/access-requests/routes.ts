/** HTTP routes for access requests. Access is granted with `POST /api/pages/{pageId}/permissions`. */
import { PageParams } from "../../../kernel/contract.ts";
import { routes } from "../../../http/route-list.ts";
import { LIMIT_RULES } from "../../../rate-limits/rules.ts";
import { AccessRequestList, AccessRequestParams, AskForAccess } from "./contract.ts";
import * as requests from "./service.ts";

const OF_PAGE = { tag: "Permissions", principals: ["session"], params: PageParams } as const;

export const accessRequestRoutes = routes()
  .add(
    {
      ...OF_PAGE,
      method: "post",
      path: "/api/pages/:pageId/access-requests",
      operation: "askForAccess",
      summary: "Request access to a page; the response does not reveal whether the page exists",
      csrf: "token",
      limits: [LIMIT_RULES.accessRequestByUser],
      bodyCap: 4_096,
      json: AskForAccess,
      answer: { status: 202 },
      errors: ["conflict"],
    },
    ({ deps, caller, params, json }) => requests.askForAccess(deps, caller, params.pageId, json.message ?? ""),
  )
  .add(
    {
      ...OF_PAGE,
      method: "get",
      path: "/api/pages/:pageId/access-requests",
      operation: "listAccessRequests",
      summary: "List requests for access to the page; requires the right to share it",
      answer: { status: 200, schema: AccessRequestList },
      errors: ["forbidden", "conflict"],
    },
    async ({ deps, caller, params }) => ({ requests: await requests.listRequests(deps, caller, params.pageId) }),
  )
  .add(
    {
      ...OF_PAGE,
      method: "delete",
      path: "/api/pages/:pageId/access-requests/:userId",
      operation: "declineAccess",
      summary: "Decline a request for access",
      params: AccessRequestParams,
      csrf: "token",
      limits: [],
      bodyCap: 0,
      errors: ["forbidden", "conflict"],
    },
    ({ deps, caller, params }) => requests.declineRequest(deps, caller, params.pageId, params.userId),
  );
