/** SQL for the users who can see a page. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../../kernel/caller.ts";
import type { Instant } from "../../../kernel/clock.ts";
import { VIEW } from "../../../kernel/rights.ts";
import { driveMembers, drives } from "../../../db/schema/drives.ts";
import { pageGrants } from "../../../db/schema/pages.ts";
import { users } from "../../../db/schema/users.ts";
import { many, orNull, rowsOf, sql, whole, type Query, type RowOf } from "../../../db/sql.ts";
import { isShownAsInvitation } from "../../invitations/statements.ts";
import { ancestors, rightsFromAncestors } from "../../../permissions/ancestors.ts";
import { callerCte, callerId } from "../../../permissions/credential.ts";
import type { PageViewer } from "./contract.ts";

/** Maximum number of members, and of guests, considered per response. */
export const MAX_CANDIDATES = 2_000;

const d = alias(drives, "d");
const m = alias(driveMembers, "m");
const g = alias(pageGrants, "g");
const u = alias(users, "u");

const viewer = {
  id: u.id,
  name: u.name,
  displayName: orNull(u.displayName),
  username: orNull(u.username),
  image: u.image,
  relation: sql<
    PageViewer["relation"]
  >`case when ${u.id} = me.id then 'you' when who.is_guest then 'guest' else 'member' end`,
};

export type ViewerRow = RowOf<typeof viewer>;

/** The caller first, then the drive's owner and members by name, then guests by name. Never includes an address. */
export const listViewers = (caller: Caller, pageId: string, limit: number, now: Instant): Query<ViewerRow[]> =>
  many(
    rowsOf(
      viewer,
      (columns) => sql`with recursive ${callerCte(callerId(caller))}, ${ancestors(pageId)},
        candidates (user_id, is_guest) as (
          select ${d.ownerId}, 0
          from up
          cross join ${drives} d on ${d.id} = up.drive_id
          where up.depth = 0
          union all
          select id, 1 from me
          union all
          select * from (
            select ${m.userId}, 0
            from up
            cross join ${driveMembers} m on ${m.driveId} = up.drive_id
            where up.depth = 0
            limit ${whole(MAX_CANDIDATES)})
          union all
          select * from (
            select ${g.userId}, 1
            from up
            cross join ${pageGrants} g on ${g.pageId} = up.id
            where not ${isShownAsInvitation(sql`${g.pageId}`, sql`${g.userId}`, now)}
            limit ${whole(MAX_CANDIDATES)})),
        who (user_id, is_guest) as materialized (
          select user_id, min(is_guest) from candidates group by user_id)
        select ${columns}
        from me
        cross join who
        cross join ${users} u on ${u.id} = who.user_id
        where ${u.suspendedAt} is null
          and ${u.deletedAt} is null
          and (${rightsFromAncestors(u.id)} & ${VIEW}) = ${VIEW}
        order by ${u.id} <> me.id, who.is_guest, coalesce(${u.displayName}, ${u.name}) collate nocase, ${u.id}
        limit ${whole(limit)}`,
    ),
  );
