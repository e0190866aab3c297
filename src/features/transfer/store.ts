/** SQL of exports: a tree of pages as the caller may see it, and texts as they may see them when they are read. */
import type { Caller } from "../../kernel/caller.ts";
import { EVERYTHING, VIEW } from "../../kernel/rights.ts";
import type { PageType } from "../../kernel/page-type.ts";
import { first, many, sql, whole, type Query, type SQL } from "../../db/sql.ts";
import { MAX_DEPTH, callerId, driveAdmin, rightsOn, rightsOnDrive } from "../access/access.ts";
import { manyHeld } from "../access/many-access.ts";

const me = (caller: Caller): SQL => sql`me (id) as materialized (select ${callerId(caller)})`;
const ME = sql`(select id from me)`;

/** The name of the drive if it is live and the caller may look at its root. */
export const findDrive = (caller: Caller, driveId: string): Query<{ name: string } | null> =>
  first<{ name: string }, { name: string }>(
    sql`with ${me(caller)} select name from drives
      where id = ${driveId} and trashed_at is null and (${rightsOnDrive(driveId, ME)} & ${VIEW}) = ${VIEW}`,
    (row) => row,
  );

type TreeRow = {
  id: string;
  parent_id: string | null;
  title: string;
  type: PageType;
  is_empty: number;
  files: string | null;
  settings: number | null;
};
export type TreeFile = {
  readonly id: string;
  readonly filename: string;
  /** Bytes. */
  readonly size: number;
};
export type TreePage = {
  readonly id: string;
  readonly parentId: string | null;
  readonly title: string;
  readonly type: PageType;
  readonly isEmpty: boolean;
  /** Bytes of its agent's settings. */
  readonly settings: number;
  readonly content: TreeFile | null;
  /** In an order that is the same for the same files wherever they are. */
  readonly attachments: readonly TreeFile[];
};

type Listed = TreeFile & { readonly role: "content" | "attachment"; readonly sha256: string };

/** What a page is and what is attached to it, as JSON; null for most. */
const FILES = sql`(select nullif(json_group_array(json_object('id', f.id, 'role', f.role, 'filename', f.filename, 'size', f.size, 'sha256', b.sha256)), '[]')
  from files f cross join blobs b on b.generation = f.generation where f.page_id = tree.id and f.role <> 'previous')`;

const inOrder = (a: Listed, b: Listed): number => {
  for (const key of ["filename", "sha256", "id"] as const) if (a[key] !== b[key]) return a[key] < b[key] ? -1 : 1;
  return 0;
};

function filesOf({ type, files }: TreeRow): Pick<TreePage, "content" | "attachments"> {
  const listed = files === null ? [] : (JSON.parse(files) as Listed[]); // as `FILES` writes it
  return {
    content: type === "FILE" ? (listed.find(({ role }) => role === "content") ?? null) : null,
    attachments: listed.filter(({ role }) => role === "attachment").toSorted(inOrder),
  };
}

const COLUMNS = sql`p.id, p.parent_id, p.title, p.type, p.position`;
const FULL = sql`(select full from base)`;
/** A page's own grant replaces what it inherits. Join `GRANT` before. */
const effective = (inherited: SQL): SQL =>
  sql`case when ${FULL} then ${EVERYTHING} else coalesce(g.rights, ${inherited}) end`;
const GRANT = sql`left join page_grants g on not ${FULL} and g.page_id = p.id and g.user_id = ${ME}`;

/**
 * The live pages the caller may see, of the whole drive or from one page down, parents before children and siblings in
 * their order: the recursion's queue takes the deepest rows first. What lies below a page that may not be seen is not
 * reached. One page more than `limit` tells that there are more.
 */
export const listTree = (
  caller: Caller,
  from: { readonly driveId: string } | { readonly pageId: string },
  limit: number,
): Query<TreePage[]> => {
  const rootId = "pageId" in from ? from.pageId : null;
  const driveId = "pageId" in from ? sql`(select drive_id from pages where id = ${from.pageId})` : sql`${from.driveId}`;
  return many<TreeRow, TreePage>(
    sql`with recursive ${me(caller)},
      base (full, rights) as materialized (
        select ${driveAdmin(driveId, ME)}, ${rootId === null ? rightsOnDrive(driveId, ME) : rightsOn(rootId, ME)}),
      tree (id, parent_id, title, type, position, rights, depth) as (
        select ${COLUMNS}, ${effective(sql`(select rights from base)`)}, 1
        from pages p${rootId === null ? sql` indexed by pages_tree` : sql``} ${GRANT}
        where p.drive_id = ${driveId} and p.trashed_at is null
          and ${rootId === null ? sql`p.parent_id is null` : sql`p.id = ${rootId}`}
          and (${effective(sql`(select rights from base)`)} & ${VIEW})
        union all
        select ${COLUMNS}, ${effective(sql`tree.rights`)}, tree.depth + 1
        from tree cross join pages p indexed by pages_tree
          on p.drive_id = ${driveId} and p.parent_id = tree.id and p.trashed_at is null ${GRANT}
        where tree.depth < ${MAX_DEPTH} and (${effective(sql`tree.rights`)} & ${VIEW})
        order by 7 desc, 5, 1 limit ${whole(limit + 1)})
      select id, parent_id, title, type, type = 'FOLDER'
        and not exists (select 1 from page_contents c where c.page_id = tree.id and c.content <> '') as is_empty, ${FILES} as files,
        case type when 'AI_CHAT' then (select octet_length(system_prompt) + octet_length(enabled_tools) from agent_configs a where a.page_id = tree.id) end as settings
      from tree`,
    (row) => ({
      id: row.id,
      parentId: row.parent_id,
      title: row.title,
      type: row.type,
      isEmpty: row.is_empty === 1,
      settings: row.settings ?? 0,
      ...filesOf(row),
    }),
  );
};

/** `text` is null for a page that the caller may not see (any more), or that is in the trash by now. */
export type ReadText = { readonly id: string; readonly text: string | null };

/** The texts of the first of these pages, in order: as many as have `mostBytes` together, and one at least. */
export const readTexts = (
  caller: Caller,
  driveId: string,
  pageIds: readonly string[],
  mostBytes: number,
): Query<ReadText[]> =>
  many<{ id: string; seen: number; content: string | null }, ReadText>(
    sql`with recursive ${manyHeld(callerId(caller), pageIds)},
      wanted (place, id, seen) as materialized (
        select j.key, j.value, coalesce((held.rights & ${VIEW}) = ${VIEW} and not held.trashed and not held.drive_trashed
          and held.drive_id = ${driveId}, 0)
        from json_each(${JSON.stringify(pageIds)}) j left join held on held.root = j.value),
      counted (place, id, seen, bytes) as (
        select w.place, w.id, w.seen, sum(case when w.seen then coalesce(octet_length(c.content), 0) else 0 end)
          over (order by w.place rows unbounded preceding)
        from wanted w left join page_contents c on c.page_id = w.id)
      select counted.id, counted.seen, c.content from counted left join page_contents c on c.page_id = counted.id and counted.seen
      where counted.bytes <= ${mostBytes} or counted.place = 0 order by counted.place`,
    ({ id, seen, content }) => ({ id, text: seen === 1 ? (content ?? "") : null }),
  );
