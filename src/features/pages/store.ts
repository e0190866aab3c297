/** SQL of pages and their texts. */
import type { Caller } from "../../kernel/caller.ts";
import { toIso, type Instant } from "../../kernel/clock.ts";
import { EVERYTHING, type Rights } from "../../kernel/rights.ts";
import { first, sql, write, type Query, type SQL, print } from "../../db/sql.ts";
import { ancestors, callerId, driveAdmin, nearestGrant, rightsOnDrive } from "../access/access.ts";
import type { LoadedPage, PageSummary, PageType } from "./contract.ts";

type LoadedRow = {
  id: string;
  drive_id: string;
  parent_id: string | null;
  title: string;
  type: PageType;
  position: number;
  revision: number;
  own_trashed_at: number | null;
  trashed_at: number | null;
  drive_trashed_at: number | null;
  created_by: string;
  created_at: number;
  updated_at: number;
  rights: number;
  drive_admin: number;
  depth: number;
};

const toLoaded = (row: LoadedRow): LoadedPage => ({
  id: row.id,
  driveId: row.drive_id,
  parentId: row.parent_id,
  title: row.title,
  type: row.type,
  position: row.position,
  revision: row.revision,
  trashedAt: row.trashed_at,
  isTrashRoot: row.own_trashed_at !== null,
  driveIsTrashed: row.drive_trashed_at !== null,
  createdBy: row.created_by,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  rights: row.rights,
  isDriveAdmin: row.drive_admin === 1,
  depth: row.depth,
});

export const me = (caller: Caller): SQL => sql`me (id) as materialized (select ${callerId(caller)})`;
export const ME = sql`(select id from me)`;

export const loadPage = (caller: Caller, pageId: string | SQL): Query<LoadedPage | null> =>
  first<LoadedRow, LoadedPage>(
    sql`with recursive ${me(caller)}, ${ancestors(pageId)}
      select p.id, p.drive_id, p.parent_id, p.title, p.type, p.position, p.revision, p.trashed_at as own_trashed_at,
        (select trashed_at from up where trashed_at is not null order by depth limit 1) as trashed_at,
        d.trashed_at as drive_trashed_at, p.created_by, p.created_at, p.updated_at,
        case when d.owner_id = me.id or m.role = 'admin' then ${EVERYTHING} else coalesce(${nearestGrant(sql`me.id`)}, m.rights, 0) end as rights,
        d.owner_id = me.id or coalesce(m.role = 'admin', 0) as drive_admin, (select count(*) from up) as depth
      from me cross join pages p cross join drives d on d.id = p.drive_id
        left join drive_members m on m.drive_id = d.id and m.user_id = me.id
      where p.id = ${pageId}`,
    toLoaded,
  );

/** The text as D1 has it; a page without a row is empty. */
export const readContent = (pageId: string | SQL): Query<string> => ({
  ...print(sql`select content from page_contents where page_id = ${pageId}`),
  read: ([row]) => (typeof row?.["content"] === "string" ? row["content"] : ""),
});

type SummaryRow = {
  id: string;
  title: string;
  type: PageType;
  drive_id: string;
  parent_id: string | null;
  position: number;
  has_children: number;
  created_at: number;
  updated_at: number;
};

export const toSummary = (row: SummaryRow): PageSummary => ({
  id: row.id,
  title: row.title,
  type: row.type,
  driveId: row.drive_id,
  parentId: row.parent_id,
  position: row.position,
  hasChildren: row.has_children === 1,
  createdAt: toIso(row.created_at),
  updatedAt: toIso(row.updated_at),
});

/** A page and its live children that the caller may see, by position. */
export type Branch = LoadedPage & { readonly children: PageSummary[] };

type BranchRow = SummaryRow & { own: string | null; content?: string | null };

/** What only the first row has, as one column: the children, who may be many, would carry it empty. */
type Own = Pick<
  LoadedRow,
  "revision" | "own_trashed_at" | "trashed_at" | "drive_trashed_at" | "created_by" | "rights" | "drive_admin" | "depth"
>;

/**
 * `loadPage` with the children, in one statement and one walk up: each statement of a batch costs as much as a good many
 * rows. A child's right is its own grant, else what it inherits.
 */
export const loadBranch = (caller: Caller, pageId: string): Query<Branch | null> => ({
  ...print(branch(caller, pageId, sql``, sql``)),
  read: (rows) => toBranch(rows as readonly BranchRow[]), // as `branch` states
});

/** `loadBranch` with the page's text as D1 has it. */
export const readBranch = (caller: Caller, pageId: string): Query<(Branch & { readonly content: string }) | null> => ({
  ...print(
    branch(caller, pageId, sql`, (select content from page_contents where page_id = p.id) as content`, sql`, null`),
  ),
  read: (rows) => {
    const [page] = rows as readonly BranchRow[]; // as `branch` states
    const loaded = toBranch(rows as readonly BranchRow[]);
    return loaded && { ...loaded, content: page?.content ?? "" };
  },
});

/** More columns of the page's own row, and of its children's. */
const branch = (
  caller: Caller,
  pageId: string,
  ofPage: SQL,
  ofChild: SQL,
): SQL => sql`with recursive ${me(caller)}, ${ancestors(pageId)},
      base (me, drive_id, drive_trashed_at, admin, rights) as materialized (
        select me.id, d.id, d.trashed_at, d.owner_id = me.id or coalesce(m.role = 'admin', 0),
          coalesce(${nearestGrant(sql`me.id`)}, m.rights, 0)
        from me cross join up foot on foot.depth = 0 cross join drives d on d.id = foot.drive_id
          left join drive_members m on m.drive_id = d.id and m.user_id = me.id)
    select 0 as below, p.id, p.title, p.type, p.drive_id, p.parent_id, p.position, 0 as has_children, p.created_at, p.updated_at,
      json_object('revision', p.revision, 'own_trashed_at', p.trashed_at,
        'trashed_at', (select trashed_at from up where trashed_at is not null order by depth limit 1),
        'drive_trashed_at', base.drive_trashed_at, 'created_by', p.created_by,
        'rights', case when base.admin then ${EVERYTHING} else base.rights end,
        'drive_admin', base.admin, 'depth', (select count(*) from up)) as own${ofPage}
    from base cross join pages p on p.id = ${pageId}
    union all
    select 1, c.id, c.title, c.type, c.drive_id, c.parent_id, c.position,
      exists (select 1 from pages k where k.drive_id = c.drive_id and k.parent_id = c.id and k.trashed_at is null
        and (base.admin or (coalesce((select rights from page_grants where page_id = k.id and user_id = base.me),
          g.rights, base.rights) & 1) = 1)), c.created_at, c.updated_at, null${ofChild}
    from base cross join pages c on c.drive_id = base.drive_id and c.parent_id = ${pageId} and c.trashed_at is null
      left join page_grants g on g.page_id = c.id and g.user_id = base.me
    where base.admin or (coalesce(g.rights, base.rights) & 1) = 1
    order by below, position, id`;

function toBranch([page, ...children]: readonly BranchRow[]): Branch | null {
  if (page === undefined) return null;
  const own = JSON.parse(page.own ?? "{}") as Own; // written by `branch`
  return { ...toLoaded({ ...page, ...own }), children: children.map(toSummary) };
}

/** What the caller holds at the root of the drive the page is in. */
export const rootRights = (caller: Caller, driveId: SQL): Query<{ rights: Rights; isDriveAdmin: boolean } | null> =>
  first<{ rights: number; admin: number }, { rights: Rights; isDriveAdmin: boolean }>(
    sql`with ${me(caller)} select ${rightsOnDrive(sql`d.id`, ME)} as rights, ${driveAdmin(sql`d.id`, ME)} as admin
      from drives d where d.id = ${driveId} and d.trashed_at is null`,
    (row) => ({ rights: row.rights, isDriveAdmin: row.admin === 1 }),
  );

export const driveOfPage = (pageId: string): SQL => sql`(select drive_id from pages where id = ${pageId})`;

type NewPage = {
  id: string;
  driveId: string;
  parentId: string | null;
  title: string;
  type: PageType;
  position: number | null;
  createdBy: string;
  createdVia: string;
  now: Instant;
};

/** At the given position, else after the last sibling. */
export const insertPage = (page: NewPage): Query<{ position: number } | null> =>
  first<{ position: number }, { position: number }>(
    sql`insert into pages (id, drive_id, parent_id, title, type, position, created_by, created_via, created_at, updated_at)
      values (${page.id}, ${page.driveId}, ${page.parentId}, ${page.title}, ${page.type},
        coalesce(${page.position}, ${endOf(page.driveId, page.parentId)}), ${page.createdBy}, ${page.createdVia}, ${page.now}, ${page.now})
      returning position`,
    (row) => row,
  );

/** One after the last sibling. */
export const endOf = (driveId: string | SQL, parentId: string | null): SQL =>
  sql`(select coalesce(max(position), 0) + 1 from pages where drive_id = ${driveId} and parent_id is ${parentId})`;

export const insertContent = (pageId: string, content: string): Query<number> =>
  write(sql`insert into page_contents (page_id, content) values (${pageId}, ${content})`);

export const countOneMore = (driveId: string): Query<number> =>
  write(sql`update drives set page_count = page_count + 1 where id = ${driveId}`);

/** `allowed` is the guard: no row is changed unless it holds. */
export const retitle = (pageId: string, title: string, now: Instant, allowed: SQL): Query<number> =>
  write(sql`update pages set title = ${title}, updated_at = ${now} where id = ${pageId} and ${allowed}`);

type Born = { content: string; revision: number; createdBy: string; createdVia: string; updatedAt: Instant };

/** D1's revision of a page's text; 0 when the page is gone. */
export const readRevision = (pageId: string): Query<number> => ({
  ...print(sql`select revision from pages where id = ${pageId}`),
  read: ([row]) => Number(row?.["revision"] ?? 0),
});

/** Content and revision as D1 knows them, for a room that wakes for the first time. */
export const readProjection = (pageId: string): Query<Born | null> =>
  first<
    { content: string | null; revision: number; created_by: string; created_via: string; updated_at: number },
    Born
  >(
    sql`select c.content, p.revision, p.created_by, p.created_via, p.updated_at
        from pages p left join page_contents c on c.page_id = p.id where p.id = ${pageId}`,
    (row) => ({
      content: row.content ?? "",
      revision: row.revision,
      createdBy: row.created_by,
      createdVia: row.created_via,
      updatedAt: row.updated_at,
    }),
  );
