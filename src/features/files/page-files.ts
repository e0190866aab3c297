/** The files of a page: attachments, the current content of a FILE page, and its previous versions. */
import type { Caller } from "../../kernel/caller.ts";
import { paginate } from "../../kernel/cursor.ts";
import { toIso } from "../../kernel/clock.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import type { Deps } from "../../deps.ts";
import { guard } from "../../db/sql.ts";
import { authenticate, type AuthDeps } from "../../permissions/authenticate.ts";
import { allowPage, authorizePage } from "../../permissions/authorize-page.ts";
import { commit } from "../../commit/commit.ts";
import { loadPage } from "../pages/service.ts";
import { scheduleIndexing } from "../search/service.ts";
import type { FileOfPage, ListPageFiles, PageFileList } from "./contract.ts";
import { toRecord } from "./record.ts";
import * as store from "./store.ts";

export async function listPageFiles(
  deps: AuthDeps,
  caller: Caller,
  pageId: string,
  { cursor, limit }: ListPageFiles,
): Promise<PageFileList> {
  const [, found] = await authorizePage(deps, caller, "view", loadPage(caller, pageId), [
    store.listOfPage(pageId, cursor ?? null, limit + 1),
  ]);
  const { page, nextCursor } = paginate(found, limit, ({ id }) => id);
  return { files: page.map(toFileOfPage), nextCursor };
}

const toFileOfPage = (file: store.StoredFileRow): FileOfPage => ({
  ...toRecord(file),
  role: file.role,
  createdBy: file.createdBy,
  createdAt: toIso(file.createdAt),
});

/** Deletes a file permanently. The current content of a FILE page is deleted only with its page. */
export async function deleteFile(deps: Deps, caller: Caller, fileId: string): Promise<void> {
  const { by, results } = await authenticate(deps, caller, [
    store.findFile(fileId),
    loadPage(caller, store.pageOfFile(fileId)),
  ]);
  const [file, loaded] = results;
  if (!file || !loaded) throw notFound("This file");
  const page = allowPage(by, "edit", loaded);
  if (file.role === "content") throw isItsPage();
  const isAttached = store.isAttached(fileId, loaded.id);
  await commit(deps, page, {
    queries: [guard(isAttached), ...store.deleteFile(fileId, deps.now)],
    notes: [
      {
        kind: "file.delete",
        by: page.actor,
        resource: { type: "file", id: fileId },
        detail: { page: loaded.id, size: file.size, sha256: file.sha256 },
      },
    ],
  });
  scheduleIndexing(deps);
}

const isItsPage = (): AppError =>
  new AppError("conflict", "This file is the content of its page. Delete the page or upload a new version instead.");
