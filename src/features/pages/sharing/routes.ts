/** HTTP routes for page permissions. */
import * as z from "zod";
import { SentInvitation } from "../../invitations/contract.ts";
import { PageParams, RightsFlags } from "../../../kernel/contract.ts";
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
      summary: "List who has which rights on the page, and where each right comes from",
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
      summary: "Grant a user rights on the page, which replace inherited rights, or invite an email address",
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
      summary: "Remove a user's rights on the page",
      json: RevokeGrant,
      errors: ["forbidden", "step_up_required", "conflict"],
    },
    ({ deps, caller, params, json }) => grants.revokeGrant(deps, caller, params.pageId, json.userId),
  )
  .add(
    {
      ...READ,
      principals: ["session"],
      params: GrantParams,
      method: "get",
      path: "/api/pages/:pageId/permissions/:userId/effect",
      operation: "previewRevocation",
      summary: "Preview the access that a user would keep after their rights on the page are removed",
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
      summary: "Get the caller's rights on the page",
      answer: { status: 200, schema: RightsFlags },
    },
    ({ deps, caller, params }) => grants.checkRights(deps, caller, params.pageId),
  );
