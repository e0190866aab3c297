/** Announcements of a commit to connected users: those implied by its authorizations and statements, and its own. */
import type { Announcement } from "../kernel/live.ts";
import type { AnyQuery } from "../db/sql.ts";
import type { DestinationAccess } from "../permissions/authorize-destination.ts";
import type { AnyAuthorization } from "../permissions/authorized.ts";
import { drivesOf, authorizedPages, peopleOf } from "./access-targets.ts";
import type { AuditNote } from "./audit-note.ts";

type Act = {
  readonly queries: readonly AnyQuery<unknown>[];
  readonly notes?: readonly AuditNote[];
  readonly announces?: readonly Announcement[];
};

export function announcementsOf(authorizations: readonly AnyAuthorization[], act: Act): readonly Announcement[] {
  const ids = act.queries.flatMap(({ notifies = [] }) => notifies);
  return [
    ...(act.announces ?? authorizations.flatMap(createdBy)),
    ...authorizations.flatMap((each) => impliedBy(each, act.notes ?? [])),
    ...(ids.length === 0 ? [] : [{ kind: "notifications", ids } as const]),
  ];
}

/** Newly created pages, unless the commit announces them itself (possibly none). */
function createdBy({ action, target }: AnyAuthorization): readonly Announcement[] {
  if (
    action !== "destination.createPages" &&
    action !== "destination.uploadFile" &&
    action !== "destination.convertFile"
  )
    return [];
  const { driveId, parentId } = target as DestinationAccess; // as `allowDestination` builds it
  return [{ kind: "place", driveId, parentId }];
}

function impliedBy(authorization: AnyAuthorization, notes: readonly AuditNote[]): readonly Announcement[] {
  switch (authorization.action) {
    case "page.move":
    case "page.trash":
    case "page.restore":
      return [{ kind: "pages", ids: authorizedPages(authorization).map(({ id }) => id) }];
    case "page.purge":
      return [{ kind: "purged", ids: authorizedPages(authorization).map(({ id }) => id) }];
    case "page.share":
    case "page.shareSharing":
      return authorizedPages(authorization).flatMap(({ id, driveId }) => [
        { kind: "access", driveId, userIds: peopleOf(notes) } as const,
        { kind: "sharing", pageId: id } as const,
      ]);
    case "page.declineAccess":
      return authorizedPages(authorization).map(({ id }) => ({ kind: "sharing", pageId: id }));
    case "drive.addMember":
    case "drive.addSharingMember":
    case "drive.changeMember":
    case "drive.promoteMember":
    case "drive.removeMember":
    case "drive.leave":
      return drivesOf(authorization).map((driveId) => ({ kind: "access", driveId, userIds: peopleOf(notes) }));
    case "drive.trash":
    case "drive.restore":
    case "drive.purge":
      return drivesOf(authorization).map((driveId) => ({ kind: "drive-access", driveId }));
    case "account.readNotifications":
      return [{ kind: "notifications-read", userId: authorization.actor.userId }];
    default:
      return [];
  }
}
