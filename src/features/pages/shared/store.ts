/** SQL for pages shared with the caller in drives they are not a member of. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../../kernel/caller.ts";
import { toIso } from "../../../kernel/clock.ts";
import { VIEW, unpackRights } from "../../../kernel/rights.ts";
import { driveMembers, drives } from "../../../db/schema/drives.ts";
import { pageGrants, pages } from "../../../db/schema/pages.ts";
import { users } from "../../../db/schema/users.ts";
import { many, orNull, rowsOf, sql, whole, type Query, type RowOf } from "../../../db/sql.ts";
import { ancestors, isLive, walkUp } from "../../../permissions/ancestors.ts";
import { CALLER_ID, callerCte, callerId } from "../../../permissions/credential.ts";
import type { SharedPage } from "./contract.ts";

const g = alias(pageGrants, "g");
const p = alias(pages, "p");
const d = alias(drives, "d");
const b = alias(users, "b");
const a = alias(pageGrants, "a");

const shared = {
  id: p.id,
  title: p.title,
  icon: p.icon,
  type: p.type,
  driveId: p.driveId,
  updatedAt: p.updatedAt,
  rights: g.rights,
  sharedAt: g.createdAt,
  sharedById: orNull(b.id),
  sharedByName: orNull(b.name),
  /** The ancestors on which the caller's nearest grant includes viewing. */
  path: sql<string>`(
    with recursive ${walkUp(sql`from (select * from ${pages} where id = ${g.pageId}) p`, { name: "above", columns: ["title"] })}
    select json_group_array(json_object('id', id, 'title', title))
    from (
      select above.id, above.title
      from above
      where above.depth > 0
        and (
          with recursive ${ancestors(sql`above.id`)}
          select ${a.rights}
          from up
          cross join ${pageGrants} a on ${a.pageId} = up.id and ${a.userId} = ${CALLER_ID}
          order by up.depth
          limit 1) & ${VIEW}
      order by above.depth desc))`,
};

const toShared = (row: RowOf<typeof shared>): SharedPage => ({
  id: row.id,
  title: row.title,
  icon: row.icon,
  type: row.type,
  driveId: row.driveId,
  updatedAt: toIso(row.updatedAt),
  rights: unpackRights(row.rights),
  path: JSON.parse(row.path) as SharedPage["path"], // built just above
  sharedBy: row.sharedById === null ? null : { id: row.sharedById, name: row.sharedByName ?? "" },
  sharedAt: toIso(row.sharedAt),
});

/**
 * Newest page first, with one row more than `limit` to detect a next page. The index provides the order, so no more
 * rows are read.
 */
export const listShared = (caller: Caller, before: string | null, limit: number): Query<SharedPage[]> =>
  many(
    rowsOf(
      shared,
      (columns) => sql`with ${callerCte(callerId(caller))}
        select ${columns}
        from ${pageGrants} g indexed by page_grants_by_user
        cross join ${pages} p on ${p.id} = ${g.pageId}
        cross join ${drives} d on ${d.id} = ${p.driveId}
        left join ${users} b on ${b.id} = ${g.grantedBy} and ${b.deletedAt} is null
        where ${g.userId} = ${CALLER_ID}
          and ${before === null ? sql`1` : sql`${g.pageId} < ${before}`}
          and (${g.rights} & ${VIEW}) <> 0
          and ${d.trashedAt} is null
          and ${d.ownerId} <> ${CALLER_ID}
          and not exists (
            select 1 from ${driveMembers}
            where drive_id = ${p.driveId}
              and user_id = ${CALLER_ID})
          and ${isLive(sql`${g.pageId}`)}
        order by ${g.pageId} desc
        limit ${whole(limit + 1)}`,
    ),
    toShared,
  );
