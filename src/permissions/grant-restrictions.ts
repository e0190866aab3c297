/** Copies a granter's own restrictions below a page to the users they share it with. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Instant } from "../kernel/clock.ts";
import type { LoadedPage } from "../kernel/page.ts";
import { EVERYTHING, VIEW, type Rights } from "../kernel/rights.ts";
import { driveMembers } from "../db/schema/drives.ts";
import { rightsValues } from "../db/rights-columns.ts";
import { pageGrants } from "../db/schema/pages.ts";
import { users } from "../db/schema/users.ts";
import { TRUE, sql, write, type SQL, type Write } from "../db/sql.ts";
import { DRIVE_OF_LEAF, MAX_DEPTH, ancestors, nearestGrant } from "./ancestors.ts";
import type { Authorized } from "./authorized.ts";

const g = alias(pageGrants, "g");
const o = alias(pageGrants, "o");

type GrantTo = { readonly userId: string; readonly rights: Rights; readonly now: Instant };

/**
 * Runs before the recipient's rights on the page become `rights`: wherever the granter is restricted below the page, only
 * those bits of the recipient's rights change that the granter has there. So the recipient neither gains more than the
 * granter has, nor loses what the granter may not revoke. Grants of the recipient's own stop this from reaching the pages
 * below them. Owners and admins of the drive have no restrictions.
 */
export function copyRestrictions(
  { actor, target: page }: Authorized<"page.share" | "page.shareSharing", LoadedPage>,
  to: GrantTo,
  condition: SQL = TRUE,
): Write<number>[] {
  return page.isDriveAdmin ? [] : [copyRestrictionsOf(actor.userId, page.id, to, condition)];
}

/** `copyRestrictions` for an accepted invitation. Writes nothing unless `condition` holds and the recipient has an account. */
export const copyRestrictionsOf = (
  granterId: string,
  pageId: string,
  { userId, rights, now }: GrantTo,
  condition: SQL,
): Write<number> =>
  write(sql`insert into ${pageGrants} (page_id, user_id, rights, can_comment, granted_by, created_at)
    with recursive ${ancestors(pageId)},
      other (id, before) as materialized (
        select m.id, coalesce(
          ${nearestGrant(sql`m.id`)},
          (
            select ${driveMembers.rights} from ${driveMembers}
            where drive_id = ${DRIVE_OF_LEAF}
              and user_id = m.id
              and role = 'member'),
          0)
        from (select id from ${users} where id = ${userId} and ${condition}) m),
      kept (page_id, rights) as (
        select ${g.pageId}, (${g.rights} & ${rights}) | (other.before & ~${g.rights})
        from other
        cross join ${pageGrants} g
        where ${g.userId} = ${granterId}
          and ${g.pageId} <> ${pageId}
          and ${g.rights} <> ${EVERYTHING}
          and (
            with recursive ${ancestors(sql`${g.pageId}`)}
            select min(case when up.id = ${pageId} then up.depth end)
              <= coalesce(min(case when ${o.userId} is not null then up.depth end), ${MAX_DEPTH})
            from up
            left join ${pageGrants} o on ${o.pageId} = up.id and ${o.userId} = other.id))
    select page_id, ${userId}, ${rightsValues(sql`iif(rights & ${VIEW}, rights, 0)`)}, ${granterId}, ${now}
    from kept
    where rights <> ${rights}
    on conflict (page_id, user_id) do nothing`);
