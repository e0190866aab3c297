/** Converts a file's text to a document. The file stays unchanged. */
import type { Caller } from "../../kernel/caller.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import { IMPORTED } from "../../kernel/page.ts";
import type { Deps } from "../../deps.ts";
import { allOf, guard, type SQL } from "../../db/sql.ts";
import { GuardFailed } from "../../platform/db.ts";
import { authenticate } from "../../permissions/authenticate.ts";
import { guardContext, pageGuard } from "../../permissions/authorized.ts";
import { allowPage } from "../../permissions/authorize-page.ts";
import { allowDestination, visibleParentId } from "../../permissions/authorize-destination.ts";
import { commit } from "../../commit/commit.ts";
import { insertThreads, sizeOfThreads } from "../comments/import-statements.ts";
import { placeAll, placeImported, toImported } from "../comments/index.ts";
import { incrementPageCount, insertContent, insertPage, loadPage, readContent, rootRights } from "../pages/service.ts";
import { byteLengthOf, withinQuota } from "../quotas/service.ts";
import { insertProperties } from "../properties/statements.ts";
import { markDirty } from "../search/statements.ts";
import { scheduleIndexing } from "../search/service.ts";
import type { Converted } from "./contract.ts";
import * as conversions from "./conversion-store.ts";
import { readComments } from "./found-comments.ts";
import * as store from "./store.ts";

/**
 * Creates a document from the text found in the current contents of a FILE page, next to the file. Repeated calls by
 * the same user for the same contents return the same document, while they can see it and it is not in the trash.
 * Throws `not_a_file`, `not_ready`, `no_text`, `forbidden`, and `conflict` for a page in the trash.
 */
export async function convertToDocument(
  deps: Deps,
  caller: Caller,
  fileId: string,
): Promise<{ document: Converted; made: boolean }> {
  const mayView = (pageId: SQL): SQL => viewGuard(deps, caller, pageId);
  const { by, results } = await authenticate(deps, caller, [
    store.findFile(fileId),
    loadPage(caller, store.pageOfFile(fileId)),
    loadPage(caller, store.parentOfFile(fileId)),
    rootRights(caller, store.driveOfFile(fileId)),
    readContent(store.pageOfFile(fileId)),
    conversions.findConversion(caller, fileId, mayView),
  ]);
  const [file, loaded, parent, root, text, before] = results;
  if (!file || !loaded) throw notFound("This file");
  const page = allowPage(by, "convertFile", loaded);
  if (before) return { document: before, made: false };
  requireConvertible(file, text);
  const parentId = visibleParentId(loaded, parent);
  const { driveId } = loaded;
  const place = allowDestination(by, "convertFile", { driveId, parentId }, { root, parent });

  const id = deps.newId();
  const title = titleFrom(file.filename);
  const document = { id, driveId, parentId, title, type: "DOCUMENT" } as const;
  const { userId } = by.actor;
  const threads = toImported(await readComments(deps, file), { found: text, text }, deps.now);
  const imported = threads.length === 0 ? [] : [{ pageId: id, threads }];
  const size = byteLengthOf(text) + sizeOfThreads(threads);
  const claim = { driveId, pages: 1, text: size, place: { parentId, more: 1 } };
  try {
    await withinQuota(deps, claim, (fitsQuota) =>
      commit(deps, [place, page], {
        queries: [
          guard(allOf([fitsQuota, conversions.hasSameText(file), conversions.isNotConverted(caller, file, mayView)])),
          insertPage({ ...document, position: null, createdBy: userId, createdVia: IMPORTED, now: deps.now }),
          incrementPageCount(driveId),
          insertContent(id, text),
          ...insertProperties([{ ...document, content: text }]),
          conversions.putConversion({ fileId, generation: file.generation, userId, pageId: id, now: deps.now }),
          markDirty([id], deps.now),
          ...insertThreads(imported, deps),
        ],
        jobs: placeAll(deps, imported),
        announces: [{ kind: "pages", ids: [id] }],
      }),
    );
  } catch (error) {
    // A concurrent request has already created it.
    const made =
      error instanceof GuardFailed ? await deps.db.one(conversions.findConversion(caller, fileId, mayView)) : null;
    if (!made) throw error;
    return { document: made, made: false };
  }
  scheduleIndexing(deps);
  // The user opens the document next. If this fails, the job does it.
  await placeImported(deps, [id]).catch((error: unknown) => deps.log.warn("threads.unplaced", { error }));
  return { document: { pageId: id, title, driveId, parentId }, made: true };
}

function requireConvertible({ role, status }: store.StoredFileRow, text: string): void {
  if (role !== "content")
    throw new AppError("not_a_file", "Only the current file of a FILE page can be converted to a document.");
  if (status === "pending" || status === "processing")
    throw new AppError("not_ready", "The text of this file is not ready yet. Try again in a moment.");
  if (text.trim() === "") throw new AppError("no_text", "There is no text in this file.");
}

/** The response must not reveal a document's title or location to a caller who can no longer see it. */
const viewGuard = (deps: Deps, caller: Caller, pageId: SQL): SQL =>
  pageGuard(guardContext(deps, caller), pageId, "convertFile");

/** The file's name without its extension. */
const titleFrom = (filename: string): string => filename.replace(/(?<=.)\.[\p{L}\p{N}]{1,10}$/u, "");
