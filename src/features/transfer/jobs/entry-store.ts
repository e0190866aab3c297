/** SQL of what lies in an archive: noted as its directory says it, then put in order as a tree of pages. */
import { alias } from "drizzle-orm/sqlite-core";
import type { PageType } from "../../../kernel/page-type.ts";
import { files } from "../../../db/schema/files.ts";
import { transferEntries } from "../../../db/schema/transfers.ts";
import {
  all,
  isMet,
  many,
  orNull,
  rowsOf,
  sql,
  whole,
  write,
  type Query,
  type RowOf,
  type SQL,
  type Write,
} from "../../../db/sql.ts";
import { MAX_CHILDREN } from "../../quotas/rules.ts";

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

/** What one statement is handed, in characters: far below D1's 2 MB a parameter. */
const LIST_LENGTH = 500_000;

/** One that is there already stays: of two of the same name the first is taken. */
export function insertEntries(transferId: string, entries: readonly NewEntry[]): Write<number>[] {
  const rows = entries.map((e) =>
    JSON.stringify([
      e.path,
      e.archive,
      e.folder,
      e.stem,
      e.nameKey,
      e.sortKey,
      e.type,
      e.title,
      e.at,
      e.packed,
      e.size,
      e.crc,
      e.isStored,
      e.converts,
      e.pageId,
      e.fileId,
      e.depth,
      e.state,
    ]),
  );
  return chunked(rows).map((list) =>
    write(sql`insert into transfer_entries (transfer_id, path, archive, folder, stem, name_key, sort_key, type, title,
        at, packed, size, crc, is_stored, converts, page_id, file_id, depth, state)
      select ${transferId}, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
        value ->> 7, value ->> 8, value ->> 9, value ->> 10, value ->> 11, value ->> 12, value ->> 13, value ->> 14,
        value ->> 15, value ->> 16, value ->> 17
      from json_each(${list}) where true on conflict do nothing`),
  );
}

export function chunked(rows: readonly string[]): string[] {
  const chunks: string[][] = [];
  let length = Infinity;
  for (const row of rows) {
    if (length + row.length > LIST_LENGTH) {
      chunks.push([]);
      length = 0;
    }
    chunks.at(-1)?.push(row);
    length += row.length + 1;
  }
  return chunks.map((chunk) => `[${chunk.join(",")}]`);
}

const noted = alias(transferEntries, "noted");

/** Those of the paths that are noted already as files. */
export const listTaken = (transferId: string, paths: readonly string[]): Query<string[]> =>
  many(
    rowsOf(
      { path: noted.path },
      (columns) => sql`select ${columns} from json_each(${JSON.stringify(paths)}) j
        cross join ${transferEntries} noted on noted.transfer_id = ${transferId} and noted.path = j.value
        where noted.state = 'listed'`,
    ),
    ({ path }) => path,
  );

const totals = {
  pages: sql<number>`count(*)`,
  bytes: sql<number>`coalesce(sum(size), 0)`,
};

export const sumEntries = (transferId: string): Query<RowOf<typeof totals>> =>
  all(
    rowsOf(
      totals,
      (list) => sql`select ${list} from transfer_entries
        where transfer_id = ${transferId}
          and state <> 'left'`,
    ),
    ([row]) => row ?? { pages: 0, bytes: 0 },
  );

/** An entry that begins before the one in front of it can have ended; null when none does. */
export const findOverlap = (transferId: string): Query<string | null> =>
  all(
    rowsOf(
      { path: noted.path },
      (columns) => sql`select ${columns} from (
          select path, at, lag(at + packed + 30) over (partition by archive order by at) as ends
          from ${transferEntries}
          where transfer_id = ${transferId} and state = 'listed') noted
        where ends > at
        limit 1`,
    ),
    ([row]) => row?.path ?? null,
  );

/** Tables that Notion wrote a second time with all their rows and columns, under the same stem: the lesser ones. */
const LESSER = sql`state = 'listed' and type = 'SHEET' and path = stem || '.csv' and exists (
  select 1 from transfer_entries all_rows where all_rows.transfer_id = transfer_entries.transfer_id
    and all_rows.path = transfer_entries.stem || '_all.csv' and all_rows.stem = transfer_entries.stem)`;

/** Entries of which nothing becomes, with the note that says so. */
function leaveOut(transferId: string, step: number, n: number, which: SQL, reason: string): Write<number>[] {
  return [
    write(sql`insert into transfer_notes (transfer_id, step, n, kind, path, reason)
      select ${transferId}, ${step}, ${n} + row_number() over (order by path), 'skipped', path, ${reason}
      from transfer_entries where transfer_id = ${transferId} and ${which}`),
    write(sql`update transfer_entries set state = 'left' where transfer_id = ${transferId} and ${which}`),
  ];
}

const DEEP = 1_000_000;

/** Takes out what cannot be a page: lesser tables, and what would lie too deep. */
export const excludeUnfitEntries = (transferId: string, step: number, levels: number): Write<number>[] => [
  ...leaveOut(transferId, step, 0, LESSER, "The same table with all its rows and columns is imported."),
  ...leaveOut(transferId, step, DEEP, sql`state = 'listed' and depth > ${levels}`, "It would lie too deep."),
  write(sql`update transfer_entries set state = 'left'
    where transfer_id = ${transferId} and state = 'folder' and depth > ${levels}`),
];

/**
 * A folder that a page of its name stands beside is that page's: what lies in it goes under the page. The index is named,
 * for SQLite would walk through all entries for each folder.
 */
export const replaceFoldersByPages = (transferId: string): Write<number>[] => [
  write(sql`update transfer_entries set parent_id = (
      select owner.page_id from transfer_entries owner indexed by transfer_entries_by_stem
      where owner.transfer_id = transfer_entries.transfer_id and owner.stem = transfer_entries.stem
        and owner.state = 'listed' and (owner.type <> 'FILE' or owner.converts = 1)
      order by case owner.type when 'DOCUMENT' then 1 when 'CANVAS' then 2 when 'SHEET' then 3 else 4 end, owner.path
      limit 1)
    where transfer_id = ${transferId} and state = 'folder'`),
  // Until now the parent of a folder meant the page that takes its place.
  write(sql`update transfer_entries set page_id = parent_id, state = 'left'
    where transfer_id = ${transferId} and state = 'folder' and parent_id is not null`),
  write(sql`update transfer_entries set state = 'listed' where transfer_id = ${transferId} and state = 'folder'`),
];

/** Each entry learns what page it goes under; null at the top. */
export const findParents = (transferId: string): Write<number> =>
  write(sql`update transfer_entries set parent_id = (
      select above.page_id from transfer_entries above
      where above.transfer_id = transfer_entries.transfer_id and above.path = transfer_entries.folder)
    where transfer_id = ${transferId} and state = 'listed'`);

/** Each entry learns its place among those that go under the same page. */
export const findPlaces = (transferId: string): Write<number> =>
  write(sql`update transfer_entries set place = placed.place
    from (select path, row_number() over (partition by parent_id order by sort_key, path) as place
      from transfer_entries where transfer_id = ${transferId} and state = 'listed') placed
    where transfer_entries.transfer_id = ${transferId} and transfer_entries.path = placed.path`);

const overfull = { folder: sql<string>`folder`, n: sql<number>`n` };

/** A place that would hold more pages than one may; null when there is none. */
export const findOverfullFolder = (transferId: string): Query<string | null> =>
  all(
    rowsOf(
      overfull,
      (list) => sql`select ${list} from (select folder, count(*) as n from transfer_entries
          where transfer_id = ${transferId} and state = 'listed' group by folder)
        where n > ${MAX_CHILDREN} limit 1`,
    ),
    ([row]) => row?.folder ?? null,
  );

/** Entries whose pages are there and whose contents are not, in the order in which they lie in the archives. */
export const listWaiting = (transferId: string, limit: number): Query<EntryRow[]> =>
  many(
    rowsOf(
      entry,
      (list) => sql`select ${list} from transfer_entries
        where transfer_id = ${transferId}
          and state = 'page'
        order by archive, at
        limit ${whole(limit)}`,
    ),
  );

/** Of one name there may be any number; the shortest paths win. */
const NAMESAKES = 40;

/** What links may lead to: entries with these paths, and the first of those with these names. */
export const listLinked = (
  transferId: string,
  { paths, names }: { readonly paths: readonly string[]; readonly names: readonly string[] },
): Query<EntryRow[]> =>
  many(
    rowsOf(
      entry,
      // Left to itself, SQLite walks all entries of the import to see which are wanted.
      (list) => sql`with wanted (wanted_path) as materialized (
          select value from json_each(${JSON.stringify(paths)})
          union
          select path from (
            select e.path, row_number() over (partition by e.name_key order by length(e.path), e.path) as n
            from json_each(${JSON.stringify(names)}) j
              cross join transfer_entries e on e.transfer_id = ${transferId} and e.name_key = j.value)
          where n <= ${NAMESAKES})
        select ${list} from wanted
          cross join transfer_entries on transfer_id = ${transferId} and path = wanted_path
        where state in ('page', 'reading', 'done')`,
    ),
  );

const file = alias(files, "f");

const read = {
  ...entry,
  status: orNull(file.status),
  text: sql<string | null>`(select content from page_contents c where c.page_id = transfer_entries.page_id)`,
};
export type ReadRow = RowOf<typeof read>;

/** Files whose text is to become a document and that have been read, or all of them, whether they have or not. */
export const listRead = (transferId: string, isOver: boolean, limit: number): Query<ReadRow[]> =>
  many(
    rowsOf(
      read,
      (list) => sql`select ${list} from transfer_entries left join ${files} f on f.id = transfer_entries.file_id
        where transfer_id = ${transferId} and state = 'reading'
          ${isOver ? sql`` : sql`and coalesce(f.status, '') not in ('pending', 'processing')`}
        order by archive, at limit ${whole(limit)}`,
    ),
  );

export const isAnyReading = (transferId: string): Query<boolean> =>
  isMet(sql`exists (
    select 1 from transfer_entries
    where transfer_id = ${transferId}
      and state = 'reading')`);

export type Outcome = { readonly path: string; readonly state: "done" | "reading" | "left"; readonly type: PageType };

// Materialized here and in all that change many entries: SQLite would look through the list for each entry of the import.
export const setEntryOutcomes = (transferId: string, outcomes: readonly Outcome[]): Write<number> =>
  write(sql`with given (path, state, type) as materialized (
      select value ->> 0, value ->> 1, value ->> 2
      from json_each(${JSON.stringify(outcomes.map(({ path, state, type }) => [path, state, type]))}))
    update transfer_entries set state = given.state, type = given.type from given
    where transfer_entries.transfer_id = ${transferId} and transfer_entries.path = given.path`);

export const deleteEntries = (transferId: string, limit: number): Write<number> =>
  write(sql`delete from transfer_entries
    where transfer_id = ${transferId}
      and path in (
        select path from transfer_entries
        where transfer_id = ${transferId}
        limit ${whole(limit)})`);
