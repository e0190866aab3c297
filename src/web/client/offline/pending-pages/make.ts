/** Creates a page while the service cannot be reached: it is written here, and created there later. */
import type { Page } from "../../../../features/pages/contract.ts";
import { idForKey } from "../../../../kernel/keyed-id.ts";
import { words } from "../../../../words/offline.ts";
import { ApiError } from "../../api/api.ts";
import { openPageStore } from "../../live/store.ts";
import { sideView } from "../../tree/state.ts";
import { addPending, changePending, type PendingPage, removePending, type WantedPage } from "./store.ts";
import { showInTree } from "./tree.ts";
import { findBlank, isText, putView } from "./views.ts";

/** A Yjs document without anything in it. */
const EMPTY = new Uint8Array([0, 0]);

/** Rejects with an `ApiError` that says why this browser cannot. */
export async function makePending(wanted: WantedPage, key: string): Promise<Page> {
  if (!isText(wanted.type)) throw new ApiError("offline", words.needsNetwork);
  const blank = "serviceWorker" in navigator ? await findBlank(wanted.driveId, wanted.type) : null;
  const userId = sideView()?.userId;
  if (blank === null || userId === undefined || navigator.serviceWorker.controller === null)
    throw new ApiError("offline", words.notPrepared);
  const id = await idForKey(userId, key);
  const page: PendingPage = { ...wanted, id, key, userId, refused: null };
  try {
    if (!(await addPending(page))) throw new ApiError("offline", words.tooManyPending);
    await openPageStore(userId, id).putState(EMPTY, 0);
    await putView(page, blank);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    await removePending(page).catch(() => undefined);
    throw new ApiError("offline", words.cannotKeep);
  }
  showInTree(page);
  return asPage(page);
}

/** Whether it waits still: else the service knows it, and renames it. */
export async function renamePending(userId: string, id: string, title: string): Promise<boolean> {
  const renamed = await changePending(userId, id, { title });
  const blank = renamed && (await findBlank(renamed.driveId, renamed.type));
  if (renamed && blank !== null) await putView(renamed, blank);
  return renamed !== null;
}

function asPage({ id, title, type, driveId, parentId, userId }: PendingPage): Page {
  const now = new Date().toISOString();
  return {
    id,
    title,
    icon: null,
    cover: null,
    type,
    driveId,
    parentId,
    content: "",
    children: [],
    createdAt: now,
    updatedAt: now,
    position: 0,
    revision: 1,
    isTrashed: false,
    trashedAt: null,
    createdBy: userId,
    rights: { canView: true, canComment: true, canEdit: true, canShare: true, canDelete: true },
  };
}
