/** SQL that loads a page with the caller's rights: alone, or with its children and text. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../kernel/caller.ts";
import { toIso } from "../../kernel/clock.ts";
import { readDriveLocation } from "../../kernel/drive-location.ts";
import { VIEW } from "../../kernel/rights.ts";
import { drives, driveMembers } from "../../db/schema/drives.ts";
import { pages, pageContents } from "../../db/schema/pages.ts";
import {
  all,
  first,
  rowsOf,
  sql,
  type Named,
  type Operand,
  type Query,
  type RowOf,
  type SQL,
  type SelectedColumns,
} from "../../db/sql.ts";
import { ancestors, nearestGrant } from "../../permissions/ancestors.ts";
import { callerId, callerCte, prepareForCaller } from "../../permissions/credential.ts";
import { effectiveRights, isAdminOfDrive } from "../../permissions/effective-rights.ts";
import { visibleCover } from "./cover-store.ts";
import {
  JOINED_BASE,
  joinOwnGrant,
  RIGHTS_AT_BASE,
  RIGHTS_BASE_AT_LEAF,
  rightsBelow,
  visibleChildrenOf,
} from "../../permissions/rights-below.ts";
import type { LoadedPage, PageSummary } from "./contract.ts";

const m = alias(driveMembers, "m");
const p = alias(pages, "p");
const d = alias(drives, "d");

const NEAREST_TRASHED: SQL<number | null> = sql`(
  select trashed_at from up
  where trashed_at is not null
  order by depth
  limit 1)`;
const DEPTH = sql<number>`(select count(*) from up)`;

const loaded = {
  id: p.id,
  driveId: p.driveId,
  parentId: p.parentId,
  title: p.title,
  icon: p.icon,
  cover: visibleCover(sql`p`),
  type: p.type,
  position: p.position,
  revision: p.revision,
  isAhead: p.isAhead,
  trashedAt: NEAREST_TRASHED,
  driveTrashedAt: d.trashedAt,
  driveLocation: d.location,
  createdBy: p.createdBy,
  createdAt: p.createdAt,
  updatedAt: p.updatedAt,
  rights: effectiveRights(sql`me.id`, nearestGrant(sql`me.id`)),
  driveAdmin: isAdminOfDrive(sql`me.id`),
  depth: DEPTH,
};
type LoadedRow = RowOf<typeof loaded>;

const toLoaded = ({ isAhead, driveTrashedAt, driveLocation, driveAdmin: isAdmin, ...page }: LoadedRow): LoadedPage => ({
  ...page,
  driveLocation: readDriveLocation(driveLocation),
  isAhead: isAhead === 1,
  driveIsTrashed: driveTrashedAt !== null,
  isDriveAdmin: isAdmin === 1,
});

const pageRow = (userId: SQL, pageId: SQL): SQL<LoadedRow> =>
  rowsOf(
    loaded,
    (columns) => sql`with recursive ${callerCte(userId)}, ${ancestors(pageId)}
      select ${columns}
      from me
      cross join ${pages} p
      cross join ${drives} d on ${d.id} = ${p.driveId}
      left join ${driveMembers} m on ${m.driveId} = ${d.id} and ${m.userId} = me.id
      where ${p.id} = ${pageId}`,
  );

const pageById = prepareForCaller((userId, { pageId }: Named<"pageId">) => pageRow(userId, sql`${pageId}`));

export const loadPage = (caller: Caller, pageId: string | SQL): Query<LoadedPage | null> =>
  first(typeof pageId === "string" ? pageById(caller, { pageId }) : pageRow(callerId(caller), pageId), toLoaded);

/** A page and its live children visible to the caller, by position. */
export type PageWithChildren = LoadedPage & { readonly children: PageSummary[] };

const summaryOf = (hasChildren: SQL<0 | 1>) => ({
  id: p.id,
  title: p.title,
  icon: p.icon,
  type: p.type,
  driveId: p.driveId,
  parentId: p.parentId,
  position: p.position,
  hasChildren,
  createdAt: p.createdAt,
  updatedAt: p.updatedAt,
});

/** Columns that only the page's own row needs, packed into one so that the many child rows carry one empty column. */
const OWN: SQL<string | null> = sql`json_object(
  'revision', ${p.revision}, 'isAhead', ${p.isAhead}, 'trashedAt', ${NEAREST_TRASHED},
  'driveTrashedAt', base.drive_trashed_at, 'driveLocation', base.drive_location, 'createdBy', ${p.createdBy}, 'cover', ${visibleCover(sql`p`)},
  'rights', ${RIGHTS_AT_BASE}, 'driveAdmin', base.full, 'depth', ${DEPTH})`;
type OwnColumns = Pick<
  LoadedRow,
  | "revision"
  | "isAhead"
  | "trashedAt"
  | "driveTrashedAt"
  | "driveLocation"
  | "createdBy"
  | "cover"
  | "rights"
  | "driveAdmin"
  | "depth"
>;

/** The columns of the page's own row. `ofChild` must have the same columns in the same order. */
const ofPage = {
  below: sql<0 | 1>`0`,
  ...summaryOf(sql`0`),
  own: OWN,
};
const ofChild = {
  below: sql`1`,
  ...summaryOf(
    sql`exists (select 1 ${visibleChildrenOf(sql`p`, rightsBelow(JOINED_BASE.rights, JOINED_BASE), JOINED_BASE)})`,
  ),
  own: sql`null`,
};

type PageWithChildrenRow = RowOf<typeof ofPage>;

/** The live children `p` visible to the caller, each joined with the caller's own grant `g`. Goes after `base`. */
export const visibleChildren = (pageId: Operand): SQL => sql`
  from base
  cross join ${pages} p
    on ${p.driveId} = base.drive_id
    and ${p.parentId} = ${pageId}
    and ${p.trashedAt} is null
  ${joinOwnGrant(JOINED_BASE)}
  where (${rightsBelow(JOINED_BASE.rights, JOINED_BASE)} & ${VIEW})`;

/**
 * `loadPage` plus the children in one statement and one upward walk, because each statement of a batch costs as much as
 * many rows. A child's rights are its own grant if it has one, otherwise what it inherits.
 */
const preparePageWithChildren = <P extends typeof ofPage>(page: P, child: SelectedColumns) =>
  prepareForCaller((userId, { pageId }: Named<"pageId">) =>
    rowsOf(
      page,
      (columns) => sql`with recursive ${callerCte(userId)}, ${ancestors(sql`${pageId}`)}, ${RIGHTS_BASE_AT_LEAF}
        select ${columns}
        from base
        cross join ${pages} p on ${p.id} = ${pageId}
        union all
        ${rowsOf(
          child,
          (childColumns) => sql`select ${childColumns}
            ${visibleChildren(pageId)}`,
        )}
        order by below, position, id`,
    ),
  );

const pageWithChildren = preparePageWithChildren(ofPage, ofChild);
const content = sql<string | null>`(select content from ${pageContents} where page_id = ${p.id})`;
const pageWithChildrenAndText = preparePageWithChildren({ ...ofPage, content }, { ...ofChild, content: sql`null` });

function toPageWithChildren([page, ...children]: readonly PageWithChildrenRow[]): PageWithChildren | null {
  if (page === undefined) return null;
  const { id, title, icon, type, driveId, parentId, position, createdAt, updatedAt } = page;
  const own = JSON.parse(page.own ?? "{}") as OwnColumns; // built by `OWN`
  return {
    ...toLoaded({ id, title, icon, type, driveId, parentId, position, createdAt, updatedAt, ...own }),
    children: children.map(toSummary),
  };
}

const toSummary = (child: PageWithChildrenRow): PageSummary => ({
  id: child.id,
  title: child.title,
  icon: child.icon,
  type: child.type,
  driveId: child.driveId,
  parentId: child.parentId,
  position: child.position,
  hasChildren: child.hasChildren === 1,
  createdAt: toIso(child.createdAt),
  updatedAt: toIso(child.updatedAt),
});

export const loadPageWithChildren = (caller: Caller, pageId: string): Query<PageWithChildren | null> =>
  all(pageWithChildren(caller, { pageId }), toPageWithChildren);

/** `loadPageWithChildren` plus the page's text as stored in D1. */
export const readPageWithChildren = (
  caller: Caller,
  pageId: string,
): Query<(PageWithChildren & { readonly content: string }) | null> =>
  all(pageWithChildrenAndText(caller, { pageId }), (rows) => {
    const page = toPageWithChildren(rows);
    return page && { ...page, content: rows[0]?.content ?? "" };
  });
