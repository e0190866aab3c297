/** Finds the online users who may see a page or drive, in order to notify them of a change. */
import { alias } from "drizzle-orm/sqlite-core";
import { VIEW } from "../kernel/rights.ts";
import { driveMembers, drives } from "../db/schema/drives.ts";
import { onlineUsers } from "../db/schema/live.ts";
import { pages, pageGrants } from "../db/schema/pages.ts";
import { SQL, jsonList, many, rowsOf, sql, type Query, type RowOf } from "../db/sql.ts";
import { manyAncestors } from "./bulk-rights.ts";
import { effectiveRights } from "./effective-rights.ts";

const g = alias(pageGrants, "g");
const m = alias(driveMembers, "m");
const p = alias(pages, "p");

export const SOMEBODY_IS_ONLINE = sql`exists (select 1 from ${onlineUsers} where user_id > '')`;

const f = alias(pages, "f");
const d = alias(drives, "d");
const s = alias(driveMembers, "s");
const o = alias(onlineUsers, "o");
const w = alias(onlineUsers, "w");

const viewer = { pageId: f.id, driveId: f.driveId, userId: w.userId };

/** A connected user who may see a page. */
export type Viewer = RowOf<typeof viewer>;

/** A connected user who may see a drive. */
export type DriveViewer = Omit<Viewer, "pageId">;

/** Selects no pages while nobody is online, so that none are read. */
const unlessNobodyIsOnline = (pageIds: readonly string[] | SQL): SQL =>
  sql`(
    select l.value
    from ${pageIds instanceof SQL ? pageIds : jsonList(pageIds)} l
    where ${SOMEBODY_IS_ONLINE})`;

/**
 * The connected users who may see each of the pages, in the trash or not; nobody sees a page of a trashed drive. `pageIds`
 * may be a parenthesized subquery that selects them as `value`. `near` has the rights of the nearest grant: with a single
 * min(), SQLite takes the other columns from the row with the minimum.
 */
export const findViewers = (pageIds: readonly string[] | SQL): Query<Viewer[]> =>
  many(
    rowsOf(
      viewer,
      (columns) => sql`
        with recursive ${manyAncestors(unlessNobodyIsOnline(pageIds))},
          people (user_id) as materialized (
            select user_id from ${onlineUsers}
            where user_id in (
              select owner_id from ${drives} where id in (select drive_id from up)
              union
              select user_id from ${driveMembers} where drive_id in (select drive_id from up)
              union
              select ${g.userId}
              from up
              cross join ${pageGrants} g on ${g.pageId} = up.id)),
          near (root, user_id, rights, depth) as materialized (
            select up.root, ${g.userId}, ${g.rights}, min(up.depth)
            from up
            cross join people w
            cross join ${pageGrants} g on ${g.pageId} = up.id and ${g.userId} = w.user_id
            group by up.root, ${g.userId})
        select ${columns}
        from up f
        cross join people w
        cross join ${drives} d on ${d.id} = f.drive_id
        left join ${driveMembers} m on ${m.driveId} = ${d.id} and ${m.userId} = w.user_id
        left join near n on n.root = f.id and n.user_id = w.user_id
        where f.depth = 0
          and ${d.trashedAt} is null
          and (${effectiveRights(sql`w.user_id`, sql`n.rights`)} & ${VIEW}) = ${VIEW}`,
    ),
  );

/** The connected users who own the drives or are members with the right to view, whether the drives are in the trash or not. */
export const findDriveViewers = (driveIds: readonly string[]): Query<DriveViewer[]> =>
  many(
    rowsOf(
      { driveId: s.driveId, userId: o.userId },
      (columns) => sql`
        select distinct ${columns}
        from (
          select id as drive_id, owner_id as user_id, 1 as sees
          from ${drives}
          where id in ${jsonList(driveIds)}
          union all
          select drive_id, user_id, role = 'admin' or (rights & ${VIEW}) = ${VIEW}
          from ${driveMembers}
          where drive_id in ${jsonList(driveIds)}) s
        cross join ${onlineUsers} o on ${o.userId} = s.user_id
        where s.sees`,
    ),
  );

/** The connected users, guests included, who may see anything in the drives, or could if the drives were not in the trash. */
export const findDrivePeople = (driveIds: readonly string[]): Query<DriveViewer[]> =>
  many(
    rowsOf(
      { driveId: d.id, userId: o.userId },
      (columns) => sql`
        select ${columns}
        from ${drives} d
        cross join ${onlineUsers} o on ${o.userId} = ${d.ownerId}
        where ${d.id} in ${jsonList(driveIds)}
        union
        select ${m.driveId}, ${o.userId}
        from ${driveMembers} m
        cross join ${onlineUsers} o on ${o.userId} = ${m.userId}
        where ${m.driveId} in ${jsonList(driveIds)}
        union
        select ${p.driveId}, ${o.userId}
        from ${onlineUsers} o
        cross join ${pageGrants} g on ${g.userId} = ${o.userId}
        cross join ${pages} p on ${p.id} = ${g.pageId}
        where ${o.userId} > ''
          and ${p.driveId} in ${jsonList(driveIds)}
          and (${g.rights} & ${VIEW}) = ${VIEW}`,
    ),
  );
