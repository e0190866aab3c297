/** SQL of exports in the background: what an archive is to hold, and where in it each entry was written. */
import { and, eq, isNull } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../../kernel/caller.ts";
import type { Instant } from "../../../kernel/clock.ts";
import type { PageType } from "../../../kernel/page-type.ts";
import { pages } from "../../../db/schema/pages.ts";
import { exportEntries, exportParts, transfers } from "../../../db/schema/transfers.ts";
import {
  aliased,
  all,
  builder,
  changing,
  first,
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
import { callerId } from "../../../permissions/credential.ts";
import { chunked } from "./entry-store.ts";
import { filesAsJson, filesOf, isEmptyFolder, treeOf, type Exported, type TreePage } from "../store.ts";
import type { TransferRow } from "./store.ts";

/** In tree order, with their titles of this moment; one page more than `limit` tells that there are more. */
export const insertTree = (id: string, caller: Caller, from: Exported, limit: number): Write<number> =>
  write(sql`insert into export_entries (transfer_id, n, part, parent_n, page_id, type, title)
    with recursive ${treeOf(caller, from, limit)},
      numbered (n, id, parent_id, type, title) as materialized (
        select row_number() over (), id, parent_id, type, title from tree)
    select ${id}, t.n, 0, coalesce(above.n, 0), t.id, t.type, t.title
    from numbered t left join numbered above on above.id = t.parent_id`);

const weight = { pages: sql<number>`count(*)`, bytes: sql<number>`coalesce(sum(bytes), 0)` };

/** The pages, and bytes of their files. */
export const measureTree = (id: string): Query<RowOf<typeof weight>> =>
  all(
    rowsOf(
      weight,
      (columns) => sql`select ${columns} from (
        select (select sum(f.size) from files f where f.page_id = e.page_id and f.role <> 'previous') as bytes
        from export_entries e where transfer_id = ${id} and part = 0)`,
    ),
    ([row]) => row ?? { pages: 0, bytes: 0 },
  );

const group = { parentN: sql<number>`parent_n`, pages: sql<number>`count(*)` };

/** How many pages lie under each of the next pages that have some: of the first so many, so that the last may have more. */
export const listGroups = (id: string, after: number, limit: number): Query<RowOf<typeof group>[]> =>
  many(
    rowsOf(
      group,
      (columns) => sql`select ${columns}
        from (
          select parent_n from export_entries
          where transfer_id = ${id}
            and part = 0
            and parent_n > ${after}
          order by parent_n
          limit ${whole(limit)})
        group by parent_n
        order by parent_n`,
    ),
  );

const entry = alias(exportEntries, "e");

const unnamed = {
  n: entry.n,
  parentN: entry.parentN,
  id: entry.pageId,
  type: sql<PageType>`e.type`,
  title: entry.title,
  folder: sql<string>`coalesce(above.folder, '')`,
  isParent: sql<0 | 1>`exists (
    select 1 from export_entries b
    where b.transfer_id = e.transfer_id
      and b.part = 0
      and b.parent_n = e.n)`,
  isEmpty: isEmptyFolder(sql`e.type`, sql`e.page_id`),
  files: filesAsJson(sql`e.page_id`),
};
export type UnnamedPage = TreePage & { readonly n: number; readonly parentN: number; readonly folder: string } & {
  readonly isParent: boolean;
};

/** The pages under those from one to another, siblings in their order. */
export const listUnnamed = (id: string, from: number, to: number): Query<UnnamedPage[]> =>
  many(
    rowsOf(
      unnamed,
      (columns) => sql`select ${columns} from (
          select transfer_id, n, parent_n, page_id, type, title from export_entries
          where transfer_id = ${id} and part = 0 and parent_n between ${from} and ${to}) e
        left join export_entries above on above.transfer_id = e.transfer_id and above.n = e.parent_n and above.part = 0
        order by e.parent_n, e.n`,
    ),
    ({ isParent, isEmpty, files, ...page }) => ({
      ...page,
      isParent: isParent === 1,
      isEmpty: isEmpty === 1,
      parentId: null,
      settings: 0,
      ...filesOf({ type: page.type, files }),
    }),
  );

export type Named = {
  readonly n: number;
  readonly path: string;
  /** Null for a page with nothing below it. */
  readonly folder: string | null;
  readonly fileId: string | null;
};
export type CompanionEntry = Pick<
  StoredEntry,
  "n" | "parentN" | "part" | "pageId" | "fileId" | "type" | "title" | "path"
>;

// Materialized: SQLite would look through the list for each entry of the export.
export const namePages = (id: string, named: readonly Named[]): Write<number>[] =>
  chunked(named.map(({ n, path, folder, fileId }) => JSON.stringify([n, path, folder, fileId]))).map((list) =>
    write(sql`with given (n, path, folder, file_id) as materialized (
        select value ->> 0, value ->> 1, value ->> 2, value ->> 3 from json_each(${list}))
      update export_entries set path = given.path, folder = given.folder, file_id = given.file_id from given
      where transfer_id = ${id} and export_entries.n = given.n and part = 0`),
  );

/** What was said on pages, and what is attached to them. */
export const insertCompanions = (id: string, entries: readonly CompanionEntry[]): Write<number>[] =>
  chunked(
    entries.map((e) => JSON.stringify([e.n, e.part, e.parentN, e.pageId, e.fileId, e.type, e.title, e.path])),
  ).map((list) =>
    write(sql`insert into export_entries (transfer_id, n, part, parent_n, page_id, file_id, type, title, path)
      select ${id}, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7
      from json_each(${list})`),
  );

const stored = {
  n: exportEntries.n,
  parentN: exportEntries.parentN,
  part: exportEntries.part,
  pageId: exportEntries.pageId,
  fileId: exportEntries.fileId,
  type: sql<PageType>`type`,
  title: exportEntries.title,
  path: sql<string>`coalesce(path, '')`,
  at: exportEntries.at,
  packed: exportEntries.packed,
  size: exportEntries.size,
  crc: exportEntries.crc,
  isStored: exportEntries.isStored,
  isStreamed: exportEntries.isStreamed,
  detail: exportEntries.detail,
};
export type StoredEntry = RowOf<typeof stored>;

/** Entries behind one of them, in the order in which they are written. */
export const listExportEntries = (id: string, [n, part]: EntryPlace, limit: number): Query<StoredEntry[]> =>
  many(
    rowsOf(
      stored,
      (columns) => sql`select ${columns} from ${exportEntries}
        where transfer_id = ${id} and (n, part) > (${n}, ${part}) order by n, part limit ${whole(limit)}`,
    ),
  );
export type EntryPlace = readonly [n: number, part: number];

const placed = { id: sql<string>`id`, path: sql<string>`path`, isPage: sql<0 | 1>`is_page` };

/** Where these pages and files are. Named, for SQLite takes walking through all entries for as cheap as an index of two columns. */
export const findPaths = (
  transferId: string,
  wanted: { readonly pages: readonly string[]; readonly files: readonly string[] },
): Query<RowOf<typeof placed>[]> =>
  many(
    rowsOf(
      placed,
      (columns) => sql`select ${columns} from (
        select e.page_id as id, e.path, 1 as is_page from json_each(${JSON.stringify(wanted.pages)}) j
          cross join export_entries e indexed by export_entries_by_page
            on e.transfer_id = ${transferId} and e.page_id = j.value and e.part = 0
        union all
        select e.file_id as id, e.path, 0 as is_page from json_each(${JSON.stringify(wanted.files)}) j
          cross join export_entries e indexed by export_entries_by_file
            on e.transfer_id = ${transferId} and e.file_id = j.value and e.file_id is not null)`,
    ),
  );

const p = alias(pages, "p");

/** Those of the pages whose rooms have text that is not here yet. */
export const listAheadOf = (pageIds: readonly string[]): Query<string[]> =>
  many(
    rowsOf(
      { id: p.id },
      (columns) => sql`select ${columns} from json_each(${JSON.stringify(pageIds)}) j
        cross join ${pages} p on p.id = j.value
        where p.is_ahead = 1`,
    ),
    ({ id }) => id,
  );

export type WrittenPlace = Pick<StoredEntry, "n" | "part" | "at" | "packed" | "size" | "crc" | "detail"> & {
  readonly isStored: boolean;
  readonly isStreamed: boolean;
};

export const placeEntries = (id: string, entries: readonly WrittenPlace[]): Write<number>[] =>
  chunked(
    entries.map((e) =>
      JSON.stringify([e.n, e.part, e.at, e.packed, e.size, e.crc, Number(e.isStored), Number(e.isStreamed), e.detail]),
    ),
  ).map((list) =>
    write(sql`with given (n, part, at, packed, size, crc, is_stored, is_streamed, detail) as materialized (
        select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
          value ->> 8
        from json_each(${list}))
      update export_entries set at = given.at, packed = given.packed, size = given.size, crc = given.crc,
        is_stored = given.is_stored, is_streamed = given.is_streamed, detail = given.detail
      from given
      where transfer_id = ${id} and export_entries.n = given.n and export_entries.part = given.part`),
  );

export const deleteExportEntries = (id: string, limit: number): Write<number> =>
  write(sql`delete from export_entries where transfer_id = ${id} and (n, part) in (
    select n, part from export_entries where transfer_id = ${id} limit ${whole(limit)})`);

/** The number of the next part of the archive, which nothing else is given; null when the step was done by another. */
export const reservePartNumber = ({ id, step }: Pick<TransferRow, "id" | "step">): Write<number | null> =>
  changing(
    first(
      builder
        .update(transfers)
        .set({ parts: sql`${transfers.parts} + 1` })
        .where(and(eq(transfers.id, id), eq(transfers.step, step), isNull(transfers.endedAt)))
        .returning({ parts: transfers.parts }),
      ({ parts }) => parts,
    ),
  );

/** As the bucket wants it back. */
type StoredPart = { readonly partNumber: number; readonly etag: string };

export const insertParts = (transferId: string, parts: readonly StoredPart[]): Write<number> =>
  write(sql`insert into export_parts (transfer_id, number, etag)
    select ${transferId}, value ->> 0, value ->> 1
    from json_each(${JSON.stringify(parts.map(({ partNumber, etag }) => [partNumber, etag]))})`);

export const listParts = (transferId: string): Query<StoredPart[]> =>
  many(
    builder
      .select(aliased({ partNumber: exportParts.number, etag: exportParts.etag }))
      .from(exportParts)
      .where(eq(exportParts.transferId, transferId))
      .orderBy(exportParts.number),
  );

export const deleteParts = (transferId: string): Write<number> =>
  write(builder.delete(exportParts).where(eq(exportParts.transferId, transferId)));

/** Exports of the caller that go on, or whose archives are kept. */
const kept = (caller: Caller, now: Instant): SQL<number> =>
  sql`(select count(*) from ${transfers} where user_id = ${callerId(caller)} and kind = 'export'
    and (ended_at is null or expires_at > ${now}))`;

export const countExports = (caller: Caller, now: Instant): Query<number> =>
  all(sql<{ n: number }>`select ${kept(caller, now)} as n`, ([row]) => row?.n ?? 0);

/** A guard's condition. */
export const hasRoomForExport = (caller: Caller, now: Instant, most: number): SQL =>
  sql`${kept(caller, now)} < ${most}`;

/** Archives whose time is over. */
export const listExpired = (now: Instant, limit: number): Query<string[]> =>
  many(
    rowsOf(
      { id: transfers.id },
      (columns) => sql`select ${columns} from ${transfers}
        where expires_at <= ${now}
        order by expires_at
        limit ${whole(limit)}`,
    ),
    ({ id }) => id,
  );

export const forgetArchives = (ids: readonly string[]): Write<number> =>
  write(sql`update transfers set expires_at = null where id in (select value from json_each(${JSON.stringify(ids)}))`);

/** Its time is over now: the sweep takes it away. */
export const expireArchive = (id: string, now: Instant): Write<number> =>
  write(builder.update(transfers).set({ expiresAt: now }).where(eq(transfers.id, id)));
