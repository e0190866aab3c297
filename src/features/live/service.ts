/** Notifies connected users of changes: one D1 batch finds who may see them, and only those users' hubs are called. */
import type { Announcement, WorkspaceEvent, PresentPerson } from "../../kernel/live.ts";
import type { Deps } from "../../deps.ts";
import type { Query } from "../../db/sql.ts";
import type { Committed } from "../../commit/commit.ts";
import type { ViewersBefore } from "../../commit/connection-queries.ts";
import { findDriveViewers, findViewers, type DriveViewer, type Viewer } from "../../permissions/online-viewers.ts";
import type { HubEvent } from "../../rpc/hub.ts";
import * as store from "./store.ts";

export { openConnection } from "./connect.ts";

/** Called for every commit, so that no use case can forget its announcements. */
export function announceCommit(deps: Deps, { announcements, before }: Committed): void {
  if (announcements.length > 0) deps.defer(() => announce(deps, announcements, before));
}

export async function announce(
  deps: Pick<Deps, "db" | "log" | "objects">,
  announcements: readonly Announcement[],
  before: ViewersBefore = { viewers: [], drivePeople: [] },
): Promise<void> {
  const immediate = announcements.flatMap((each) => eventsForEarlierViewers(each, before) ?? []);
  const queries = announcements.flatMap((each) => recipientsOf(each, before.viewers) ?? []);
  const found = queries.length === 0 ? [] : await deps.db.batch(queries);
  await notifyHubs(deps, [...immediate, ...found.flat()]);
}

/** Events for users who saw the pages before the commit: rights on deleted pages can no longer be queried. */
function eventsForEarlierViewers(
  announcement: Announcement,
  { viewers, drivePeople }: ViewersBefore,
): UserEvent[] | null {
  switch (announcement.kind) {
    case "purged":
      return treeEvents(viewers.filter(({ pageId }) => announcement.ids.includes(pageId)));
    case "drive-access":
      return drivePeople
        .filter(({ driveId }) => driveId === announcement.driveId)
        .map((each) => eventFor(each, { type: "access", driveId: each.driveId }));
    default:
      return null;
  }
}

/** Sends the page's current visitors to users who watch it and may see it. `people` contains each person once. */
export async function announcePresence(
  deps: Pick<Deps, "db" | "log" | "objects">,
  pageId: string,
  people: readonly PresentPerson[],
): Promise<void> {
  const viewers = await deps.db.one(findViewers([pageId]));
  const news = { type: "presence", pageId, people } as const;
  await notifyHubs(
    deps,
    viewers.map(({ userId, driveId }) => ({ userId, driveId, news })),
  );
}

/** Returns false if the user no longer follows the page. A hub that cannot be reached is notified again with the next change. */
export async function announceText(
  deps: Pick<Deps, "log" | "objects">,
  { userId, pageId, revision }: { readonly userId: string; readonly pageId: string; readonly revision: number },
): Promise<boolean> {
  try {
    return await deps.objects.hub(userId).textChanged(pageId, revision);
  } catch (error) {
    deps.log.warn("live.notify_failed", { userId, error });
    return true;
  }
}

type UserEvent = HubEvent & { readonly userId: string };

async function notifyHubs(deps: Pick<Deps, "log" | "objects">, userEvents: readonly UserEvent[]): Promise<void> {
  const byUser = Map.groupBy(userEvents, ({ userId }) => userId);
  await Promise.all(
    [...byUser].map(async ([userId, events]) => {
      try {
        await deps.objects.hub(userId).notify(events.map(({ driveId, news }) => ({ driveId, news })));
      } catch (error) {
        deps.log.warn("live.notify_failed", { userId, error });
      }
    }),
  );
}

/** Null for announcements that go only to earlier viewers. */
function recipientsOf(announcement: Announcement, viewersBefore: readonly Viewer[]): Query<UserEvent[]> | null {
  switch (announcement.kind) {
    case "purged":
    case "drive-access":
      return null;
    case "pages":
      return mapResult(findViewers(announcement.ids), (viewers) => [
        ...treeEvents(viewers),
        ...lostAccessEvents(viewersBefore, viewers),
      ]);
    case "place":
      return mapResult(
        announcement.parentId === null
          ? findDriveViewers([announcement.driveId])
          : findViewers([announcement.parentId]),
        (viewers) => viewers.map((viewer) => eventFor(viewer, { type: "tree", driveId: viewer.driveId, pages: [] })),
      );
    case "access":
      return mapResult(store.countUnreadByUser(announcement.userIds), (online) =>
        online.map(({ userId }) =>
          eventFor({ userId, driveId: announcement.driveId }, { type: "access", driveId: announcement.driveId }),
        ),
      );
    case "sharing":
      return toViewers(announcement.pageId, () => ({ type: "sharing", pageId: announcement.pageId }));
    case "threads": {
      const { kind, ...threads } = announcement;
      return toViewers(threads.pageId, ({ driveId }) => ({ type: kind, driveId, ...threads }));
    }
    case "message": {
      const { kind, ...message } = announcement;
      return toViewers(message.pageId, ({ driveId }) => ({ type: kind, driveId, ...message }));
    }
    case "file": {
      const { kind, fileId, status } = announcement;
      return mapResult(findViewers(store.pageIdsOfFile(fileId)), (viewers) =>
        viewers.map((viewer) => eventFor(viewer, { type: kind, fileId, pageId: viewer.pageId, status })),
      );
    }
    case "notifications":
      return mapResult(store.findNotified(announcement.ids), (found) =>
        found.map(({ userId, id, unread }) => ({ userId, driveId: null, news: { type: "notification", id, unread } })),
      );
    case "notifications-read":
      return mapResult(store.countUnreadByUser([announcement.userId]), (found) =>
        found.map(({ userId, unread }) => ({
          userId,
          driveId: null,
          news: { type: "notification", id: null, unread },
        })),
      );
  }
}

/** An event for each connected user who may see the page. */
const toViewers = (pageId: string, newsFor: (viewer: Viewer) => WorkspaceEvent): Query<UserEvent[]> =>
  mapResult(findViewers([pageId]), (viewers) => viewers.map((viewer) => eventFor(viewer, newsFor(viewer))));

const mapResult = <T, U>({ text, params, read }: Query<T>, use: (result: T) => U): Query<U> => ({
  text,
  params,
  read: (rows, changes) => use(read(rows, changes)),
});

const eventFor = ({ userId, driveId }: DriveViewer, news: WorkspaceEvent): UserEvent => ({ userId, driveId, news });

/** One event per user and drive, with the pages that the user can see. */
function treeEvents(viewers: readonly Viewer[]): UserEvent[] {
  return [...Map.groupBy(viewers, viewerKey).values()].flatMap((seen) =>
    seen.slice(0, 1).map((viewer) => {
      const pages = [...new Set(seen.map(({ pageId }) => pageId))];
      return eventFor(viewer, { type: "tree", driveId: viewer.driveId, pages });
    }),
  );
}

/**
 * For pages that a user can no longer see, at least in that drive, the event only says that their access to the drive
 * changed.
 */
function lostAccessEvents(before: readonly Viewer[], after: readonly Viewer[]): UserEvent[] {
  const still = new Set(after.map((viewer) => `${viewerKey(viewer)} ${viewer.pageId}`));
  const lost = before.filter((viewer) => !still.has(`${viewerKey(viewer)} ${viewer.pageId}`));
  return [...Map.groupBy(lost, viewerKey).values()].flatMap((gone) =>
    gone.slice(0, 1).map((viewer) => eventFor(viewer, { type: "access", driveId: viewer.driveId })),
  );
}

const viewerKey = ({ userId, driveId }: Viewer): string => `${userId} ${driveId}`;
