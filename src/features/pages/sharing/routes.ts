/** Page permissions over HTTP. */
import { PageParams, RightsFlags, Success, success } from "../../../kernel/contract.ts";
import { Answer } from "../../../http/route.ts";
import { BODY_ERRORS, CSRF_ERRORS, RATE_LIMIT_ERRORS } from "../../../http/error-groups.ts";
import { routes } from "../../../http/router.ts";
import { LIMIT_RULES } from "../../rate-limits/rules.ts";
import { Grant, GrantList, RevokeGrant, SetGrant } from "./contract.ts";
import * as grants from "./service.ts";

const READ = {
  tag: "Permissions",
  principals: ["session", "mcp"],
  csrf: "none",
  limits: [],
  bodyCap: 0,
  params: PageParams,
} as const;
const SEND = { ...READ, csrf: "token", bodyCap: 16_384 } as const;
const ERRORS = [
  ...CSRF_ERRORS,
  "unauthenticated",
  "forbidden",
  "step_up_required",
  "not_found",
  "scope_empty",
] as const;

export const grantRoutes = routes()
  .add(
    {
      ...READ,
      method: "get",
      path: "/api/pages/:pageId/permissions",
      operation: "listPermissions",
      summary: "Who may do what with the page, and where each right comes from",
      answer: { status: 200, schema: GrantList },
      errors: ["unauthenticated", "not_found", "scope_empty"],
    },
    ({ deps, caller, params }) => grants.listGrants(deps, caller, params.pageId),
  )
  .add(
    {
      ...SEND,
      method: "post",
      path: "/api/pages/:pageId/permissions",
      operation: "setPermission",
      summary: "Give a user rights on the page; they replace what the user would inherit",
      limits: [LIMIT_RULES.shareByUser],
      json: SetGrant,
      answer: { status: 201, also: 200, schema: Grant },
      errors: [...ERRORS, ...BODY_ERRORS, ...RATE_LIMIT_ERRORS, "conflict"],
    },
    async ({ deps, caller, params, json }) => {
      const { grant, isNew } = await grants.setGrant(deps, caller, params.pageId, json);
      return isNew ? grant : new Answer(200, grant);
    },
  )
  .add(
    {
      ...SEND,
      method: "delete",
      path: "/api/pages/:pageId/permissions",
      operation: "revokePermission",
      summary: "Take a user's rights on the page away",
      json: RevokeGrant,
      answer: { status: 200, schema: Success },
      errors: [...ERRORS, ...BODY_ERRORS, "conflict"],
    },
    async ({ deps, caller, params, json }) => {
      await grants.revokeGrant(deps, caller, params.pageId, json.userId);
      return success;
    },
  )
  .add(
    {
      ...READ,
      method: "get",
      path: "/api/pages/:pageId/permissions/check",
      operation: "checkPermissions",
      summary: "What the caller may do with the page",
      answer: { status: 200, schema: RightsFlags },
      errors: ["unauthenticated", "scope_empty"],
    },
    ({ deps, caller, params }) => grants.checkRights(deps, caller, params.pageId),
  );
