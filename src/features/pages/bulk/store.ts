/** SQL for bulk operations on pages. Lists are passed as JSON, because D1 binds at most 100 parameters. */
import { eq } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Instant } from "../../../kernel/clock.ts";
import { drives } from "../../../db/schema/drives.ts";
import { pageContents, pages } from "../../../db/schema/pages.ts";
import {
  all,
  builder,
  jsonList,
  many,
  rowsOf,
  sql,
  write,
  type Query,
  type RowOf,
  type SQL,
  type Write,
} from "../../../db/sql.ts";
import { MAX_DEPTH, ancestors, walkUp } from "../../../permissions/ancestors.ts";
import { type Authorized, writeUnder } from "../../../permissions/authorized.ts";
import { ancestorPaths } from "../../../permissions/bulk-rights.ts";
import { nextPosition } from "../store.ts";
import { walkDown } from "../subtree-statements.ts";
import type { PlannedPage } from "./rules.ts";

const p = alias(pages, "p");

/** CTE `top`: the pages that have none of the other pages as an ancestor. */
const topmost = (pageIds: readonly string[]): SQL => sql`${ancestorPaths(pageIds)},
  top (id, drive_id) as materialized (
    select id, drive_id from feet
    where parent_id is null or parent_id not in (select root from up where id in ${jsonList(pageIds)}))`;

const FROM_TOP = sql`from top`;
/** The topmost pages and all their descendants, including trashed ones. */
const BELOW_TOP = walkDown(FROM_TOP);

const extent = { id: sql<string>`root`, pages: sql<number>`sum(live)`, depth: sql<number>`max(depth)` };
export type SubtreeSize = RowOf<typeof extent>;

/** For each topmost page: the live pages in its subtree (itself included), and its depth including trashed pages. */
export const measureSubtrees = (pageIds: readonly string[]): Query<SubtreeSize[]> =>
  many(
    rowsOf(
      extent,
      (columns) => sql`with recursive ${topmost(pageIds)}, ${walkDown(FROM_TOP, { hasRoot: true })}
        select ${columns} from below
        group by root`,
    ),
  );

/** Selects the ids of the pages and all their descendants, including trashed ones. */
export const subtrees = (pageIds: readonly string[]): SQL =>
  sql`with recursive ${topmost(pageIds)}, ${BELOW_TOP} select id from below`;

/** Adds the live pages of these subtrees to their drives' page counts (`sign` 1), or subtracts them (-1). */
export const adjustPageCounts = (pageIds: readonly string[], sign: 1 | -1): Write<number> =>
  write(sql`with recursive ${topmost(pageIds)}, ${walkDown(FROM_TOP, { isLiveOnly: true })},
      sums (drive_id, pages) as (
        select drive_id, count(*) from below
        group by drive_id)
    update ${drives}
    set page_count = page_count + ${sign} * (select pages from sums where sums.drive_id = ${drives.id})
    where id in (select drive_id from sums)`);

type Pages = readonly { readonly id: string }[];

/** A page below another page in the list is trashed, and restored, with that page. */
export const trashAll = (allowed: Authorized<"page.trash", Pages>, now: Instant): Write<number> =>
  writeUnder(
    allowed,
    write(sql`with recursive ${topmost(allowed.target.map(({ id }) => id))}
    update ${pages} set trashed_at = ${now}, updated_at = ${now}
    where id in (select id from top)
      and trashed_at is null`),
  );

/** Moves the pages to the target, each to the position at its index. The guard `canContain` checks the target. */
export const moveAll = (
  allowed: Authorized<"page.move", Pages>,
  positions: readonly number[],
  target: { driveId: string; parentId: string | null },
  now: Instant,
): readonly Write<number>[] => {
  const ids = allowed.target.map(({ id }) => id);
  const list = JSON.stringify(ids.map((id, i) => [id, positions[i]]));
  return [
    // Update the drive of the whole subtree first, while the tree is still connected.
    write(sql`with recursive ${topmost(ids)}, ${BELOW_TOP}
      update ${pages} set drive_id = ${target.driveId}
      where drive_id <> ${target.driveId}
        and id in (select id from below)`),
    write(sql`update ${pages}
      set parent_id = ${target.parentId}, updated_at = ${now}, position = json_extract(j.value, '$[1]')
      from json_each(${list}) j
      where ${pages.id} = json_extract(j.value, '$[0]')`),
  ].map((statement) => writeUnder(allowed, statement));
};

/** Guard for a move: the target is live, is not inside a moved page, and leaves enough levels for the subtree. */
export const canContain = (pageIds: readonly string[], target: { driveId: string; parentId: string | null }): SQL =>
  target.parentId === null
    ? sql`exists (
        select 1 from ${drives}
        where id = ${target.driveId}
          and trashed_at is null)`
    : sql`(
        with recursive ${walkUp(
          sql`from ${pages} p where ${p.id} = ${target.parentId} and ${p.driveId} = ${target.driveId}`,
          { name: "destination" },
        )},
          ${topmost(pageIds)}, ${BELOW_TOP}
        select count(*) > 0 and count(trashed_at) = 0
          and not exists (select 1 from destination d where d.id in ${jsonList(pageIds)})
          and max(depth) + 1 + (select max(depth) from below) <= ${MAX_DEPTH}
        from destination)`;

/** Guard: none of the pages has moved to a drive outside this list. */
export const pagesAreInDrives = (pageIds: readonly string[], driveIds: readonly string[]): SQL =>
  sql`not exists (
    select 1
    from ${jsonList(pageIds)} j
    cross join ${pages} p on ${p.id} = j.value
    where ${p.driveId} not in ${jsonList(driveIds)})`;

const up = alias(pages, "up");

/** Ids of a page and its ancestors. */
export const listAncestorIds = (pageId: string): Query<string[]> =>
  many(
    rowsOf({ id: up.id }, (columns) => sql`with recursive ${ancestors(pageId)} select ${columns} from up`),
    ({ id }) => id,
  );

export type Room = { readonly end: number; readonly gap: number | null };

/** `end` is one after the last sibling; `gap` is the distance from `position` to the next sibling, ignoring these pages. */
export const findRoom = (
  { driveId, parentId }: { driveId: string; parentId: string | null },
  position: number | null,
  pageIds: readonly string[],
): Query<Room> =>
  all(
    sql<Room>`select ${nextPosition(driveId, parentId)} as end, (
      select ${p.position} - ${position} from ${pages} p
      where ${p.driveId} = ${driveId}
        and ${p.parentId} is ${parentId}
        and ${p.position} > ${position}
        and ${p.id} not in ${jsonList(pageIds)}
      order by ${p.position}
      limit 1) as gap`,
    ([row]) => row ?? { end: 1, gap: null },
  );

export const renameAll = (titles: readonly { id: string; newTitle: string }[], now: Instant): Write<number> => {
  const list = JSON.stringify(titles.map(({ id, newTitle }) => [id, newTitle]));
  return write(sql`update ${pages}
    set updated_at = ${now}, title = json_extract(j.value, '$[1]')
    from json_each(${list}) j
    where ${pages.id} = json_extract(j.value, '$[0]')`);
};

/** Guard: these pages still have the titles that the new ones were derived from. */
export const titlesAreUnchanged = (titles: readonly { id: string; oldTitle: string }[]): SQL => {
  const list = JSON.stringify(titles.map(({ id, oldTitle }) => [id, oldTitle]));
  return sql`(
    select count(*) = ${titles.length}
    from json_each(${list}) j
    cross join ${pages} p
      on ${p.id} = json_extract(j.value, '$[0]') and ${p.title} = json_extract(j.value, '$[1]'))`;
};

type InsertContext = { driveId: string; parentId: string | null; createdBy: string; createdVia: string; now: Instant };

/** Maximum characters of page text per statement: well below D1's limit of 2 MB per parameter, even after JSON escaping. */
const TEXTS_PER_BATCH = 200_000;

export function insertAll(planned: readonly PlannedPage[], origin: InsertContext): Write<number>[] {
  return [
    insertPages(planned, origin),
    ...insertContents(planned),
    write(
      builder
        .update(drives)
        .set({ pageCount: sql`${drives.pageCount} + ${planned.length}` })
        .where(eq(drives.id, origin.driveId)),
    ),
  ];
}

/** Inserts the texts of new pages. */
export function insertContents(made: readonly Pick<PlannedPage, "id" | "content">[]): Write<number>[] {
  const texts = made.map(({ id, content }) => ({ pageId: id, content })).filter(({ content }) => content !== "");
  return [
    ...texts
      .filter(({ content }) => content.length > TEXTS_PER_BATCH)
      .map((text) => write(builder.insert(pageContents).values(text))),
    ...grouped(texts.filter(({ content }) => content.length <= TEXTS_PER_BATCH)).map(insertTexts),
  ];
}

/** Top-level pages are placed after the last existing sibling. */
function insertPages(planned: readonly PlannedPage[], origin: InsertContext): Write<number> {
  const { driveId, parentId, createdBy, createdVia, now } = origin;
  const list = JSON.stringify(
    planned.map(({ id, parentId: parent, title, type, place, icon, cover }) => [
      id,
      parent,
      title,
      type,
      place,
      icon,
      cover,
    ]),
  );
  return write(sql`insert into ${pages} (id, drive_id, parent_id, title, type, position, icon, cover, created_by, created_via,
      created_at, updated_at)
    with base (last) as materialized (
      select coalesce(max(position), 0) from ${pages}
      where drive_id = ${driveId}
        and parent_id is ${parentId})
    select json_extract(value, '$[0]'), ${driveId}, coalesce(json_extract(value, '$[1]'), ${parentId}),
      json_extract(value, '$[2]'), json_extract(value, '$[3]'),
      json_extract(value, '$[4]') + case when json_extract(value, '$[1]') is null then base.last else 0 end,
      json_extract(value, '$[5]'), json_extract(value, '$[6]'),
      ${createdBy}, ${createdVia}, ${now}, ${now}
    from base
    cross join json_each(${list})`);
}

type Text = { readonly pageId: string; readonly content: string };

/** Groups the texts so that each group fits in one statement. */
function grouped(texts: readonly Text[]): Text[][] {
  const groups: Text[][] = [];
  let size = Infinity;
  for (const text of texts) {
    if (size + text.content.length > TEXTS_PER_BATCH) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)?.push(text);
    size += text.content.length;
  }
  return groups;
}

const insertTexts = (texts: readonly Text[]): Write<number> => {
  const list = JSON.stringify(texts.map(({ pageId, content }) => [pageId, content]));
  return write(sql`insert into ${pageContents} (page_id, content)
    select json_extract(value, '$[0]'), json_extract(value, '$[1]')
    from json_each(${list})`);
};

/** Guard: each page has reached its revision and is still in its drive. */
export const revisionsAreUnchanged = (
  revisions: readonly (readonly [pageId: string, revision: number, driveId: string])[],
): SQL =>
  sql`(
    select count(*) = ${revisions.length}
    from json_each(${JSON.stringify(revisions)}) j
    cross join ${pages} p
      on ${p.id} = json_extract(j.value, '$[0]') and ${p.revision} = json_extract(j.value, '$[1]')
        and ${p.driveId} = json_extract(j.value, '$[2]'))`;
