/** SQL of the main database: which pages wait for the index, and how it is to know them. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Instant } from "../../kernel/clock.ts";
import { pages, searchDirty } from "../../db/schema/pages.ts";
import { exists, jsonList, many, rowsOf, sql, whole, write, type Query, type RowOf, type Write } from "../../db/sql.ts";
import { wholeText, wholeTextBytes } from "./store.ts";

const waiting = {
  pageId: searchDirty.pageId,
  /** Of all that the page is found by. */
  bytes: wholeTextBytes(sql`${searchDirty.pageId}`),
};
export type DirtyPage = RowOf<typeof waiting>;

/** Pages that wait for the index, those first that have waited longest, without `except`. */
export const listDirty = (limit: number, except: readonly string[]): Query<DirtyPage[]> =>
  many(
    rowsOf(
      waiting,
      (columns) => sql`select ${columns} from ${searchDirty}
        where ${searchDirty.pageId} not in ${jsonList(except)}
        order by ${searchDirty.since}, ${searchDirty.pageId}
        limit ${whole(limit)}`,
    ),
  );

export const hasDirty = (): Query<boolean> =>
  exists(sql`select 1 from ${searchDirty}
    limit 1`);

const p = alias(pages, "p");

/** Has pages indexed anew that are in the index already, in the order of their changes. */
export const markOutdated = (pageIds: readonly string[], now: Instant): Write<number> =>
  write(sql`insert into ${searchDirty} (page_id, since)
    select j.value, coalesce(${p.updatedAt}, ${now})
    from json_each(${JSON.stringify(pageIds)}) j
    left join ${pages} p on ${p.id} = j.value
    where true
    on conflict do nothing`);

/** A page as the index is to know it. */
const source = {
  id: p.id,
  driveId: p.driveId,
  title: p.title,
  type: p.type,
  revision: p.revision,
  updatedAt: p.updatedAt,
  content: wholeText(sql`${p.id}`),
};
export type IndexSource = RowOf<typeof source>;

/** Those of the pages that are still there, in the order of `pageIds`. */
export const readSources = (pageIds: readonly string[]): Query<IndexSource[]> =>
  many(
    rowsOf(
      source,
      (columns) => sql`select ${columns}
        from json_each(${JSON.stringify(pageIds)}) j
        cross join ${pages} p on ${p.id} = j.value`,
    ),
  );

/**
 * The index has these pages as they were read, and none of `gone`. Those that have changed meanwhile wait on, or again:
 * anyone who indexed the change may have been overtaken by this writing.
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
