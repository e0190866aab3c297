/** SQL of the main database: what the caller can reach, which hits they may see now, and which pages wait for the index. */
import type { Caller } from "../../kernel/caller.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { PageType } from "../../kernel/page-type.ts";
import { EVERYTHING, VIEW, type Rights } from "../../kernel/rights.ts";
import { first, jsonList, many, sql, write, whole, type Query, type SQL, print } from "../../db/sql.ts";
import { MAX_DEPTH, callerId, callerIsLive, driveAdmin, rightsOnDrive } from "../access/access.ts";

const me = (caller: Caller): SQL => sql`me (id) as materialized (select ${callerId(caller)})`;
const ME = sql`(select id from me)`;

/** Pages named one by one to the index; whatever lies beyond is left to the check afterwards. */
const MOST_NAMED = 2_000;
/**
 * Drives, grants and pages that are looked at for it, however many there are: others decide how many somebody is given.
 * Of drives and grants beyond, nothing is found.
 */
const MOST_OWN = 1_000;
const MOST_JOINED = 1_000;
const MOST_GRANTS = 5_000;
const MOST_BELOW = 2 * MOST_NAMED;

/** Where the caller may find anything. It decides where to look, never what is shown. */
export type Reach = {
  /** Live drives whose root they may look at. */
  readonly drives: readonly string[];
  /** Pages of those drives that are withheld from them. */
  readonly hidden: readonly string[];
  /** Other live drives, of which they were given some pages. */
  readonly guests: readonly string[];
  /** Those pages; null if they are too many to name. */
  readonly shown: readonly string[] | null;
};

/**
 * Reads the caller's drives, the pages that are withheld from them, and those they were given where they are no
 * members: what makes an exception, not what lies in the drives. `driveId` leaves out all others.
 */
export const findReach = (caller: Caller, driveId: string | null): Query<Reach | null> =>
  first<{ drives: string; hidden: string; guests: string; shown: string; looked: number }, Reach>(
    sql`with recursive ${me(caller)},
      belongs (id, admin, rights) as materialized (
        select id, 1, ${EVERYTHING} from (select id, trashed_at from drives
          where owner_id = ${ME}${only(sql`id`, driveId)} limit ${whole(MOST_OWN)}) where trashed_at is null
        union all
        select m.drive_id, m.role = 'admin', m.rights from (select drive_id, role, rights from drive_members
            where user_id = ${ME}${only(sql`drive_id`, driveId)} limit ${whole(MOST_JOINED)}) m cross join drives d on d.id = m.drive_id
        where d.trashed_at is null and d.owner_id <> ${ME}),
      seen (id, admin) as materialized (select id, admin from belongs where admin or (rights & ${VIEW})),
      withheld (id, drive_id) as materialized (
        select p.id, p.drive_id from (select page_id from page_grants where user_id = ${ME} and (rights & 1) = 0
            order by page_id desc limit ${whole(MOST_GRANTS)}) g
          cross join pages p on p.id = g.page_id cross join seen s on s.id = p.drive_id
        where not s.admin limit ${whole(MOST_NAMED)}),
      given (id, drive_id) as materialized (
        select p.id, p.drive_id from (select page_id, rights from page_grants where user_id = ${ME}
            order by page_id desc limit ${whole(MOST_GRANTS)}) g
          cross join pages p on p.id = g.page_id cross join drives d on d.id = p.drive_id and d.trashed_at is null
        where ${driveId === null ? sql`true` : sql`not exists (select 1 from seen)`}
          and (g.rights & ${VIEW}) and p.drive_id not in (select id from seen)${only(sql`p.drive_id`, driveId)}
        limit ${whole(MOST_NAMED + 1)}),
      hidden (id, drive_id, depth, own) as materialized (${below(sql`withheld`, sql`hidden`)}),
      shown (id, drive_id, depth, own) as materialized (${below(sql`given`, sql`shown`)})
      select (select json_group_array(id) from seen) as drives,
        (select json_group_array(distinct drive_id) from given) as guests,
        (select json_group_array(id) from (select id from hidden where not own limit ${whole(MOST_NAMED)})) as hidden,
        (select json_group_array(id) from (select id from shown where not own limit ${whole(MOST_NAMED + 1)})) as shown,
        (select count(*) from shown) as looked`,
    (row) => {
      const shown = ids(row.shown);
      return {
        drives: ids(row.drives),
        hidden: ids(row.hidden),
        guests: ids(row.guests),
        shown: shown.length > MOST_NAMED || row.looked >= MOST_BELOW ? null : shown,
      };
    },
  );

/** Written by `json_group_array` over a text column. */
const ids = (json: string): string[] => JSON.parse(json) as string[];

const only = (column: SQL, driveId: string | null): SQL =>
  driveId === null ? sql`` : sql` and ${column} = ${driveId}`;

/**
 * These pages and what takes its rights from them: down to the next grant of the caller's own, which is `own` and counts
 * towards what is looked at.
 */
const below = (from: SQL, table: SQL): SQL => sql`select id, drive_id, 0, 0 from ${from}
  union all
  select c.id, c.drive_id, t.depth + 1, exists (select 1 from page_grants where page_id = c.id and user_id = ${ME})
  from ${table} t cross join pages c indexed by pages_tree
    on c.drive_id = t.drive_id and c.parent_id = t.id and c.trashed_at is null
  where t.depth < ${MAX_DEPTH} and not t.own limit ${whole(MOST_BELOW)}`;

/** Code points of text around a place. */
export type Window = { readonly lead: number; readonly length: number };
export type Candidate = { readonly pageId: string; readonly place: number };

export type Visible = {
  /** Index into the candidates. */
  readonly at: number;
  readonly title: string;
  readonly type: PageType;
  readonly driveId: string;
  /** Null where the caller may not look at the drive. */
  readonly driveSlug: string | null;
  /** From the page up to the root, each with the caller's own grant. */
  readonly way: readonly (readonly [title: string, grant: Rights | null])[];
  /** What holds at the root, and whether grants count at all. */
  readonly root: Rights;
  readonly admin: boolean;
  readonly text: string;
};

type VisibleRow = {
  at: number;
  title: string;
  type: PageType;
  drive_id: string;
  slug: string;
  root: number;
  admin: number;
  way: string;
  content: string | null;
};

/** Attachments of one page that it is found by: the oldest. */
const ATTACHMENTS = 10;

/** What a page is found by: its own text, and behind it what its attachments say. */
const wholeText = (pageId: SQL): SQL => sql`(coalesce((select content from page_contents where page_id = ${pageId}), '')
  || coalesce((select group_concat(char(10) || content, '') from
    (select content from attachment_texts where page_id = ${pageId} order by file_id limit ${whole(ATTACHMENTS)})), ''))`;

type Look = {
  readonly candidates: readonly Candidate[];
  readonly drives: readonly string[];
  readonly type: PageType | null;
  readonly limit: number;
  readonly window: Window;
  readonly now: Instant;
  readonly idleMs: number;
};

/**
 * The first `limit` candidates that are live and that the caller may see at this moment, in their order, as the main
 * database has them now. Reads no further than it has to.
 */
export const readVisible = (caller: Caller, look: Look): Query<Visible[]> =>
  many<VisibleRow, Visible>(
    sql`with recursive me (id) as materialized (select ${callerId(caller)} where ${callerIsLive(caller, look.now, look.idleMs)}),
      homes (id, slug, admin, root) as materialized (
        select d.id, d.slug, ${driveAdmin(sql`d.id`, ME)}, ${rightsOnDrive(sql`d.id`, ME)}
        from json_each(${JSON.stringify(look.drives)}) j cross join drives d on d.id = j.value and d.trashed_at is null)
      select at, title, type, drive_id, slug, root, admin, way,
        substr(${wholeText(sql`id`)}, max(1, place - ${look.window.lead}), ${look.window.length + 1}) as content
      from (
        select j.key as at, json_extract(j.value, '$[1]') as place, p.id, p.title, p.type, p.drive_id, h.slug, h.root, h.admin,
          (with recursive up (id, parent_id, drive_id, title, trashed_at, depth) as (
              select p.id, p.parent_id, p.drive_id, p.title, p.trashed_at, 0
              union all
              select a.id, a.parent_id, a.drive_id, a.title, a.trashed_at, up.depth + 1
              from up cross join pages a on a.id = up.parent_id and a.drive_id = up.drive_id where up.depth < ${MAX_DEPTH})
            select case when count(up.trashed_at) = 0
                and (h.admin or (coalesce(min(up.depth * 16 + g.rights) & 15, h.root) & ${VIEW}))
              then json_group_array(json_array(up.title, g.rights)) end
            from up left join page_grants g on g.page_id = up.id and g.user_id = ${ME}) as way
        from json_each(${JSON.stringify(look.candidates.map(({ pageId, place }) => [pageId, place]))}) j
          cross join pages p on p.id = json_extract(j.value, '$[0]') cross join homes h on h.id = p.drive_id
        where ${look.type === null ? sql`true` : sql`p.type = ${look.type}`}
        limit -1)
      where way is not null limit ${whole(look.limit)}`,
    (row) => ({
      at: row.at,
      title: row.title,
      type: row.type,
      driveId: row.drive_id,
      driveSlug: row.admin === 1 || (row.root & VIEW) !== 0 ? row.slug : null,
      way: JSON.parse(row.way) as Visible["way"], // built just above
      root: row.root,
      admin: row.admin === 1,
      text: row.content ?? "",
    }),
  );

export type Waiting = { readonly pageId: string; readonly bytes: number };

/** Pages that wait for the index, those first that have waited longest, without `except`. */
export const listDirty = (limit: number, except: readonly string[]): Query<Waiting[]> =>
  many<{ page_id: string; bytes: number }, Waiting>(
    sql`select s.page_id, coalesce(octet_length(c.content), 0) as bytes
      from search_dirty s left join page_contents c on c.page_id = s.page_id
      where s.page_id not in ${jsonList(except)} order by s.since, s.page_id limit ${whole(limit)}`,
    (row) => ({ pageId: row.page_id, bytes: row.bytes }),
  );

export const hasDirty: Query<boolean> = {
  ...print(sql`select exists (select 1 from search_dirty) as some`),
  read: ([row]) => row?.["some"] === 1,
};

/** A page as the index is to know it. */
export type Source = {
  readonly id: string;
  readonly driveId: string;
  readonly title: string;
  readonly type: PageType;
  readonly revision: number;
  readonly updatedAt: Instant;
  readonly content: string;
};

type SourceRow = {
  id: string;
  drive_id: string;
  title: string;
  type: PageType;
  revision: number;
  updated_at: number;
  content: string | null;
};

/** Those of the pages that are still there, in the order of `pageIds`. */
export const readSources = (pageIds: readonly string[]): Query<Source[]> =>
  many<SourceRow, Source>(
    sql`select p.id, p.drive_id, p.title, p.type, p.revision, p.updated_at, ${wholeText(sql`p.id`)} as content
      from json_each(${JSON.stringify(pageIds)}) j cross join pages p on p.id = j.value`,
    (row) => ({
      id: row.id,
      driveId: row.drive_id,
      title: row.title,
      type: row.type,
      revision: row.revision,
      updatedAt: row.updated_at,
      content: row.content ?? "",
    }),
  );

/**
 * The index has these pages as they were read, and none of `gone`. Those that have changed meanwhile wait on, or again:
 * whoever indexed the change may have been overtaken by this writing.
 */
export function settle(indexed: readonly Source[], gone: readonly string[], now: Instant): Query<number>[] {
  const states = JSON.stringify(
    indexed.map((page) => [page.id, page.revision, page.updatedAt, page.title, page.driveId]),
  );
  const same = sql`p.revision = json_extract(j.value, '$[1]') and p.updated_at = json_extract(j.value, '$[2]')
    and p.title = json_extract(j.value, '$[3]') and p.drive_id = json_extract(j.value, '$[4]')`;
  return [
    write(
      sql`delete from search_dirty where page_id in (select json_extract(value, '$[0]') from json_each(${states}))`,
    ),
    write(sql`insert into search_dirty (page_id, since) select json_extract(j.value, '$[0]'), ${now}
      from json_each(${states}) j left join pages p on p.id = json_extract(j.value, '$[0]')
      where p.id is null or not (${same}) on conflict do nothing`),
    write(sql`delete from search_dirty where page_id in ${jsonList(gone)}
      and not exists (select 1 from pages where id = search_dirty.page_id)`),
  ];
}
