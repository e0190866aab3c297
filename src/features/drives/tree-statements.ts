/** What the caller may do with the pages of a listing, as fragments: a page's own grant replaces what it inherits. */
import { EVERYTHING, type Rights } from "../../kernel/rights.ts";
import { sql, type SQL } from "../../db/sql.ts";
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

/** What the caller may do with page `p`, whose parent gives `inherited`. Join `GRANT` before. */
export const effective = (inherited: SQL): SQL<Rights> =>
  sql`case when ${HAS_ALL_RIGHTS} then ${EVERYTHING} else coalesce(g.rights, ${inherited}) end`;
