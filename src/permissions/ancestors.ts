/** The walk from a page up to the root, and what somebody holds at its foot, as fragments that any statement can embed. */
import { alias } from "drizzle-orm/sqlite-core";
import { driveMembers, drives } from "../db/schema/drives.ts";
import { pageGrants, pages } from "../db/schema/pages.ts";
import { raw, sql, type Operand, type SQL } from "../db/sql.ts";
import { effectiveRights } from "./effective-rights.ts";

const p = alias(pages, "p");
const d = alias(drives, "d");
const m = alias(driveMembers, "m");
const g = alias(pageGrants, "g");

/** No tree is deeper; a walk up stops there even if the data were damaged. */
export const MAX_DEPTH = 64;

type WalkUp = {
  readonly name?: string;
  /** The first column is `root`, the page that the row is an ancestor of. */
  readonly hasRoot?: true;
  /** Each page once, however many ways lead to it, and no `depth`. */
  readonly isDistinct?: true;
  /** Columns of the pages beside those that every walk has. */
  readonly columns?: readonly ("title" | "type")[];
};

/**
 * `up(id, parent_id, drive_id, trashed_at, depth)`: pages, at depth 0, and their ancestors, nearest first. Goes after `with
 * recursive`. `start` is the rest of a `select` from the pages, as `p`; nothing where a `p` of the statement around it is meant.
 */
export function walkUp(start: SQL, { name = "up", hasRoot, isDistinct, columns = [] }: WalkUp = {}): SQL {
  const own = ["id", "parent_id", "drive_id", ...columns, "trashed_at"];
  const list = (root: string, depth: string, of: string): SQL =>
    raw([...(hasRoot ? [root] : []), ...own.map((column) => of + column), ...(isDistinct ? [] : [depth])].join(", "));
  const up = raw(name);
  return sql`${up} (${list("root", "depth", "")}) as (
    select ${list("p.id", "0", "p.")} ${start}
    union ${raw(isDistinct ? "" : "all")}
    select ${list(`${name}.root`, `${name}.depth + 1`, "p.")}
    from ${up}
    cross join ${pages} p on ${p.id} = ${up}.parent_id and ${p.driveId} = ${up}.drive_id
    ${isDistinct ? sql`` : sql`where ${up}.depth < ${MAX_DEPTH}`})`;
}

/** A page and its ancestors, as `walkUp` has them. The page may be named by a column of the statement around this one, of any alias. */
export const ancestors = (pageId: Operand, name = "up"): SQL =>
  walkUp(sql`from (select id, parent_id, drive_id, trashed_at from ${pages} where id = ${pageId}) p`, { name });

/**
 * Effective rights on the page at the foot of `up`: everything for the drive's owner and its admins, else the nearest
 * grant going up, ending at the drive's own. `above` leaves the page's own grant out: what it would inherit.
 */
export const rightsFromAncestors = (userId: Operand, above = false): SQL => sql`coalesce((
  select ${effectiveRights(sql`who.id`, nearestGrant(sql`who.id`, above))}
  from (select ${userId} as id) who
  cross join up foot on foot.depth = 0
  cross join ${drives} d on ${d.id} = foot.drive_id
  left join ${driveMembers} m on ${m.driveId} = ${d.id} and ${m.userId} = who.id), 0)`;

/** The user's nearest grant going up from the foot of `up`, or from its parent if `above`; null for none. */
export const nearestGrant = (userId: Operand, above = false): SQL => sql`(
  select ${g.rights}
  from up
  cross join ${pageGrants} g on ${g.pageId} = up.id and ${g.userId} = ${userId}
  where up.depth >= ${above ? 1 : 0}
  order by up.depth
  limit 1)`;

/** Effective rights on a page as one value. */
export const rightsOn = (pageId: Operand, userId: Operand): SQL =>
  sql`(with recursive ${ancestors(pageId)} select ${rightsFromAncestors(userId)})`;

/** The drive of a page; null for a page that does not exist. */
export const driveOfPage = (pageId: Operand): SQL<string> =>
  sql`(select ${p.driveId} from (select ${pageId} as id) asked cross join ${pages} p on ${p.id} = asked.id)`;

/** The drive of the page at the foot of `up`. */
export const DRIVE_OF_FOOT = sql`(select drive_id from up where depth = 0)`;

/** Of a `select` over all of `up`: nothing there is in the trash, nor is the drive. */
export const ALL_LIVE = sql`count(trashed_at) = 0 and not exists (
  select 1 from ${drives}
  where id = ${DRIVE_OF_FOOT}
    and trashed_at is not null)`;

/** No page from here to the root is in the trash, nor the drive; false for a page that does not exist. */
export const isLive = (pageId: Operand): SQL =>
  sql`(
    with recursive ${ancestors(pageId)}
    select count(*) > 0 and ${ALL_LIVE}
    from up)`;
