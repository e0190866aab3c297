/** The files that stand with a page: what is attached to it, what a FILE page is, and what it was before. */
import type { Caller } from "../../kernel/caller.ts";
import { toIso } from "../../kernel/clock.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import { EDIT } from "../../kernel/rights.ts";
import type { Deps } from "../../deps.ts";
import { guard, sql } from "../../db/sql.ts";
import { authenticate } from "../access/identify.ts";
import { commit } from "../audit/service.ts";
import { loadPage, mayStill, requireEditable, requireVisible } from "../pages/service.ts";
import { indexSoon } from "../search/service.ts";
import type { FileOfPage, ListPageFiles, PageFileList } from "./contract.ts";
import { toRecord } from "./record.ts";
import * as store from "./store.ts";

export async function listPageFiles(
  deps: Deps,
  caller: Caller,
  pageId: string,
  { cursor, limit }: ListPageFiles,
): Promise<PageFileList> {
  const { actor, results } = await authenticate(deps, caller, [
    loadPage(caller, pageId),
    store.listOfPage(pageId, cursor ?? null, limit + 1),
  ]);
  const [page, found] = results;
  requireVisible(actor, page);
  const files = found.slice(0, limit).map(toFileOfPage);
  return { files, nextCursor: found.length > limit ? (files.at(-1)?.id ?? null) : null };
}

const toFileOfPage = (file: store.StoredFileRow): FileOfPage => ({
  ...toRecord(file),
  role: file.role,
  createdBy: file.createdBy,
  createdAt: toIso(file.createdAt),
});

/** For good. What a FILE page is at present goes with its page alone. */
export async function deleteFile(deps: Deps, caller: Caller, fileId: string): Promise<void> {
  const { actor, results } = await authenticate(deps, caller, [
    store.findFile(fileId),
    loadPage(caller, store.pageOf(fileId)),
  ]);
  const [file, loaded] = results;
  if (!file || !loaded) throw notFound("This file");
  const page = requireEditable(actor, loaded);
  if (file.role === "content") throw isItsPage();
  const stillThere = sql`exists (select 1 from files where id = ${fileId} and page_id = ${page.id} and role <> 'content')`;
  await commit(deps, {
    queries: [
      guard(sql`${mayStill(deps, caller, page.id, EDIT)} and ${stillThere}`),
      ...store.deleteFile(fileId, deps.now),
    ],
    notes: [
      {
        kind: "file.delete",
        by: actor,
        resource: { type: "file", id: fileId },
        detail: { page: page.id, size: file.size, sha256: file.sha256 },
      },
    ],
  });
  indexSoon(deps);
}

const isItsPage = (): AppError =>
  new AppError("conflict", "This file is what its page is. Delete the page, or upload another version, instead.");
