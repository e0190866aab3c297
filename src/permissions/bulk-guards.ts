/** Guards over many pages at once: conditions that must hold for all of them at commit time. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../kernel/caller.ts";
import type { Rights } from "../kernel/rights.ts";
import { driveMembers, drives } from "../db/schema/drives.ts";
import { pageGrants, pages } from "../db/schema/pages.ts";
import { mcpTokenDrives } from "../db/schema/tokens.ts";
import { jsonList, sql, type SQL } from "../db/sql.ts";
import { ancestors, walkUp } from "./ancestors.ts";
import type { Authenticated } from "./authenticate.ts";
import type { ExplainedCondition } from "./authorized.ts";
import { manyAncestors, rightsOnMany } from "./bulk-rights.ts";
import type { CheckContext } from "./conditions.ts";
import { callerId, callerIsLive, tokenAllows } from "./credential.ts";
import { driveAdmin } from "./effective-rights.ts";

const x = alias(mcpTokenDrives, "x");
const p = alias(pages, "p");
const c = alias(pages, "c");
const g = alias(pageGrants, "g");
const m = alias(driveMembers, "m");
const d = alias(drives, "d");

/** The token's scope covers the drives of all pages in `held`. */
const SCOPE_COVERS_PAGES = sql`not exists (
  select 1 from held
  where drive_id not in (select drive_id from ${mcpTokenDrives} x where ${x.tokenId} = t.id))`;

/**
 * A guard: there is no page below these that the caller may not view or not delete; other guards check both rights on the
 * pages themselves. Below a page, only a grant of the caller's own can remove a right, so the walk goes up from the grants
 * that lack one of the two: the cost depends on their number, not on the size of the subtree. The two rights are written as
 * 9, not as a parameter, so that the partial index applies. The owner and admins of a drive have every right in it,
 * regardless of grants.
 */
export const nothingHiddenBelow = (caller: Caller, pageIds: readonly string[]): SQL => sql`not exists (
  with recursive ${walkUp(
    sql`from ${pageGrants} g indexed by page_grants_narrow
      cross join ${pages} c on ${c.id} = ${g.pageId}
      cross join ${pages} p on ${p.id} = ${c.parentId} and ${p.driveId} = ${c.driveId}
      where ${g.userId} = ${callerId(caller)}
        and (${g.storedRights} & 9) <> 9
        and ${c.driveId} in (select drive_id from ${pages} where id in ${jsonList(pageIds)})`,
    { isDistinct: true },
  )}
  select 1 from up
  where id in ${jsonList(pageIds)}
    and not ${driveAdmin(sql`up.drive_id`, callerId(caller))})`;

/**
 * A guard: the credential is valid, and each of these pages is live and the caller has the rights `needed` on it; with
 * `asAdmin`, as owner or admin of its drive.
 */
export const mayActOnAllPages = (
  { caller, now, idleSince }: CheckContext,
  pageIds: readonly string[],
  needed: Rights,
  asAdmin = false,
): SQL => sql`${callerIsLive(caller, now, idleSince)} and (
  with recursive ${rightsOnMany(callerId(caller), pageIds)}
  select count(*) = ${new Set(pageIds).size}
    and min((rights & ${needed}) = ${needed} and not trashed and not drive_trashed)
    ${asAdmin ? sql`and min(admin)` : sql``}
    and ${tokenAllows(caller, "writing", SCOPE_COVERS_PAGES)}
  from held)`;

/** Part of the guard of a move; `unless` is a condition under which the move changes nobody's rights. */
export const grantsNoNewRights = (
  { caller }: Pick<Authenticated, "caller">,
  pageIds: readonly string[],
  place: { readonly driveId: string; readonly parentId: string | null },
  unless: SQL,
): ExplainedCondition => ({
  condition: sql`(${unless} or ${noNewRightsCondition(caller, pageIds, place.driveId, place.parentId)})`,
  sentence: "Moving it there would give another user rights to it that you do not have yourself.",
});

/**
 * Under `parentId` (null: at the root of their drive), these pages give nobody a right that the caller lacks on them. A
 * page's own grants move with it, so only users who inherit their rights are checked; and the caller must have a right on
 * everything below for it to count. The owner and admins of the drive have every right. With a single min(), SQLite takes
 * the other columns from the row with the minimum: those of the nearest grant.
 */
const noNewRightsCondition = (
  caller: Caller,
  pageIds: readonly string[],
  driveId: string,
  parentId: string | null,
): SQL => sql`(${driveAdmin(driveId, callerId(caller))} or not exists (
  with recursive who (id) as materialized (select ${callerId(caller)}),
    ${manyAncestors(pageIds)},
    ${ancestors(parentId, "destination")},
    was (root, user_id, rights, depth) as materialized (
      select up.root, ${g.userId}, ${g.rights}, min(up.depth)
      from up
      cross join ${pageGrants} g on ${g.pageId} = up.id
      group by up.root, ${g.userId}),
    becomes (user_id, rights, depth) as materialized (
      select ${g.userId}, ${g.rights}, min(destination.depth)
      from destination
      cross join ${pageGrants} g on ${g.pageId} = destination.id
      group by ${g.userId}),
    inheriting (root, user_id) as (
      select root, user_id from was
      union
      select up.root, b.user_id
      from up
      cross join becomes b
      where up.depth = 0),
    more (root, rights) as materialized (
      select h.root, coalesce(b.rights, ${m.rights}, 0) & ~coalesce(w.rights, ${m.rights}, 0)
      from inheriting h
      cross join ${drives} d on ${d.id} = ${driveId} and ${d.ownerId} <> h.user_id
      left join ${driveMembers} m on ${m.driveId} = ${d.id} and ${m.userId} = h.user_id
      left join was w on w.root = h.root and w.user_id = h.user_id
      left join becomes b on b.user_id = h.user_id
      where ${m.role} is not 'admin'
        and w.depth is not 0)
  select 1
  from who
  cross join more
  where more.rights <> 0
    and (
      more.rights & ~coalesce((
        select rights from was
        where root = more.root
          and user_id = who.id),
        (
          select ${driveMembers.rights} from ${driveMembers}
          where drive_id = ${driveId}
            and user_id = who.id), 0)
      or exists (
        select 1 from ${pageGrants} g
        where ${g.userId} = who.id
          and ${g.pageId} <> more.root
          and (more.rights & ~${g.rights})
          and more.root in (with recursive ${ancestors(sql`${g.pageId}`)} select id from up)))))`;
