/** HTTP routes for muting pages and drives. */
import * as z from "zod";
import { Id, PageParams } from "../../kernel/contract.ts";
import { routes } from "../../http/route-list.ts";
import { MutedPlaces } from "./contract.ts";
import * as mutes from "./service.ts";

const CHANGE = {
  tag: "Notifications",
  principals: ["session"],
  csrf: "token",
  limits: [],
  bodyCap: 0,
} as const;

const DriveParams = z.object({ driveId: Id });

export const muteRoutes = routes()
  .add(
    {
      method: "get",
      path: "/api/notifications/muted",
      operation: "listMuted",
      tag: "Notifications",
      summary: "List the muted pages and drives, which send no notifications about mentions or files",
      principals: ["session"],
      answer: { status: 200, schema: MutedPlaces },
    },
    ({ deps, caller }) => mutes.listMuted(deps, caller),
  )
  .add(
    {
      ...CHANGE,
      method: "put",
      path: "/api/notifications/muted/pages/:pageId",
      operation: "mutePage",
      summary: "Mute a page: no more notifications about its mentions and files",
      params: PageParams,
      errors: ["conflict"],
    },
    ({ deps, caller, params }) => mutes.mutePage(deps, caller, params.pageId),
  )
  .add(
    {
      ...CHANGE,
      method: "delete",
      path: "/api/notifications/muted/pages/:pageId",
      operation: "unmutePage",
      summary: "Unmute a page",
      params: PageParams,
      errors: ["conflict"],
    },
    ({ deps, caller, params }) => mutes.unmutePage(deps, caller, params.pageId),
  )
  .add(
    {
      ...CHANGE,
      method: "put",
      path: "/api/notifications/muted/drives/:driveId",
      operation: "muteDrive",
      summary: "Mute a drive: no more notifications about its mentions and files",
      params: DriveParams,
      errors: ["conflict"],
    },
    ({ deps, caller, params }) => mutes.muteDrive(deps, caller, params.driveId),
  )
  .add(
    {
      ...CHANGE,
      method: "delete",
      path: "/api/notifications/muted/drives/:driveId",
      operation: "unmuteDrive",
      summary: "Unmute a drive",
      params: DriveParams,
      errors: ["conflict"],
    },
    ({ deps, caller, params }) => mutes.unmuteDrive(deps, caller, params.driveId),
  );
