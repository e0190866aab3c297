/** Moves, deletes and renames many pages. Each page is authorized, and either all change or none. */
import type { Caller } from "../../../kernel/caller.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { PageWithRights, LoadedPage } from "../../../kernel/page.ts";
import type { Deps } from "../../../deps.ts";
import { guard, FALSE, allOf } from "../../../db/sql.ts";
import { MAX_DEPTH } from "../../../permissions/ancestors.ts";
import { authenticate, type Authenticated } from "../../../permissions/authenticate.ts";
import type { AnyAuthorization } from "../../../permissions/authorized.ts";
import { allowPages, authorizePages } from "../../../permissions/authorize-pages.ts";
import { grantsNoNewRights } from "../../../permissions/bulk-guards.ts";
import {
  allowDestination,
  requireParent,
  type RootAccess,
  requireNoGain,
} from "../../../permissions/authorize-destination.ts";
import { GuardFailed } from "../../../platform/db.ts";
import { commit } from "../../../commit/commit.ts";
import { loadPages } from "../statements.ts";
import { loadPage, rootRights } from "../service.ts";
import { cyclicMove } from "../tree/service.ts";
import { incomingPagesFit, childrenFit } from "../../quotas/statements.ts";
import { markDirty } from "../../search/statements.ts";
import { scheduleIndexing } from "../../search/service.ts";
import type { BulkDeleted, BulkMove, BulkMoved, BulkRename, BulkRenamed } from "./contract.ts";
import { explainQuota } from "./quota.ts";
import { renameTitle } from "./rules.ts";
import { makeRoom, needRoom, neighbours } from "../siblings/service.ts";
import * as store from "./store.ts";

export { insertAll, insertContents } from "./store.ts";
export { createStructure } from "./structure.ts";

/** Throws `forbidden` if a descendant is hidden from the caller, so the counts never include hidden pages. */
export async function deleteAll(deps: Deps, caller: Caller, pageIds: readonly string[]): Promise<BulkDeleted> {
  const load = loadPages(caller, pageIds);
  const [pages, measured] = await authorizePages(deps, caller, "trash", { load, pageIds }, [
    store.measureSubtrees(pageIds),
  ]);
  await commit(deps, pages, { queries: [store.adjustPageCounts(pageIds, -1), store.trashAll(pages, deps.now)] });
  const extents = new Map(measured.map((extent) => [extent.id, extent.pages]));
  const deletedPages = pages.target.map(({ id, title }) => ({ id, title, deletedCount: extents.get(id) ?? 0 }));
  return {
    success: true,
    deletedPages,
    totalDeleted: deletedPages.reduce((sum, { deletedCount }) => sum + deletedCount, 0),
  };
}

export async function moveAll(deps: Deps, caller: Caller, wanted: BulkMove): Promise<BulkMoved> {
  const { pageIds, targetDriveId: driveId } = wanted;
  const parentId = wanted.targetParentId ?? null;
  const target = { driveId, parentId };
  const { by, results } = await authenticate(deps, caller, [
    loadPages(caller, pageIds),
    loadPage(caller, parentId ?? ""),
    store.findRoom(target, wanted.position ?? null, pageIds),
    store.measureSubtrees(pageIds),
    store.listAncestorIds(parentId ?? ""),
    rootRights(caller, driveId),
  ]);
  const [found, parent, room, extents, above, root] = results;
  const staysInDrive = found.every((page) => page.driveId === driveId);
  const move = allowPages(by, "move", found, pageIds, {
    ...(staysInDrive && { explained: grantsNoNewRights(by, pageIds, { driveId, parentId }, FALSE) }),
  });
  const pages = move.target;
  const sources = [...new Set(pages.map((page) => page.driveId))].filter((id) => id !== driveId);
  const places = staysInDrive
    ? [allowDestination(by, "movePagesTo", target, { root, parent })]
    : [driveId, ...sources].map((id) => allowMoveBetween(by, id, id === driveId ? root : rootOf(pages, id)));
  if (parentId !== null) {
    // Check visibility first: errors about the parent's location are only for callers who can see it.
    requireParent(parent, driveId);
    if (above.some((id) => pageIds.includes(id))) throw cyclicMove();
    requireFit(parent, pages, Math.max(...extents.map(({ depth }) => depth)));
  }
  const positions = positionsFrom(wanted.position, room, pageIds.length);
  const movesElsewhere = pages.some((page) => page.driveId !== driveId || page.parentId !== parentId);
  const fits = [
    ...(staysInDrive ? [] : [guard(incomingPagesFit(driveId, sources, deps.config.quotas))]),
    ...(movesElsewhere ? [guard(childrenFit(driveId, parentId, 0))] : []),
  ];
  try {
    await commit(deps, [move, ...places], {
      queries: [
        guard(allOf([store.pagesAreInDrives(pageIds, [driveId, ...sources]), store.canContain(pageIds, target)])),
        ...(staysInDrive ? [] : [store.adjustPageCounts(pageIds, -1)]),
        ...store.moveAll(move, positions, target, deps.now),
        ...(staysInDrive ? [] : [store.adjustPageCounts(pageIds, 1), markDirty(store.subtrees(pageIds), deps.now)]),
        ...fits,
      ],
    });
  } catch (error) {
    throw error instanceof GuardFailed ? await explainQuota(deps, pageIds, target, error) : error;
  } finally {
    if (!staysInDrive) scheduleIndexing(deps);
  }
  const spread = await spreadIfCrowded(deps, places[0], wanted);
  return {
    success: true,
    movedCount: pages.length,
    movedPages: pages.map(({ id, title }, i) => ({ id, title, position: spread.get(id) ?? positions[i] ?? 0 })),
  };
}

/** Positions for all pages, before the next sibling. */
function positionsFrom(first: number | undefined, { end, gap }: store.Room, count: number): number[] {
  const step = first === undefined ? 1 : Math.min(1, gap ?? 1) / (count + 1);
  return Array.from({ length: count }, (_, i) => (first ?? end) + i * step);
}

async function spreadIfCrowded(
  deps: Deps,
  place: AnyAuthorization | undefined,
  { pageIds, targetDriveId: driveId, targetParentId: parentId = null, position, after, before }: BulkMove,
): Promise<ReadonlyMap<string, number>> {
  if (position === undefined || place === undefined) return new Map();
  const between = { after, before };
  const ends = await deps.db.batch([neighbours(pageIds[0] ?? ""), neighbours(pageIds.at(-1) ?? "")]);
  if (!ends.some((around) => needRoom(around, between))) return new Map();
  return makeRoom(deps, place, { driveId, parentId }, pageIds, between);
}

/** The caller's rights at the root of a drive that contains some of these pages. */
function rootOf(pages: readonly PageWithRights[], driveId: string): RootAccess | null {
  const page = pages.find((each) => each.driveId === driveId);
  return page ? { rights: page.rights, isDriveAdmin: page.isDriveAdmin } : null;
}

const allowMoveBetween = (by: Authenticated, driveId: string, root: RootAccess | null) =>
  allowDestination(by, "movePagesBetween", { driveId, parentId: null }, { root, parent: null });

function requireFit(parent: LoadedPage | null, pages: readonly PageWithRights[], levels: number): void {
  if (!parent) return;
  if (parent.depth + levels > MAX_DEPTH) {
    throw new AppError("parent_invalid", `Pages can be nested at most ${MAX_DEPTH} levels deep.`);
  }
  requireNoGain(pages, parent.rights);
}

export async function renameAll(deps: Deps, caller: Caller, { pageIds, pattern }: BulkRename): Promise<BulkRenamed> {
  const load = loadPages(caller, pageIds);
  const [pages] = await authorizePages(deps, caller, "edit", { load, pageIds }, []);
  const titles = pages.target.map(({ id, title }, i) => ({
    id,
    oldTitle: title,
    newTitle: renameTitle(title, pattern, i + 1),
  }));
  const changed = titles.filter(({ oldTitle, newTitle }) => oldTitle !== newTitle);
  const ids = changed.map(({ id }) => id);
  if (changed.length > 0) {
    await commit(deps, pages, {
      queries: [guard(store.titlesAreUnchanged(changed)), store.renameAll(changed, deps.now), markDirty(ids, deps.now)],
      announces: [{ kind: "pages", ids }],
    });
    scheduleIndexing(deps);
  }
  return {
    success: true,
    renamedCount: changed.length,
    unchangedCount: titles.length - changed.length,
    renamedPages: changed,
  };
}
