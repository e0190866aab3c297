/** Use cases of one page. Each is two round trips at most: authenticate and load, then commit. */
import type { Actor, Caller } from "../../kernel/caller.ts";
import { inScope, requireWriter } from "../../kernel/caller.ts";
import { toIso, toIsoOrNull } from "../../kernel/clock.ts";
import { AppError, forbidden, notFound } from "../../kernel/errors.ts";
import { EDIT, VIEW, holds, unpackRights } from "../../kernel/rights.ts";
import type { Deps } from "../../deps.ts";
import { first, guard, sql, type SQL } from "../../db/sql.ts";
import { MAX_DEPTH, callerId, callerIsLive, driveAdmin, rightsOnDrive } from "../access/access.ts";
import { GuardFailed } from "../../platform/db.ts";
import { authenticate } from "../access/identify.ts";
import { commit } from "../audit/service.ts";
import { requireContentSize } from "../content/rules.ts";
import { editContent, editFamiliar, noteShown, remember, toAppError } from "../content/service.ts";
import { listBacklinks, syncMentions } from "../mentions/access.ts";
import { listMessages, oldestFirst } from "../messages/access.ts";
import { bytesOf, withinQuota } from "../quotas/service.ts";
import { markDirty } from "../search/access.ts";
import { indexSoon } from "../search/service.ts";
import type { CreatePage, LoadedPage, Page, PageSummary, PageType, PageWithMessages, PatchPage } from "./contract.ts";
import { callerMayWrite } from "./access.ts";
import { canCreateIn, canEdit, canView } from "./policy.ts";
import * as store from "./store.ts";

export { canCreateIn as canCreate, canEdit, canView, visibleAncestors } from "./policy.ts";
export { countOneMore, driveOfPage, insertContent, insertPage, loadPage, readContent, rootRights } from "./store.ts";
export { listAncestors } from "./tree-store.ts";
export type { LoadedPage } from "./contract.ts";

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
export function requireVisible<P extends LoadedPage>(actor: Actor, page: P | null): P {
  if (!page || !inScope(actor, page.driveId) || !canView(page) || page.driveIsTrashed) throw notFound("This page");
  // A token made for reading holds no more, whoever made it.
  return actor.readOnly ? { ...page, rights: page.rights & VIEW, isDriveAdmin: false } : page;
}

export function requireEditable<P extends LoadedPage>(actor: Actor, page: P | null): P {
  const visible = requireVisible(actor, page);
  requireWriter(actor);
  if (!canEdit(visible)) throw forbidden("You may read this page but not change it.");
  if (visible.trashedAt !== null) throw new AppError("conflict", "This page is in the trash. Restore it to change it.");
  return visible;
}

/** The idle timeout that guards repeat, in ms. */
export const idle = (deps: Deps): number => deps.config.sessionIdleMs;

/** The guard of a change to a page: what allowed it still does. */
export const mayStill = (deps: Deps, caller: Caller, pageId: string, needed: number): SQL =>
  callerMayWrite(caller, deps.now, idle(deps), pageId, needed);

/** For every answer that carries the page's text: a change without a base is made to that text from then on. */
export async function noteAnswer(deps: Deps, actor: Actor, page: LoadedPage): Promise<void> {
  if (canEdit(page)) await noteShown(deps, actor, page.id, page.revision);
}

/** Messages that come with a page; the cursor leads to older ones. */
const LATEST_MESSAGES = 50;

export async function getPage(deps: Deps, caller: Caller, pageId: string): Promise<PageWithMessages> {
  const { actor, results } = await authenticate(deps, caller, [
    store.readBranch(caller, pageId),
    listMessages({ pageId, before: null, limit: LATEST_MESSAGES + 1 }),
    listBacklinks(caller, pageId),
  ]);
  const [loaded, messages, backlinks] = results;
  const page = requireVisible(actor, loaded);
  if (canEdit(page)) remember(deps, caller, actor, page);
  await noteAnswer(deps, actor, page);
  const latest = oldestFirst(messages, LATEST_MESSAGES);
  return {
    ...toPage(page, page.content, page.children),
    messages: latest.messages,
    nextMessageCursor: latest.nextCursor,
    backlinks: backlinks.filter(({ driveId }) => inScope(actor, driveId)),
  };
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
  if (
    !inScope(actor, input.driveId) ||
    !root ||
    (!holds(root.rights, VIEW) && !(parent?.driveId === input.driveId && canView(parent)))
  )
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
    createdVia: actor.credentialId,
    now: deps.now,
  };
  const here =
    parentId === null
      ? placesAtRoot(deps, caller, actor, input.driveId)
      : placesUnder(deps, caller, actor, parentId, input.driveId);
  const texts = content === "" ? [] : [store.insertContent(id, content)];
  const written = { pageId: id, by: actor.userId, now: deps.now, newId: deps.newId };
  const claim = { driveId: input.driveId, pages: 1, text: bytesOf(content), place: { parentId, more: 1 } };
  const [, inserted] = await withinQuota(deps, claim, (hasRoom) =>
    commit(deps, {
      queries: [
        guard(sql`${here} and ${hasRoom}`),
        store.insertPage(page),
        store.countOneMore(input.driveId),
        ...texts,
        ...syncMentions(written, input.type, content, sql`1`, ""),
        markDirty([id], deps.now),
      ],
    }),
  );
  indexSoon(deps);
  const made: LoadedPage = {
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
  };
  return toPage(made, content, []);
}

/** The guard of a page's place at the root: the drive is live, and the caller its owner or an admin who sees it. */
export const placesAtRoot = (deps: Deps, caller: Caller, actor: Actor, driveId: string): SQL =>
  sql`${callerIsLive(caller, deps.now, idle(deps))} and exists (select 1 from drives where id = ${driveId} and trashed_at is null)
    and (${driveAdmin(driveId, callerId(caller))} or (${actor.role === "admin" ? 1 : 0} and ${rightsOnDrive(driveId, callerId(caller))} & ${VIEW}))`;

/** The guard of a new page's place under another: that is live, in this drive, and the caller may create there. */
export const placesUnder = (deps: Deps, caller: Caller, actor: Actor, parentId: string, driveId: string): SQL =>
  sql`${mayStill(deps, caller, parentId, VIEW)} and ${store.driveOfPage(parentId)} = ${driveId}
    and (${driveAdmin(driveId, callerId(caller))} or ${actor.role === "admin" ? 1 : 0})`;

/** Refuses a place in the tree that is not one for a page of this drive. */
export function requireParent(parent: LoadedPage | null, driveId: string): void {
  const wrong = (why: string): AppError => new AppError("parent_invalid", why);
  if (!parent || !canView(parent) || parent.driveId !== driveId) throw wrong("The parent is not a page of this drive.");
  if (parent.trashedAt !== null) throw wrong("The parent is in the trash.");
  if (parent.depth >= MAX_DEPTH) throw wrong(`Pages nest ${MAX_DEPTH} levels deep at most.`);
}

/** Runs a write whose guard has `condition` as its part; throws `forbidden` with this sentence when that was what failed. */
export async function explainRefusal<T>(
  deps: Deps,
  condition: SQL,
  sentence: string,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof GuardFailed)) throw error;
    const isMet = await deps.db.one(
      first<{ ok: number }, boolean>(sql`select ${condition} as ok`, ({ ok }) => ok === 1),
    );
    throw isMet ? error : forbidden(sentence);
  }
}

/** Why a move is refused whose guard has `raisesNobody` as its part. */
export const RAISES = "Moving it there would give somebody rights over it that you do not hold.";
/** Why a deletion is refused whose guard has `nothingWithheldBelow` as its part. Names no page: it may be hidden. */
export const WITHHELD_BELOW =
  "Something below it is withheld from you, so you may not delete all of it. Ask the owner or an admin of the drive.";

export async function patchPage(deps: Deps, caller: Caller, pageId: string, patch: PatchPage): Promise<Page> {
  const { content } = patch;
  if (content === undefined) return patchTitle(deps, caller, pageId, patch);
  requireContentSize(content);
  const edit = {
    caller,
    pageId,
    title: patch.title ?? null,
    ...(patch.baseRevision !== undefined && { baseRevision: patch.baseRevision }),
    ...(patch.expectedRevision !== undefined && { expectedRevision: patch.expectedRevision }),
  };
  const changeFor = (type: PageType) => bodyFor(type, content);
  const quick = await editFamiliar(deps, { ...edit, changeFor }, "page-and-children");
  if (quick?.view)
    return toPage({ ...quick.view.page, revision: quick.edited.revision }, quick.edited.text, quick.view.children);

  const { actor, results } = await authenticate(deps, caller, [store.loadBranch(caller, pageId)]);
  const page = requireEditable(actor, results[0]);
  remember(deps, caller, actor, page);
  const edited =
    quick?.edited ??
    (await editContent(deps, {
      ...edit,
      actor,
      type: page.type,
      change: changeFor(page.type),
      stored: page.revision,
    }));
  const updated = edited.changed || patch.title !== undefined;
  return toPage(
    {
      ...page,
      title: patch.title ?? page.title,
      revision: edited.revision,
      updatedAt: updated ? deps.now : page.updatedAt,
    },
    edited.text,
    page.children,
  );
}

function bodyFor(type: PageType, content: string): { kind: "body"; content: string } {
  if (type !== "FILE") return { kind: "body", content };
  throw new AppError("not_editable", "The text of a FILE page is extracted from its file; it is not written by hand.");
}

async function patchTitle(deps: Deps, caller: Caller, pageId: string, patch: PatchPage): Promise<Page> {
  const { actor, results } = await authenticate(deps, caller, [store.readBranch(caller, pageId)]);
  const page = requireEditable(actor, results[0]);
  const retitled = await retitle(deps, caller, page, patch);
  await noteAnswer(deps, actor, retitled);
  return toPage(retitled, page.content, page.children);
}

async function retitle(deps: Deps, caller: Caller, page: LoadedPage, patch: PatchPage): Promise<LoadedPage> {
  const title = patch.title ?? page.title;
  const expected = patch.expectedRevision ?? null;
  if ((patch.baseRevision ?? 0) > page.revision)
    throw toAppError({ code: "revision_invalid", currentRevision: page.revision });
  const allowed = sql`${mayStill(deps, caller, page.id, EDIT)} and revision = coalesce(${expected}, revision)`;
  const retitled = sql`select id from pages where id = ${page.id} and title = ${title} and updated_at = ${deps.now}`;
  const [changed] = await deps.db.batch([
    store.retitle(page.id, title, deps.now, allowed),
    markDirty(retitled, deps.now),
  ]);
  if (changed === 1) {
    indexSoon(deps);
    return { ...page, title, updatedAt: deps.now };
  }
  if (expected !== null && expected !== page.revision)
    throw toAppError({ code: "revision_conflict", currentRevision: page.revision });
  throw new AppError(
    "conflict",
    "Your access to the page, or the page itself, changed meanwhile. Nothing was changed.",
  );
}
