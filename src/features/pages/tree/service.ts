/** Use cases for the page tree: moving, trashing, restoring and purging. */
import type * as z from "zod";
import type { Caller } from "../../../kernel/caller.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { Deps } from "../../../deps.ts";
import { guard, allOf } from "../../../db/sql.ts";
import { MAX_DEPTH, driveOfPage } from "../../../permissions/ancestors.ts";
import { authenticate, type AuthDeps } from "../../../permissions/authenticate.ts";
import { allowPage, authorizePage } from "../../../permissions/authorize-page.ts";
import { grantsNoNewRights } from "../../../permissions/bulk-guards.ts";
import { allowDestination, requireNoGain } from "../../../permissions/authorize-destination.ts";
import { retryOnce } from "../../../platform/db.ts";
import { commit } from "../../../commit/commit.ts";
import { sendJobs } from "../../../commit/flush.ts";
import { withinQuota } from "../../quotas/service.ts";
import { markDirty } from "../../search/statements.ts";
import { scheduleIndexing } from "../../search/service.ts";
import { insertPurgeJobs, listPurgeJobs } from "../statements.ts";
import type { Breadcrumb, Page, PageSummary, ReorderPage } from "../contract.ts";
import { visibleAncestors } from "../../../permissions/visible-ancestors.ts";
import { makeRoom, needRoom, neighbours } from "../siblings/service.ts";
import { toPage, withPresentText } from "../service.ts";
import * as store from "../store.ts";
import * as trees from "./store.ts";
import * as ancestors from "../ancestor-store.ts";

export async function listChildren(deps: AuthDeps, caller: Caller, pageId: string): Promise<PageSummary[]> {
  const [{ target }] = await authorizePage(deps, caller, "view", store.loadPageWithChildren(caller, pageId), []);
  return target.children;
}

/** From the root to the page. Ancestors that the caller cannot see are left out, including their names. */
export async function listBreadcrumbs(
  deps: AuthDeps,
  caller: Caller,
  pageId: string,
): Promise<z.infer<typeof Breadcrumb>[]> {
  const [{ target: page }, crumbs, root] = await authorizePage(deps, caller, "view", store.loadPage(caller, pageId), [
    ancestors.listAncestors(caller, pageId),
    store.rootRights(caller, driveOfPage(pageId)),
  ]);
  return visibleAncestors(page, crumbs, root?.rights ?? 0).map(({ grant: _grant, ...crumb }) => crumb);
}

/**
 * Moves the page and its descendants to the trash as one unit. Succeeds if the page is already trashed. Throws
 * `forbidden` if a descendant is hidden from the caller.
 */
export async function trashPage(deps: Deps, caller: Caller, pageId: string): Promise<void> {
  const [page] = await authorizePage(deps, caller, "trash", store.loadPage(caller, pageId), []);
  if (page.target.trashedAt !== null) return;
  await commit(deps, page, { queries: [trees.adjustPageCount(pageId, -1), trees.trashPage(page, deps.now)] });
}

type RestoreResult = Page & { restoredToRoot: boolean };

/** Restores the page to its place, or to the drive's root if its parent is trashed or gone. */
export const restorePage = (deps: Deps, caller: Caller, pageId: string): Promise<RestoreResult> =>
  retryOnce(() => restoreOnce(deps, caller, pageId));

async function restoreOnce(deps: Deps, caller: Caller, pageId: string): Promise<RestoreResult> {
  const [allowed, parentIsLive] = await authorizePage(
    deps,
    caller,
    "restore",
    store.readPageWithChildren(caller, pageId),
    [trees.parentIsLive(pageId)],
  );
  const { actor, target: page } = allowed;
  // A page that returns to its parent was counted there all along.
  const place = parentIsLive ? {} : { place: { parentId: null, more: 1 } };
  const done = await withinQuota(deps, { driveId: page.driveId, ...place }, (fitsQuota) =>
    commit(deps, allowed, {
      queries: [
        guard(allOf([trees.canReturnToParentIs(pageId, parentIsLive ?? false), fitsQuota])),
        ...(parentIsLive ? [] : [trees.copyInheritedGrants(pageId)]),
        trees.restorePage(allowed, !parentIsLive, deps.now),
        trees.adjustPageCount(pageId, 1),
      ],
    }),
  );
  const restored = {
    ...page,
    position: done[parentIsLive ? 1 : 2] ?? page.position,
    trashedAt: null,
    updatedAt: deps.now,
    parentId: parentIsLive ? page.parentId : null,
  };
  const shown = await withPresentText(deps, actor, restored);
  return { ...toPage(shown, shown.content, shown.children), restoredToRoot: !parentIsLive };
}

export async function reorderPage(deps: Deps, caller: Caller, input: ReorderPage): Promise<Page> {
  const { pageId, parentId, after, before } = input;
  const { by, results } = await authenticate(deps, caller, [
    store.readPageWithChildren(caller, pageId),
    store.loadPage(caller, parentId ?? pageId),
    trees.ownGrant(caller, pageId),
  ]);
  const [loaded, parent, own] = results;
  const isUnderParent = trees.isUnder(pageId, parentId);
  const move = allowPage(by, "move", loaded, {
    explained: grantsNoNewRights(by, [pageId], { driveId: loaded?.driveId ?? "", parentId }, isUnderParent),
  });
  const { actor, target: page } = move;
  // Anyone who can see the page knows its drive.
  const place = allowDestination(by, "movePagesTo", { driveId: page.driveId, parentId }, { root: page, parent });
  if (parentId === pageId) throw cyclicMove();
  if (parentId !== null) requireNoGain([{ ...page, hasOwnGrant: own !== null }], place.target.rights);
  const claim = { driveId: page.driveId, place: { parentId, more: 1, unless: isUnderParent } };
  const [, moved, around] = await withinQuota(deps, claim, (fitsQuota) =>
    commit(deps, [move, place], {
      queries: [
        guard(allOf([trees.isInDrive(pageId, page.driveId), fitsQuota])),
        trees.movePage(move, parentId, input.position, deps.now),
        neighbours(pageId),
      ],
    }),
  );
  if (moved === 0) throw await explainFailedMove(deps, caller, pageId, parentId);
  const { driveId } = page;
  const between = { after, before };
  const spread = needRoom(around, between)
    ? await makeRoom(deps, place, { driveId, parentId }, [pageId], between)
    : null;
  const position = spread?.get(pageId) ?? input.position;
  const shown = await withPresentText(deps, actor, { ...page, parentId, position, updatedAt: deps.now });
  return toPage(shown, shown.content, shown.children);
}

export const cyclicMove = (): AppError =>
  new AppError("cycle", "A page cannot be moved under itself or one of its subpages.");

/** The statement changed no row, so look up why. */
async function explainFailedMove(
  deps: Pick<Deps, "db">,
  caller: Caller,
  pageId: string,
  parentId: string | null,
): Promise<AppError> {
  if (parentId === null) return new AppError("conflict", "The page changed while it was being moved. Try again.");
  const chain = await deps.db.one(ancestors.listAncestors(caller, parentId));
  if (chain.some((crumb) => crumb.id === pageId)) return cyclicMove();
  return new AppError(
    "parent_invalid",
    `The page cannot be moved there: the destination was deleted, is in the trash or is nested too deep (at most ${MAX_DEPTH} levels).`,
  );
}

/**
 * Irreversible: deletes the page and all its descendants with their texts, grants and rooms, including pages trashed
 * earlier. Throws `step_up_required`, and `forbidden` if a descendant is hidden from the caller.
 */
export async function purgePage(deps: Deps, caller: Caller, pageId: string): Promise<void> {
  const [page, pages] = await authorizePage(deps, caller, "purge", store.loadPage(caller, pageId), [
    trees.countDescendants(pageId),
  ]);
  const purgeId = deps.newId();
  const [, jobs] = await commit(deps, page, {
    queries: [
      insertPurgeJobs(trees.subtreeIds(pageId), purgeId, deps.now),
      listPurgeJobs(purgeId),
      markDirty(trees.subtreeIds(pageId), deps.now),
      trees.deleteSubtree(page),
    ],
    notes: [{ kind: "page.purge", by: page.actor, resource: { type: "page", id: pageId }, detail: { pages } }],
  });
  deps.defer(() => sendJobs(deps, jobs));
  scheduleIndexing(deps);
}
