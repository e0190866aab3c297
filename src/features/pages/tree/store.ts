/** SQL of the tree. A page is live iff nothing on its way up to the root, nor its drive, is in the trash. */
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
import type { Authorized } from "../../../permissions/authorized.ts";
import { callerId } from "../../../permissions/credential.ts";
import { nextPosition } from "../store.ts";
import { walkDown } from "../subtree-statements.ts";

const p = alias(pages, "p");
const g = alias(pageGrants, "g");

/** Pages of the subtree, the page itself included whatever its own state. */
const subtree = (pageId: string, isLiveOnly: boolean): SQL => walkDown(itself(pageId), { isLiveOnly });

const itself = (pageId: string): SQL => sql`from ${pages} where id = ${pageId}`;

/** Adds (`sign` 1) or takes (`sign` -1) the live pages of a subtree to its drive's count. */
export const adjustPageCount = (pageId: string, sign: 1 | -1): Write<number> =>
  write(sql`update ${drives}
    set page_count = page_count + ${sign} * (with recursive ${subtree(pageId, true)} select count(*) from below)
    where id = ${driveOfPage(pageId)}`);

type OnPage = { readonly id: string };

/**
 * The whole rule of a move in one statement: the new parent is live, in the same drive, not the page itself nor below
 * it, and the moved subtree stays within the depth limit, what is in the trash included: beyond the limit nobody looks
 * for what a page inherits. Changes no row when the rule does not hold. Among its siblings a page moves without a look at
 * what lies under it: the guard has seen that the page, and so its parent, is live.
 */
export const movePage = (
  { target: { id: pageId } }: Authorized<"page.move", OnPage>,
  parentId: string | null,
  position: number,
  now: Instant,
): Write<number> =>
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
  );

export const trashPage = ({ target }: Authorized<"page.trash", OnPage>, now: Instant): Write<number> =>
  write(
    builder
      .update(pages)
      .set({ trashedAt: now, updatedAt: now })
      .where(and(eq(pages.id, target.id), isNull(pages.trashedAt))),
  );

/** Back where it was, or at the end of the root. Answers its position there. */
export const restorePage = (
  { target: { id: pageId } }: Authorized<"page.restore", OnPage>,
  toRoot: boolean,
  now: Instant,
): Write<number | null> => {
  const place = toRoot ? { parentId: null, position: nextPosition(driveOfPage(pageId), null) } : {};
  return changing(
    first(
      builder
        .update(pages)
        .set({ trashedAt: null, updatedAt: now, ...place })
        .where(eq(pages.id, pageId))
        .returning({ position: pages.position }),
      ({ position }) => position,
    ),
  );
};

/**
 * A page that goes to the root stays with whom it was: what was granted above it is granted on the page itself. Beside a
 * single min() SQLite takes the other columns from the row that has it: those of the nearest grant.
 */
export const copyInheritedGrants = (pageId: string): Write<number> =>
  write(sql`insert into ${pageGrants} (page_id, user_id, rights, granted_by, created_at)
    with recursive ${ancestors(pageId)},
      nearest (user_id, rights, granted_by, created_at, depth) as (
        select ${g.userId}, ${g.rights}, ${g.grantedBy}, ${g.createdAt}, min(up.depth)
        from up
        cross join ${pageGrants} g on ${g.pageId} = up.id
        where up.depth > 0
        group by ${g.userId})
    select ${pageId}, user_id, rights, granted_by, created_at from nearest
    where true
    on conflict (page_id, user_id) do nothing`);

/** The page or one above it is in the trash, whatever became of the drive. */
export const isTrashed = (pageId: string): SQL =>
  sql`(with recursive ${ancestors(pageId)} select count(trashed_at) > 0 from up)`;

/** Whether a restored page can go back under its parent: that is there, live, and not deeper in the tree than allowed. */
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

/** Everything below a page, itself included, in the trash or not. */
export const subtreeIds = (pageId: string): SQL =>
  sql`with recursive ${walkDown(itself(pageId), { isDistinct: true })} select id from below`;

export const countDescendants = (pageId: string): Query<number> => count(sql`(${subtreeIds(pageId)})`);

/** Texts and grants go by cascade. */
export const deleteSubtree = ({ target: { id: pageId } }: Authorized<"page.purge", OnPage>): Write<number> =>
  write(sql`delete from ${pages} where id in (${subtreeIds(pageId)})`);

/** The caller's own grant on the page, null when what they hold is inherited. */
export const ownGrant = (caller: Caller, pageId: string): Query<Rights | null> =>
  first(
    builder
      .select(aliased({ rights: pageGrants.rights }))
      .from(pageGrants)
      .where(and(eq(pageGrants.pageId, pageId), eq(pageGrants.userId, callerId(caller)))),
    ({ rights }) => rights,
  );
