/** Routes of drives, their contents and their members. */
import { locationOf } from "../../http/geo.ts";
import { nearestLocation } from "../../kernel/drive-location.ts";
import * as z from "zod";
import { IdParams } from "../../kernel/contract.ts";
import { SentInvitation } from "../invitations/contract.ts";
import { routes } from "../../http/route-list.ts";
import {
  AddMember,
  CreateDrive,
  Drive,
  DriveList,
  DriveListQuery,
  DriveParams,
  Member,
  MemberList,
  MemberParams,
  MemberQuery,
  PageList,
  PageListQuery,
  PatchDrive,
  PatchMember,
  RemovalEffect,
  TrashList,
  TrashQuery,
} from "./contract.ts";
import { LIMIT_RULES } from "../../rate-limits/rules.ts";
import * as members from "./members.ts";
import { listPagesAsText, listTrashAsText } from "./pages.ts";
import * as drives from "./service.ts";

const READ = { tag: "Drives", principals: ["session", "mcp"] } as const;
const ACT = { tag: "Drives", principals: ["session", "mcp"], csrf: "token", limits: [], bodyCap: 0 } as const;
const SEND = { ...ACT, bodyCap: 16_384 } as const;
const jsonText = (text: string): Response =>
  new Response(text, { headers: { "Content-Type": "application/json; charset=utf-8" } });

export const driveRoutes = routes()
  .add(
    {
      ...READ,
      method: "get",
      path: "/api/drives",
      operation: "listDrives",
      summary: "List the drives the caller owns or is a member of",
      query: DriveListQuery,
      answer: { status: 200, schema: DriveList },
      errors: ["not_found"],
    },
    ({ deps, caller, query }) => drives.listDrives(deps, caller, query),
  )
  .add(
    {
      ...SEND,
      method: "post",
      path: "/api/drives",
      operation: "createDrive",
      summary: "Create a drive",
      limits: [LIMIT_RULES.driveCreateByUser],
      json: CreateDrive,
      answer: { status: 201, schema: Drive },
      errors: ["not_found", "forbidden", "conflict", "quota_exceeded"],
    },
    ({ deps, caller, json, http }) =>
      drives.createDrive(deps, caller, {
        name: json.name,
        location: json.location ?? nearestLocation(locationOf(http.req.raw)),
      }),
  )
  .add(
    {
      ...READ,
      method: "get",
      path: "/api/drives/:id",
      operation: "getDrive",
      summary: "Get a drive",
      params: IdParams,
      answer: { status: 200, schema: Drive },
    },
    ({ deps, caller, params }) => drives.getDrive(deps, caller, params.id),
  )
  .add(
    {
      ...SEND,
      method: "patch",
      path: "/api/drives/:id",
      operation: "renameDrive",
      summary: "Rename a drive; its slug does not change",
      params: IdParams,
      json: PatchDrive,
      answer: { status: 200, schema: Drive },
      errors: ["forbidden", "conflict"],
    },
    ({ deps, caller, params, json }) => drives.renameDrive(deps, caller, params.id, json.name),
  )
  .add(
    {
      ...ACT,
      method: "delete",
      path: "/api/drives/:id",
      operation: "trashDrive",
      summary: "Move a drive and its contents to the trash",
      params: IdParams,
      errors: ["forbidden", "conflict", "step_up_required"],
    },
    ({ deps, caller, params }) => drives.trashDrive(deps, caller, params.id),
  )
  .add(
    {
      ...ACT,
      method: "post",
      path: "/api/drives/:id/restore",
      operation: "restoreDrive",
      summary: "Restore a drive from the trash",
      params: IdParams,
      answer: { status: 200, schema: Drive },
      errors: ["forbidden", "conflict", "not_trashed"],
    },
    ({ deps, caller, params }) => drives.restoreDrive(deps, caller, params.id),
  )
  .add(
    {
      ...ACT,
      principals: ["session"],
      method: "delete",
      path: "/api/trash/drives/:driveId",
      operation: "purgeDrive",
      summary: "Permanently delete a trashed drive and its contents",
      params: DriveParams,
      errors: ["scope_empty", "forbidden", "conflict", "not_trashed", "step_up_required"],
    },
    ({ deps, caller, params }) => drives.purgeDrive(deps, caller, params.driveId),
  )
  .add(
    {
      ...READ,
      method: "get",
      path: "/api/drives/:id/pages",
      operation: "listDrivePages",
      summary: "List the pages below a page or at the root: one level, or the subtree in tree order",
      params: IdParams,
      query: PageListQuery,
      answer: { status: 200, schema: PageList },
    },
    async ({ deps, caller, params, query }) => jsonText(await listPagesAsText(deps, caller, params.id, query)),
  )
  .add(
    {
      ...READ,
      method: "get",
      path: "/api/drives/:id/trash",
      operation: "listDriveTrash",
      summary: "List the trashed pages of a drive, newest first",
      params: IdParams,
      query: TrashQuery,
      answer: { status: 200, schema: TrashList },
    },
    async ({ deps, caller, params, query }) => jsonText(await listTrashAsText(deps, caller, params.id, query)),
  )
  .add(
    {
      ...READ,
      method: "get",
      path: "/api/drives/:id/members",
      operation: "listDriveMembers",
      summary: "List the owner and the members of a drive",
      params: IdParams,
      query: MemberQuery,
      answer: { status: 200, schema: MemberList },
    },
    ({ deps, caller, params, query }) => members.listMembers(deps, caller, params.id, query),
  )
  .add(
    {
      ...SEND,
      method: "post",
      path: "/api/drives/:id/members",
      operation: "addDriveMember",
      summary: "Add a user to a drive as a member, or invite an email address",
      params: IdParams,
      limits: [
        LIMIT_RULES.shareByUser,
        { rule: LIMIT_RULES.invitationByUser, when: "an address is invited" },
        { rule: LIMIT_RULES.invitationByEmail, when: "an address is invited" },
      ],
      json: AddMember,
      answer: { status: 201, schema: z.union([Member, SentInvitation]) },
      errors: ["forbidden", "conflict", "step_up_required"],
    },
    ({ deps, caller, params, json }) => members.addMember(deps, caller, params.id, json),
  )
  .add(
    {
      ...SEND,
      method: "patch",
      path: "/api/drives/:id/members/:userId",
      operation: "patchDriveMember",
      summary: "Change a member's role or rights",
      params: MemberParams,
      json: PatchMember,
      answer: { status: 200, schema: Member },
      errors: ["forbidden", "conflict", "step_up_required"],
    },
    ({ deps, caller, params, json }) => members.patchMember(deps, caller, params.id, params.userId, json),
  )
  .add(
    {
      ...ACT,
      method: "delete",
      path: "/api/drives/:id/members/:userId",
      operation: "removeDriveMember",
      summary: "Remove a member, or leave the drive",
      params: MemberParams,
      errors: ["forbidden", "conflict", "step_up_required"],
    },
    ({ deps, caller, params }) => members.removeMember(deps, caller, params.id, params.userId),
  )
  .add(
    {
      tag: "Drives",
      principals: ["session"],
      method: "get",
      path: "/api/drives/:id/members/:userId/effect",
      operation: "previewMemberRemoval",
      summary: "Preview the access that a member would lose with the drive",
      params: MemberParams,
      answer: { status: 200, schema: RemovalEffect },
      errors: ["forbidden", "step_up_required"],
    },
    ({ deps, caller, params }) => members.effectOfRemoving(deps, caller, params.id, params.userId),
  );
