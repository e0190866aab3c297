/** SQL for an archive's entries: what its directory lists, and their outcomes. */
import { alias } from "drizzle-orm/sqlite-core";
import type { PageType } from "../../../kernel/page-type.ts";
import { files } from "../../../db/schema/files.ts";
import { transferEntries } from "../../../db/schema/transfers.ts";
import { chunked } from "../../../db/chunked.ts";
import { pageContents } from "../../../db/schema/pages.ts";
import { isMet, many, orNull, rowsOf, sql, whole, write, type Query, type RowOf, type Write } from "../../../db/sql.ts";

const noted = alias(transferEntries, "noted");
const e = alias(transferEntries, "e");
const f = alias(files, "f");
const c = alias(pageContents, "c");

const entry = {
  path: transferEntries.path,
  archive: transferEntries.archive,
  stem: transferEntries.stem,
  type: sql<PageType>`type`,
  title: transferEntries.title,
  at: transferEntries.at,
  packed: transferEntries.packed,
  size: transferEntries.size,
  crc: transferEntries.crc,
  isStored: transferEntries.isStored,
  converts: transferEntries.converts,
  pageId: transferEntries.pageId,
  fileId: transferEntries.fileId,
};
export type EntryRow = RowOf<typeof entry>;

export type NewEntry = EntryRow & {
  readonly folder: string;
  readonly nameKey: string;
  readonly sortKey: string;
  readonly depth: number;
  readonly state: "folder" | "listed";
};

/** Existing rows stay: of two entries with the same name the first is used. */
export function insertEntries(transferId: string, entries: readonly NewEntry[]): Write<number>[] {
  const rows = entries.map((each) =>
    JSON.stringify([
      each.path,
      each.archive,
      each.folder,
      each.stem,
      each.nameKey,
      each.sortKey,
      each.type,
      each.title,
      each.at,
      each.packed,
      each.size,
      each.crc,
      each.isStored,
      each.converts,
      each.pageId,
      each.fileId,
      each.depth,
      each.state,
    ]),
  );
  return chunked(rows).map((list) =>
    write(sql`insert into ${transferEntries} (transfer_id, path, archive, folder, stem, name_key, sort_key, type, title,
        at, packed, size, crc, is_stored, converts, page_id, file_id, depth, state)
      select ${transferId}, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
        value ->> 7, value ->> 8, value ->> 9, value ->> 10, value ->> 11, value ->> 12, value ->> 13, value ->> 14,
        value ->> 15, value ->> 16, value ->> 17
      from json_each(${list})
      where true
      on conflict do nothing`),
  );
}

/** The paths that are already recorded as files. */
export const listTaken = (transferId: string, paths: readonly string[]): Query<string[]> =>
  many(
    rowsOf(
      { path: noted.path },
      (columns) => sql`select ${columns}
        from json_each(${JSON.stringify(paths)}) j
        cross join ${transferEntries} noted
          on ${noted.transferId} = ${transferId}
          and ${noted.path} = j.value
        where ${noted.state} = 'listed'`,
    ),
    ({ path }) => path,
  );

/** Entries whose pages exist without content yet, in archive order. */
export const listWaiting = (transferId: string, limit: number): Query<EntryRow[]> =>
  many(
    rowsOf(
      entry,
      (columns) => sql`select ${columns}
        from ${transferEntries}
        where transfer_id = ${transferId}
          and state = 'page'
        order by archive, at
        limit ${whole(limit)}`,
    ),
  );

/** Any number of entries can share a name; those with the shortest paths are used. */
const NAMESAKES = 40;

/** Possible link targets: entries with these paths, and the first `NAMESAKES` with each of these names. */
export const listLinked = (
  transferId: string,
  { paths, names }: { readonly paths: readonly string[]; readonly names: readonly string[] },
): Query<EntryRow[]> =>
  many(
    rowsOf(
      entry,
      // Without `materialized`, SQLite scans all entries of the import.
      (columns) => sql`with wanted (wanted_path) as materialized (
          select value from json_each(${JSON.stringify(paths)})
          union
          select path
          from (
            select ${e.path}, row_number() over (partition by ${e.nameKey} order by length(${e.path}), ${e.path}) as n
            from json_each(${JSON.stringify(names)}) j
            cross join ${transferEntries} e
              on ${e.transferId} = ${transferId}
              and ${e.nameKey} = j.value)
          where n <= ${NAMESAKES})
        select ${columns}
        from wanted
        cross join ${transferEntries}
          on transfer_id = ${transferId}
          and path = wanted_path
        where state in ('page', 'reading', 'done')`,
    ),
  );

const read = {
  ...entry,
  status: orNull(f.status),
  generation: orNull(f.generation),
  metadata: orNull(f.metadata),
  text: sql<string | null>`(
    select ${c.content}
    from ${pageContents} c
    where ${c.pageId} = ${transferEntries.pageId})`,
};
export type ReadRow = RowOf<typeof read>;

/** Files to convert to documents whose processing has finished; all of them if `isOver`. */
export const listRead = (transferId: string, isOver: boolean, limit: number): Query<ReadRow[]> =>
  many(
    rowsOf(
      read,
      (columns) => sql`select ${columns}
        from ${transferEntries}
        left join ${files} f on ${f.id} = ${transferEntries.fileId}
        where transfer_id = ${transferId}
          and state = 'reading'
          ${isOver ? sql`` : sql`and coalesce(${f.status}, '') not in ('pending', 'processing')`}
        order by archive, at
        limit ${whole(limit)}`,
    ),
  );

export const isAnyReading = (transferId: string): Query<boolean> =>
  isMet(sql`exists (
    select 1 from ${transferEntries}
    where transfer_id = ${transferId}
      and state = 'reading')`);

export type EntryOutcome = {
  readonly path: string;
  readonly state: "done" | "reading" | "left";
  readonly type: PageType;
};

// Materialized, as in all statements that update many entries: otherwise SQLite scans the list for each entry of the import.
export const setEntryOutcomes = (transferId: string, outcomes: readonly EntryOutcome[]): Write<number> =>
  write(sql`with given (path, state, type) as materialized (
      select value ->> 0, value ->> 1, value ->> 2
      from json_each(${JSON.stringify(outcomes.map(({ path, state, type }) => [path, state, type]))}))
    update ${transferEntries} set state = given.state, type = given.type
    from given
    where ${transferEntries.transferId} = ${transferId}
      and ${transferEntries.path} = given.path`);

export const deleteEntries = (transferId: string, limit: number): Write<number> =>
  write(sql`delete from ${transferEntries}
    where transfer_id = ${transferId}
      and path in (
        select path from ${transferEntries}
        where transfer_id = ${transferId}
        limit ${whole(limit)})`);
