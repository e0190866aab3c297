/** HTTP routes for page permissions. */
import * as z from "zod";
import { SentInvitation } from "../../invitations/contract.ts";
import { PageParams, RightsFlags, Success, success } from "../../../kernel/contract.ts";
import { Answer } from "../../../http/route.ts";
import { routes } from "../../../http/route-list.ts";
import { LIMIT_RULES } from "../../../rate-limits/rules.ts";
import { Grant, GrantList, GrantParams, RevocationEffect, RevokeGrant, SetGrant } from "./contract.ts";
import * as grants from "./service.ts";

const READ = {
  tag: "Permissions",
  principals: ["session", "mcp"],
  params: PageParams,
} as const;
const SEND = { ...READ, csrf: "token", limits: [], bodyCap: 16_384 } as const;
export const grantRoutes = routes()
  .add(
    {
      ...READ,
      method: "get",
      path: "/api/pages/:pageId/permissions",
      operation: "listPermissions",
      summary: "Who may do what with the page, and where each right comes from",
      answer: { status: 200, schema: GrantList },
    },
    ({ deps, caller, params }) => grants.listGrants(deps, caller, params.pageId),
  )
  .add(
    {
      ...SEND,
      method: "post",
      path: "/api/pages/:pageId/permissions",
      operation: "setPermission",
      summary: "Give a user rights on the page, which replace what the user would inherit, or invite an address",
      limits: [
        LIMIT_RULES.shareByUser,
        { rule: LIMIT_RULES.invitationByUser, when: "an address is invited" },
        { rule: LIMIT_RULES.invitationByEmail, when: "an address is invited" },
      ],
      json: SetGrant,
      answer: { status: 201, also: 200, schema: z.union([Grant, SentInvitation]) },
      errors: ["forbidden", "step_up_required", "conflict"],
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
      errors: ["forbidden", "step_up_required", "conflict"],
    },
    async ({ deps, caller, params, json }) => {
      await grants.revokeGrant(deps, caller, params.pageId, json.userId);
      return success;
    },
  )
  .add(
    {
      ...READ,
      principals: ["session"],
      params: GrantParams,
      method: "get",
      path: "/api/pages/:pageId/permissions/:userId/effect",
      operation: "previewRevocation",
      summary: "What taking a user's rights on the page away would leave them with",
      answer: { status: 200, schema: RevocationEffect },
      errors: ["forbidden", "step_up_required"],
    },
    ({ deps, caller, params }) => grants.effectOfRevoking(deps, caller, params.pageId, params.userId),
  )
  .add(
    {
      ...READ,
      method: "get",
      path: "/api/pages/:pageId/permissions/check",
      operation: "checkPermissions",
      summary: "What the caller may do with the page",
      answer: { status: 200, schema: RightsFlags },
    },
    ({ deps, caller, params }) => grants.checkRights(deps, caller, params.pageId),
  );
