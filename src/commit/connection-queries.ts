/** What a commit asks, before its first write, of who is connected. A commit that concerns nobody's connection asks nothing. */
import type { Announcement } from "../kernel/live.ts";
import type { Query } from "../db/sql.ts";
import {
  findAffectedConnections,
  type AccessTargets,
  type AffectedConnections,
} from "../permissions/affected-connections.ts";
import { findDrivePeople, findViewers, type DriveViewer, type Viewer } from "../permissions/online-viewers.ts";

/** Who sees what is about to change, or to be deleted: the pages, and the drives of which all are told. */
export type ViewersBefore = { readonly viewers: readonly Viewer[]; readonly drivePeople: readonly DriveViewer[] };

type CommitConnections = {
  /** To be proved again. */
  readonly connections: AffectedConnections;
  readonly before: ViewersBefore;
};

type ConnectionQueries = {
  readonly queries: readonly Query<unknown>[];
  /** Takes the results of these queries. */
  readonly read: (results: readonly unknown[]) => CommitConnections;
};

const NOBODY: AffectedConnections = { rooms: [], hubs: [], isAnyoneOnline: false };

export function connectionQueries(
  concerned: AccessTargets | null,
  announcements: readonly Announcement[],
): ConnectionQueries {
  const isAnnounced = announcements.length > 0;
  const drives = announcements.flatMap((each) => (each.kind === "drive-access" ? [each.driveId] : []));
  const asks = {
    connections: concerned || isAnnounced ? findAffectedConnections(concerned) : null,
    viewers: concerned && isAnnounced && concerned.pages.length > 0 ? findViewers(concerned.pages) : null,
    drivePeople: drives.length > 0 ? findDrivePeople(drives) : null,
  };
  const queries = Object.values(asks).filter((query) => query !== null);
  const resultOf = <T>(query: Query<T> | null, results: readonly unknown[], none: T): T =>
    query === null ? none : (results[queries.indexOf(query as (typeof queries)[number])] as T); // in the order of `queries`
  return {
    queries,
    read: (results) => ({
      connections: resultOf(asks.connections, results, NOBODY),
      before: {
        viewers: resultOf<Viewer[]>(asks.viewers, results, []),
        drivePeople: resultOf<DriveViewer[]>(asks.drivePeople, results, []),
      },
    }),
  };
}
