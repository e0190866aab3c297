/** Routes for the pending invitations of a page or drive. */
import { PageParams, IdParams } from "../../../kernel/contract.ts";
import { routes } from "../../../http/route-list.ts";
import { LIMIT_RULES } from "../../../rate-limits/rules.ts";
import { DriveInvitationParams, InvitationLink, InvitationList, PageInvitationParams } from "../contract.ts";
import * as invitations from "./service.ts";

const OF_PAGE = { tag: "Permissions", principals: ["session"] } as const;
const OF_DRIVE = { tag: "Drives", principals: ["session"] } as const;
const ACT = { csrf: "token", limits: [], bodyCap: 0 } as const;
const RENEW = {
  ...ACT,
  method: "post",
  limits: [
    { rule: LIMIT_RULES.invitationByUser, when: "the invitation exists" },
    { rule: LIMIT_RULES.invitationByEmail, when: "the invitation exists" },
  ],
  answer: { status: 200, schema: InvitationLink },
  errors: ["forbidden", "conflict", "step_up_required"],
} as const;

const page = (id: string) => ({ type: "page", id }) as const;
const drive = (id: string) => ({ type: "drive", id }) as const;

export const invitationRoutes = routes()
  .add(
    {
      ...OF_PAGE,
      method: "get",
      path: "/api/pages/:pageId/invitations",
      operation: "listPageInvitations",
      summary: "List pending invitations to the page; requires the right to share it",
      params: PageParams,
      answer: { status: 200, schema: InvitationList },
      errors: ["forbidden", "step_up_required"],
    },
    async ({ deps, caller, params }) => ({
      invitations: await invitations.listInvitations(deps, caller, page(params.pageId)),
    }),
  )
  .add(
    {
      ...OF_PAGE,
      ...ACT,
      method: "delete",
      path: "/api/pages/:pageId/invitations/:invitationId",
      operation: "revokePageInvitation",
      summary: "Revoke an invitation to the page and the access it granted",
      params: PageInvitationParams,
      errors: ["forbidden", "conflict", "step_up_required"],
    },
    ({ deps, caller, params }) => invitations.revokeInvitation(deps, caller, page(params.pageId), params.invitationId),
  )
  .add(
    {
      ...OF_PAGE,
      ...RENEW,
      path: "/api/pages/:pageId/invitations/:invitationId/link",
      operation: "renewPageInvitation",
      summary: "Create and email a new link for an invitation to the page; the old link stops working",
      params: PageInvitationParams,
    },
    ({ deps, caller, params }) => invitations.renewInvitation(deps, caller, page(params.pageId), params.invitationId),
  )
  .add(
    {
      ...OF_DRIVE,
      method: "get",
      path: "/api/drives/:id/invitations",
      operation: "listDriveInvitations",
      summary: "List pending invitations to the drive; requires the owner or an admin",
      params: IdParams,
      answer: { status: 200, schema: InvitationList },
      errors: ["forbidden", "step_up_required"],
    },
    async ({ deps, caller, params }) => ({
      invitations: await invitations.listInvitations(deps, caller, drive(params.id)),
    }),
  )
  .add(
    {
      ...OF_DRIVE,
      ...ACT,
      method: "delete",
      path: "/api/drives/:id/invitations/:invitationId",
      operation: "revokeDriveInvitation",
      summary: "Revoke an invitation to the drive",
      params: DriveInvitationParams,
      errors: ["forbidden", "conflict", "step_up_required"],
    },
    ({ deps, caller, params }) => invitations.revokeInvitation(deps, caller, drive(params.id), params.invitationId),
  )
  .add(
    {
      ...OF_DRIVE,
      ...RENEW,
      path: "/api/drives/:id/invitations/:invitationId/link",
      operation: "renewDriveInvitation",
      summary: "Create and email a new link for an invitation to the drive; the old link stops working",
      params: DriveInvitationParams,
    },
    ({ deps, caller, params }) => invitations.renewInvitation(deps, caller, drive(params.id), params.invitationId),
  );
