/** SQL fragments for walking down a page tree as far as the caller may see it. */
import { alias } from "drizzle-orm/sqlite-core";
import { VIEW } from "../../kernel/rights.ts";
import { pages } from "../../db/schema/pages.ts";
import { sql, whole, type SQL } from "../../db/sql.ts";
import { joinOwnGrant, rightsBelow } from "../../permissions/rights-below.ts";

const p = alias(pages, "p");

/** The columns of page `p` that a walk selects, before its rights and depth. */
export const WALKED = sql`${p.id} as id, ${p.title}, ${p.icon}, ${p.type}, ${p.driveId}, ${p.parentId}, ${p.position} as position,
  ${p.createdAt}, ${p.updatedAt}`;

/** The live children of a page, or the top level for null, as `p`. */
export const childrenOf = (driveId: SQL | string, parentId: SQL | string | null): SQL =>
  sql`${p.driveId} = ${driveId} and ${p.parentId} is ${parentId} and ${p.trashedAt} is null`;

/**
 * `tree(id, title, icon, type, drive_id, parent_id, position, created_at, updated_at, rights, depth)`: the live pages that
 * the caller may see, from those of `first` down, parents before children and siblings by position. The recursion's
 * queue pops the deepest rows first, and among them the smallest position, which yields tree order. Pages below a
 * hidden page are not reached. Returns up to `limit` + 1 rows to show whether there are more. Must follow `base`.
 */
export const walk = (first: SQL, depth: number, limit: number): SQL => sql`
  tree (id, title, icon, type, drive_id, parent_id, position, created_at, updated_at, rights, depth) as (
    ${first}
    union all
    select ${WALKED}, ${rightsBelow(sql`tree.rights`)}, tree.depth + 1
    from tree
    cross join ${pages} p indexed by pages_tree on ${childrenOf(sql`tree.drive_id`, sql`tree.id`)} ${joinOwnGrant()}
    where tree.depth < ${depth}
      and (${rightsBelow(sql`tree.rights`)} & ${VIEW})
    order by depth desc, position, id
    limit ${whole(limit + 1)})`;

/** A position formatted like JavaScript does; fractions get 17 digits, so that they survive a round trip. */
export const positionAsText = (position: SQL): SQL =>
  sql`case when ${position} = cast(${position} as integer) then cast(${position} as integer)
    else format('%!.17g', ${position}) end`;
