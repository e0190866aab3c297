/** SQL of page listings: one level, a whole subtree in tree order, and the trash; the database writes each page as JSON. */
import type { Caller } from "../../kernel/caller.ts";
import { EVERYTHING, VIEW, type Rights } from "../../kernel/rights.ts";
import { all, first, sql, whole, type Query, type SQL } from "../../db/sql.ts";
import { ancestors, driveAdmin, rightsOn, rightsOnDrive, rightsOverUp } from "../access/access.ts";
import { ME, me } from "./access.ts";
import type { Place } from "./cursor.ts";

/** A JSON array as text; `more` says where it ended if there are more pages. */
export type Listed = { readonly json: string; readonly more: readonly Place[] | null };

/** `page` is a PageSummary as JSON, but for `hasChildren` where that is null; `depth` counts from 1. */
type ListedRow = { page: string; has_children: number | null; depth: number; place: number; id: string };

/**
 * Puts rows in tree order together. A row is followed by a deeper one exactly when it has children in the listing. The
 * way down to the last row is where the next reply goes on; `after` is where this one did.
 */
const assemble =
  (limit: number, after: readonly Place[]) =>
  (rows: readonly ListedRow[]): Listed => {
    const way = [...after];
    const pages = rows.slice(0, limit).map((row, i) => {
      way.splice(row.depth - 1, Infinity, [row.place, row.id]);
      const hasChildren = row.has_children === null ? (rows[i + 1]?.depth ?? 0) > row.depth : row.has_children === 1;
      return `${row.page.slice(0, -1)},"hasChildren":${hasChildren}}`;
    });
    return { json: `[${pages.join(",")}]`, more: rows.length > limit ? way : null };
  };

const listing = (statement: SQL<ListedRow>, limit: number, after: readonly Place[]): Query<Listed> =>
  all(statement, assemble(limit, after));

/** SQLite keeps milliseconds exactly: `unixepoch` times are integers inside. */
const iso = (at: SQL): SQL => sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${at} / 1000.0, 'unixepoch')`;

/** A position that is no whole number gets 17 digits, so that it survives the way out and back. */
const summary = (row: SQL, extra = sql``): SQL => sql`json_object('id', ${row}.id, 'title', ${row}.title,
  'type', ${row}.type, 'driveId', ${row}.drive_id, 'parentId', ${row}.parent_id,
  'position', case when ${row}.position = cast(${row}.position as integer) then cast(${row}.position as integer)
    else json(format('%!.17g', ${row}.position)) end, 'createdAt', ${iso(sql`${row}.created_at`)},
  'updatedAt', ${iso(sql`${row}.updated_at`)}${extra})`;

const COLUMNS = sql`p.id, p.title, p.type, p.drive_id, p.parent_id, p.position, p.created_at, p.updated_at`;

/** `base(full, rights)`: whether grants count for the caller here at all, and what children inherit from the parent. */
const base = (driveId: string, parentId: string | null): SQL => sql`base (full, rights) as materialized (
  select ${driveAdmin(driveId, ME)}, ${parentId === null ? rightsOnDrive(driveId, ME) : rightsOn(parentId, ME)})`;
// Read as values, not joined: a join would hide from the planner that the index delivers the order.
const FULL = sql`(select full from base)`;
const INHERITED = sql`(select rights from base)`;

/** What the caller may do with page `p`, whose parent gives `inherited`. Join `GRANT` before. */
const effective = (inherited: SQL): SQL =>
  sql`case when ${FULL} then ${EVERYTHING} else coalesce(g.rights, ${inherited}) end`;
const GRANT = sql`left join page_grants g on not ${FULL} and g.page_id = p.id and g.user_id = ${ME}`;

/** Whether the row has live children the caller may see. */
const hasVisibleChild = (row: SQL, rights: SQL): SQL => sql`exists (
  select 1 from pages k indexed by pages_tree where k.drive_id = ${row}.drive_id and k.parent_id = ${row}.id and k.trashed_at is null
    and (${FULL} or (coalesce((select rights from page_grants where page_id = k.id and user_id = ${ME}), ${rights}) & ${VIEW})))`;

/** `is` takes null for the top level. */
const childrenOf = (driveId: SQL | string, parentId: SQL | string | null): SQL =>
  sql`p.drive_id = ${driveId} and p.parent_id is ${parentId} and p.trashed_at is null`;

export type Range = { driveId: string; parentId: string | null; after: readonly Place[]; limit: number };

/** The visible children of a page or of the root, by position then id. Reads what it returns, however many there are. */
export function listLevel(caller: Caller, { driveId, parentId, after, limit }: Range): Query<Listed> {
  const [place] = after;
  const beyond = place ? sql` and (p.position, p.id) > (${place[0]}, ${place[1]})` : sql``;
  return listing(
    sql`with recursive ${me(caller)}, ${base(driveId, parentId)}
      select ${summary(sql`p`)} as page, ${hasVisibleChild(sql`p`, effective(INHERITED))} as has_children,
        1 as depth, p.position as place, p.id
      from pages p indexed by pages_tree ${GRANT}
      where ${childrenOf(driveId, parentId)}${beyond} and (${effective(INHERITED)} & ${VIEW})
      order by p.position, p.id limit ${whole(limit + 1)}`,
    limit,
    [],
  );
}

/**
 * The visible subtree below a page or the root, parents before children, siblings by position. The recursion's queue
 * takes the deepest rows first, and among them the smallest position: that is a walk in tree order.
 *
 * A later reply resumes from the places on the way down to where the last one ended: the siblings after each of them,
 * and the children of the last. A place that has since moved, gone or been hidden loses what was below it, no more.
 */
export function listSubtree(
  caller: Caller,
  { driveId, parentId, after, limit, depth }: Range & { depth: number },
): Query<Listed> {
  return listing(
    sql`with recursive ${me(caller)}, ${base(driveId, parentId)},
      places (level, position, id) as materialized (
        select key + 1, json_extract(value, '$[0]'), json_extract(value, '$[1]') from json_each(${JSON.stringify(after)})),
      trail (level, id, rights) as (
        select 0, ${parentId}, ${INHERITED}
        union all
        select t.level + 1, p.id, ${effective(sql`t.rights`)}
        from trail t cross join places s on s.level = t.level + 1 cross join pages p on p.id = s.id
          and p.drive_id = ${driveId} and p.parent_id is t.id and p.trashed_at is null ${GRANT}
        where (${effective(sql`t.rights`)} & ${VIEW})),
      tree (id, title, type, drive_id, parent_id, position, created_at, updated_at, rights, depth) as (
        select ${COLUMNS}, ${effective(sql`t.rights`)}, t.level + 1
        from trail t left join places s on s.level = t.level + 1
          cross join pages p indexed by pages_tree on ${childrenOf(driveId, sql`t.id`)}
            and (s.id is null or (p.position, p.id) > (s.position, s.id)) ${GRANT}
        where t.level < ${depth} and (${effective(sql`t.rights`)} & ${VIEW})
        union all
        select ${COLUMNS}, ${effective(sql`tree.rights`)}, tree.depth + 1
        from tree cross join pages p indexed by pages_tree on ${childrenOf(sql`tree.drive_id`, sql`tree.id`)} ${GRANT}
        where tree.depth < ${depth} and (${effective(sql`tree.rights`)} & ${VIEW})
        order by 10 desc, 6, 1 limit ${whole(limit + 1)})
      select ${summary(sql`tree`)} as page, depth, position as place, id,
        case when depth >= ${depth} then ${hasVisibleChild(sql`tree`, sql`tree.rights`)} end as has_children
      from tree`,
    limit,
    after,
  );
}

/** What the caller may do with a page of this drive, if it is live there; null otherwise. */
export const findParent = (caller: Caller, driveId: string, pageId: string): Query<Rights | null> =>
  first<{ rights: number }, Rights>(
    sql`with recursive ${me(caller)}, ${ancestors(pageId)}
      select ${rightsOverUp(ME)} as rights from up cross join drives d on d.id = up.drive_id and d.trashed_at is null
      where up.depth = 0 and d.id = ${driveId} and not exists (select 1 from up where trashed_at is not null)`,
    (row) => row.rights,
  );

type TrashRange = { driveId: string; after: Place | null; limit: number };

/**
 * The pages that were deleted, newest first, as far as the caller may see them. In a drive that is in the trash itself
 * its top level is there too, as deleted when the drive was.
 */
export function listTrashed(caller: Caller, { driveId, after, limit }: TrashRange): Query<Listed> {
  const before = (at: SQL): SQL => (after ? sql` and (${at}, p.id) < (${after[0]}, ${after[1]})` : sql``);
  return listing(
    sql`with recursive ${me(caller)}, ${base(driveId, null)},
      found as (
        select ${COLUMNS}, p.trashed_at as at from pages p indexed by pages_trash
        where p.drive_id = ${driveId} and p.trashed_at is not null${before(sql`p.trashed_at`)}
        union all
        select ${COLUMNS}, d.trashed_at from drives d cross join pages p indexed by pages_tree
          on ${childrenOf(sql`d.id`, null)} where d.id = ${driveId} and d.trashed_at is not null${before(sql`d.trashed_at`)}),
      seen as materialized (
        select found.*, case when ${FULL} then ${EVERYTHING} else ${rightsOn(sql`found.id`, ME)} end as rights from found)
      select ${summary(sql`seen`, sql`, 'trashedAt', ${iso(sql`seen.at`)}`)} as page, 1 as depth, at as place, id,
        ${hasVisibleChild(sql`seen`, sql`seen.rights`)} as has_children
      from seen where (rights & ${VIEW}) order by at desc, id desc limit ${whole(limit + 1)}`,
    limit,
    [],
  );
}
