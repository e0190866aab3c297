/** The walk down a tree of pages as far as the caller may see them, as fragments. */
import { alias } from "drizzle-orm/sqlite-core";
import { VIEW } from "../../kernel/rights.ts";
import { pages } from "../../db/schema/pages.ts";
import { sql, whole, type SQL } from "../../db/sql.ts";
import { joinOwnGrant, rightsBelow } from "../../permissions/rights-below.ts";

const p = alias(pages, "p");

/** What a walk takes of page `p`, before its rights and depth. */
export const WALKED = sql`${p.id} as id, ${p.title}, ${p.type}, ${p.driveId}, ${p.parentId}, ${p.position} as position,
  ${p.createdAt}, ${p.updatedAt}`;

/** The live children of a page, or the top level for null, as `p`. */
export const childrenOf = (driveId: SQL | string, parentId: SQL | string | null): SQL =>
  sql`${p.driveId} = ${driveId} and ${p.parentId} is ${parentId} and ${p.trashedAt} is null`;

/**
 * `tree(id, title, type, drive_id, parent_id, position, created_at, updated_at, rights, depth)`: the live pages that the
 * caller may see, from those of `first` down, parents before children and siblings by position. The recursion's queue
 * takes the deepest rows first, and among them the smallest position: that is a walk in tree order. What lies below a
 * page that may not be seen is not reached. One page more than `limit` tells that there are more. Goes after `base`.
 */
export const walk = (first: SQL, depth: number, limit: number): SQL => sql`
  tree (id, title, type, drive_id, parent_id, position, created_at, updated_at, rights, depth) as (
    ${first}
    union all
    select ${WALKED}, ${rightsBelow(sql`tree.rights`)}, tree.depth + 1
    from tree
    cross join ${pages} p indexed by pages_tree on ${childrenOf(sql`tree.drive_id`, sql`tree.id`)} ${joinOwnGrant()}
    where tree.depth < ${depth}
      and (${rightsBelow(sql`tree.rights`)} & ${VIEW})
    order by depth desc, position, id
    limit ${whole(limit + 1)})`;

/** A position as JavaScript writes it; one that is no whole number gets 17 digits, so that it survives the way out and back. */
export const positionAsText = (position: SQL): SQL =>
  sql`case when ${position} = cast(${position} as integer) then cast(${position} as integer)
    else format('%!.17g', ${position}) end`;
