/** SQL fragments for the walk from a page up to the root, and for a user's rights on that page. */
import { alias } from "drizzle-orm/sqlite-core";
import { driveMembers, drives } from "../db/schema/drives.ts";
import { pageGrants, pages } from "../db/schema/pages.ts";
import { raw, sql, type Operand, type SQL } from "../db/sql.ts";
import { effectiveRights } from "./effective-rights.ts";

const p = alias(pages, "p");
const d = alias(drives, "d");
const m = alias(driveMembers, "m");
const g = alias(pageGrants, "g");

/** Maximum depth of a tree. Walks stop there even if the data is corrupt. */
export const MAX_DEPTH = 64;

type WalkUp = {
  readonly name?: string;
  /** Adds a first column, `root`: the page that the row is an ancestor of. */
  readonly hasRoot?: true;
  /** Returns each page once, however many paths lead to it, and omits `depth`. */
  readonly isDistinct?: true;
  /** Page columns to select in addition to the standard ones. */
  readonly columns?: readonly ("title" | "type")[];
};

/**
 * `up(id, parent_id, drive_id, trashed_at, depth)`: pages, at depth 0, and their ancestors, nearest first. Belongs after
 * `with recursive`. `start` completes a `select` from the pages as `p`; leave it empty to use `p` of the enclosing
 * statement.
 */
export function walkUp(start: SQL, { name = "up", hasRoot, isDistinct, columns = [] }: WalkUp = {}): SQL {
  const selected = ["id", "parent_id", "drive_id", ...columns, "trashed_at"];
  const list = (root: string, depth: string, of: string): SQL =>
    raw(
      [...(hasRoot ? [root] : []), ...selected.map((column) => of + column), ...(isDistinct ? [] : [depth])].join(", "),
    );
  const up = raw(name);
  return sql`${up} (${list("root", "depth", "")}) as (
    select ${list("p.id", "0", "p.")} ${start}
    union ${raw(isDistinct ? "" : "all")}
    select ${list(`${name}.root`, `${name}.depth + 1`, "p.")}
    from ${up}
    cross join ${pages} p on ${p.id} = ${up}.parent_id and ${p.driveId} = ${up}.drive_id
    ${isDistinct ? sql`` : sql`where ${up}.depth < ${MAX_DEPTH}`})`;
}

/** A page and its ancestors, as in `walkUp`. `pageId` may be a column of the enclosing statement, under any alias. */
export const ancestors = (pageId: Operand, name = "up"): SQL =>
  walkUp(sql`from (select id, parent_id, drive_id, trashed_at from ${pages} where id = ${pageId}) p`, { name });

/**
 * Effective rights on the page at depth 0 of `up`: everything for the drive's owner and admins, else the nearest grant
 * going up, else those of the drive membership. `above` ignores the page's own grant, which gives the rights it would
 * inherit.
 */
export const rightsFromAncestors = (userId: Operand, above = false): SQL => sql`coalesce((
  select ${effectiveRights(sql`who.id`, nearestGrant(sql`who.id`, above))}
  from (select ${userId} as id) who
  cross join up foot on foot.depth = 0
  cross join ${drives} d on ${d.id} = foot.drive_id
  left join ${driveMembers} m on ${m.driveId} = ${d.id} and ${m.userId} = who.id), 0)`;

/** The user's nearest grant going up from depth 0 of `up`, or from its parent if `above`; null if there is none. */
export const nearestGrant = (userId: Operand, above = false): SQL => sql`(
  select ${g.rights}
  from up
  cross join ${pageGrants} g on ${g.pageId} = up.id and ${g.userId} = ${userId}
  where up.depth >= ${above ? 1 : 0}
  order by up.depth
  limit 1)`;

/** Effective rights on a page as a scalar subquery. */
export const rightsOn = (pageId: Operand, userId: Operand): SQL =>
  sql`(with recursive ${ancestors(pageId)} select ${rightsFromAncestors(userId)})`;

/** The drive of a page; null for a page that does not exist. */
export const driveOfPage = (pageId: Operand): SQL<string> =>
  sql`(select ${p.driveId} from (select ${pageId} as id) asked cross join ${pages} p on ${p.id} = asked.id)`;

/** The drive of the page at depth 0 of `up`. */
export const DRIVE_OF_LEAF = sql`(select drive_id from up where depth = 0)`;

/** For a `select` over all of `up`: neither its pages nor the drive are in the trash. */
export const ALL_LIVE = sql`count(trashed_at) = 0 and not exists (
  select 1 from ${drives}
  where id = ${DRIVE_OF_LEAF}
    and trashed_at is not null)`;

/** True if neither the page, nor an ancestor, nor its drive is in the trash; false for a page that does not exist. */
export const isLive = (pageId: Operand): SQL =>
  sql`(
    with recursive ${ancestors(pageId)}
    select count(*) > 0 and ${ALL_LIVE}
    from up)`;
