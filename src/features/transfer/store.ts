/** SQL for exports: the page tree visible to the caller, and the texts visible to them at the time of reading. */
import { and, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../kernel/caller.ts";
import { VIEW } from "../../kernel/rights.ts";
import type { PageType } from "../../kernel/page-type.ts";
import { pageContents, pages, agentConfigs } from "../../db/schema/pages.ts";
import { commentThreads } from "../../db/schema/comments.ts";
import { blobs, files } from "../../db/schema/files.ts";
import {
  aliased,
  builder,
  many,
  orNull,
  rowsOf,
  sql,
  type Operand,
  type Query,
  type RowOf,
  type SQL,
} from "../../db/sql.ts";
import { MAX_DEPTH, driveOfPage } from "../../permissions/ancestors.ts";
import { callerId, callerCte } from "../../permissions/credential.ts";
import { rightsOnMany, hasRightsOnLivePage } from "../../permissions/bulk-rights.ts";
import { INHERITED_RIGHTS, joinOwnGrant, rightsBase, rightsBelow } from "../../permissions/rights-below.ts";
import { WALKED, childrenOf, walk } from "../drives/tree-statements.ts";

const c = alias(pageContents, "c");
const f = alias(files, "f");
const b = alias(blobs, "b");
const a = alias(agentConfigs, "a");
const p = alias(pages, "p");
const tree = alias(pages, "tree");

export type TreeFile = {
  readonly id: string;
  readonly filename: string;
  /** In bytes. */
  readonly size: number;
};
export type TreePage = {
  readonly id: string;
  readonly parentId: string | null;
  readonly title: string;
  readonly type: PageType;
  readonly isEmpty: boolean;
  /** Size of its agent's settings in bytes. */
  readonly settings: number;
  readonly content: TreeFile | null;
  /** In a stable order that depends only on the files. */
  readonly attachments: readonly TreeFile[];
  readonly hasThreads: boolean;
};

type ListedFile = TreeFile & { readonly role: "content" | "attachment"; readonly sha256: string };

/** Whether a page of this type is exported only as a folder, without a file. */
export const isEmptyFolder = (type: Operand, pageId: Operand): SQL<0 | 1> =>
  sql`(${type} = 'FOLDER' and not exists (
    select 1 from ${pageContents} c
    where ${c.pageId} = ${pageId}
      and ${c.content} <> ''))`;

/** A page's content file and attachments as JSON; null for most pages. */
export const filesAsJson = (pageId: Operand): SQL<string | null> =>
  sql`(
    select nullif(json_group_array(json_object(
      'id', ${f.id}, 'role', ${f.role}, 'filename', ${f.filename}, 'size', ${f.size}, 'sha256', ${b.sha256})), '[]')
    from ${files} f
    cross join ${blobs} b on ${b.generation} = ${f.generation}
    where ${f.pageId} = ${pageId}
      and ${f.role} <> 'previous')`;

export const hasThreads = (pageId: Operand): SQL<0 | 1> =>
  sql`exists (select 1 from ${commentThreads} where page_id = ${pageId})`;

const treePage = {
  id: tree.id,
  parentId: tree.parentId,
  title: tree.title,
  type: tree.type,
  isEmpty: isEmptyFolder(tree.type, tree.id),
  files: filesAsJson(tree.id),
  hasThreads: hasThreads(tree.id),
  settings: sql<number | null>`case type when 'AI_CHAT' then (
    select octet_length(system_prompt) + octet_length(enabled_tools)
    from ${agentConfigs} a
    where ${a.pageId} = ${tree.id}) end`,
};
type TreeRow = RowOf<typeof treePage>;

const inOrder = (one: ListedFile, other: ListedFile): number => {
  for (const key of ["filename", "sha256", "id"] as const)
    if (one[key] !== other[key]) return one[key] < other[key] ? -1 : 1;
  return 0;
};

export function filesOf({
  type,
  files: json,
}: Pick<TreeRow, "type" | "files">): Pick<TreePage, "content" | "attachments"> {
  const listed = json === null ? [] : (JSON.parse(json) as ListedFile[]); // built by `filesAsJson`
  return {
    content: type === "FILE" ? (listed.find(({ role }) => role === "content") ?? null) : null,
    attachments: listed.filter(({ role }) => role === "attachment").toSorted(inOrder),
  };
}

/** Pages of a drive whose rooms have text that is not in D1 yet. */
export const listAhead = (driveId: string): Query<string[]> =>
  many(
    builder
      .select(aliased({ id: pages.id }))
      .from(pages)
      .where(and(eq(pages.driveId, driveId), sql`is_ahead = 1`)),
    ({ id }) => id,
  );

export type Exported = { readonly driveId: string } | { readonly pageId: string };

/** CTE `tree`: the live pages visible to the caller in tree order, of the whole drive or below one page; see `walk`. */
export const treeOf = (caller: Caller, from: Exported, limit: number, depth = MAX_DEPTH): SQL => {
  const rootId = "pageId" in from ? from.pageId : null;
  const driveId = "pageId" in from ? driveOfPage(from.pageId) : sql`${from.driveId}`;
  return sql`${callerCte(callerId(caller))}, ${rightsBase(driveId, rootId)},
    ${walk(
      sql`select ${WALKED}, ${rightsBelow(INHERITED_RIGHTS)}, 1 as depth
        from ${pages} p${rootId === null ? sql` indexed by pages_tree` : sql``} ${joinOwnGrant()}
        where ${rootId === null ? childrenOf(driveId, null) : sql`${p.id} = ${rootId} and ${p.trashedAt} is null`}
          and (${rightsBelow(INHERITED_RIGHTS)} & ${VIEW})`,
      depth,
      limit,
    )}`;
};

/** `depth`: number of levels, of which the first is the page or the root of the drive. */
export const listTree = (caller: Caller, from: Exported, limit: number, depth = MAX_DEPTH): Query<TreePage[]> =>
  many(
    rowsOf(
      treePage,
      (columns) => sql`with recursive ${treeOf(caller, from, limit, depth)} select ${columns} from tree`,
    ),
    ({ isEmpty, files: json, settings, hasThreads: isCommented, ...page }) => ({
      ...page,
      isEmpty: isEmpty === 1,
      hasThreads: isCommented === 1,
      settings: settings ?? 0,
      ...filesOf({ type: page.type, files: json }),
    }),
  );

/** `text` is null for a page that the caller cannot see (any more), or that is now in the trash. */
export type ReadText = { readonly id: string; readonly text: string | null } & {
  readonly icon: string | null;
  readonly cover: string | null;
};

const counted = {
  id: sql<string>`counted.id`,
  seen: sql<0 | 1>`counted.seen`,
  content: orNull(c.content),
  icon: orNull(p.icon),
  cover: orNull(p.cover),
};

/** The texts of the first of these pages, in order: as many as fit in `mostBytes`, but at least one. */
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
          select j.key, j.value, coalesce(${hasRightsOnLivePage(VIEW)}
            and held.drive_id = ${driveId}, 0)
          from json_each(${JSON.stringify(pageIds)}) j
          left join held on held.root = j.value),
        counted (place, id, seen, bytes) as (
          select w.place, w.id, w.seen, sum(case when w.seen then coalesce(octet_length(${c.content}), 0) else 0 end)
            over (order by w.place rows unbounded preceding)
          from wanted w
          left join ${pageContents} c on ${c.pageId} = w.id)
        select ${columns}
        from counted
        left join ${pages} p on ${p.id} = counted.id and counted.seen
        left join ${pageContents} c on ${c.pageId} = counted.id and counted.seen
        where counted.bytes <= ${mostBytes} or counted.place = 0
        order by counted.place`,
    ),
    ({ seen, content, ...page }) => ({ ...page, text: seen === 1 ? (content ?? "") : null }),
  );
