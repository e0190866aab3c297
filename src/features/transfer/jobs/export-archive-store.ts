/** SQL for an export's archive: the position of each entry, its parts, and its expiry. */
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
import { chunked } from "../../../db/chunked.ts";
import type { TransferRow } from "./store.ts";

const e = alias(exportEntries, "e");
const p = alias(pages, "p");

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

/** Entries after the given one, in the order in which they are written. */
export const listExportEntries = (id: string, [n, part]: EntryPlace, limit: number): Query<StoredEntry[]> =>
  many(
    rowsOf(
      stored,
      (columns) => sql`select ${columns}
        from ${exportEntries}
        where transfer_id = ${id}
          and (n, part) > (${n}, ${part})
        order by n, part
        limit ${whole(limit)}`,
    ),
  );
export type EntryPlace = readonly [n: number, part: number];

const placed = { id: sql<string>`id`, path: sql<string>`path`, isPage: sql<0 | 1>`is_page` };

/**
 * Archive paths of these pages and files. The indexes are named explicitly, because SQLite considers scanning all
 * entries as cheap as a two-column index.
 */
export const findPaths = (
  transferId: string,
  wanted: { readonly pages: readonly string[]; readonly files: readonly string[] },
): Query<RowOf<typeof placed>[]> =>
  many(
    rowsOf(
      placed,
      (columns) => sql`select ${columns}
        from (
          select ${e.pageId} as id, ${e.path}, 1 as is_page
          from json_each(${JSON.stringify(wanted.pages)}) j
          cross join ${exportEntries} e indexed by export_entries_by_page
            on ${e.transferId} = ${transferId}
            and ${e.pageId} = j.value
            and ${e.part} = 0
          union all
          select ${e.fileId} as id, ${e.path}, 0 as is_page
          from json_each(${JSON.stringify(wanted.files)}) j
          cross join ${exportEntries} e indexed by export_entries_by_file
            on ${e.transferId} = ${transferId}
            and ${e.fileId} = j.value
            and ${e.fileId} is not null)`,
    ),
  );

/** The pages whose rooms have text that is not in D1 yet. */
export const listAheadOf = (pageIds: readonly string[]): Query<string[]> =>
  many(
    rowsOf(
      { id: p.id },
      (columns) => sql`select ${columns}
        from json_each(${JSON.stringify(pageIds)}) j
        cross join ${pages} p on ${p.id} = j.value
        where ${p.isAhead} = 1`,
    ),
    ({ id }) => id,
  );

export type WrittenPlace = Pick<StoredEntry, "n" | "part" | "at" | "packed" | "size" | "crc" | "detail"> & {
  readonly isStored: boolean;
  readonly isStreamed: boolean;
};

export const placeEntries = (id: string, entries: readonly WrittenPlace[]): Write<number>[] =>
  chunked(
    entries.map(({ n, part, at, packed, size, crc, isStored, isStreamed, detail }) =>
      JSON.stringify([n, part, at, packed, size, crc, Number(isStored), Number(isStreamed), detail]),
    ),
  ).map((list) =>
    write(sql`with given (n, part, at, packed, size, crc, is_stored, is_streamed, detail) as materialized (
        select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
          value ->> 8
        from json_each(${list}))
      update ${exportEntries}
      set at = given.at, packed = given.packed, size = given.size, crc = given.crc,
        is_stored = given.is_stored, is_streamed = given.is_streamed, detail = given.detail
      from given
      where transfer_id = ${id}
        and ${exportEntries.n} = given.n
        and ${exportEntries.part} = given.part`),
  );

export const deleteExportEntries = (id: string, limit: number): Write<number> =>
  write(sql`delete from ${exportEntries}
    where transfer_id = ${id}
      and (n, part) in (
        select n, part from ${exportEntries}
        where transfer_id = ${id}
        limit ${whole(limit)})`);

/** Reserves a unique number for the archive's next part; null if another run has completed the step. */
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

/** In the format that the bucket expects to complete the upload. */
type StoredPart = { readonly partNumber: number; readonly etag: string };

export const insertParts = (transferId: string, parts: readonly StoredPart[]): Write<number> =>
  write(sql`insert into ${exportParts} (transfer_id, number, etag)
    select ${transferId}, value ->> 0, value ->> 1
    from json_each(${JSON.stringify(parts.map(({ partNumber, etag }) => [partNumber, etag]))})`);

export const listArchiveParts = (transferId: string): Query<StoredPart[]> =>
  many(
    builder
      .select(aliased({ partNumber: exportParts.number, etag: exportParts.etag }))
      .from(exportParts)
      .where(eq(exportParts.transferId, transferId))
      .orderBy(exportParts.number),
  );

export const deleteArchiveParts = (transferId: string): Write<number> =>
  write(builder.delete(exportParts).where(eq(exportParts.transferId, transferId)));

/** Number of the caller's exports that are running or whose archives are still available. */
const kept = (caller: Caller, now: Instant): SQL<number> =>
  sql`(
    select count(*) from ${transfers}
    where user_id = ${callerId(caller)}
      and kind = 'export'
      and (ended_at is null or expires_at > ${now}))`;

export const countExports = (caller: Caller, now: Instant): Query<number> =>
  all(sql<{ n: number }>`select ${kept(caller, now)} as n`, ([row]) => row?.n ?? 0);

export const hasRoomForExport = (caller: Caller, now: Instant, most: number): SQL =>
  sql`${kept(caller, now)} < ${most}`;

/** Archives whose download period has ended. */
export const listExpiredArchives = (now: Instant, limit: number): Query<string[]> =>
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
  write(sql`update ${transfers} set expires_at = null
    where id in (select value from json_each(${JSON.stringify(ids)}))`);

/** Ends the download period now, so that the sweep deletes the archive. */
export const expireArchive = (id: string, now: Instant): Write<number> =>
  write(builder.update(transfers).set({ expiresAt: now }).where(eq(transfers.id, id)));
