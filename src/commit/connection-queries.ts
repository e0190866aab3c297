/** Queries about connections that a commit runs before its first write. A commit that affects no connection runs none. */
import type { Announcement } from "../kernel/live.ts";
import type { Query } from "../db/sql.ts";
import {
  findAffectedConnections,
  type AccessTargets,
  type AffectedConnections,
} from "../permissions/affected-connections.ts";
import { findDrivePeople, findViewers, type DriveViewer, type Viewer } from "../permissions/online-viewers.ts";

/** Who can see what is about to change or be deleted: viewers of the pages, and users with access to the drives. */
export type ViewersBefore = { readonly viewers: readonly Viewer[]; readonly drivePeople: readonly DriveViewer[] };

type CommitConnections = {
  /** Connections to recheck. */
  readonly connections: AffectedConnections;
  readonly before: ViewersBefore;
};

type ConnectionQueries = {
  readonly queries: readonly Query<unknown>[];
  /** Reads the results of these queries. */
  readonly read: (results: readonly unknown[]) => CommitConnections;
};

const NOBODY: AffectedConnections = { rooms: [], hubs: [], isAnyoneOnline: false };

export function connectionQueries(
  concerned: AccessTargets | null,
  announcements: readonly Announcement[],
): ConnectionQueries {
  const isAnnounced = announcements.length > 0;
  const drives = announcements.flatMap((each) => (each.kind === "drive-access" ? [each.driveId] : []));
  const queryByName = {
    connections: concerned || isAnnounced ? findAffectedConnections(concerned) : null,
    viewers: concerned && isAnnounced && concerned.pages.length > 0 ? findViewers(concerned.pages) : null,
    drivePeople: drives.length > 0 ? findDrivePeople(drives) : null,
  };
  const queries = Object.values(queryByName).filter((query) => query !== null);
  const resultOf = <T>(query: Query<T> | null, results: readonly unknown[], none: T): T =>
    query === null ? none : (results[queries.indexOf(query as (typeof queries)[number])] as T); // in the order of `queries`
  return {
    queries,
    read: (results) => ({
      connections: resultOf(queryByName.connections, results, NOBODY),
      before: {
        viewers: resultOf<Viewer[]>(queryByName.viewers, results, []),
        drivePeople: resultOf<DriveViewer[]>(queryByName.drivePeople, results, []),
      },
    }),
  };
}
