/** What the caller may do with the pages of a listing, as fragments: a page's own grant replaces what it inherits. */
import { EVERYTHING, type Rights } from "../../kernel/rights.ts";
import { sql, type SQL } from "../../db/sql.ts";
import { driveAdmin, rightsOn, rightsOnDrive } from "../../permissions/ancestors.ts";
import { ME } from "../../permissions/credential.ts";

/**
 * `base(full, rights)`: whether the caller holds everything in the drive, so that grants do not count, and what the
 * children of a page, or of the root for null, inherit. Goes after `me`.
 */
export const base = (
  driveId: SQL | string,
  parentId: SQL | string | null,
): SQL => sql`base (full, rights) as materialized (
  select ${driveAdmin(driveId, ME)}, ${parentId === null ? rightsOnDrive(driveId, ME) : rightsOn(parentId, ME)})`;

// Read as values, not joined: a join would hide from the planner that the index delivers the order.
export const FULL = sql`(select full from base)`;
export const INHERITED = sql`(select rights from base)`;

/** The caller's own grant on page `p`. */
export const GRANT = sql`left join page_grants g on not ${FULL} and g.page_id = p.id and g.user_id = ${ME}`;

/** What the caller may do with page `p`, whose parent gives `inherited`. Join `GRANT` before. */
export const effective = (inherited: SQL): SQL<Rights> =>
  sql`case when ${FULL} then ${EVERYTHING} else coalesce(g.rights, ${inherited}) end`;
