/** SQL for page listings: one level, a subtree in tree order, and the trash; the database writes each page as JSON. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../kernel/caller.ts";
import { VIEW, type Rights } from "../../kernel/rights.ts";
import { pages } from "../../db/schema/pages.ts";
import { drives } from "../../db/schema/drives.ts";
import { transfers } from "../../db/schema/transfers.ts";
import {
  all,
  first,
  rowsOf,
  sql,
  whole,
  withLimit,
  type Named,
  type Query,
  type RowOf,
  type Statement,
  type SQL,
} from "../../db/sql.ts";
import { ancestors, rightsOn, rightsFromAncestors } from "../../permissions/ancestors.ts";
import { CALLER_ID, callerId, callerCte, prepareForCaller } from "../../permissions/credential.ts";
import type { TreePosition } from "./cursor.ts";
import {
  HAS_ALL_RIGHTS,
  INHERITED_RIGHTS,
  joinOwnGrant,
  rightsBase,
  rightsBelow,
  visibleChildrenOf,
} from "../../permissions/rights-below.ts";
import { WALKED, childrenOf, walk, positionAsText } from "./tree-statements.ts";
import { everythingOr } from "../../permissions/effective-rights.ts";

const d = alias(drives, "d");
const t = alias(transfers, "t");
const p = alias(pages, "p");

/** A JSON array as text; `more` is where it ended, or null if there are no more pages. */
export type PageListing = { readonly json: string; readonly more: readonly TreePosition[] | null };

/** `page` is a PageSummary as JSON without `hasChildren`, a separate column that may be null; `depth` counts from 1. */
type PageListingRow = RowOf<ReturnType<typeof inSubtree>>;

/**
 * Assembles rows in tree order. If `hasChildren` is null, a row has children exactly when the next row is deeper. The
 * path to the last row is where the next reply resumes; `after` is where this one started.
 */
const assemble =
  (limit: number, after: readonly TreePosition[]) =>
  (rows: readonly PageListingRow[]): PageListing => {
    const way = [...after];
    const listed = rows.slice(0, limit).map((row, i) => {
      way.splice(row.depth - 1, Infinity, [row.place, row.id]);
      const hasChildren = row.hasChildren === null ? (rows[i + 1]?.depth ?? 0) > row.depth : row.hasChildren === 1;
      return `${row.page.slice(0, -1)},"hasChildren":${hasChildren}}`;
    });
    return { json: `[${listed.join(",")}]`, more: rows.length > limit ? way : null };
  };

const listing = (
  statement: Statement<PageListingRow>,
  limit: number,
  after: readonly TreePosition[],
): Query<PageListing> => all(statement, assemble(limit, after));

/** Exact to the millisecond: SQLite stores `unixepoch` times internally as integers. */
const iso = (at: SQL): SQL => sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${at} / 1000.0, 'unixepoch')`;

const summary = (row: SQL, extra = sql``): SQL<string> => sql`json_object(
  'id', ${row}.id, 'title', ${row}.title, 'icon', ${row}.icon, 'type', ${row}.type, 'driveId', ${row}.drive_id, 'parentId', ${row}.parent_id,
  'position', json(${positionAsText(sql`${row}.position`)}),
  'createdAt', ${iso(sql`${row}.created_at`)}, 'updatedAt', ${iso(sql`${row}.updated_at`)}${extra})`;

/** Whether the row has live children the caller may see. */
const hasVisibleChild = (row: SQL, rights: SQL): SQL<0 | 1> => sql`exists (select 1 ${visibleChildrenOf(row, rights)})`;

export type ListRange = { driveId: string; parentId: string | null; after: readonly TreePosition[]; limit: number };

const onLevel = {
  page: summary(sql`p`),
  hasChildren: hasVisibleChild(sql`p`, rightsBelow(INHERITED_RIGHTS)),
  depth: sql<number>`1`,
  place: p.position,
  id: p.id,
};

/** For the root or a page, from the start or after a given position. */
const prepareLevel = (isRoot: boolean, isFirst: boolean) =>
  prepareForCaller((userId, { driveId, parentId, position, id }: Named<"driveId" | "parentId" | "position" | "id">) =>
    rowsOf(
      onLevel,
      (
        columns,
      ) => sql`with recursive ${callerCte(userId)}, ${rightsBase(sql`${driveId}`, isRoot ? null : sql`${parentId}`)}
          select ${columns}
          from ${pages} p indexed by pages_tree ${joinOwnGrant()}
          where ${childrenOf(sql`${driveId}`, sql`${parentId}`)}
            ${isFirst ? sql`` : sql`and (${p.position}, ${p.id}) > (${position}, ${id})`}
            and (${rightsBelow(INHERITED_RIGHTS)} & ${VIEW})
          order by ${p.position}, ${p.id}`,
    ),
  );

const levels = {
  root: { first: prepareLevel(true, true), next: prepareLevel(true, false) },
  page: { first: prepareLevel(false, true), next: prepareLevel(false, false) },
};

/** The visible children of a page or the root, ordered by position and id. Reads only the rows it returns. */
export function listLevel(caller: Caller, { driveId, parentId, after, limit }: ListRange): Query<PageListing> {
  const [place] = after;
  const [position, id] = place ?? [null, null];
  const level = levels[parentId === null ? "root" : "page"][place ? "next" : "first"];
  return listing(withLimit(level(caller, { driveId, parentId, position, id }), limit + 1), limit, []);
}

const inSubtree = (depth: number) => ({
  page: summary(sql`tree`),
  depth: sql<number>`depth`,
  place: sql<number>`position`,
  id: sql<string>`id`,
  hasChildren: sql<0 | 1 | null>`case when depth >= ${depth} then ${hasVisibleChild(sql`tree`, sql`tree.rights`)} end`,
});

/**
 * The visible subtree below a page or the root.
 *
 * A later reply resumes from the path to where the last one ended: the siblings after each page on it, and the children
 * of the last. If a page on the path has since been moved, deleted or hidden, only what was below it is missed.
 */
export function listSubtree(
  caller: Caller,
  { driveId, parentId, after, limit, depth }: ListRange & { depth: number },
): Query<PageListing> {
  const subtree = rowsOf(
    inSubtree(depth),
    (columns) => sql`with recursive ${callerCte(callerId(caller))}, ${rightsBase(driveId, parentId)},
      places (level, position, id) as materialized (
        select key + 1, json_extract(value, '$[0]'), json_extract(value, '$[1]')
        from json_each(${JSON.stringify(after)})),
      trail (level, id, rights) as (
        select 0, ${parentId}, ${INHERITED_RIGHTS}
        union all
        select t.level + 1, ${p.id}, ${rightsBelow(sql`t.rights`)}
        from trail t
        cross join places s on s.level = t.level + 1
        cross join ${pages} p on ${p.id} = s.id
          and ${p.driveId} = ${driveId} and ${p.parentId} is t.id and ${p.trashedAt} is null ${joinOwnGrant()}
        where (${rightsBelow(sql`t.rights`)} & ${VIEW})),
      ${walk(
        sql`select ${WALKED}, ${rightsBelow(sql`t.rights`)}, t.level + 1 as depth
        from trail t left join places s on s.level = t.level + 1
          cross join ${pages} p indexed by pages_tree on ${childrenOf(driveId, sql`t.id`)}
            and (s.id is null or (${p.position}, ${p.id}) > (s.position, s.id)) ${joinOwnGrant()}
        where t.level < ${depth} and (${rightsBelow(sql`t.rights`)} & ${VIEW})`,
        depth,
        limit,
      )}
      select ${columns} from tree`,
  );
  return listing(subtree, limit, after);
}

const parent = { rights: sql<Rights>`${rightsFromAncestors(CALLER_ID)}` };

const liveParent = prepareForCaller((userId, { driveId, pageId }: Named<"driveId" | "pageId">) =>
  rowsOf(
    parent,
    (columns) => sql`with recursive ${callerCte(userId)}, ${ancestors(sql`${pageId}`)}
      select ${columns}
      from up
      cross join ${drives} d on ${d.id} = up.drive_id and ${d.trashedAt} is null
      where up.depth = 0
        and ${d.id} = ${driveId}
        and not exists (select 1 from up where trashed_at is not null)`,
  ),
);

/** The caller's rights on a page of this drive; null unless the page is live there. */
export const findParent = (caller: Caller, driveId: string, pageId: string): Query<Rights | null> =>
  first(liveParent(caller, { driveId, pageId }), ({ rights }) => rights);

type TrashRange = { driveId: string; after: TreePosition | null; limit: number };

const inTrash = {
  page: summary(sql`seen`, sql`, 'trashedAt', ${iso(sql`seen.at`)}`),
  depth: sql<number>`1`,
  place: sql<number>`at`,
  id: sql<string>`id`,
  hasChildren: hasVisibleChild(sql`seen`, sql`seen.rights`),
};

/**
 * Trashed pages that the caller may see, newest first, excluding unfinished imports. If the drive itself is in the
 * trash, its top-level pages are included, as trashed when the drive was.
 */
export function listTrashed(caller: Caller, { driveId, after, limit }: TrashRange): Query<PageListing> {
  const before = (at: SQL): SQL => (after ? sql` and (${at}, ${p.id}) < (${after[0]}, ${after[1]})` : sql``);
  const trashed = rowsOf(
    inTrash,
    (columns) => sql`with recursive ${callerCte(callerId(caller))}, ${rightsBase(driveId, null)},
      found (id, title, icon, type, drive_id, parent_id, position, created_at, updated_at, at) as (
        select ${WALKED}, ${p.trashedAt} from ${pages} p indexed by pages_trash
        where ${p.driveId} = ${driveId}
          and ${p.trashedAt} is not null${before(sql`${p.trashedAt}`)}
          and not exists (
            select 1 from ${transfers} t
            where ${t.driveId} = ${driveId}
              and ${t.rootId} = ${p.id})
        union all
        select ${WALKED}, ${d.trashedAt}
        from ${drives} d
        cross join ${pages} p indexed by pages_tree
          on ${childrenOf(sql`${d.id}`, null)}
        where ${d.id} = ${driveId}
          and ${d.trashedAt} is not null${before(sql`${d.trashedAt}`)}),
      seen as materialized (
        select found.*, ${everythingOr(HAS_ALL_RIGHTS, rightsOn(sql`found.id`, CALLER_ID))} as rights
        from found)
      select ${columns} from seen
      where (rights & ${VIEW})
      order by at desc, id desc
      limit ${whole(limit + 1)}`,
  );
  return listing(trashed, limit, []);
}
