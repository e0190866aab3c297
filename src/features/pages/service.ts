/** Use cases of pages and their tree. Each is two round trips at most: authenticate and load, then commit. */
import type { Actor, Caller } from "../../kernel/caller.ts";
import { inScope, requireWriter } from "../../kernel/caller.ts";
import { toIso, toIsoOrNull } from "../../kernel/clock.ts";
import { AppError, forbidden, notFound } from "../../kernel/errors.ts";
import { DELETE, EDIT, VIEW, holds, unpackRights } from "../../kernel/rights.ts";
import type { Deps } from "../../deps.ts";
import { GuardFailed } from "../../platform/db.ts";
import { guard, sql, type Sql } from "../../platform/sql.ts";
import { MAX_DEPTH, callerHolds, callerId, callerIsLive, driveAdmin, rightsOnDrive } from "../access/access.ts";
import { authenticate } from "../access/identify.ts";
import { commit } from "../audit/service.ts";
import { requireContentSize } from "../content/rules.ts";
import { editContent, noteShown } from "../content/service.ts";
import type {
  CreatePage,
  Page,
  PageSummary,
  PageWithMessages,
  PatchPage,
  ReorderPage,
  Breadcrumb,
} from "./contract.ts";
import type { z } from "zod";
import { callerMayWrite, isLive } from "./access.ts";
import { canCreateIn, canDelete, canEdit, canView } from "./policy.ts";
import { purgeJobs } from "./purge.ts";
import * as store from "./store.ts";
import type { LoadedPage } from "./store.ts";

export { loadPage, readContent, type LoadedPage } from "./store.ts";

export function toPage(page: LoadedPage, content: string, children: PageSummary[]): Page {
  return {
    id: page.id,
    title: page.title,
    type: page.type,
    content,
    driveId: page.driveId,
    parentId: page.parentId,
    children,
    createdAt: toIso(page.createdAt),
    updatedAt: toIso(page.updatedAt),
    position: page.position,
    revision: page.revision,
    isTrashed: page.trashedAt !== null,
    trashedAt: toIsoOrNull(page.trashedAt),
    createdBy: page.createdBy,
    rights: unpackRights(page.rights),
  };
}

/** The page if the actor may know of it; what may not be seen does not exist. Pages of a trashed drive are hidden. */
export function requireVisible(actor: Actor, page: LoadedPage | null): LoadedPage {
  if (!page || !inScope(actor, page.driveId) || !canView(page) || page.driveIsTrashed) throw notFound("This page");
  return page;
}

export function requireEditable(actor: Actor, page: LoadedPage | null): LoadedPage {
  const visible = requireVisible(actor, page);
  requireWriter(actor);
  if (!canEdit(visible)) throw forbidden("You may read this page but not change it.");
  if (visible.trashedAt !== null) throw new AppError("conflict", "This page is in the trash. Restore it to change it.");
  return visible;
}

const idle = (deps: Deps): number => deps.config.sessionIdleMs;

const mayStill = (deps: Deps, caller: Caller, pageId: string, needed: number): Sql =>
  callerMayWrite(caller, deps.now, idle(deps), pageId, needed);

export async function getPage(deps: Deps, caller: Caller, pageId: string): Promise<PageWithMessages> {
  const { actor, results } = await authenticate(deps, caller, [
    store.loadPage(caller, pageId),
    store.readContent(pageId),
    store.listChildren(caller, pageId),
  ]);
  const [loaded, content, children] = results;
  const page = requireVisible(actor, loaded);
  if (canEdit(page)) noteShown(deps, actor, page.id, page.revision);
  return { ...toPage(page, content, children), messages: [], nextMessageCursor: null };
}

export async function listChildren(deps: Deps, caller: Caller, pageId: string): Promise<PageSummary[]> {
  const { actor, results } = await authenticate(deps, caller, [
    store.loadPage(caller, pageId),
    store.listChildren(caller, pageId),
  ]);
  requireVisible(actor, results[0]);
  return results[1];
}

/** Root to page; ancestors that the caller may not see are left out, names and all. */
export async function listBreadcrumbs(
  deps: Deps,
  caller: Caller,
  pageId: string,
): Promise<z.infer<typeof Breadcrumb>[]> {
  const { actor, results } = await authenticate(deps, caller, [
    store.loadPage(caller, pageId),
    store.listAncestors(caller, pageId),
    store.rootRights(caller, store.driveOfPage(pageId)),
  ]);
  const [loaded, crumbs, root] = results;
  const page = requireVisible(actor, loaded);
  let rights = root?.rights ?? 0;
  return crumbs.flatMap(({ grant, ...crumb }) => {
    if (!page.isDriveAdmin) rights = grant ?? rights;
    return holds(rights, VIEW) ? [crumb] : [];
  });
}

export async function createPage(deps: Deps, caller: Caller, input: CreatePage): Promise<Page> {
  const content = input.content ?? "";
  requireContentSize(content);
  const parentId = input.parentId ?? null;
  const { actor, results } = await authenticate(deps, caller, [
    store.rootRights(caller, sql`${input.driveId}`),
    store.loadPage(caller, parentId ?? ""),
  ]);
  const [root, parent] = results;
  if (!inScope(actor, input.driveId) || !root || (!holds(root.rights, VIEW) && !(parent && canView(parent))))
    throw notFound("This drive");
  requireWriter(actor);
  const place =
    parent && canView(parent) && parent.driveId === input.driveId
      ? { rights: parent.rights, isDriveAdmin: parent.isDriveAdmin }
      : root;
  if (!canCreateIn(actor, place)) throw forbidden("Only the owner or an admin of the drive creates pages in it.");
  if (input.type === "FILE")
    throw new AppError("use_upload", "A FILE page is made by uploading a file: POST /api/upload.");
  if (parentId !== null) requireParent(parent, input.driveId);

  const id = deps.newId();
  const page = {
    id,
    driveId: input.driveId,
    parentId,
    title: input.title,
    type: input.type,
    position: input.position ?? null,
    createdBy: actor.userId,
    now: deps.now,
  };
  const here = sql`${callerIsLive(caller, deps.now, idle(deps))} and exists (select 1 from drives where id = ${input.driveId} and trashed_at is null)
    and (${driveAdmin(input.driveId, callerId(caller))} or (${actor.role === "admin" ? 1 : 0} and ${rightsOnDrive(input.driveId, callerId(caller))} & 1))
    ${parentId === null ? sql`` : sql`and ${isLive(parentId)} and (select drive_id from pages where id = ${parentId}) = ${input.driveId}`}`;
  const texts = content === "" ? [] : [store.insertContent(id, content)];
  const [, inserted] = await commit(deps, {
    queries: [guard(here), store.insertPage(page), store.countOneMore(input.driveId), ...texts],
  });
  return toPage(
    {
      ...page,
      position: inserted?.position ?? 0,
      revision: 1,
      trashedAt: null,
      isTrashRoot: false,
      driveIsTrashed: false,
      createdAt: deps.now,
      updatedAt: deps.now,
      rights: place.rights,
      isDriveAdmin: place.isDriveAdmin,
      depth: (parent?.depth ?? 0) + 1,
    },
    content,
    [],
  );
}

function requireParent(parent: LoadedPage | null, driveId: string): void {
  const wrong = (why: string): AppError => new AppError("parent_invalid", why);
  if (!parent || !canView(parent) || parent.driveId !== driveId) throw wrong("The parent is not a page of this drive.");
  if (parent.trashedAt !== null) throw wrong("The parent is in the trash.");
  if (parent.depth >= MAX_DEPTH) throw wrong(`Pages nest ${MAX_DEPTH} levels deep at most.`);
}

export async function patchPage(deps: Deps, caller: Caller, pageId: string, patch: PatchPage): Promise<Page> {
  if (patch.content !== undefined) requireContentSize(patch.content);
  const { actor, results } = await authenticate(deps, caller, [
    store.loadPage(caller, pageId),
    store.listChildren(caller, pageId),
    ...(patch.content === undefined ? [store.readContent(pageId)] : []),
  ]);
  const [loaded, children, content] = results;
  const page = requireEditable(actor, loaded);
  if (patch.content === undefined) {
    return toPage(await retitle(deps, caller, page, patch), content ?? "", children);
  }
  if (page.type === "FILE")
    throw new AppError(
      "not_editable",
      "The text of a FILE page is extracted from its file; it is not written by hand.",
    );
  const edited = await editContent(deps, {
    caller,
    actor,
    pageId,
    change: { kind: "body", content: patch.content },
    title: patch.title ?? null,
    ...(patch.baseRevision !== undefined && { baseRevision: patch.baseRevision }),
    ...(patch.expectedRevision !== undefined && { expectedRevision: patch.expectedRevision }),
  });
  const updated = edited.changed || patch.title !== undefined;
  return toPage(
    {
      ...page,
      title: patch.title ?? page.title,
      revision: edited.revision,
      updatedAt: updated ? deps.now : page.updatedAt,
    },
    edited.text,
    children,
  );
}

async function retitle(deps: Deps, caller: Caller, page: LoadedPage, patch: PatchPage): Promise<LoadedPage> {
  const title = patch.title ?? page.title;
  const unchanged =
    patch.expectedRevision === undefined
      ? sql`1`
      : sql`(select revision from pages where id = ${page.id}) = ${patch.expectedRevision}`;
  try {
    await commit(deps, {
      queries: [
        guard(sql`${mayStill(deps, caller, page.id, EDIT)} and ${unchanged}`),
        store.retitle(page.id, title, deps.now),
      ],
    });
  } catch (error) {
    if (
      !(error instanceof GuardFailed) ||
      patch.expectedRevision === undefined ||
      patch.expectedRevision === page.revision
    )
      throw error;
    throw new AppError("revision_conflict", "The page has changed since that revision.", {
      currentRevision: page.revision,
    });
  }
  return { ...page, title, updatedAt: deps.now };
}

/** The page and all that lies under it go to the trash as one unit. Deleting what is already there succeeds. */
export async function trashPage(deps: Deps, caller: Caller, pageId: string): Promise<void> {
  const { actor, results } = await authenticate(deps, caller, [store.loadPage(caller, pageId)]);
  const page = requireVisible(actor, results[0]);
  requireWriter(actor);
  if (!canDelete(page)) throw forbidden("You may not delete this page.");
  if (page.trashedAt !== null) return;
  await commit(deps, {
    queries: [
      guard(mayStill(deps, caller, pageId, DELETE)),
      store.countSubtree(pageId, -1),
      store.trashPage(pageId, deps.now),
    ],
  });
}

export async function restorePage(
  deps: Deps,
  caller: Caller,
  pageId: string,
): Promise<Page & { restoredToRoot: boolean }> {
  const { actor, results } = await authenticate(deps, caller, [
    store.loadPage(caller, pageId),
    store.parentIsLive(pageId),
    store.readContent(pageId),
    store.listChildren(caller, pageId),
  ]);
  const [loaded, parentIsLive, content, children] = results;
  const page = requireVisible(actor, loaded);
  requireWriter(actor);
  if (!canDelete(page)) throw forbidden("You may not restore this page.");
  if (page.trashedAt === null) throw new AppError("not_trashed", "This page is not in the trash.");
  const stillSo = sql`${callerHolds(caller, deps.now, idle(deps), pageId, DELETE)} and not ${isLive(pageId)}
    and (${store.parentIsLive(pageId).sql}) = ${parentIsLive ? 1 : 0}`;
  await commit(deps, {
    queries: [guard(stillSo), store.restorePage(pageId, !parentIsLive, deps.now), store.countSubtree(pageId, 1)],
  });
  const restored = {
    ...page,
    trashedAt: null,
    isTrashRoot: false,
    updatedAt: deps.now,
    parentId: parentIsLive ? page.parentId : null,
  };
  return { ...toPage(restored, content, children), restoredToRoot: !parentIsLive };
}

export async function reorderPage(deps: Deps, caller: Caller, input: ReorderPage): Promise<Page> {
  const { pageId, parentId, position } = input;
  const { actor, results } = await authenticate(deps, caller, [
    store.loadPage(caller, pageId),
    store.loadPage(caller, parentId ?? pageId),
    store.readContent(pageId),
    store.listChildren(caller, pageId),
  ]);
  const [loaded, target, content, children] = results;
  const page = requireEditable(actor, loaded);
  if (parentId === null) {
    if (parentId !== page.parentId && !canCreateIn(actor, page))
      throw forbidden("Only the owner or an admin of the drive moves pages to its root.");
  } else {
    requireParent(target, page.driveId);
    if (!target || !canEdit(target)) throw forbidden("You may not put pages under that one.");
    if (parentId === pageId) throw cycle();
  }
  const place = parentId === null ? sql`1` : sql`${callerHolds(caller, deps.now, idle(deps), parentId, EDIT)}`;
  const [, moved] = await commit(deps, {
    queries: [
      guard(sql`${mayStill(deps, caller, pageId, EDIT)} and ${place}`),
      store.movePage(pageId, parentId, position, deps.now),
    ],
  });
  if (moved === 0) throw await whyNotMoved(deps, caller, pageId, parentId);
  return toPage({ ...page, parentId, position, updatedAt: deps.now }, content, children);
}

const cycle = (): AppError => new AppError("cycle", "A page cannot be moved under itself or under one of its own.");

/** The statement said no; look again to say why. */
async function whyNotMoved(deps: Deps, caller: Caller, pageId: string, parentId: string | null): Promise<AppError> {
  if (parentId === null) return new AppError("conflict", "The page changed while it was being moved. Try again.");
  const chain = await deps.db.one(store.listAncestors(caller, parentId));
  if (chain.some((crumb) => crumb.id === pageId)) return cycle();
  return new AppError(
    "parent_invalid",
    `The page cannot go there: the place is gone, in the trash or too deep (${MAX_DEPTH} levels).`,
  );
}

/** Irreversible: the unit's pages, texts, grants and rooms go. What was trashed on its own inside it stays in the trash. */
export async function purgePage(deps: Deps, caller: Caller, pageId: string): Promise<void> {
  const { actor, results } = await authenticate(deps, caller, [store.loadPage(caller, pageId), store.listUnit(pageId)]);
  const [loaded, unit] = results;
  const page = requireVisible(actor, loaded);
  requireWriter(actor);
  if (!canDelete(page)) throw forbidden("You may not delete this page for good.");
  if (page.trashedAt === null) throw new AppError("not_trashed", "Only a page in the trash is deleted for good.");
  await commit(deps, {
    queries: [
      guard(sql`${callerHolds(caller, deps.now, idle(deps), pageId, DELETE)} and not ${isLive(pageId)}`),
      store.deleteUnit(pageId),
    ],
    notes: [{ kind: "page.purge", by: actor, resource: { type: "page", id: pageId }, detail: { pages: unit.length } }],
    jobs: purgeJobs(deps, unit),
  });
}
