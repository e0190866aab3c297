/** SQL fragment that walks from pages down to their descendants, for use in any statement. */
import { alias } from "drizzle-orm/sqlite-core";
import { pages } from "../../db/schema/pages.ts";
import { raw, sql, type SQL } from "../../db/sql.ts";
import { MAX_DEPTH } from "../../permissions/ancestors.ts";

const p = alias(pages, "p");

type WalkDown = {
  /** Leaves out trashed pages; the start pages are included in any state. */
  readonly isLiveOnly?: boolean;
  /** Returns each page once and no `depth`, with no depth limit, because a trash can contain trees moved into other trees. */
  readonly isDistinct?: true;
  /** Adds a first column `root`, the start page, and a last column `live`: no page on the way is in the trash. */
  readonly hasRoot?: true;
};

/**
 * `below(id, drive_id, depth)`: the start pages, at depth 1, and all their descendants. Goes after `with recursive`.
 * `start` is the rest of a `select` of an `id` and a `drive_id`. `cross join` keeps the index that the tree needs.
 */
export function walkDown(start: SQL, { isLiveOnly, isDistinct, hasRoot }: WalkDown = {}): SQL {
  const list = (root: string, of: string, depth: string, live: string): SQL => {
    const own = [`${of}id`, `${of}drive_id`, ...(isDistinct ? [] : [depth])];
    return raw((hasRoot ? [root, ...own, live] : own).join(", "));
  };
  return sql`below (${list("root", "", "depth", "live")}) as (
    select ${list("id", "", "1", "1")} ${start}
    union ${raw(isDistinct ? "" : "all")}
    select ${list("below.root", "p.", "below.depth + 1", "below.live and p.trashed_at is null")}
    from below
    cross join ${pages} p indexed by pages_tree
      on ${p.driveId} = below.drive_id and ${p.parentId} = below.id ${isLiveOnly ? sql`and ${p.trashedAt} is null` : sql``}
    ${isDistinct ? sql`` : sql`where below.depth <= ${2 * MAX_DEPTH}`})`;
}
