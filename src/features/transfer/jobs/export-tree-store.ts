/** SQL for the entries of an export: the pages of a tree, their paths in the archive, and their messages and files. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../../kernel/caller.ts";
import type { PageType } from "../../../kernel/page-type.ts";
import { files } from "../../../db/schema/files.ts";
import { exportEntries } from "../../../db/schema/transfers.ts";
import { all, many, rowsOf, sql, whole, write, type Query, type RowOf, type Write } from "../../../db/sql.ts";
import { filesAsJson, filesOf, hasThreads, isEmptyFolder, treeOf, type Exported, type TreePage } from "../store.ts";
import { chunked } from "../../../db/chunked.ts";
import type { StoredEntry } from "./export-archive-store.ts";

const e = alias(exportEntries, "e");
const above = alias(exportEntries, "above");
const below = alias(exportEntries, "below");
const f = alias(files, "f");

/** Inserts the pages in tree order with their current titles; one page more than `limit` shows that there are more. */
export const insertTree = (id: string, caller: Caller, from: Exported, limit: number): Write<number> =>
  write(sql`insert into ${exportEntries} (transfer_id, n, part, parent_n, page_id, type, title)
    with recursive ${treeOf(caller, from, limit)},
      numbered (n, id, parent_id, type, title) as materialized (
        select row_number() over (), id, parent_id, type, title from tree)
    select ${id}, t.n, 0, coalesce(above.n, 0), t.id, t.type, t.title
    from numbered t
    left join numbered above on above.id = t.parent_id`);

const weight = { pages: sql<number>`count(*)`, bytes: sql<number>`coalesce(sum(bytes), 0)` };

/** Number of pages, and bytes of their files. */
export const measureTree = (id: string): Query<RowOf<typeof weight>> =>
  all(
    rowsOf(
      weight,
      (columns) => sql`select ${columns}
        from (
          select (
            select sum(${f.size})
            from ${files} f
            where ${f.pageId} = ${e.pageId}
              and ${f.role} <> 'previous') as bytes
          from ${exportEntries} e
          where ${e.transferId} = ${id}
            and ${e.part} = 0)`,
    ),
    ([row]) => row ?? { pages: 0, bytes: 0 },
  );

const group = { parentN: sql<number>`parent_n`, pages: sql<number>`count(*)` };

/**
 * Child counts of the next pages that have children. Only the first `limit` children are counted, so the last count may
 * be too low.
 */
export const listGroups = (id: string, after: number, limit: number): Query<RowOf<typeof group>[]> =>
  many(
    rowsOf(
      group,
      (columns) => sql`select ${columns}
        from (
          select parent_n from ${exportEntries}
          where transfer_id = ${id}
            and part = 0
            and parent_n > ${after}
          order by parent_n
          limit ${whole(limit)})
        group by parent_n
        order by parent_n`,
    ),
  );

const unnamed = {
  n: e.n,
  parentN: e.parentN,
  id: e.pageId,
  type: sql<PageType>`${e.type}`,
  title: e.title,
  folder: sql<string>`coalesce(${above.folder}, '')`,
  isParent: sql<0 | 1>`exists (
    select 1 from ${exportEntries} below
    where ${below.transferId} = ${e.transferId}
      and ${below.part} = 0
      and ${below.parentN} = ${e.n})`,
  isEmpty: isEmptyFolder(e.type, e.pageId),
  files: filesAsJson(e.pageId),
  hasThreads: hasThreads(e.pageId),
};
export type UnnamedPage = TreePage & { readonly n: number; readonly parentN: number; readonly folder: string } & {
  readonly isParent: boolean;
};

/** The children of pages `from` to `to`, siblings in order. */
export const listUnnamedPages = (id: string, from: number, to: number): Query<UnnamedPage[]> =>
  many(
    rowsOf(
      unnamed,
      (columns) => sql`select ${columns}
        from (
          select transfer_id, n, parent_n, page_id, type, title
          from ${exportEntries}
          where transfer_id = ${id}
            and part = 0
            and parent_n between ${from} and ${to}) e
        left join ${exportEntries} above
          on ${above.transferId} = ${e.transferId}
          and ${above.n} = ${e.parentN}
          and ${above.part} = 0
        order by ${e.parentN}, ${e.n}`,
    ),
    ({ isParent, isEmpty, hasThreads: isCommented, files: json, ...page }) => ({
      ...page,
      isParent: isParent === 1,
      isEmpty: isEmpty === 1,
      hasThreads: isCommented === 1,
      parentId: null,
      settings: 0,
      ...filesOf({ type: page.type, files: json }),
    }),
  );

export type NamedPage = {
  readonly n: number;
  readonly path: string;
  /** Null for a page without children. */
  readonly folder: string | null;
  readonly fileId: string | null;
};
export type CompanionEntry = Pick<
  StoredEntry,
  "n" | "parentN" | "part" | "pageId" | "fileId" | "type" | "title" | "path"
>;

// Materialized, because otherwise SQLite scans the list for each entry of the export.
export const namePages = (id: string, named: readonly NamedPage[]): Write<number>[] =>
  chunked(named.map(({ n, path, folder, fileId }) => JSON.stringify([n, path, folder, fileId]))).map((list) =>
    write(sql`with given (n, path, folder, file_id) as materialized (
        select value ->> 0, value ->> 1, value ->> 2, value ->> 3
        from json_each(${list}))
      update ${exportEntries} set path = given.path, folder = given.folder, file_id = given.file_id
      from given
      where transfer_id = ${id}
        and ${exportEntries.n} = given.n
        and part = 0`),
  );

/** Inserts the entries for pages' messages and attachments. */
export const insertCompanions = (id: string, entries: readonly CompanionEntry[]): Write<number>[] =>
  chunked(
    entries.map(({ n, part, parentN, pageId, fileId, type, title, path }) =>
      JSON.stringify([n, part, parentN, pageId, fileId, type, title, path]),
    ),
  ).map((list) =>
    write(sql`insert into ${exportEntries} (transfer_id, n, part, parent_n, page_id, file_id, type, title, path)
      select ${id}, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7
      from json_each(${list})`),
  );
