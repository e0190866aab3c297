/**
 * Compares who may see or edit pages, for agents: an answer is shown to every reader of its conversation, but reads pages
 * with the asker's rights, and what it reads may come from people who could not make the writes that it leads to.
 *
 * Both queries compare people one by one only for pages whose rights may differ. Within a drive, and without a grant on
 * either page or above it, everybody has the same rights on both.
 */
import { alias } from "drizzle-orm/sqlite-core";
import type { Instant } from "../kernel/clock.ts";
import { IMPORTED } from "../kernel/page.ts";
import { EDIT, VIEW, type Rights } from "../kernel/rights.ts";
import { driveMembers, drives } from "../db/schema/drives.ts";
import { invitations } from "../db/schema/invitations.ts";
import { mentions, pageGrants, pages } from "../db/schema/pages.ts";
import { users } from "../db/schema/users.ts";
import { all, jsonList, many, sql, whole, type Query, type SQL } from "../db/sql.ts";
import { manyAncestors } from "./bulk-rights.ts";
import { effectiveRights } from "./effective-rights.ts";

/** A page, or the root of a drive. */
export type Goal = { readonly pageId: string } | { readonly driveId: string };

/** Maximum number of pages per query. */
export const MAX_COMPARED_PAGES = 50;
/** Maximum number of people who are compared; with more, the queries expect the worst. */
export const MAX_COMPARED_PEOPLE = 2_000;
/** Maximum number of names per page. */
const MAX_NAMES = 5;

const d = alias(drives, "d");
const m = alias(driveMembers, "m");
const g = alias(pageGrants, "g");
const p = alias(pages, "p");
const u = alias(users, "u");
const v = alias(invitations, "v");
const w = alias(mentions, "w");

const IS_ACTIVE = sql`${u.suspendedAt} is null and ${u.deletedAt} is null`;

const hasRights = (userId: SQL, needs: Rights): SQL =>
  sql`(${effectiveRights(userId, sql`n.rights`)} & ${needs}) = ${needs}`;

/** Joins the drive `d`, the membership `m` and the nearest grant `n` that decide a user's rights on a page. */
const joinRights = (driveId: SQL, pageId: SQL, userId: SQL): SQL => sql`
  left join ${drives} d on ${d.id} = ${driveId}
  left join ${driveMembers} m on ${m.driveId} = ${driveId} and ${m.userId} = ${userId}
  left join near n on n.root = ${pageId} and n.user_id = ${userId}`;

/**
 * `asked(id)`: the pages. `up`: those and the other page with the ancestors of each. `place(root, drive_id, trashed)`: each
 * of them that exists. `near(root, user_id, rights)`: the nearest grant of each user; with a single min(), SQLite takes the
 * other columns from the row with the minimum. `goal(page_id, drive_id)`: what the pages are compared with.
 * `differing(id, drive_id)`: the pages on which rights may differ from those on the goal; the drive is null for a page that
 * does not exist.
 */
const comparison = (pageIds: readonly string[], goal: Goal): SQL => sql`
  asked (id) as materialized (select distinct value from ${jsonList(pageIds)}),
  ${manyAncestors(sql`(select id as value from asked union select ${"pageId" in goal ? goal.pageId : null})`)},
  place (root, drive_id, trashed) as materialized (
    select up.root, min(iif(up.depth = 0, up.drive_id, null)),
      count(up.trashed_at) > 0 or max(${d.trashedAt} is not null)
    from up
    cross join ${drives} d on ${d.id} = up.drive_id
    group by up.root),
  near (root, user_id, rights, depth) as materialized (
    select up.root, ${g.userId}, ${g.rights}, min(up.depth)
    from up
    cross join ${pageGrants} g on ${g.pageId} = up.id
    group by up.root, ${g.userId}),
  goal (page_id, drive_id) as materialized (
    ${"pageId" in goal ? sql`select root, drive_id from place where root = ${goal.pageId}` : sql`select null, ${goal.driveId}`}),
  differing (id, drive_id) as materialized (
    select asked.id, place.drive_id
    from asked
    left join place on place.root = asked.id
    left join goal on true
    where place.root is null
      or place.drive_id is not goal.drive_id
      or exists (select 1 from near where near.root in (asked.id, goal.page_id)))`;

/** A page that not every reader of the goal may see. */
export type HiddenPage = {
  readonly pageId: string;
  /** Readers from whom it is hidden. May be 0 if the goal has too many readers to compare. */
  readonly readers: number;
  /** At most five of them, in alphabetical order, without guests whose invitation is pending. */
  readonly names: readonly string[];
};

type HiddenRow = { readonly pageId: string; readonly readers: number; readonly names: string };

/**
 * `who(user_id, is_guest)`: whoever may have rights on the goal if a page is in doubt.
 * `readers(user_id, name)`: those who may view it; the name is null for a guest whose invitation is pending.
 */
function readers(now: Instant): SQL {
  const isPending = sql`who.is_guest and exists (
    select 1 from ${invitations} v
    where ${v.grantedTo} = ${u.id}
      and ${v.acceptedAt} is null
      and ${v.expiresAt} > ${now})`;
  return sql`who (user_id, is_guest) as materialized (
      select user_id, min(is_guest)
      from (
        select ${d.ownerId} as user_id, 0 as is_guest
        from goal
        cross join ${drives} d on ${d.id} = goal.drive_id
        union all
        select * from (
          select ${m.userId}, 0
          from goal
          cross join ${driveMembers} m on ${m.driveId} = goal.drive_id
          limit ${whole(MAX_COMPARED_PEOPLE + 1)})
        union all
        select * from (
          select near.user_id, 1
          from goal
          cross join near on near.root = goal.page_id
          limit ${whole(MAX_COMPARED_PEOPLE + 1)}))
      where exists (select 1 from doubtful)
      group by user_id),
    readers (user_id, name) as materialized (
      select ${u.id}, iif(${isPending}, null, coalesce(${u.displayName}, ${u.name}))
      from who
      cross join goal
      cross join ${users} u on ${u.id} = who.user_id
      ${joinRights(sql`goal.drive_id`, sql`goal.page_id`, sql`${u.id}`)}
      where ${IS_ACTIVE}
        and ${hasRights(sql`${u.id}`, VIEW)})`;
}

/**
 * Those of the pages that at least one reader of the goal may not see: the drive's owner, its members and the goal's
 * guests, if they may view the goal and are not suspended. Nobody sees a page that is in the trash, in a
 * trashed drive, or gone.
 */
export const findHiddenPages = (goal: Goal, pageIds: readonly string[], now: Instant): Query<HiddenPage[]> => {
  const statement = sql<HiddenRow>`with recursive ${comparison(limited(pageIds), goal)},
    doubtful (id, drive_id, is_gone) as materialized (
      select asked.id, place.drive_id, place.root is null or place.trashed
      from asked
      left join place on place.root = asked.id
      where place.root is null or place.trashed or asked.id in (select id from differing)),
    ${readers(now)},
    hidden (page_id, name, user_id) as materialized (
      select doubtful.id, readers.name, readers.user_id
      from doubtful
      cross join readers
      ${joinRights(sql`doubtful.drive_id`, sql`doubtful.id`, sql`readers.user_id`)}
      where doubtful.is_gone
        or not ${hasRights(sql`readers.user_id`, VIEW)}),
    numbered (page_id, name, n, total) as (
      select page_id, name,
        row_number() over (partition by page_id order by name is null, name collate nocase, user_id),
        count(*) over (partition by page_id)
      from hidden),
    shown (page_id, total, names) as materialized (
      select page_id, max(total), json_group_array(name) filter (where name is not null)
      from numbered
      where n <= ${MAX_NAMES}
      group by page_id)
    select doubtful.id as pageId, coalesce(shown.total, 0) as readers, coalesce(shown.names, '[]') as names
    from doubtful
    left join shown on shown.page_id = doubtful.id
    where shown.total > 0
      or (select count(*) from who) > ${MAX_COMPARED_PEOPLE}
    order by doubtful.id`;
  return many(statement, (row) => ({ ...row, names: JSON.parse(row.names) as string[] })); // an array of names, as selected
};

/** Throws for more pages than are compared, because leaving some out would make them pass. */
function limited(pageIds: readonly string[]): readonly string[] {
  if (pageIds.length > MAX_COMPARED_PAGES) throw new RangeError(`At most ${MAX_COMPARED_PAGES} pages are compared.`);
  return pageIds;
}

const WRITE = VIEW | EDIT;

/**
 * True if everybody who may have written the pages may also edit the target, a page or the root of a drive: who created
 * them, who mentions somebody in them, and who may edit them now. D1 does not store who wrote which version, so this misses
 * people who wrote there and have since lost the right to; their text still counts as that of the others. Files and
 * pages that were imported or converted from a file always count as written by outsiders.
 */
export const authorsMayEdit = (pageIds: readonly string[], target: Goal): Query<boolean> =>
  all(
    sql<{ may: 0 | 1 }>`with recursive ${comparison(limited(pageIds), target)},
      candidates (page_id, drive_id, user_id) as materialized (
        select differing.id, differing.drive_id, ${d.ownerId}
        from differing
        cross join ${drives} d on ${d.id} = differing.drive_id
        union
        select * from (
          select differing.id, differing.drive_id, ${m.userId}
          from differing
          cross join ${driveMembers} m on ${m.driveId} = differing.drive_id
          limit ${whole(MAX_CANDIDATES)})
        union
        select * from (
          select differing.id, differing.drive_id, near.user_id
          from differing
          cross join near on near.root = differing.id
          limit ${whole(MAX_CANDIDATES)})),
      authors (user_id) as materialized (
        select ${p.createdBy}
        from asked
        cross join ${pages} p on ${p.id} = asked.id
        union
        select ${w.createdBy}
        from asked
        cross join ${mentions} w on ${w.pageId} = asked.id
        union
        select ${u.id}
        from candidates c
        cross join ${users} u on ${u.id} = c.user_id
        ${joinRights(sql`c.drive_id`, sql`c.page_id`, sql`c.user_id`)}
        where ${IS_ACTIVE}
          and ${hasRights(sql`c.user_id`, WRITE)})
      select not exists (
          select 1
          from asked
          left join ${pages} p on ${p.id} = asked.id
          where coalesce(${p.type}, 'FILE') = 'FILE'
            or ${p.createdVia} = ${IMPORTED})
        and (select count(*) from candidates) < ${MAX_CANDIDATES}
        and not exists (
          select 1
          from authors a
          left join goal on true
          left join ${users} u on ${u.id} = a.user_id and ${IS_ACTIVE}
          ${joinRights(sql`goal.drive_id`, sql`goal.page_id`, sql`a.user_id`)}
          where ${u.id} is null
            or not ${hasRights(sql`a.user_id`, WRITE)}) as may`,
    ([row]) => row?.may === 1,
  );

/** People times pages. */
const MAX_CANDIDATES = MAX_COMPARED_PAGES * MAX_COMPARED_PEOPLE;
