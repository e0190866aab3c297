/** Pages as files: one as its own text or file, or many as an archive. */
import { inScope, type Actor, type Caller } from "../../kernel/caller.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import type { PageType } from "../../kernel/page-type.ts";
import type { Deps } from "../../deps.ts";
import { downloadName, hasMessages } from "../../formats/transfer/layout.ts";
import { safeName } from "../../formats/transfer/names.ts";
import { authenticate } from "../../permissions/authenticate.ts";
import { authorizePage } from "../../permissions/authorize-page.ts";
import { exempt } from "../../permissions/exempt.ts";
import { commit } from "../../commit/commit.ts";
import { findContent } from "../files/statements.ts";
import { toOpenedFile, type OpenedFile } from "../files/service.ts";
import { loadPage, readContent } from "../pages/service.ts";
import { writeArchive } from "./export-archive.ts";
import { MAX_EXPORTED, MAX_EXPORTED_BYTES, MAX_EXPORTED_FILES, MAX_SETTINGS_BYTES } from "./contract.ts";
import { latestMessages, printMessages } from "./message-log.ts";
import * as store from "./store.ts";
import type { TreePage } from "./store.ts";

const MEDIA_TYPES: Partial<Record<PageType, string>> = {
  CANVAS: "text/html; charset=utf-8",
  SHEET: "text/csv; charset=utf-8",
  CODE: "text/plain; charset=utf-8",
  FILE: "text/plain; charset=utf-8",
};

export type ExportedFile = {
  readonly name: string;
  readonly mediaType: string;
  readonly body: string | ReadableStream<Uint8Array>;
};

/** The page's text as it is, mentions and all; on a page for messages they follow after a rule. A file is itself. */
export async function exportPage(deps: Deps, caller: Caller, pageId: string): Promise<ExportedFile | OpenedFile> {
  const [page, content, messages, file] = await authorizePage(deps, caller, "view", loadPage(caller, pageId), [
    readContent(pageId),
    latestMessages(pageId),
    findContent(pageId),
  ]);
  const { type, title } = page.target;
  if (type === "FILE" && file) return toOpenedFile(deps, file);
  const said = hasMessages(type) ? printMessages(messages) : "";
  return {
    name: downloadName(type, title),
    mediaType: MEDIA_TYPES[type] ?? "text/markdown; charset=utf-8",
    body: said === "" || content === "" ? content + said : `${content}\n\n---\n\n${said}`,
  };
}

/** The page with everything below it that the caller may see. */
export async function exportSubtree(deps: Deps, caller: Caller, pageId: string): Promise<ExportedFile> {
  const [page, pages] = await authorizePage(deps, caller, "exportSubtree", loadPage(caller, pageId), [
    store.listTree(caller, { pageId }, MAX_EXPORTED),
  ]);
  const { actor, target } = page;
  return archiveOf(deps, caller, { ...target, actor, pages, detail: { page: pageId } });
}

/** Everything in the drive that the caller may see. */
export const exportDrive = async (deps: Deps, caller: Caller, driveId: string): Promise<ExportedFile> =>
  archiveOf(deps, caller, await loadDrive(deps, caller, driveId));

async function loadDrive(deps: Deps, caller: Caller, driveId: string): Promise<ExportRequest> {
  const { actor, results } = await authenticate(deps, caller, [
    store.findDrive(caller, driveId),
    store.listTree(caller, { driveId }, MAX_EXPORTED),
  ]);
  const [drive, pages] = results;
  if (!drive || !inScope(actor, driveId)) throw notFound("This drive");
  return { actor, driveId, title: drive.name, pages, detail: {} };
}

/** What one archive may hold. */
export type ArchiveCapacity = { readonly files: number; readonly bytes: number };

export type DriveArchive = {
  readonly name: string;
  readonly took: ArchiveCapacity;
  readonly pieces: AsyncGenerator<Uint8Array>;
};

/** As `exportDrive`, for anyone who puts the archive into one of their own that has so much room left for files. */
export async function driveArchive(
  deps: Deps,
  caller: Caller,
  driveId: string,
  room: ArchiveCapacity,
): Promise<DriveArchive> {
  const drive = await loadDrive(deps, caller, driveId);
  const took = requireCapacity(drive.pages, room);
  await recordExport(deps, drive);
  return { name: `${safeName(drive.title)}.zip`, took, pieces: writeArchive(deps, caller, driveId, drive.pages) };
}

type ExportRequest = {
  readonly actor: Actor;
  readonly driveId: string;
  readonly title: string;
  readonly pages: readonly TreePage[];
  readonly detail: { readonly page?: string };
};

async function archiveOf(deps: Deps, caller: Caller, exported: ExportRequest): Promise<ExportedFile> {
  const { driveId, title, pages } = exported;
  requireCapacity(pages, { files: MAX_EXPORTED_FILES, bytes: MAX_EXPORTED_BYTES });
  await recordExport(deps, exported);
  const body = streamOf(deps, writeArchive(deps, caller, driveId, pages));
  return { name: `${safeName(title)}.zip`, mediaType: "application/zip", body };
}

/** Nothing leaves before the audit log says who takes it. */
async function recordExport(deps: Deps, { actor, driveId, pages, detail }: ExportRequest): Promise<void> {
  await commit(deps, exempt.record, {
    queries: [],
    notes: [
      {
        kind: "drive.export",
        by: actor,
        resource: { type: "drive", id: driveId },
        detail: { ...detail, pages: pages.length },
      },
    ],
  });
}

/** What the files of these pages take of it. */
function requireCapacity(pages: readonly TreePage[], room: ArchiveCapacity): ArchiveCapacity {
  const tooLarge = (most: string): AppError =>
    new AppError("payload_too_large", `One export holds at most ${most}. Export the pages at the top one by one.`);
  if (pages.length > MAX_EXPORTED) throw tooLarge(`${MAX_EXPORTED} pages`);
  const files = pages.flatMap(({ content, attachments }) => (content ? [content, ...attachments] : attachments));
  if (files.length > room.files) throw tooLarge(`${MAX_EXPORTED_FILES} files`);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes > room.bytes) throw tooLarge(`${MAX_EXPORTED_BYTES / 1_000_000} MB of files`);
  if (pages.reduce((sum, { settings }) => sum + settings, 0) > MAX_SETTINGS_BYTES)
    throw tooLarge(`${MAX_SETTINGS_BYTES / 1_000_000} MB of agents' settings`);
  return { files: files.length, bytes };
}

/** Asked for the next piece only when there is room for it; a failure on the way breaks the download off. */
export function streamOf(deps: Deps, pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  let isUnwanted = false;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next();
        // The person who asked may have gone while the piece was made.
        if (isUnwanted) return;
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        deps.log.error("export.broken", { error });
        controller.error(error);
      }
    },
    async cancel() {
      isUnwanted = true;
      await pieces.return(undefined);
    },
  });
}
