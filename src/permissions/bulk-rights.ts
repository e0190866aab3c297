/** A user's rights on many pages in one statement, by walking up from each page. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Rights } from "../kernel/rights.ts";
import { driveMembers, drives } from "../db/schema/drives.ts";
import { pageGrants, pages } from "../db/schema/pages.ts";
import { SQL, jsonList, sql, raw } from "../db/sql.ts";
import { walkUp } from "./ancestors.ts";
import { effectiveRights, isAdminOfDrive } from "./effective-rights.ts";

const p = alias(pages, "p");
const g = alias(pageGrants, "g");
const d = alias(drives, "d");
const m = alias(driveMembers, "m");

/** Page ids as a table with one column, `value`; SQL that selects such a column is used as it is. */
const listed = (pageIds: readonly string[] | SQL): SQL => (pageIds instanceof SQL ? pageIds : jsonList(pageIds));

/** The pages and the ancestors of each, as in `walkUp`, with their `root`. */
export const manyAncestors = (pageIds: readonly string[] | SQL): SQL =>
  walkUp(sql`from ${listed(pageIds)} j cross join ${pages} p on ${p.id} = j.value`, { hasRoot: true });

/**
 * `feet(id, parent_id, drive_id, trashed_at)`: the pages. `up(root, id, parent_id, drive_id, trashed_at, depth)`: their
 * parents and all ancestors of those, once for each parent, because siblings share the path.
 */
export const ancestorPaths = (
  pageIds: readonly string[] | SQL,
): SQL => sql`feet (id, parent_id, drive_id, trashed_at) as materialized (
    select ${p.id}, ${p.parentId}, ${p.driveId}, ${p.trashedAt}
    from ${listed(pageIds)} j
    cross join ${pages} p on ${p.id} = j.value),
  ${walkUp(
    sql`from (select distinct parent_id, drive_id from feet where parent_id is not null) f
      cross join ${pages} p on ${p.id} = f.parent_id and ${p.driveId} = f.drive_id`,
    { hasRoot: true },
  )}`;

/**
 * `held(root, drive_id, rights, admin, trashed, drive_trashed, depth)`: the user's rights on each of the pages, whether
 * they are owner or admin of its drive, whether it or an ancestor is in the trash, and its depth. `pageIds` may be a
 * parenthesized subquery that selects them as `value`. With a single min() in a group, SQLite takes the other columns from
 * the row with the minimum; `near` uses this to select the rights of the nearest grant.
 */
export const rightsOnMany = (
  userId: SQL,
  pageIds: readonly string[] | SQL,
): SQL => sql`who (id) as materialized (select ${userId}),
  ${ancestorPaths(pageIds)},
  near (root, rights, nearest, trashed, depth) as materialized (
    select up.root, ${g.rights}, min(iif(${g.rights} is null, null, up.depth)), count(up.trashed_at) > 0, count(*)
    from up
    cross join who
    left join ${pageGrants} g on ${g.pageId} = up.id and ${g.userId} = who.id
    group by up.root),
  held (root, drive_id, rights, admin, trashed, drive_trashed, depth) as (
    select f.id, f.drive_id,
      ${effectiveRights(sql`who.id`, sql`${g.rights}`, sql`n.rights`)},
      ${isAdminOfDrive(sql`who.id`)},
      f.trashed_at is not null or coalesce(n.trashed, 0),
      ${d.trashedAt} is not null,
      coalesce(n.depth, 0) + 1
    from feet f
    cross join who
    cross join ${drives} d on ${d.id} = f.drive_id
    left join ${driveMembers} m on ${m.driveId} = ${d.id} and ${m.userId} = who.id
    left join ${pageGrants} g on ${g.pageId} = f.id and ${g.userId} = who.id
    left join near n on n.root = f.parent_id)`;

/** Condition over `held`, or an alias of it: the user has the rights on a page that is live. */
export const hasRightsOnLivePage = (needs: Rights, held = "held"): SQL =>
  sql`(${raw(held)}.rights & ${needs}) = ${needs}
    and not ${raw(held)}.trashed
    and not ${raw(held)}.drive_trashed`;
