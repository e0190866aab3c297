/** The walk down a tree of pages as far as the caller may see them, as fragments: a page's own grant replaces what it inherits. */
import { EVERYTHING, VIEW, type Rights } from "../../kernel/rights.ts";
import { sql, whole, type SQL } from "../../db/sql.ts";
import { driveAdmin, rightsOn, rightsOnDrive } from "../../permissions/ancestors.ts";
import { CALLER_ID } from "../../permissions/credential.ts";

/**
 * `base(full, rights)`: whether the caller holds everything in the drive, so that grants do not count, and what the
 * children of a page, or of the root for null, inherit. Goes after `me`.
 */
export const base = (
  driveId: SQL | string,
  parentId: SQL | string | null,
): SQL => sql`base (full, rights) as materialized (
  select ${driveAdmin(driveId, CALLER_ID)}, ${parentId === null ? rightsOnDrive(driveId, CALLER_ID) : rightsOn(parentId, CALLER_ID)})`;

// Read as values, not joined: a join would hide from the planner that the index delivers the order.
export const HAS_ALL_RIGHTS = sql`(select full from base)`;
export const INHERITED_RIGHTS = sql`(select rights from base)`;

/** The caller's own grant on page `p`. */
export const JOIN_OWN_GRANT = sql`left join page_grants g on not ${HAS_ALL_RIGHTS} and g.page_id = p.id and g.user_id = ${CALLER_ID}`;

/** What the caller may do with page `p`, whose parent gives `inherited`. Join `JOIN_OWN_GRANT` before. */
export const effective = (inherited: SQL): SQL<Rights> =>
  sql`case when ${HAS_ALL_RIGHTS} then ${EVERYTHING} else coalesce(g.rights, ${inherited}) end`;

/** What a walk takes of page `p`, before its rights and depth. */
export const WALKED = sql`p.id as id, p.title, p.type, p.drive_id, p.parent_id, p.position as position, p.created_at, p.updated_at`;

/** The live children of a page, or the top level for null, as `p`. */
export const childrenOf = (driveId: SQL | string, parentId: SQL | string | null): SQL =>
  sql`p.drive_id = ${driveId} and p.parent_id is ${parentId} and p.trashed_at is null`;

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
    select ${WALKED}, ${effective(sql`tree.rights`)}, tree.depth + 1
    from tree
    cross join pages p indexed by pages_tree on ${childrenOf(sql`tree.drive_id`, sql`tree.id`)} ${JOIN_OWN_GRANT}
    where tree.depth < ${depth}
      and (${effective(sql`tree.rights`)} & ${VIEW})
    order by depth desc, position, id
    limit ${whole(limit + 1)})`;
