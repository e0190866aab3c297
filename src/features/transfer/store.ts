/** SQL of exports: a tree of pages as the caller may see it, and texts as they may see them when they are read. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../kernel/caller.ts";
import { VIEW } from "../../kernel/rights.ts";
import type { PageType } from "../../kernel/page-type.ts";
import { drives } from "../../db/schema/drives.ts";
import { pageContents } from "../../db/schema/pages.ts";
import { first, many, orNull, rowsOf, sql, whole, type Query, type RowOf } from "../../db/sql.ts";
import { MAX_DEPTH, rightsOnDrive } from "../../permissions/ancestors.ts";
import { CALLER_ID, callerId, callerCte } from "../../permissions/credential.ts";
import { rightsOnMany } from "../../permissions/ancestors-of-many.ts";
import { JOIN_OWN_GRANT, INHERITED_RIGHTS, base, effective } from "../drives/tree-statements.ts";

/** The name of the drive if it is live and the caller may look at its root. */
export const findDrive = (caller: Caller, driveId: string): Query<{ name: string } | null> =>
  first(
    rowsOf(
      { name: drives.name },
      (columns) => sql`with ${callerCte(callerId(caller))}
        select ${columns} from ${drives}
        where id = ${driveId} and trashed_at is null and (${rightsOnDrive(driveId, CALLER_ID)} & ${VIEW}) = ${VIEW}`,
    ),
  );

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

type ListedFile = TreeFile & { readonly role: "content" | "attachment"; readonly sha256: string };

const treePage = {
  id: sql<string>`id`,
  parentId: sql<string | null>`parent_id`,
  title: sql<string>`title`,
  type: sql<PageType>`type`,
  isEmpty: sql<0 | 1>`type = 'FOLDER'
    and not exists (select 1 from page_contents c where c.page_id = tree.id and c.content <> '')`,
  /** What a page is and what is attached to it, as JSON; null for most. */
  files: sql<string | null>`(
    select nullif(json_group_array(json_object('id', f.id, 'role', f.role, 'filename', f.filename, 'size', f.size, 'sha256', b.sha256)), '[]')
    from files f cross join blobs b on b.generation = f.generation where f.page_id = tree.id and f.role <> 'previous')`,
  settings: sql<number | null>`case type when 'AI_CHAT' then (
    select octet_length(system_prompt) + octet_length(enabled_tools) from agent_configs a where a.page_id = tree.id) end`,
};
type TreeRow = RowOf<typeof treePage>;

const inOrder = (a: ListedFile, b: ListedFile): number => {
  for (const key of ["filename", "sha256", "id"] as const) if (a[key] !== b[key]) return a[key] < b[key] ? -1 : 1;
  return 0;
};

function filesOf({ type, files }: Pick<TreeRow, "type" | "files">): Pick<TreePage, "content" | "attachments"> {
  const listed = files === null ? [] : (JSON.parse(files) as ListedFile[]); // as `treePage` writes it
  return {
    content: type === "FILE" ? (listed.find(({ role }) => role === "content") ?? null) : null,
    attachments: listed.filter(({ role }) => role === "attachment").toSorted(inOrder),
  };
}

const COLUMNS = sql`p.id as id, p.parent_id, p.title, p.type, p.position as position`;

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
  return many(
    rowsOf(
      treePage,
      (columns) => sql`with recursive ${callerCte(callerId(caller))}, ${base(driveId, rootId)},
        tree (id, parent_id, title, type, position, rights, depth) as (
          select ${COLUMNS}, ${effective(INHERITED_RIGHTS)}, 1 as depth
          from pages p${rootId === null ? sql` indexed by pages_tree` : sql``} ${JOIN_OWN_GRANT}
          where p.drive_id = ${driveId} and p.trashed_at is null
            and ${rootId === null ? sql`p.parent_id is null` : sql`p.id = ${rootId}`}
            and (${effective(INHERITED_RIGHTS)} & ${VIEW})
          union all
          select ${COLUMNS}, ${effective(sql`tree.rights`)}, tree.depth + 1
          from tree cross join pages p indexed by pages_tree
            on p.drive_id = ${driveId} and p.parent_id = tree.id and p.trashed_at is null ${JOIN_OWN_GRANT}
          where tree.depth < ${MAX_DEPTH} and (${effective(sql`tree.rights`)} & ${VIEW})
          order by depth desc, position, id
          limit ${whole(limit + 1)})
        select ${columns} from tree`,
    ),
    ({ isEmpty, files, settings, ...page }) => ({
      ...page,
      isEmpty: isEmpty === 1,
      settings: settings ?? 0,
      ...filesOf({ type: page.type, files }),
    }),
  );
};

/** `text` is null for a page that the caller may not see (any more), or that is in the trash by now. */
export type ReadText = { readonly id: string; readonly text: string | null };

const c = alias(pageContents, "c");
const counted = { id: sql<string>`counted.id`, seen: sql<0 | 1>`counted.seen`, content: orNull(c.content) };

/** The texts of the first of these pages, in order: as many as have `mostBytes` together, and one at least. */
export const readTexts = (
  caller: Caller,
  driveId: string,
  pageIds: readonly string[],
  mostBytes: number,
): Query<ReadText[]> =>
  many(
    rowsOf(
      counted,
      (columns) => sql`with recursive ${rightsOnMany(callerId(caller), pageIds)},
        wanted (place, id, seen) as materialized (
          select j.key, j.value, coalesce((held.rights & ${VIEW}) = ${VIEW} and not held.trashed and not held.drive_trashed
            and held.drive_id = ${driveId}, 0)
          from json_each(${JSON.stringify(pageIds)}) j left join held on held.root = j.value),
        counted (place, id, seen, bytes) as (
          select w.place, w.id, w.seen, sum(case when w.seen then coalesce(octet_length(c.content), 0) else 0 end)
            over (order by w.place rows unbounded preceding)
          from wanted w left join page_contents c on c.page_id = w.id)
        select ${columns} from counted left join page_contents c on c.page_id = counted.id and counted.seen
        where counted.bytes <= ${mostBytes} or counted.place = 0
        order by counted.place`,
    ),
    ({ id, seen, content }) => ({ id, text: seen === 1 ? (content ?? "") : null }),
  );
