/** SQL on the main database: pages waiting to be indexed, and their content for the index. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Instant } from "../../kernel/clock.ts";
import { instanceUsage } from "../../db/schema/instance.ts";
import { pages, searchDirty } from "../../db/schema/pages.ts";
import { exists, jsonList, many, rowsOf, sql, whole, write, type Query, type RowOf, type Write } from "../../db/sql.ts";
import { READ_LENGTH } from "./meaning/chunk-rules.ts";
import { fullText, fullTextBytes } from "./store.ts";

const waiting = {
  pageId: searchDirty.pageId,
  /** Size of all the text the page can be found by. */
  bytes: fullTextBytes(sql`${searchDirty.pageId}`),
};
export type DirtyPage = RowOf<typeof waiting>;

/**
 * Condition: the index has room for the page, or the page is gone. While the search database is full, pages keep waiting,
 * and only deletions go on: they make room.
 */
const canBeIndexed = sql`(
  (select search_full from ${instanceUsage} where id = 1) = 0
  or not exists (select 1 from ${pages} where id = ${searchDirty.pageId}))`;

/** Pages waiting to be indexed, longest wait first, except `except`. */
export const listDirty = (limit: number, except: readonly string[]): Query<DirtyPage[]> =>
  many(
    rowsOf(
      waiting,
      (columns) => sql`select ${columns} from ${searchDirty}
        where ${searchDirty.pageId} not in ${jsonList(except)}
          and ${canBeIndexed}
        order by ${searchDirty.since}, ${searchDirty.pageId}
        limit ${whole(limit)}`,
    ),
  );

export const hasDirty = (): Query<boolean> =>
  exists(sql`select 1 from ${searchDirty}
    where ${canBeIndexed}
    limit 1`);

const p = alias(pages, "p");

/** Queues pages that are already indexed for reindexing, in the order of their last changes. */
export const markOutdated = (pageIds: readonly string[], now: Instant): Write<number> =>
  write(sql`insert into ${searchDirty} (page_id, since)
    select j.value, coalesce(${p.updatedAt}, ${now})
    from json_each(${JSON.stringify(pageIds)}) j
    left join ${pages} p on ${p.id} = j.value
    where true
    on conflict do nothing`);

/** A page's content for the index. */
const source = {
  id: p.id,
  driveId: p.driveId,
  title: p.title,
  type: p.type,
  revision: p.revision,
  updatedAt: p.updatedAt,
  content: fullText(sql`${p.id}`),
};
export type IndexSource = RowOf<typeof source>;

/** The pages that still exist, in the order of `pageIds`. */
export const readSources = (pageIds: readonly string[]): Query<IndexSource[]> =>
  many(
    rowsOf(
      source,
      (columns) => sql`select ${columns}
        from json_each(${JSON.stringify(pageIds)}) j
        cross join ${pages} p on ${p.id} = j.value`,
    ),
  );

/** The part of a page's content that gets vectors. */
const beginning = {
  id: p.id,
  driveId: p.driveId,
  title: p.title,
  type: p.type,
  content: sql<string>`substr(${fullText(sql`${p.id}`)}, 1, ${whole(READ_LENGTH)})`,
};
export type PageBeginning = RowOf<typeof beginning>;

/** The pages that still exist. */
export const readBeginnings = (pageIds: readonly string[]): Query<PageBeginning[]> =>
  many(
    rowsOf(
      beginning,
      (columns) => sql`select ${columns}
        from json_each(${JSON.stringify(pageIds)}) j
        cross join ${pages} p on ${p.id} = j.value`,
    ),
  );

/**
 * Records that the index has these pages as they were read, and none of `gone`. Pages that have changed meanwhile stay
 * queued or are queued again, because this write may have overtaken the one that indexed the change.
 */
export function markIndexed(indexed: readonly IndexSource[], gone: readonly string[], now: Instant): Write<number>[] {
  const states = JSON.stringify(
    indexed.map((page) => [page.id, page.revision, page.updatedAt, page.title, page.driveId]),
  );
  const same = sql`${p.revision} = json_extract(j.value, '$[1]')
    and ${p.updatedAt} = json_extract(j.value, '$[2]')
    and ${p.title} = json_extract(j.value, '$[3]')
    and ${p.driveId} = json_extract(j.value, '$[4]')`;
  return [
    write(sql`delete from ${searchDirty}
      where page_id in (select json_extract(value, '$[0]') from json_each(${states}))`),
    write(sql`insert into ${searchDirty} (page_id, since)
      select json_extract(j.value, '$[0]'), ${now}
      from json_each(${states}) j
      left join ${pages} p on ${p.id} = json_extract(j.value, '$[0]')
      where ${p.id} is null or not (${same})
      on conflict do nothing`),
    write(sql`delete from ${searchDirty}
      where page_id in ${jsonList(gone)}
        and not exists (select 1 from ${pages} where id = ${searchDirty.pageId})`),
  ];
}
