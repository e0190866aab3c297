/** What a granter is kept from below a page is kept from those they share it with. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Instant } from "../kernel/clock.ts";
import type { LoadedPage } from "../kernel/page.ts";
import { EVERYTHING, VIEW, type Rights } from "../kernel/rights.ts";
import { driveMembers } from "../db/schema/drives.ts";
import { pageGrants } from "../db/schema/pages.ts";
import { sql, write, type Write } from "../db/sql.ts";
import { DRIVE_OF_FOOT, MAX_DEPTH, ancestors, nearestGrant } from "./ancestors.ts";
import type { Authorized } from "./authorized.ts";

const g = alias(pageGrants, "g");
const o = alias(pageGrants, "o");

type GrantTo = { readonly userId: string; readonly rights: Rights; readonly now: Instant };

/**
 * Before the rights of the other on the page become `rights`: wherever the granter is kept from some of what lies below,
 * the other's rights change in those bits alone that the granter holds there. Neither do they come to hold more than the
 * granter by that, nor lose what is not the granter's to take. Below a grant of their own they take nothing from here.
 * Those who run the drive are kept from nothing.
 */
export function copyRestrictions(
  { actor, target: page }: Authorized<"page.share" | "page.shareSharing", LoadedPage>,
  { userId, rights, now }: GrantTo,
): Write<number>[] {
  if (page.isDriveAdmin) return [];
  return [
    write(sql`insert into ${pageGrants} (page_id, user_id, rights, granted_by, created_at)
    with recursive ${ancestors(page.id)},
      other (id, before) as materialized (
        select m.id, coalesce(
          ${nearestGrant(sql`m.id`)},
          (
            select rights from ${driveMembers}
            where drive_id = ${DRIVE_OF_FOOT}
              and user_id = m.id
              and role = 'member'),
          0)
        from (select ${userId} as id) m),
      kept (page_id, rights) as (
        select ${g.pageId}, (${g.rights} & ${rights}) | (other.before & ~${g.rights})
        from other
        cross join ${pageGrants} g
        where ${g.userId} = ${actor.userId}
          and ${g.pageId} <> ${page.id}
          and ${g.rights} <> ${EVERYTHING}
          and (
            with recursive ${ancestors(sql`${g.pageId}`)}
            select min(case when up.id = ${page.id} then up.depth end)
              <= coalesce(min(case when ${o.userId} is not null then up.depth end), ${MAX_DEPTH})
            from up
            left join ${pageGrants} o on ${o.pageId} = up.id and ${o.userId} = other.id))
    select page_id, ${userId}, case when rights & ${VIEW} then rights else 0 end, ${actor.userId}, ${now}
    from kept
    where rights <> ${rights}
    on conflict (page_id, user_id) do nothing`),
  ];
}
