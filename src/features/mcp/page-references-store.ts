/** SQL that finds the pages visible to the caller by id and by path. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../kernel/caller.ts";
import { printPath } from "../../kernel/page-path.ts";
import { VIEW, includesRights, type Rights } from "../../kernel/rights.ts";
import { pageGrants, pages } from "../../db/schema/pages.ts";
import { drives } from "../../db/schema/drives.ts";
import { all, jsonList, many, orNull, rowsOf, sql, whole, type Query, type RowOf, type SQL } from "../../db/sql.ts";
import { walkUp } from "../../permissions/ancestors.ts";
import { CALLER_ID, callerId, callerCte } from "../../permissions/credential.ts";
import type { PageReference } from "./references/contract.ts";
import { visibleAncestors } from "../../permissions/visible-ancestors.ts";
import { driveAdmin, rightsOnDrive } from "../../permissions/effective-rights.ts";
import { callerDrives } from "../../permissions/caller-drives.ts";
import { rightsBelow, joinOwnGrant } from "../../permissions/rights-below.ts";

const d = alias(drives, "d");
const p = alias(pages, "p");
const g = alias(pageGrants, "g");
/** Aliases for the columns selected by the upward and downward walks. */
const up = alias(pages, "up");
const walked = alias(pages, "walked");
const home = alias(drives, "home");

/** Maximum number of pages visited by one lookup by path. */
const MAX_PAGES = 2_000;

/** Maximum number of individually granted pages visited by one lookup by path. */
const MAX_GRANTED = 500;

const step = {
  id: up.id,
  pageId: sql<string>`up.root`,
  title: up.title,
  type: up.type,
  driveId: up.driveId,
  isTrashed: sql<0 | 1>`${up.trashedAt} is not null or ${home.trashedAt} is not null`,
  slug: home.slug,
  grant: orNull(g.rights),
  isAdmin: sql<0 | 1>`home.admin`,
  root: sql<Rights>`home.root`,
};
type Step = RowOf<typeof step>;

/** A page as visible to the caller, with its nearest visible ancestor. */
type Seen = PageReference & { readonly parentId: string | null };

/** The pages selected by `wanted` (as `id`) that are live and visible to the caller. Walks up once per page. */
const referencesTo = (caller: Caller, wanted: SQL): Query<Seen[]> =>
  all(
    rowsOf(
      step,
      (columns) => sql`with recursive ${callerCte(callerId(caller))},
        ${walkUp(sql`from (${wanted}) wanted cross join ${pages} p on ${p.id} = wanted.id`, {
          hasRoot: true,
          columns: ["title", "type"],
        })},
        homes (id, slug, trashed_at, admin, root) as materialized (
          select ${d.id}, ${d.slug}, ${d.trashedAt},
            ${driveAdmin(d.id, CALLER_ID)}, ${rightsOnDrive(d.id, CALLER_ID)}
          from (select distinct drive_id from up where depth = 0) used
          cross join ${drives} d on ${d.id} = used.drive_id)
        select ${columns}
        from up
        cross join homes home on ${home.id} = ${up.driveId}
        left join ${pageGrants} g on ${g.pageId} = up.id and ${g.userId} = ${CALLER_ID}
        order by up.root, up.depth desc`,
    ),
    (rows) => [...Map.groupBy(rows, ({ pageId }) => pageId).values()].flatMap((steps) => readSteps(steps) ?? []),
  );

export const findByIds = (caller: Caller, ids: readonly string[]): Query<Seen[]> =>
  referencesTo(caller, sql`select distinct value as id from json_each(${JSON.stringify(ids)})`);

/** Pages with these titles that were granted to the caller directly; paths into otherwise hidden branches start there. */
export const findGranted = (caller: Caller, titles: readonly string[]): Query<Seen[]> =>
  referencesTo(caller, grantedPages(sql`select value from json_each(${JSON.stringify(titles)})`));

const grantedPages = (titles: SQL): SQL => sql`
  select ${p.id}
  from ${pageGrants} g indexed by page_grants_by_user
  cross join ${pages} p on ${p.id} = ${g.pageId} and ${p.trashedAt} is null
  where ${g.userId} = ${CALLER_ID}
    and (${g.rights} & ${VIEW})
    and ${p.title} in (${titles})
  limit ${whole(MAX_GRANTED)}`;

/** The page at the end of these steps, which go from the root down. Hidden ancestors are left out of its path. */
function readSteps(steps: readonly Step[]): Seen | null {
  const foot = steps.at(-1);
  if (!foot || steps.some(({ isTrashed }) => isTrashed === 1)) return null;
  const seesDrive = includesRights(foot.root, VIEW);
  const seen = visibleAncestors({ isDriveAdmin: foot.isAdmin === 1 }, steps, foot.root);
  if (seen.at(-1) !== foot) return null;
  const driveSlug = seesDrive ? foot.slug : null;
  const path = printPath(
    driveSlug,
    seen.map(({ title }) => title),
  );
  const { pageId, title, type, driveId } = foot;
  return { pageId, title, type, driveId, driveSlug, path, parentId: seen.at(-2)?.id ?? null };
}

const found = {
  id: walked.id,
  parentId: walked.parentId,
  driveId: walked.driveId,
  slug: sql<string>`slug`,
  title: walked.title,
  type: walked.type,
  isGranted: sql<0 | 1>`depth = 0`,
};
export type FoundPage = RowOf<typeof found>;

const HOME = { full: sql<0 | 1>`h.admin` };
const WALK = { full: sql<0 | 1>`w.admin` };

/**
 * The visible live pages in the drives with these slugs whose titles, and whose ancestors' titles, are all among
 * `titles`. Also those below the pages of `findGranted`, which are included with `isGranted`. Reads the children of
 * each match once, however many paths go through it.
 */
export const findByTitles = (
  caller: Caller,
  slugs: readonly string[],
  titles: readonly string[],
  depth: number,
): Query<FoundPage[]> =>
  many(
    rowsOf(
      found,
      (columns) => sql`with recursive ${callerCte(callerId(caller))}, ${callerDrives(null)},
        titles (title) as materialized (select value from json_each(${JSON.stringify(titles)})),
        homes (id, slug, admin, rights) as materialized (
          select ${d.id}, ${d.slug}, b.role <> 'member', b.rights
          from belongs b
          cross join ${drives} d on ${d.id} = b.id
          where ${d.trashedAt} is null
            and (b.rights & ${VIEW})
            and ${d.slug} in ${jsonList(slugs)}),
        walk (id, parent_id, drive_id, slug, title, type, admin, rights, depth) as (
          select ${p.id}, ${p.parentId}, ${p.driveId}, h.slug, ${p.title}, ${p.type}, h.admin,
            ${rightsBelow(sql`h.rights`, HOME)}, 1
          from homes h
          cross join ${pages} p indexed by pages_tree
            on ${p.driveId} = h.id and ${p.parentId} is null and ${p.trashedAt} is null
          ${joinOwnGrant(HOME)}
          where ${p.title} in (select title from titles)
            and (${rightsBelow(sql`h.rights`, HOME)} & ${VIEW})
          union all
          select ${p.id}, ${p.parentId}, ${p.driveId}, '', ${p.title}, ${p.type}, 0, ${g.rights}, 0
          from (${grantedPages(sql`select title from titles`)}) granted
          cross join ${pages} p on ${p.id} = granted.id
          cross join ${pageGrants} g on ${g.pageId} = ${p.id} and ${g.userId} = ${CALLER_ID}
          union all
          select ${p.id}, ${p.parentId}, ${p.driveId}, w.slug, ${p.title}, ${p.type}, w.admin,
            ${rightsBelow(sql`w.rights`, WALK)}, w.depth + 1
          from walk w
          cross join ${pages} p indexed by pages_tree
            on ${p.driveId} = w.drive_id and ${p.parentId} = w.id and ${p.trashedAt} is null
          ${joinOwnGrant(WALK)}
          where w.depth < ${depth}
            and ${p.title} in (select title from titles)
            and (${rightsBelow(sql`w.rights`, WALK)} & ${VIEW})
          limit ${whole(MAX_PAGES)})
        select ${columns} from walk walked`,
    ),
  );
