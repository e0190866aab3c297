/** Use cases of the tree: where a page hangs, and going to the trash, back, or for good. */
import type { Caller } from "../../kernel/caller.ts";
import { requireWriter } from "../../kernel/caller.ts";
import { AppError, forbidden } from "../../kernel/errors.ts";
import { DELETE, EDIT, VIEW, holds } from "../../kernel/rights.ts";
import type { Deps } from "../../deps.ts";
import { retryOnce } from "../../platform/db.ts";
import { guard, sql, type SQL } from "../../db/sql.ts";
import { MAX_DEPTH, callerHolds, callerId, driveAdmin } from "../access/access.ts";
import { authenticate } from "../access/identify.ts";
import { requireFreshSignIn } from "../access/step-up.ts";
import { nothingWithheldBelow, raisesNobody } from "../access/many-access.ts";
import { commit, sendJobs } from "../audit/service.ts";
import { withinQuota } from "../quotas/service.ts";
import type { z } from "zod";
import { insertPurgeJobs, listPurgeJobs } from "./access.ts";
import { markDirty } from "../search/access.ts";
import { indexSoon } from "../search/service.ts";
import type { Breadcrumb, LoadedPage, Page, PageSummary, ReorderPage } from "./contract.ts";
import { canCreateIn, canDelete, canEdit, visibleAncestors } from "./policy.ts";
import {
  RAISES,
  WITHHELD_BELOW,
  explainRefusal,
  idle,
  mayStill,
  placesAtRoot,
  requireEditable,
  requireParent,
  requireVisible,
  noteAnswer,
  toPage,
} from "./service.ts";
import * as store from "./store.ts";
import * as trees from "./tree-store.ts";

export async function listChildren(deps: Deps, caller: Caller, pageId: string): Promise<PageSummary[]> {
  const { actor, results } = await authenticate(deps, caller, [store.loadBranch(caller, pageId)]);
  return requireVisible(actor, results[0]).children;
}

/** Root to page; ancestors that the caller may not see are left out, names and all. */
export async function listBreadcrumbs(
  deps: Deps,
  caller: Caller,
  pageId: string,
): Promise<z.infer<typeof Breadcrumb>[]> {
  const { actor, results } = await authenticate(deps, caller, [
    store.loadPage(caller, pageId),
    trees.listAncestors(caller, pageId),
    store.rootRights(caller, store.driveOfPage(pageId)),
  ]);
  const [loaded, crumbs, root] = results;
  const page = requireVisible(actor, loaded);
  return visibleAncestors(page, crumbs, root?.rights ?? 0).map(({ grant: _grant, ...crumb }) => crumb);
}

/** A guard of a deletion: whoever runs the drive still does, and so holds all of it; from others nothing below is withheld. */
const holdsAllBelow = (caller: Caller, { id, isDriveAdmin }: LoadedPage): SQL =>
  isDriveAdmin ? driveAdmin(store.driveOfPage(id), callerId(caller)) : nothingWithheldBelow(caller, [id]);

/**
 * The page and all that lies under it go to the trash as one unit. Deleting what is already there succeeds. Throws
 * `forbidden` where something below is withheld from the caller.
 */
export async function trashPage(deps: Deps, caller: Caller, pageId: string): Promise<void> {
  const { actor, results } = await authenticate(deps, caller, [store.loadPage(caller, pageId)]);
  const page = requireVisible(actor, results[0]);
  requireWriter(actor);
  if (!canDelete(page)) throw forbidden("You may not delete this page.");
  if (page.trashedAt !== null) return;
  await explainRefusal(deps, nothingWithheldBelow(caller, [pageId]), WITHHELD_BELOW, () =>
    commit(deps, {
      queries: [
        guard(sql`${mayStill(deps, caller, pageId, VIEW | DELETE)} and ${holdsAllBelow(caller, page)}`),
        trees.countSubtree(pageId, -1),
        trees.trashPage(pageId, deps.now),
      ],
    }),
  );
}

type Restored = Page & { restoredToRoot: boolean };

/** Back where it was, or at the root of its drive when what it hung under is in the trash or gone. */
export const restorePage = (deps: Deps, caller: Caller, pageId: string): Promise<Restored> =>
  retryOnce(() => restoreAsRead(deps, caller, pageId));

async function restoreAsRead(deps: Deps, caller: Caller, pageId: string): Promise<Restored> {
  const { actor, results } = await authenticate(deps, caller, [
    store.readBranch(caller, pageId),
    trees.parentIsLive(pageId),
  ]);
  const [loaded, parentIsLive] = results;
  const page = requireVisible(actor, loaded);
  requireWriter(actor);
  if (!canDelete(page)) throw forbidden("You may not restore this page.");
  if (page.trashedAt === null) throw new AppError("not_trashed", "This page is not in the trash.");
  const stillSo = sql`${callerHolds(caller, deps.now, idle(deps), pageId, DELETE)} and ${trees.isTrashed(pageId)}
    and ${trees.mayReturn(pageId)} = ${parentIsLive ? 1 : 0}`;
  // Whatever stays where it is was counted there all along.
  const place = parentIsLive ? {} : { place: { parentId: null, more: 1 } };
  const done = await withinQuota(deps, { driveId: page.driveId, ...place }, (hasRoom) =>
    commit(deps, {
      queries: [
        guard(sql`${stillSo} and ${hasRoom}`),
        ...(parentIsLive ? [] : [trees.keepGrants(pageId)]),
        trees.restorePage(pageId, !parentIsLive, deps.now),
        trees.countSubtree(pageId, 1),
      ],
    }),
  );
  const restored = {
    ...page,
    position: done[parentIsLive ? 1 : 2] ?? page.position,
    trashedAt: null,
    isTrashRoot: false,
    updatedAt: deps.now,
    parentId: parentIsLive ? page.parentId : null,
  };
  await noteAnswer(deps, actor, restored);
  return { ...toPage(restored, page.content, page.children), restoredToRoot: !parentIsLive };
}

export async function reorderPage(deps: Deps, caller: Caller, input: ReorderPage): Promise<Page> {
  const { pageId, parentId, position } = input;
  const { actor, results } = await authenticate(deps, caller, [
    store.readBranch(caller, pageId),
    store.loadPage(caller, parentId ?? pageId),
    trees.ownGrant(caller, pageId),
  ]);
  const [loaded, target, own] = results;
  const page = requireEditable(actor, loaded);
  if (parentId === null) {
    if (!canCreateIn(actor, page)) throw forbidden("Only the owner or an admin of the drive places pages at its root.");
  } else {
    requireParent(target, page.driveId);
    if (!target || !canEdit(target)) throw forbidden("You may not put pages under that one.");
    if (parentId === pageId) throw cycle();
    // A page without a grant of the mover's own takes on what they hold at its new place.
    const gains = own === null && !holds(page.rights, target.rights);
    if (gains) throw forbidden("Moving the page there would give you rights over it that you do not hold.");
  }
  const place =
    parentId === null
      ? placesAtRoot(deps, caller, actor, page.driveId)
      : callerHolds(caller, deps.now, idle(deps), parentId, EDIT);
  const isThere = sql`(select parent_id from pages where id = ${pageId}) is ${parentId}`;
  const raises = sql`(${isThere} or ${raisesNobody(caller, [pageId], page.driveId, parentId)})`;
  const claim = { driveId: page.driveId, place: { parentId, more: 1, unless: isThere } };
  const [, moved] = await withinQuota(deps, claim, (hasRoom) =>
    explainRefusal(deps, raises, RAISES, () =>
      commit(deps, {
        queries: [
          guard(
            sql`${mayStill(deps, caller, pageId, EDIT)} and ${store.driveOfPage(pageId)} = ${page.driveId} and ${place} and ${raises} and ${hasRoom}`,
          ),
          trees.movePage(pageId, parentId, position, deps.now),
        ],
      }),
    ),
  );
  if (moved === 0) throw await whyNotMoved(deps, caller, pageId, parentId);
  await noteAnswer(deps, actor, page);
  return toPage({ ...page, parentId, position, updatedAt: deps.now }, page.content, page.children);
}

const cycle = (): AppError => new AppError("cycle", "A page cannot be moved under itself or under one of its own.");

/** The statement said no; look again to say why. */
async function whyNotMoved(deps: Deps, caller: Caller, pageId: string, parentId: string | null): Promise<AppError> {
  if (parentId === null) return new AppError("conflict", "The page changed while it was being moved. Try again.");
  const chain = await deps.db.one(trees.listAncestors(caller, parentId));
  if (chain.some((crumb) => crumb.id === pageId)) return cycle();
  return new AppError(
    "parent_invalid",
    `The page cannot go there: the place is gone, in the trash or too deep (${MAX_DEPTH} levels).`,
  );
}

/**
 * Irreversible: the page and all below it go, with their texts, grants and rooms, also what was trashed there before.
 * Throws `step_up_required`, and `forbidden` where something below is withheld from the caller.
 */
export async function purgePage(deps: Deps, caller: Caller, pageId: string): Promise<void> {
  const { actor, results } = await authenticate(deps, caller, [
    store.loadPage(caller, pageId),
    trees.countBelow(pageId),
  ]);
  const [loaded, pages] = results;
  const page = requireVisible(actor, loaded);
  requireWriter(actor);
  if (!canDelete(page)) throw forbidden("You may not delete this page for good.");
  if (page.trashedAt === null) throw new AppError("not_trashed", "Only a page in the trash is deleted for good.");
  requireFreshSignIn(actor, deps.now);
  const purgeId = deps.newId();
  const holdsIt = callerHolds(caller, deps.now, idle(deps), pageId, VIEW | DELETE);
  const [, , jobs] = await explainRefusal(deps, nothingWithheldBelow(caller, [pageId]), WITHHELD_BELOW, () =>
    commit(deps, {
      queries: [
        guard(sql`${holdsIt} and ${trees.isTrashed(pageId)} and ${holdsAllBelow(caller, page)}`),
        insertPurgeJobs(trees.subtreeIds(pageId), purgeId, deps.now),
        listPurgeJobs(purgeId),
        markDirty(trees.subtreeIds(pageId), deps.now),
        trees.deleteSubtree(pageId),
      ],
      notes: [{ kind: "page.purge", by: actor, resource: { type: "page", id: pageId }, detail: { pages } }],
    }),
  );
  deps.defer(() => sendJobs(deps, jobs));
  indexSoon(deps);
}
