/** Use cases for a single page. Each takes two round trips at most: authenticate and load, then commit. */
import { tokenIdOf, type Actor, type Caller } from "../../kernel/caller.ts";
import { toIso, toIsoOrNull } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { idForKey } from "../../kernel/keyed-id.ts";
import { hasFile } from "../../kernel/page-type.ts";
import { unpackRights } from "../../kernel/rights.ts";
import type { Deps } from "../../deps.ts";
import { FIRST_REVISION } from "../../db/schema/pages.ts";
import { guard, TRUE } from "../../db/sql.ts";
import type { Authorized } from "../../permissions/authorized.ts";
import { authenticate } from "../../permissions/authenticate.ts";
import { authorizeDestination } from "../../permissions/authorize-destination.ts";
import { authorizePage, mayEdit } from "../../permissions/authorize-page.ts";
import { commit } from "../../commit/commit.ts";
import { GuardFailed, UniqueViolation } from "../../platform/db.ts";
import { requireContentSize } from "./content/rules.ts";
import { editPage } from "./edit-page.ts";
import { callRoom, recordSeenRevision, rememberEditor, roomErrorToAppError } from "./content/service.ts";
import { listBacklinks, syncMentions } from "../mentions/statements.ts";
import { countOpenThreads } from "./open-threads-store.ts";
import { listMessages, oldestFirst } from "../messages/statements.ts";
import { byteLengthOf, withinQuota } from "../quotas/service.ts";
import { insertProperties } from "../properties/statements.ts";
import { markDirty } from "../search/statements.ts";
import { scheduleIndexing } from "../search/service.ts";
import type { CreatePage, LoadedPage, Page, PageSummary, PageType, PageWithMessages, PatchPage } from "./contract.ts";
import { requireCover } from "./cover.ts";
import { makeRoom, needRoom, neighbours } from "./siblings/service.ts";
import * as store from "./store.ts";
import { keepInScope } from "../../permissions/scope.ts";

export {
  incrementPageCount,
  insertContent,
  insertPage,
  loadDestination,
  loadPage,
  readContent,
  readUnedited,
  rootRights,
} from "./store.ts";
export { listAncestors } from "./ancestor-store.ts";
export { editPage } from "./edit-page.ts";
export type { LoadedPage } from "./contract.ts";

export function toPage(page: LoadedPage, content: string, children: PageSummary[]): Page {
  return {
    id: page.id,
    title: page.title,
    icon: page.icon,
    cover: page.cover,
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

/**
 * Replaces the database's text of a page with the room's if that is newer, which it is while people are typing. Later
 * changes without a base revision are based on this text.
 */
export async function withPresentText<P extends LoadedPage & { readonly content: string }>(
  deps: Deps,
  actor: Actor,
  page: P,
): Promise<P> {
  const { id, revision } = page;
  if (!page.isAhead) {
    if (mayEdit(page)) await recordSeenRevision(deps, actor, page);
    return page;
  }
  const show = async () => deps.objects.room(id, page.driveLocation).show(actor.credentialId, revision, { line: 1 });
  const newer = await callRoom(deps, show);
  return newer === null ? page : { ...page, content: newer.text, revision: newer.revision };
}

/** Number of messages returned with a page; the cursor leads to older ones. */
const LATEST_MESSAGES = 50;

export async function getPage(deps: Deps, caller: Caller, pageId: string): Promise<PageWithMessages> {
  const [{ actor, target: page }, messages, backlinks, threads] = await authorizePage(
    deps,
    caller,
    "view",
    store.readPageWithChildren(caller, pageId),
    [
      listMessages({ pageId, before: null, limit: LATEST_MESSAGES + 1 }),
      listBacklinks(caller, pageId),
      countOpenThreads(pageId),
    ],
  );
  if (mayEdit(page)) rememberEditor(deps, caller, actor, page);
  const shown = await withPresentText(deps, actor, page);
  const latest = oldestFirst(messages, LATEST_MESSAGES);
  return {
    ...toPage(shown, shown.content, shown.children),
    messages: latest.messages,
    nextMessageCursor: latest.nextCursor,
    openThreads: threads,
    backlinks: keepInScope(actor, backlinks),
  };
}

/**
 * A request repeated with the same idempotency key returns the page that the first one created, in its current state,
 * even if a new page would be rejected by now: the first request's answer may have been lost.
 */
export async function createPage(deps: Deps, caller: Caller, input: CreatePage): Promise<Page> {
  const { idempotencyKey: key } = input;
  const made = createNewPage(deps, caller, input);
  if (key === undefined) return made;
  return made.catch(async (error: unknown) => {
    if (!isRejection(error)) throw error;
    const { actor } = await authenticate(deps, caller, []);
    return readPage(deps, caller, await idForKey(actor.userId, key)).catch((other: unknown) => {
      throw other instanceof AppError && other.code === "not_found" ? error : other;
    });
  });
}

/** True if the request itself certainly committed nothing, and repeating it would not help. */
const isRejection = (error: unknown): boolean =>
  error instanceof GuardFailed ||
  (error instanceof UniqueViolation && error.constraint === "pages.id") ||
  (error instanceof AppError && !["unauthenticated", "unavailable", "rate_limited"].includes(error.code));

async function createNewPage(deps: Deps, caller: Caller, input: CreatePage): Promise<Page> {
  const content = input.content ?? "";
  requireContentSize(content);
  const { icon, cover } = input;
  const parentId = input.parentId ?? null;
  const where = { driveId: input.driveId, parentId };
  const [allowed] = await authorizeDestination(
    deps,
    caller,
    "createPages",
    where,
    store.loadDestination(caller, where),
    [],
  );
  const { actor, target: place } = allowed;
  if (hasFile(input.type))
    throw new AppError("use_upload", `Create a ${input.type} page by uploading a file: POST /api/upload.`);
  await requireCover(deps, caller, cover, input.driveId);

  const { idempotencyKey: key } = input;
  const id = key === undefined ? deps.newId() : await idForKey(actor.userId, key);
  const page = {
    id,
    driveId: input.driveId,
    parentId,
    title: input.title,
    icon,
    cover,
    type: input.type,
    position: input.position ?? null,
    createdBy: actor.userId,
    createdVia: actor.credentialId,
    now: deps.now,
  };
  const texts = content === "" ? [] : [store.insertContent(id, content)];
  const written = { pageId: id, by: actor.userId, tokenId: tokenIdOf(actor), now: deps.now, newId: deps.newId };
  const claim = { driveId: input.driveId, pages: 1, text: byteLengthOf(content), place: { parentId, more: 1 } };
  const [, inserted, around] = await withinQuota(deps, claim, (fitsQuota) =>
    commit(deps, allowed, {
      queries: [
        guard(fitsQuota),
        store.insertPage(page),
        neighbours(id),
        store.incrementPageCount(input.driveId),
        ...texts,
        ...syncMentions(written, input.type, content, TRUE, ""),
        ...insertProperties([{ id, type: input.type, content }]),
        markDirty([id], deps.now),
      ],
      announces: [{ kind: "pages", ids: [id] }],
    }),
  );
  scheduleIndexing(deps);
  const spread = needRoom(around) ? await makeRoom(deps, allowed, where, [id]) : null;
  return toPage(asLoaded(page, place, spread?.get(id) ?? inserted?.position ?? 0), content, []);
}

async function readPage(deps: Deps, caller: Caller, pageId: string): Promise<Page> {
  const [allowed] = await authorizePage(deps, caller, "view", store.readPageWithChildren(caller, pageId), []);
  const shown = await withPresentText(deps, allowed.actor, allowed.target);
  return toPage(shown, shown.content, shown.children);
}

/** Builds a `LoadedPage` for a page that was just inserted. */
const asLoaded = (
  { now, ...page }: Parameters<typeof store.insertPage>[0],
  { rights, isDriveAdmin, depth }: Pick<LoadedPage, "rights" | "isDriveAdmin" | "depth">,
  position: number,
): LoadedPage => ({
  ...page,
  icon: page.icon ?? null,
  cover: page.cover ?? null,
  position,
  revision: FIRST_REVISION,
  isAhead: false,
  trashedAt: null,
  driveIsTrashed: false,
  // Nothing calls the room of a page while it is being created.
  driveLocation: null,
  createdAt: now,
  updatedAt: now,
  rights,
  isDriveAdmin,
  depth: depth + 1,
});

export async function patchPage(deps: Deps, caller: Caller, pageId: string, patch: PatchPage): Promise<Page> {
  const { content } = patch;
  if (content === undefined) return patchFields(deps, caller, pageId, patch);
  requireContentSize(content);
  const { title, icon, cover, baseRevision, expectedRevision } = patch;
  const { edited, page, children } = await editPage(deps, caller, {
    pageId,
    changeFor: (type) => bodyFor(type, content),
    title,
    appearance: { icon, cover },
    baseRevision,
    expectedRevision,
    view: "page-and-children",
  });
  return toPage(page, edited.text, children);
}

function bodyFor(type: PageType, content: string): { kind: "body"; content: string } {
  if (type !== "FILE") return { kind: "body", content };
  throw new AppError("not_editable", "The text of a FILE page is extracted from its file and cannot be edited.");
}

async function patchFields(deps: Deps, caller: Caller, pageId: string, patch: PatchPage): Promise<Page> {
  const [page] = await authorizePage(deps, caller, "edit", store.readPageWithChildren(caller, pageId), []);
  await requireCover(deps, caller, patch.cover, page.target.driveId);
  const updated = await updateFields(deps, page, patch);
  const shown = await withPresentText(deps, page.actor, { ...page.target, ...updated });
  return toPage(shown, shown.content, shown.children);
}

async function updateFields(
  deps: Deps,
  allowed: Authorized<"page.edit", LoadedPage>,
  patch: PatchPage,
): Promise<LoadedPage> {
  const page = allowed.target;
  const { title = page.title, icon = page.icon, cover = page.cover } = patch;
  const expected = patch.expectedRevision ?? null;
  if ((patch.baseRevision ?? 0) > page.revision)
    throw roomErrorToAppError({ code: "revision_invalid", currentRevision: page.revision });
  const [changed] = await commit(deps, allowed, {
    queries: [
      store.updateFieldsAt(page.id, patch, deps.now, expected),
      markDirty(store.idIfUpdated(page.id, deps.now), deps.now),
    ],
    announces: [{ kind: "pages", ids: [page.id] }],
  });
  if (changed === 1) {
    scheduleIndexing(deps);
    return { ...page, title, icon, cover, updatedAt: deps.now };
  }
  if (expected !== null && expected !== page.revision)
    throw roomErrorToAppError({ code: "revision_conflict", currentRevision: page.revision });
  throw new AppError("conflict", "The page was changed in the meantime. Your change was not saved.");
}
