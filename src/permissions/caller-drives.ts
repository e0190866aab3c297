/** SQL for the caller's drives: their role and rights in each, and how many of its pages are hidden from them. */
import { alias } from "drizzle-orm/sqlite-core";
import { EVERYTHING, VIEW } from "../kernel/rights.ts";
import { driveMembers, drives } from "../db/schema/drives.ts";
import { pageGrants, pages } from "../db/schema/pages.ts";
import { sql, type SQL } from "../db/sql.ts";
import { walkUp } from "./ancestors.ts";
import { CALLER_ID } from "./credential.ts";
import { inheritingFrom } from "./rights-below.ts";
import { MEMBERSHIP_RIGHTS } from "./effective-rights.ts";

const d = alias(drives, "d");
const m = alias(driveMembers, "m");
const o = alias(drives, "o");
const p = alias(pages, "p");
const g = alias(pageGrants, "g");

/**
 * `mine(id, role, rights, hidden)`: the drives the caller owns or is a member of, all of them or one, live or not. `hidden`
 * counts the live pages that they may not see. Belongs after `with recursive me…`.
 *
 * For a member who may view the root, pages are hidden only at and below a grant of theirs without the right to view, so
 * counting starts at those grants and stops at the next grant on the way down: the cost depends on the hidden pages, not on
 * the drive. The right to view is written as 1, not as a parameter, so that the partial index applies.
 */
export const callerDrives = (driveId: string | SQL | null): SQL => sql`
  belongs (id, role, rights) as (
    select ${d.id}, 'owner', ${EVERYTHING} from ${drives} d
    where ${d.ownerId} = ${CALLER_ID}${driveId === null ? sql`` : sql` and ${d.id} = ${driveId}`}
    union all
    select ${m.driveId}, ${m.role}, ${MEMBERSHIP_RIGHTS}
    from ${driveMembers} m
    where ${m.userId} = ${CALLER_ID}${driveId === null ? sql`` : sql` and ${m.driveId} = ${driveId}`}
      and not exists (
        select 1 from ${drives} o
        where ${o.id} = ${m.driveId}
          and ${o.ownerId} = ${CALLER_ID})),
  withheld (id, drive_id) as materialized (
    select ${p.id}, ${p.driveId}
    from ${pageGrants} g
    cross join ${pages} p on ${p.id} = ${g.pageId}
    where ${g.userId} = ${CALLER_ID}
      and (${g.storedRights} & 1) = 0
      and not exists (
        with recursive ${walkUp(sql``)}
        select 1 from up
        where trashed_at is not null)),
  unseen (id, drive_id, depth, own) as (${inheritingFrom(sql`withheld`, sql`unseen`)}),
  unseen_in (drive_id, pages) as materialized (
    select drive_id, count(*) from unseen
    where not own
    group by drive_id),
  mine (id, role, rights, hidden) as (
    select b.id, b.role, b.rights, case b.role when 'member' then
      coalesce((select pages from unseen_in where drive_id = b.id), 0) else 0 end
    from belongs b)`;

/** Condition over a drive `d` joined with `mine`: the caller may view it; a trashed drive is visible only to its owner. */
export const MAY_VIEW_DRIVE = sql`(mine.rights & ${VIEW}) and (${d.trashedAt} is null or mine.role = 'owner')`;
