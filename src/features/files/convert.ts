/** A document made of a file's text. The file stays as it is. */
import type { Caller } from "../../kernel/caller.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import { VIEW, holds } from "../../kernel/rights.ts";
import type { Deps } from "../../deps.ts";
import { first, guard, sql, write, type Query, type SQL } from "../../db/sql.ts";
import { GuardFailed } from "../../platform/db.ts";
import { authenticate } from "../../permissions/authenticate.ts";
import { mayStill } from "../../permissions/authorized.ts";
import { allowPage } from "../../permissions/authorize.ts";
import { callerId } from "../../permissions/credential.ts";
import { allowPlace } from "../../permissions/places.ts";
import { commit } from "../audit/service.ts";
import { countOneMore, insertContent, insertPage, loadPage, readContent, rootRights } from "../pages/service.ts";
import { bytesOf, withinQuota } from "../quotas/service.ts";
import { markDirty } from "../search/access.ts";
import { indexSoon } from "../search/service.ts";
import type { Converted } from "./contract.ts";
import * as store from "./store.ts";

/**
 * Of the text that processing found in the present contents of a FILE page. Again, the same user gets the same document
 * for the same contents, while they may see it and it is not in the trash. Throws `not_a_file`, `not_ready`, `no_text`,
 * `forbidden`, and `conflict` for a page in the trash.
 */
export async function convertToDocument(
  deps: Deps,
  caller: Caller,
  fileId: string,
): Promise<{ document: Converted; made: boolean }> {
  const { by, results } = await authenticate(deps, caller, [
    store.findFile(fileId),
    loadPage(caller, store.pageOf(fileId)),
    loadPage(caller, sql`(select parent_id from pages where id = ${store.pageOf(fileId)})`),
    rootRights(caller, sql`(select drive_id from pages where id = ${store.pageOf(fileId)})`),
    readContent(store.pageOf(fileId)),
    findConversion(deps, caller, fileId),
  ]);
  const [file, loaded, parent, root, text, before] = results;
  if (!file || !loaded) throw notFound("This file");
  const page = allowPage(by, "convertFile", loaded);
  if (before) return { document: before, made: false };
  if (file.role !== "content")
    throw new AppError("not_a_file", "Only what a FILE page is at present becomes a document.");
  if (file.status === "pending" || file.status === "processing")
    throw new AppError("not_ready", "The text of this file is not there yet. Try again in a moment.");
  if (text.trim() === "") throw new AppError("no_text", "There is no text in this file.");
  // Beside the file; at the root if what it lies in is not to be seen.
  const parentId = parent && holds(parent.rights, VIEW) ? loaded.parentId : null;
  const { driveId } = loaded;
  const place = allowPlace(by, "convertFile", { driveId, parentId }, { root, parent });

  const id = deps.newId();
  const title = titleFrom(file.filename);
  const { userId, credentialId } = by.actor;
  const claim = { driveId, pages: 1, text: bytesOf(text), place: { parentId, more: 1 } };
  try {
    await withinQuota(deps, claim, (hasRoom) =>
      commit(deps, [place, page], {
        queries: [
          guard(sql`${hasRoom} and ${isStill(fileId, file)} and not (${isConverted(deps, caller, file)})`),
          insertPage({
            id,
            driveId,
            parentId,
            title,
            type: "DOCUMENT",
            position: null,
            createdBy: userId,
            createdVia: credentialId,
            now: deps.now,
          }),
          countOneMore(driveId),
          insertContent(id, text),
          // In place of one whose document is in the trash, or not to be seen any more.
          write(sql`insert into conversions (file_id, generation, user_id, page_id, created_at)
          values (${fileId}, ${file.generation}, ${userId}, ${id}, ${deps.now})
          on conflict (file_id, generation, user_id) do update set page_id = excluded.page_id, created_at = excluded.created_at`),
          markDirty([id], deps.now),
        ],
      }),
    );
  } catch (error) {
    // Asked twice at once: the other one made it.
    const made = error instanceof GuardFailed ? await deps.db.one(findConversion(deps, caller, fileId)) : null;
    if (!made) throw error;
    return { document: made, made: false };
  }
  indexSoon(deps);
  return { document: { pageId: id, title, driveId, parentId }, made: true };
}

/** The text belongs to these contents, and has not been taken back. */
const isStill = (fileId: string, file: store.StoredFileRow) =>
  sql`exists (select 1 from files where id = ${fileId} and role = 'content' and run = ${file.run} and status = ${file.status})`;

/** The document says nothing to whoever has lost sight of it: not its title, nor where it stands now. */
const mayStillSee = (deps: Deps, caller: Caller, pageId: SQL): SQL => mayStill(deps, caller, pageId, "convertFile");

const isConverted = (deps: Deps, caller: Caller, file: store.StoredFileRow): SQL =>
  sql`exists (select 1 from conversions c where c.file_id = ${file.id} and c.generation = ${file.generation}
    and c.user_id = ${callerId(caller)} and ${mayStillSee(deps, caller, sql`c.page_id`)})`;

/** The document that the caller has made of the file's present contents, if they may see it and it is not in the trash. */
const findConversion = (deps: Deps, caller: Caller, fileId: string): Query<Converted | null> =>
  first<{ id: string; title: string; drive_id: string; parent_id: string | null }, Converted>(
    sql`select p.id, p.title, p.drive_id, p.parent_id from files f cross join conversions c on c.file_id = f.id and c.generation = f.generation
        and c.user_id = ${callerId(caller)} cross join pages p on p.id = c.page_id
        where f.id = ${fileId} and ${mayStillSee(deps, caller, sql`p.id`)}`,
    (row) => ({ pageId: row.id, title: row.title, driveId: row.drive_id, parentId: row.parent_id }),
  );

/** The file's name without its extension. */
const titleFrom = (filename: string): string => filename.replace(/(?<=.)\.[\p{L}\p{N}]{1,10}$/u, "");
