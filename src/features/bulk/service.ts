/** Moving, deleting and renaming many pages: each is authorised, and either all change or none. */
import { inScope, requireWriter, type Actor, type Caller } from "../../kernel/caller.ts";
import { AppError, forbidden, notFound } from "../../kernel/errors.ts";
import { DELETE, EDIT, VIEW, holds } from "../../kernel/rights.ts";
import type { Deps } from "../../deps.ts";
import { GuardFailed } from "../../platform/db.ts";
import { guard, sql } from "../../db/sql.ts";
import { MAX_DEPTH, callerHolds } from "../access/access.ts";
import { authenticate } from "../access/identify.ts";
import { callerMayWriteAll, nothingWithheldBelow, raisesNobody } from "../access/many-access.ts";
import { commit } from "../audit/service.ts";
import {
  RAISES,
  WITHHELD_BELOW,
  canCreate,
  canEdit,
  canView,
  explainRefusal,
  idle,
  loadPage,
  placesAtRoot,
  requireParent,
  rootRights,
  type LoadedPage,
} from "../pages/service.ts";
import { arrivalsFit, childrenFit } from "../quotas/access.ts";
import { markDirty } from "../search/access.ts";
import { indexSoon } from "../search/service.ts";
import type { BulkDeleted, BulkMove, BulkMoved, BulkRename, BulkRenamed } from "./contract.ts";
import { renamed } from "./rules.ts";
import { explainQuota } from "./quota.ts";
import * as store from "./store.ts";
import { loadPages, type HeldPage } from "../pages/access.ts";

export { insertAll } from "./store.ts";

/**
 * The pages in the order asked for. Throws for the first that the caller may not see (`not_found`), lacks `needed` on
 * (`forbidden`) or that is in the trash (`conflict`), and names it.
 */
export function requireAll(
  actor: Actor,
  found: readonly HeldPage[],
  pageIds: readonly string[],
  needed: number,
): HeldPage[] {
  const byId = new Map(found.map((page) => [page.id, page]));
  const pages = pageIds.map((id) => {
    const page = byId.get(id);
    if (!page || !inScope(actor, page.driveId) || !holds(page.rights, VIEW) || page.driveIsTrashed) {
      throw notFound(`Page ${id}`);
    }
    return page;
  });
  requireWriter(actor);
  for (const page of pages) {
    if (!holds(page.rights, VIEW | needed)) throw forbidden(`You may not do this with page ${page.id}.`);
    if (page.isTrashed) throw new AppError("conflict", `Page ${page.id} is in the trash.`);
  }
  return pages;
}

/** Throws `forbidden` where something below is withheld from the caller; so all that is counted is theirs to see. */
export async function deleteAll(deps: Deps, caller: Caller, pageIds: readonly string[]): Promise<BulkDeleted> {
  const { actor, results } = await authenticate(deps, caller, [loadPages(caller, pageIds), store.measure(pageIds)]);
  const pages = requireAll(actor, results[0], pageIds, DELETE);
  const below = nothingWithheldBelow(caller, pageIds);
  // Whoever runs the drives holds all that is in them.
  const asAdmin = pages.every(({ isDriveAdmin }) => isDriveAdmin);
  const mayWrite = callerMayWriteAll(caller, deps.now, idle(deps), pageIds, VIEW | DELETE, asAdmin);
  await explainRefusal(deps, below, WITHHELD_BELOW, () =>
    commit(deps, {
      queries: [
        guard(asAdmin ? mayWrite : sql`${mayWrite} and ${below}`),
        store.countAll(pageIds, -1),
        store.trashAll(pageIds, deps.now),
      ],
    }),
  );
  const extents = new Map(results[1].map((extent) => [extent.id, extent.pages]));
  const deletedPages = pages.map(({ id, title }) => ({ id, title, deletedCount: extents.get(id) ?? 0 }));
  return {
    success: true,
    deletedPages,
    totalDeleted: deletedPages.reduce((sum, { deletedCount }) => sum + deletedCount, 0),
  };
}

export async function moveAll(deps: Deps, caller: Caller, wanted: BulkMove): Promise<BulkMoved> {
  const { pageIds, targetDriveId: driveId } = wanted;
  const parentId = wanted.targetParentId ?? null;
  const { actor, results } = await authenticate(deps, caller, [
    loadPages(caller, pageIds),
    loadPage(caller, parentId ?? ""),
    store.endOfPlace(driveId, parentId),
    store.measure(pageIds),
    store.listAbove(parentId ?? ""),
    rootRights(caller, sql`${driveId}`),
  ]);
  const [found, parent, end, extents, above, root] = results;
  const pages = requireAll(actor, found, pageIds, EDIT);
  if (!inScope(actor, driveId) || !root || !(holds(root.rights, VIEW) || (parent && canView(parent)))) {
    throw notFound("This drive");
  }
  const staysInDrive = pages.every((page) => page.driveId === driveId);
  const sources = [...new Set(pages.map((page) => page.driveId))].filter((id) => id !== driveId);
  if (!staysInDrive && !(root.isDriveAdmin && pages.every((page) => page.driveId === driveId || page.isDriveAdmin))) {
    throw forbidden("Only the owner or an admin of both drives moves pages from one to the other.");
  }
  if (parentId === null && !canCreate(actor, root)) {
    throw forbidden("Only the owner or an admin of the drive places pages at its root.");
  }
  if (parentId !== null) {
    // First whether the caller knows of it: where it lies is told only of what is seen.
    requireParent(parent, driveId);
    if (above.some((id) => pageIds.includes(id))) throw cycle();
    requirePlace(parent, pages, Math.max(...extents.map(({ depth }) => depth)));
  }
  // Between two neighbours there is room for all of them.
  const step = wanted.position === undefined ? 1 : 1 / (pageIds.length + 1);
  const placed = pages.map(({ id }, i) => ({ id, position: (wanted.position ?? end) + i * step }));
  const target = { driveId, parentId };
  const place =
    parentId === null || !staysInDrive
      ? placesAtRoot(deps, caller, actor, driveId)
      : callerHolds(caller, deps.now, idle(deps), parentId, VIEW | EDIT);
  const crosses = staysInDrive ? [] : [guard(ownsAll(deps, caller, actor, sources))];
  const raises = staysInDrive ? raisesNobody(caller, pageIds, driveId, parentId) : sql`1`;
  const isNewThere = pages.some((page) => page.driveId !== driveId || page.parentId !== parentId);
  const room = [
    ...(staysInDrive ? [] : [guard(arrivalsFit(driveId, sources, deps.config.quotas))]),
    ...(isNewThere ? [guard(childrenFit(driveId, parentId, 0))] : []),
  ];
  try {
    await explainRefusal(deps, raises, RAISES, () =>
      commit(deps, {
        queries: [
          guard(sql`${callerMayWriteAll(caller, deps.now, idle(deps), pageIds, VIEW | EDIT)} and ${place}`),
          guard(sql`${store.areIn(pageIds, [driveId, ...sources])} and ${raises}`),
          ...crosses,
          guard(store.placeHolds(pageIds, target)),
          ...(staysInDrive ? [] : [store.countAll(pageIds, -1)]),
          ...store.moveAll(placed, target, deps.now),
          ...(staysInDrive ? [] : [store.countAll(pageIds, 1), markDirty(store.subtrees(pageIds), deps.now)]),
          ...room,
        ],
      }),
    );
  } catch (error) {
    throw error instanceof GuardFailed ? await explainQuota(deps, pageIds, target, error) : error;
  } finally {
    if (!staysInDrive) indexSoon(deps);
  }
  const titles = new Map(pages.map(({ id, title }) => [id, title]));
  return {
    success: true,
    movedCount: placed.length,
    movedPages: placed.map(({ id, position }) => ({ id, title: titles.get(id) ?? "", position })),
  };
}

/** Owner or admin of every one of these drives, at the moment of the commit. */
const ownsAll = (deps: Deps, caller: Caller, actor: Actor, driveIds: readonly string[]) =>
  driveIds
    .map((id) => placesAtRoot(deps, caller, { ...actor, role: "user" }, id))
    .reduce((all, one) => sql`${all} and ${one}`, sql`1`);

const cycle = (): AppError => new AppError("cycle", "A page cannot be moved under itself or under one of its own.");

function requirePlace(parent: LoadedPage | null, pages: readonly HeldPage[], levels: number): void {
  if (!parent || !canEdit(parent)) throw forbidden("You may not put pages under that one.");
  if (parent.depth + levels > MAX_DEPTH) {
    throw new AppError("parent_invalid", `Pages nest ${MAX_DEPTH} levels deep at most.`);
  }
  // A page without a grant of the mover's own takes on what they hold at its new place.
  const gaining = pages.find((page) => !page.hasOwnGrant && !holds(page.rights, parent.rights));
  if (gaining) throw forbidden(`Moving page ${gaining.id} there would give you rights over it that you do not hold.`);
}

export async function renameAll(deps: Deps, caller: Caller, { pageIds, pattern }: BulkRename): Promise<BulkRenamed> {
  const { actor, results } = await authenticate(deps, caller, [loadPages(caller, pageIds)]);
  const pages = requireAll(actor, results[0], pageIds, EDIT);
  const titles = pages.map(({ id, title }, i) => ({ id, oldTitle: title, newTitle: renamed(title, pattern, i + 1) }));
  const changed = titles.filter(({ oldTitle, newTitle }) => oldTitle !== newTitle);
  const ids = changed.map(({ id }) => id);
  if (changed.length > 0) {
    await commit(deps, {
      queries: [
        guard(callerMayWriteAll(caller, deps.now, idle(deps), pageIds, VIEW | EDIT)),
        guard(store.titlesAre(changed)),
        store.renameAll(changed, deps.now),
        markDirty(ids, deps.now),
      ],
    });
    indexSoon(deps);
  }
  return {
    success: true,
    renamedCount: changed.length,
    unchangedCount: titles.length - changed.length,
    renamedPages: changed,
  };
}
