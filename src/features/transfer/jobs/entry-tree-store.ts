/** SQL that arranges an archive's entries as a page tree, and checks its limits. */
import { alias } from "drizzle-orm/sqlite-core";
import { transferEntries, transferNotes } from "../../../db/schema/transfers.ts";
import { all, rowsOf, sql, write, type Query, type RowOf, type SQL, type Write } from "../../../db/sql.ts";
import { MAX_CHILDREN } from "../../quotas/rules.ts";

const noted = alias(transferEntries, "noted");
const complete = alias(transferEntries, "complete");
const owner = alias(transferEntries, "owner");
const above = alias(transferEntries, "above");

/** Notion tables that also exist with all their rows and columns (`_all`) under the same stem. */
const LESSER = sql`state = 'listed'
  and type = 'SHEET'
  and path = stem || '.csv'
  and exists (
    select 1 from ${transferEntries} complete
    where ${complete.transferId} = ${transferEntries.transferId}
      and ${complete.path} = ${transferEntries.stem} || '_all.csv'
      and ${complete.stem} = ${transferEntries.stem})`;

/** Marks entries as left out, and adds a note with the reason. */
function leaveOut(transferId: string, step: number, n: number, which: SQL, reason: string): Write<number>[] {
  return [
    write(sql`insert into ${transferNotes} (transfer_id, step, n, kind, path, reason)
      select ${transferId}, ${step}, ${n} + row_number() over (order by path), 'skipped', path, ${reason}
      from ${transferEntries}
      where transfer_id = ${transferId}
        and ${which}`),
    write(sql`update ${transferEntries} set state = 'left'
      where transfer_id = ${transferId}
        and ${which}`),
  ];
}

const DEEP = 1_000_000;

/** Leaves out entries that cannot become pages: duplicate tables, and entries nested too deep. */
export const excludeUnfitEntries = (transferId: string, step: number, levels: number): Write<number>[] => [
  ...leaveOut(transferId, step, 0, LESSER, "The same table with all its rows and columns is imported."),
  ...leaveOut(transferId, step, DEEP, sql`state = 'listed' and depth > ${levels}`, "It would be nested too deep."),
  write(sql`update ${transferEntries} set state = 'left'
    where transfer_id = ${transferId}
      and state = 'folder'
      and depth > ${levels}`),
];

/**
 * Replaces a folder by the page of the same name, which becomes the parent of its contents. The index is named
 * explicitly, because SQLite would otherwise scan all entries for each folder.
 */
export const replaceFoldersByPages = (transferId: string): Write<number>[] => [
  write(sql`update ${transferEntries}
    set parent_id = (
      select ${owner.pageId}
      from ${transferEntries} owner indexed by transfer_entries_by_stem
      where ${owner.transferId} = ${transferEntries.transferId}
        and ${owner.stem} = ${transferEntries.stem}
        and ${owner.state} = 'listed'
        and (${owner.type} <> 'FILE' or ${owner.converts} = 1)
      order by
        case ${owner.type} when 'DOCUMENT' then 1 when 'CANVAS' then 2 when 'SHEET' then 3 else 4 end,
        ${owner.path}
      limit 1)
    where transfer_id = ${transferId}
      and state = 'folder'`),
  // Up to here, a folder's `parent_id` meant the page that replaces it.
  write(sql`update ${transferEntries} set page_id = parent_id, state = 'left'
    where transfer_id = ${transferId}
      and state = 'folder'
      and parent_id is not null`),
  write(sql`update ${transferEntries} set state = 'listed'
    where transfer_id = ${transferId}
      and state = 'folder'`),
];

/** Sets each entry's parent page; null at the top. */
export const findParents = (transferId: string): Write<number> =>
  write(sql`update ${transferEntries}
    set parent_id = (
      select ${above.pageId}
      from ${transferEntries} above
      where ${above.transferId} = ${transferEntries.transferId}
        and ${above.path} = ${transferEntries.folder})
    where transfer_id = ${transferId}
      and state = 'listed'`);

/** Sets each entry's position among its siblings. */
export const findPlaces = (transferId: string): Write<number> =>
  write(sql`update ${transferEntries} set place = placed.place
    from (
      select path, row_number() over (partition by parent_id order by sort_key, path) as place
      from ${transferEntries}
      where transfer_id = ${transferId}
        and state = 'listed') placed
    where ${transferEntries.transferId} = ${transferId}
      and ${transferEntries.path} = placed.path`);

const totals = {
  pages: sql<number>`count(*)`,
  bytes: sql<number>`coalesce(sum(size), 0)`,
};

export const sumEntries = (transferId: string): Query<RowOf<typeof totals>> =>
  all(
    rowsOf(
      totals,
      (columns) => sql`select ${columns}
        from ${transferEntries}
        where transfer_id = ${transferId}
          and state <> 'left'`,
    ),
    ([row]) => row ?? { pages: 0, bytes: 0 },
  );

/** An entry that overlaps the previous one; null if there is none. */
export const findOverlap = (transferId: string): Query<string | null> =>
  all(
    rowsOf(
      { path: noted.path },
      (columns) => sql`select ${columns}
        from (
          select path, at, lag(at + packed + 30) over (partition by archive order by at) as ends
          from ${transferEntries}
          where transfer_id = ${transferId}
            and state = 'listed') noted
        where ends > at
        limit 1`,
    ),
    ([row]) => row?.path ?? null,
  );

const overfull = { folder: sql<string>`folder`, n: sql<number>`n` };

/** A folder with more pages than allowed; null if there is none. */
export const findOverfullFolder = (transferId: string): Query<string | null> =>
  all(
    rowsOf(
      overfull,
      (columns) => sql`select ${columns}
        from (
          select folder, count(*) as n
          from ${transferEntries}
          where transfer_id = ${transferId}
            and state = 'listed'
          group by folder)
        where n > ${MAX_CHILDREN}
        limit 1`,
    ),
    ([row]) => row?.folder ?? null,
  );
