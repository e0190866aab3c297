/**
 * SQL for the pages that an import creates. They are placed under a root page that is in the trash from the start, so that
 * they are invisible until all of them are moved into place at once.
 */
import type { Instant } from "../../../kernel/clock.ts";
import type { PageType } from "../../../kernel/page-type.ts";
import { eq } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { pageContents, pages, searchDirty } from "../../../db/schema/pages.ts";
import { transferEntries } from "../../../db/schema/transfers.ts";
import { drives } from "../../../db/schema/drives.ts";
import { files } from "../../../db/schema/files.ts";
import {
  all,
  builder,
  count,
  jsonList,
  many,
  rowsOf,
  sql,
  whole,
  write,
  type Query,
  type RowOf,
  type SQL,
  type Write,
} from "../../../db/sql.ts";
import type { TransferRow } from "./store.ts";

const child = alias(pages, "child");
const p = alias(pages, "p");

type Import = Pick<TransferRow, "id" | "driveId" | "rootId">;

export type Creation = { readonly createdBy: string; readonly createdVia: string; readonly now: Instant };

export const insertRoot = (
  { rootId, driveId }: Omit<Import, "id">,
  { createdBy, createdVia, now }: Creation,
): Write<number> =>
  write(
    builder.insert(pages).values({
      id: rootId,
      driveId,
      parentId: null,
      title: "Import",
      type: "FOLDER",
      position: 0,
      trashedAt: now,
      createdBy,
      createdVia,
      createdAt: now,
      updatedAt: now,
    }),
  );

/** Entries in order of depth, so that a page never exists without its parent. */
const nextEntries = (transferId: string, limit: number): SQL =>
  sql`select path, page_id, parent_id, title, type, place
    from ${transferEntries}
    where transfer_id = ${transferId}
      and state = 'listed'
    order by depth, path
    limit ${whole(limit)}`;

export const countListed = (transferId: string, limit: number): Query<number> =>
  count(sql`(${nextEntries(transferId, limit)})`);

/** Folders are complete at this point; the text or file of other pages follows later. */
export const insertPages = (
  { id, driveId, rootId }: Import,
  limit: number,
  { createdBy, createdVia, now }: Creation,
): Write<number>[] => [
  write(sql`insert into ${pages} (id, drive_id, parent_id, title, type, position, created_by, created_via, created_at, updated_at)
    select page_id, ${driveId}, coalesce(parent_id, ${rootId}), title, type, place, ${createdBy}, ${createdVia}, ${now}, ${now}
    from (${nextEntries(id, limit)})`),
  write(sql`insert into ${searchDirty} (page_id, since)
    select page_id, ${now} from (${nextEntries(id, limit)})
    where type = 'FOLDER'
    on conflict do nothing`),
  write(sql`update ${transferEntries}
    set state = iif(type = 'FOLDER', 'done', 'page')
    where transfer_id = ${id}
      and path in (select path from (${nextEntries(id, limit)}))`),
];

export type StagedPage = { readonly pageId: string; readonly title: string; readonly type: PageType };

/** Sets the titles and types derived from the contents. */
export const describePages = (made: readonly StagedPage[]): Write<number> =>
  write(sql`update ${pages} set title = j.value ->> 1, type = j.value ->> 2
    from json_each(${JSON.stringify(made.map(({ pageId, title, type }) => [pageId, title, type]))}) j
    where ${pages.id} = j.value ->> 0
      and (${pages.title} <> j.value ->> 1 or ${pages.type} <> j.value ->> 2)`);

/** Deletes pages without content; a page with children becomes a folder instead. */
export const dropPages = (
  { id, driveId }: Import,
  dropped: readonly { readonly path: string; readonly pageId: string }[],
): Write<number>[] => {
  const ids = jsonList(dropped.map(({ pageId }) => pageId));
  const hasChildren = sql`exists (
    select 1 from ${pages} child
    where ${child.driveId} = ${driveId}
      and ${child.parentId} = ${pages.id})`;
  return [
    write(sql`update ${pages} set type = 'FOLDER'
      where id in ${ids}
        and ${hasChildren}`),
    write(sql`delete from ${pages}
      where id in ${ids}
        and not ${hasChildren}`),
    write(sql`update ${transferEntries} set state = 'done', type = 'FOLDER'
      where transfer_id = ${id}
        and path in ${jsonList(dropped.map(({ path }) => path))}
        and exists (
          select 1 from ${pages} p
          where ${p.id} = ${transferEntries.pageId})`),
  ];
};

export const countRoots = ({ driveId, rootId }: Omit<Import, "id">): Query<number> =>
  count(sql`${pages} where drive_id = ${driveId} and parent_id = ${rootId}`);

/** Depth and number of the created pages. */
export const measureStaged = (transferId: string) =>
  all(
    sql<{ depth: number; pages: number }>`select coalesce(max(depth), 0) as depth, count(*) as pages
      from ${transferEntries} where transfer_id = ${transferId} and state = 'done'`,
    ([row]) => row ?? { depth: 0, pages: 0 },
  );

/** Moves all pages from the trashed root to their destination at once, and deletes the root. */
export const publish = (
  { driveId, rootId }: Omit<Import, "id">,
  parentId: string | null,
  pageCount: number,
  now: Instant,
): Write<number>[] => [
  write(sql`update ${pages}
    set parent_id = ${parentId}, updated_at = ${now}, position = position + (
      select coalesce(max(position), 0) from ${pages} p
      where ${p.driveId} = ${driveId}
        and ${p.parentId} is ${parentId}
        and ${p.id} <> ${rootId})
    where drive_id = ${driveId}
      and parent_id = ${rootId}`),
  write(sql`delete from ${pages} where id = ${rootId}`),
  write(sql`update ${drives} set page_count = page_count + ${pageCount} where id = ${driveId}`),
];

const found = alias(transferEntries, "found");
const discarded = { path: found.path, pageId: found.pageId };
type Discarded = RowOf<typeof discarded>;

/** Pages of a discarded import, deepest first, so that a page never exists without its parent. */
export function listDiscarded(transferId: string, limit: number): Query<Discarded[]> {
  const deepest = (state: SQL): SQL =>
    sql`select *
      from (
        select path, page_id, depth from ${transferEntries}
        where transfer_id = ${transferId}
          and state = ${state}
        order by depth desc
        limit ${whole(limit)})`;
  return many(
    rowsOf(
      discarded,
      (columns) => sql`select ${columns}
        from (
          ${deepest(sql`'page'`)} union all ${deepest(sql`'reading'`)} union all ${deepest(sql`'done'`)}) found
        order by depth desc
        limit ${whole(limit)}`,
    ),
  );
}

export const deleteStagedPages = (pageIds: readonly string[]): Write<number> =>
  write(sql`delete from ${pages} where id in ${jsonList(pageIds)}`);

export const countEntries = (transferId: string, most: number): Query<number> =>
  count(sql`(
    select 1 from ${transferEntries}
    where transfer_id = ${transferId}
    limit ${whole(most)})`);

export type ConvertedPage = { readonly pageId: string; readonly fileId: string; readonly content: string };

/** Turns FILE pages into documents, with the file as an attachment. */
export const convertPages = (made: readonly ConvertedPage[]): Write<number>[] => {
  const list = JSON.stringify(made.map(({ pageId, fileId }) => [pageId, fileId]));
  return [
    write(sql`update ${files} set role = 'attachment'
      where id in (select value ->> 1 from json_each(${list}))`),
    write(sql`update ${pages} set type = 'DOCUMENT'
      where id in (select value ->> 0 from json_each(${list}))`),
    ...made.map(({ pageId, content }) =>
      write(builder.update(pageContents).set({ content }).where(eq(pageContents.pageId, pageId))),
    ),
  ];
};
