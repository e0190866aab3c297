/**
 * The caller's rights on the pages below a page or the root of a drive, as fragments for use after `callerCte`. A page's
 * own grant replaces the rights it inherits.
 */
import { alias } from "drizzle-orm/sqlite-core";
import { VIEW, type Rights } from "../kernel/rights.ts";
import { driveMembers, drives } from "../db/schema/drives.ts";
import { pageGrants, pages } from "../db/schema/pages.ts";
import { sql, type SQL } from "../db/sql.ts";
import { MAX_DEPTH, nearestGrant, rightsOn } from "./ancestors.ts";
import { CALLER_ID } from "./credential.ts";
import { everythingOr, grantedRights, isAdminOfDrive, driveAdmin, rightsOnDrive } from "./effective-rights.ts";

const d = alias(drives, "d");
const m = alias(driveMembers, "m");
const g = alias(pageGrants, "g");
const k = alias(pages, "k");
const c = alias(pages, "c");

/**
 * `base(full, rights)`: whether the caller has every right in the drive regardless of grants, and the rights that the
 * children of the page inherit (for null, those at the root).
 */
export const rightsBase = (
  driveId: SQL | string,
  parentId: SQL | string | null,
): SQL => sql`base (full, rights) as materialized (
  select ${driveAdmin(driveId, CALLER_ID)},
    ${parentId === null ? rightsOnDrive(driveId, CALLER_ID) : rightsOn(parentId, CALLER_ID)})`;

/** `rightsBase` for the page at depth 0 of `up`, with its drive: `base(full, rights, drive_id, drive_trashed_at, drive_location)`. */
export const RIGHTS_BASE_AT_LEAF: SQL = sql`base (full, rights, drive_id, drive_trashed_at, drive_location) as materialized (
  select ${isAdminOfDrive(sql`me.id`)}, ${grantedRights(nearestGrant(sql`me.id`))}, ${d.id}, ${d.trashedAt}, ${d.location}
  from me
  cross join up foot on foot.depth = 0
  cross join ${drives} d on ${d.id} = foot.drive_id
  left join ${driveMembers} m on ${m.driveId} = ${d.id} and ${m.userId} = me.id)`;

type Base = { readonly full: SQL<0 | 1>; readonly rights: SQL<Rights> };

/** For statements that do not join `base`: a join could keep the planner from using an index for the order. */
const BASE_AS_VALUES: Base = { full: sql`(select full from base)`, rights: sql`(select rights from base)` };
/** For statements that join `base`: each of the subqueries above costs a row read. */
export const JOINED_BASE: Base = { full: sql`base.full`, rights: sql`base.rights` };

export const { full: HAS_ALL_RIGHTS, rights: INHERITED_RIGHTS } = BASE_AS_VALUES;

/** The caller's rights on the page itself, in a statement that joins `base`. */
export const RIGHTS_AT_BASE: SQL<Rights> = everythingOr(JOINED_BASE.full, JOINED_BASE.rights);

/** The caller's own grant on page `p`. */
export const joinOwnGrant = ({ full }: Pick<Base, "full"> = BASE_AS_VALUES): SQL =>
  sql`left join ${pageGrants} g on not ${full} and ${g.pageId} = p.id and ${g.userId} = ${CALLER_ID}`;

/** The caller's rights on page `p`, whose parent gives `inherited`. Requires `joinOwnGrant`. */
export const rightsBelow = (inherited: SQL, { full }: Pick<Base, "full"> = BASE_AS_VALUES): SQL<Rights> =>
  everythingOr(full, sql`coalesce(${g.rights}, ${inherited})`);

/**
 * Completes a `select` from the live children of a page that the caller may see. `page` is an alias with `id` and
 * `drive_id`; `rights` are the caller's on that page.
 */
export const visibleChildrenOf = (
  page: SQL,
  rights: SQL,
  { full }: Pick<Base, "full"> = BASE_AS_VALUES,
): SQL => sql`from ${pages} k indexed by pages_tree
  where ${k.driveId} = ${page}.drive_id
    and ${k.parentId} = ${page}.id
    and ${k.trashedAt} is null
    and (${full} or (coalesce((
      select ${pageGrants.rights} from ${pageGrants}
      where page_id = ${k.id}
        and user_id = ${CALLER_ID}), ${rights}) & ${VIEW}))`;

/**
 * The body of a `table (id, drive_id, depth, own)`: the pages of `from (id, drive_id)` and those that inherit their rights
 * from them, down to the next grant of the caller's own, which is marked `own`. `limit` is an optional limit clause.
 */
export const inheritingFrom = (
  from: SQL,
  table: SQL,
  limit: SQL = sql``,
): SQL => sql`select id, drive_id, 0, 0 from ${from}
  union all
  select ${c.id}, ${c.driveId}, t.depth + 1, exists (
    select 1 from ${pageGrants}
    where page_id = ${c.id}
      and user_id = ${CALLER_ID})
  from ${table} t
  cross join ${pages} c indexed by pages_tree
    on ${c.driveId} = t.drive_id and ${c.parentId} = t.id and ${c.trashedAt} is null
  where t.depth < ${MAX_DEPTH}
    and not t.own
  ${limit}`;
