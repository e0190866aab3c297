/** SQL for the page tree. A page is live if neither it, nor any ancestor, nor its drive is in the trash. */
import { and, eq, isNull } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../../kernel/caller.ts";
import type { Instant } from "../../../kernel/clock.ts";
import type { Rights } from "../../../kernel/rights.ts";
import { pageGrants, pages } from "../../../db/schema/pages.ts";
import { drives } from "../../../db/schema/drives.ts";
import {
  aliased,
  builder,
  count,
  first,
  sql,
  write,
  type Query,
  type SQL,
  isMet,
  type Write,
  changing,
} from "../../../db/sql.ts";
import { MAX_DEPTH, ancestors, driveOfPage } from "../../../permissions/ancestors.ts";
import { type Authorized, writeUnder } from "../../../permissions/authorized.ts";
import { callerId } from "../../../permissions/credential.ts";
import { nextPosition } from "../store.ts";
import { walkDown } from "../subtree-statements.ts";

const p = alias(pages, "p");
const g = alias(pageGrants, "g");

/** The subtree's pages. The page itself is always included, whatever its state. */
const subtree = (pageId: string, isLiveOnly: boolean): SQL => walkDown(itself(pageId), { isLiveOnly });

const itself = (pageId: string): SQL => sql`from ${pages} where id = ${pageId}`;

/** Adds the live pages of a subtree to its drive's page count (`sign` 1), or subtracts them (-1). */
export const adjustPageCount = (pageId: string, sign: 1 | -1): Write<number> =>
  write(sql`update ${drives}
    set page_count = page_count + ${sign} * (with recursive ${subtree(pageId, true)} select count(*) from below)
    where id = ${driveOfPage(pageId)}`);

type OnPage = { readonly id: string };

/**
 * All conditions of a move in one statement: the new parent is live, in the same drive, and neither the page itself nor
 * a descendant, and the moved subtree (including trashed pages) stays within the depth limit, because rights are not
 * inherited beyond it. Changes no row if a condition fails. A move among siblings skips the subtree check: the guard
 * has verified that the page, and so its parent, is live.
 */
export const movePage = (
  allowed: Authorized<"page.move", OnPage>,
  parentId: string | null,
  position: number,
  now: Instant,
): Write<number> => {
  const pageId = allowed.target.id;
  return writeUnder(
    allowed,
    write(
      parentId === null
        ? builder.update(pages).set({ parentId, position, updatedAt: now }).where(eq(pages.id, pageId))
        : sql`update ${pages}
          set parent_id = ${parentId}, position = ${position}, updated_at = ${now}
          where id = ${pageId}
            and (parent_id = ${parentId} or exists (
              with recursive ${ancestors(parentId)}, ${subtree(pageId, false)}
              select 1
              where (select drive_id from up where depth = 0) = ${pages.driveId}
                and not exists (select 1 from up where id = ${pageId} or trashed_at is not null)
                and (select max(depth) + 1 from up) + (select max(depth) from below) <= ${MAX_DEPTH}))`,
    ),
  );
};

export const trashPage = (allowed: Authorized<"page.trash", OnPage>, now: Instant): Write<number> =>
  writeUnder(
    allowed,
    write(
      builder
        .update(pages)
        .set({ trashedAt: now, updatedAt: now })
        .where(and(eq(pages.id, allowed.target.id), isNull(pages.trashedAt))),
    ),
  );

/** Restores to its place, or to the end of the root. Returns its position there. */
export const restorePage = (
  allowed: Authorized<"page.restore", OnPage>,
  toRoot: boolean,
  now: Instant,
): Write<number | null> => {
  const pageId = allowed.target.id;
  const place = toRoot ? { parentId: null, position: nextPosition(driveOfPage(pageId), null) } : {};
  return writeUnder(
    allowed,
    changing(
      first(
        builder
          .update(pages)
          .set({ trashedAt: null, updatedAt: now, ...place })
          .where(eq(pages.id, pageId))
          .returning({ position: pages.position }),
        ({ position }) => position,
      ),
    ),
  );
};

/**
 * Keeps access unchanged for a page restored to the root: grants on its ancestors are copied to the page itself. With a
 * single min(), SQLite takes the other columns from the row that has it, which is the nearest grant.
 */
export const copyInheritedGrants = (pageId: string): Write<number> =>
  write(sql`insert into ${pageGrants} (page_id, user_id, rights, can_comment, granted_by, created_at)
    with recursive ${ancestors(pageId)},
      nearest (user_id, rights, can_comment, granted_by, created_at, depth) as (
        select ${g.userId}, ${g.storedRights}, ${g.canComment}, ${g.grantedBy}, ${g.createdAt}, min(up.depth)
        from up
        cross join ${pageGrants} g on ${g.pageId} = up.id
        where up.depth > 0
        group by ${g.userId})
    select ${pageId}, user_id, rights, can_comment, granted_by, created_at from nearest
    where true
    on conflict (page_id, user_id) do nothing`);

/** Whether the page or an ancestor is in the trash, regardless of the drive's state. */
export const isTrashed = (pageId: string): SQL =>
  sql`(with recursive ${ancestors(pageId)} select count(trashed_at) > 0 from up)`;

/** Whether a restored page can return to its parent: it exists, is live, and leaves the subtree within the depth limit. */
export const canReturnToParent = (pageId: string): SQL =>
  sql`(
    with recursive ${ancestors(pageId)}, ${subtree(pageId, true)}
    select ${p.parentId} is null or (
      exists (select 1 from up where depth = 1)
      and not exists (
        select 1 from up
        where depth > 0
          and trashed_at is not null)
      and (select max(depth) from up) + (select max(depth) from below) <= ${MAX_DEPTH})
    from ${pages} p
    where ${p.id} = ${pageId})`;

export const canReturnToParentIs = (pageId: string, expected: boolean): SQL =>
  sql`${canReturnToParent(pageId)} = ${expected ? 1 : 0}`;

export const isUnder = (pageId: string, parentId: string | null): SQL =>
  sql`(select parent_id from ${pages} where id = ${pageId}) is ${parentId}`;

export const isInDrive = (pageId: string, driveId: string): SQL => sql`${driveOfPage(pageId)} = ${driveId}`;

export const parentIsLive = (pageId: string): Query<boolean> => isMet(canReturnToParent(pageId));

/** Ids of the page and all its descendants, trashed or not. */
export const subtreeIds = (pageId: string): SQL =>
  sql`with recursive ${walkDown(itself(pageId), { isDistinct: true })} select id from below`;

export const countDescendants = (pageId: string): Query<number> => count(sql`(${subtreeIds(pageId)})`);

/** Texts and grants are deleted by cascade. */
export const deleteSubtree = (allowed: Authorized<"page.purge", OnPage>): Write<number> =>
  writeUnder(allowed, write(sql`delete from ${pages} where id in (${subtreeIds(allowed.target.id)})`));

/** The caller's own grant on the page; null if their rights are inherited. */
export const ownGrant = (caller: Caller, pageId: string): Query<Rights | null> =>
  first(
    builder
      .select(aliased({ rights: pageGrants.rights }))
      .from(pageGrants)
      .where(and(eq(pageGrants.pageId, pageId), eq(pageGrants.userId, callerId(caller)))),
    ({ rights }) => rights,
  );
