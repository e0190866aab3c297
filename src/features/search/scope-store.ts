/** SQL for the scope of a search: the caller's drives, the pages hidden from them, and the pages shared with them. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../kernel/caller.ts";
import { EVERYTHING, VIEW } from "../../kernel/rights.ts";
import { driveMembers, drives } from "../../db/schema/drives.ts";
import { pageGrants, pages } from "../../db/schema/pages.ts";
import { first, rowsOf, sql, whole, type Named, type Operand, type Query, type RowOf, type SQL } from "../../db/sql.ts";
import { CALLER_ID, callerCte, prepareForCaller } from "../../permissions/credential.ts";
import { inheritingFrom } from "../../permissions/rights-below.ts";

const d = alias(drives, "d");
const p = alias(pages, "p");

/** Maximum number of pages passed to the index by id; the visibility check afterwards handles the rest. */
const MAX_NAMED = 2_000;
/**
 * Maximum number of drives, grants and pages examined, because other users decide how many a user is given. Drives and
 * grants beyond these limits are not searched.
 */
const MAX_OWNED = 1_000;
const MAX_JOINED = 1_000;
const MAX_GRANTS = 5_000;
const MAX_BELOW = 2 * MAX_NAMED;
const LIMIT_BELOW = sql`limit ${whole(MAX_BELOW)}`;

/** Where to search for a caller. It never decides what is shown. */
export type SearchScope = {
  /** Live drives whose root the caller can see. */
  readonly drives: readonly string[];
  /** Pages of those drives that are hidden from the caller. */
  readonly hidden: readonly string[];
  /** Other live drives, in which some pages are shared with the caller. */
  readonly guests: readonly string[];
  /** Those shared pages; null if there are too many to list. */
  readonly shown: readonly string[] | null;
};

/** Result columns of `gather`. */
const gathered = {
  drives: sql<string>`(select json_group_array(id) from seen)`,
  guests: sql<string>`(select json_group_array(distinct drive_id) from given)`,
  hidden: sql<string>`(
    select json_group_array(id)
    from (
      select id from hidden
      where not own
      limit ${whole(MAX_NAMED)}))`,
  shown: sql<string>`(
    select json_group_array(id)
    from (
      select id from shown
      where not own
      limit ${whole(MAX_NAMED + 1)}))`,
  looked: sql<number>`(select count(*) from shown)`,
};

const gather = (userId: SQL, driveId: Operand): SQL<RowOf<typeof gathered>> =>
  rowsOf(
    gathered,
    (columns) => sql`with recursive ${callerCte(userId)},
        belongs (id, admin, rights) as materialized (
          select id, 1, ${EVERYTHING}
          from (
            select id, trashed_at from ${drives}
            where owner_id = ${CALLER_ID}${only(sql`id`, driveId)}
            limit ${whole(MAX_OWNED)})
          where trashed_at is null
          union all
          select m.drive_id, m.role = 'admin', m.rights
          from (
            select drive_id, role, rights from ${driveMembers}
            where user_id = ${CALLER_ID}${only(sql`drive_id`, driveId)}
            limit ${whole(MAX_JOINED)}) m
          cross join ${drives} d on ${d.id} = m.drive_id
          where ${d.trashedAt} is null
            and ${d.ownerId} <> ${CALLER_ID}),
        seen (id, admin) as materialized (select id, admin from belongs where admin or (rights & ${VIEW})),
        withheld (id, drive_id) as materialized (
          select ${p.id}, ${p.driveId}
          from (
            select page_id from ${pageGrants}
            where user_id = ${CALLER_ID}
              and (rights & 1) = 0
            order by page_id desc
            limit ${whole(MAX_GRANTS)}) g
          cross join ${pages} p on ${p.id} = g.page_id
          cross join seen s on s.id = ${p.driveId}
          where not s.admin
          limit ${whole(MAX_NAMED)}),
        given (id, drive_id) as materialized (
          select ${p.id}, ${p.driveId}
          from (
            select page_id, rights from ${pageGrants}
            where user_id = ${CALLER_ID}
            order by page_id desc
            limit ${whole(MAX_GRANTS)}) g
          cross join ${pages} p on ${p.id} = g.page_id
          cross join ${drives} d on ${d.id} = ${p.driveId} and ${d.trashedAt} is null
          where ${driveId === null ? sql`true` : sql`not exists (select 1 from seen)`}
            and (g.rights & ${VIEW})
            and ${p.driveId} not in (select id from seen)${only(sql`${p.driveId}`, driveId)}
          limit ${whole(MAX_NAMED + 1)}),
        hidden (id, drive_id, depth, own) as materialized (${inheritingFrom(sql`withheld`, sql`hidden`, LIMIT_BELOW)}),
        shown (id, drive_id, depth, own) as materialized (${inheritingFrom(sql`given`, sql`shown`, LIMIT_BELOW)})
        select ${columns}`,
  );

const gatherEverywhere = prepareForCaller((userId) => gather(userId, null));
const gatherInDrive = prepareForCaller((userId, { driveId }: Named<"driveId">) => gather(userId, driveId));

/**
 * Reads the caller's drives, the pages hidden from them there, and the pages shared with them in other drives: only the
 * exceptions, not the drives' contents. `driveId` limits it to one drive.
 */
export const findSearchScope = (caller: Caller, driveId: string | null): Query<SearchScope | null> =>
  first(driveId === null ? gatherEverywhere(caller, {}) : gatherInDrive(caller, { driveId }), (row) => {
    const shown = ids(row.shown);
    return {
      drives: ids(row.drives),
      hidden: ids(row.hidden),
      guests: ids(row.guests),
      shown: shown.length > MAX_NAMED || row.looked >= MAX_BELOW ? null : shown,
    };
  });

/** Parses the output of `json_group_array` over a text column. */
const ids = (json: string): string[] => JSON.parse(json) as string[];

const only = (column: SQL, driveId: Operand): SQL => (driveId === null ? sql`` : sql` and ${column} = ${driveId}`);
