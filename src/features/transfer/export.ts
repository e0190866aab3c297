/** Exports pages: one as its text or file, or many as an archive. */
import type { Actor, Caller } from "../../kernel/caller.ts";
import { hasMessages } from "../../kernel/page-type.ts";
import type { Deps } from "../../deps.ts";
import { formatOf } from "../../formats/formats.ts";
import { downloadName } from "../../formats/transfer/layout.ts";
import { safeName } from "../../formats/transfer/names.ts";
import { authorizeDrive } from "../../permissions/authorize-drive.ts";
import { authorizePage } from "../../permissions/authorize-page.ts";
import type { Authorized } from "../../permissions/authorized.ts";
import type { AuditNote } from "../../commit/audit-note.ts";
import { commit } from "../../commit/commit.ts";
import { findDriveAccess } from "../drives/service.ts";
import { findContent } from "../files/statements.ts";
import { toOpenedFile, type OpenedFile } from "../files/service.ts";
import { callRoom } from "../pages/content/service.ts";
import { loadPage, readContent, withPresentText } from "../pages/service.ts";
import { exportTooLarge } from "./archive-bounds.ts";
import { writeArchive } from "./export-archive.ts";
import { MAX_EXPORTED, MAX_EXPORTED_BYTES, MAX_EXPORTED_FILES, MAX_SETTINGS_BYTES } from "./contract.ts";
import { latestMessages, printMessages } from "./message-log.ts";
import * as store from "./store.ts";
import type { TreePage } from "./store.ts";
import type { AuthDeps } from "../../permissions/authenticate.ts";

export type ExportedFile = {
  readonly name: string;
  readonly mediaType: string;
  readonly body: string | ReadableStream<Uint8Array> | null;
};

/** `isHead`: only checks whether the archive is available; nothing is sent and nothing is audited. */
export type ArchiveRequest = { readonly isHead: boolean; readonly comments: boolean };

/**
 * The page's raw text, including mentions; on a page with messages they follow a horizontal rule. A FILE page exports
 * its file.
 */
export async function exportPage(deps: Deps, caller: Caller, pageId: string): Promise<ExportedFile | OpenedFile> {
  const [page, stored, messages, file] = await authorizePage(deps, caller, "view", loadPage(caller, pageId), [
    readContent(pageId),
    latestMessages(pageId),
    findContent(pageId),
  ]);
  const { type, title } = page.target;
  const { content } = page.target.isAhead
    ? await withPresentText(deps, page.actor, { ...page.target, content: stored })
    : { content: stored };
  if (type === "FILE" && file) return toOpenedFile(deps, file);
  const said = hasMessages(type) ? printMessages(messages) : "";
  return {
    name: downloadName(type, title),
    mediaType: `${formatOf(type).mediaType}; charset=utf-8`,
    body: said === "" || content === "" ? content + said : `${content}\n\n---\n\n${said}`,
  };
}

/** The page and all descendants that the caller can see. */
export async function exportSubtree(
  deps: Deps,
  caller: Caller,
  pageId: string,
  request: ArchiveRequest,
): Promise<ExportedFile> {
  const [allowed, pages] = await authorizePage(deps, caller, "exportSubtree", loadPage(caller, pageId), [
    store.listTree(caller, { pageId }, MAX_EXPORTED),
  ]);
  const { driveId, title } = allowed.target;
  return archiveOf(deps, caller, { allowed, driveId, title, pages, detail: { page: pageId } }, request);
}

/** All pages in the drive that the caller can see. */
export const exportDrive = async (
  deps: Deps,
  caller: Caller,
  driveId: string,
  request: ArchiveRequest,
): Promise<ExportedFile> => archiveOf(deps, caller, await loadDrive(deps, caller, driveId), request);

async function loadDrive(deps: AuthDeps, caller: Caller, driveId: string): Promise<ExportRequest> {
  const [allowed, pages] = await authorizeDrive(deps, caller, "export", findDriveAccess(caller, driveId), [
    store.listTree(caller, { driveId }, MAX_EXPORTED),
  ]);
  return { allowed, driveId, title: allowed.target.name, pages, detail: {} };
}

/** Files and bytes that an archive can contain. */
export type ArchiveCapacity = { readonly files: number; readonly bytes: number };

export type DriveArchive = {
  readonly name: string;
  readonly took: ArchiveCapacity;
  readonly pieces: AsyncGenerator<Uint8Array>;
};

/** Like `exportDrive`, for embedding the archive in a larger one with this much room left for files. */
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
  readonly allowed: Authorized<"drive.export" | "page.exportSubtree">;
  readonly driveId: string;
  readonly title: string;
  readonly pages: readonly TreePage[];
  readonly detail: { readonly page?: string };
};

async function archiveOf(
  deps: Deps,
  caller: Caller,
  exported: ExportRequest,
  { isHead, comments }: ArchiveRequest,
): Promise<ExportedFile> {
  const { driveId, title, pages } = exported;
  requireCapacity(pages, { files: MAX_EXPORTED_FILES, bytes: MAX_EXPORTED_BYTES });
  const head = { name: `${safeName(title)}.zip`, mediaType: "application/zip" };
  if (isHead) return { ...head, body: null };
  await recordExport(deps, exported);
  const written = comments ? pages : pages.map((page) => ({ ...page, hasThreads: false }));
  return { ...head, body: streamOf(deps, writeArchive(deps, caller, driveId, written)) };
}

/** Number of rooms called concurrently. */
const CONCURRENCY = 6;

/** Writes the audit entry before any data is sent, and brings the texts in D1 up to date. */
export async function recordExport(deps: Deps, { allowed, driveId, pages, detail }: ExportRequest): Promise<void> {
  const [ahead] = await commit(deps, allowed, {
    queries: [store.listAhead(driveId)],
    notes: [exportNote(allowed.actor, driveId, { ...detail, pages: pages.length })],
  });
  const exported = new Set(pages.map(({ id }) => id));
  await projectRooms(
    deps,
    ahead.filter((pageId) => exported.has(pageId)),
  );
}

export const exportNote = (
  by: Actor,
  driveId: string,
  detail: { readonly page?: string; readonly pages: number },
): AuditNote => ({ kind: "drive.export", by, resource: { type: "drive", id: driveId }, detail });

/** Makes rooms save text that is not in the database yet. */
export async function projectRooms(deps: Pick<Deps, "log" | "objects">, behind: readonly string[]): Promise<void> {
  for (let i = 0; i < behind.length; i += CONCURRENCY)
    await Promise.all(
      behind.slice(i, i + CONCURRENCY).map((pageId) => callRoom(deps, async () => deps.objects.room(pageId).project())),
    );
}

/** Throws if these pages exceed the limits; otherwise returns how much of the capacity their files use. */
function requireCapacity(pages: readonly TreePage[], room: ArchiveCapacity): ArchiveCapacity {
  if (pages.length > MAX_EXPORTED) throw exportTooLarge(`${MAX_EXPORTED} pages`);
  const files = pages.flatMap(({ content, attachments }) => (content ? [content, ...attachments] : attachments));
  if (files.length > room.files) throw exportTooLarge(`${MAX_EXPORTED_FILES} files`);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes > room.bytes) throw exportTooLarge(`${MAX_EXPORTED_BYTES / 1_000_000} MB of files`);
  if (pages.reduce((sum, { settings }) => sum + settings, 0) > MAX_SETTINGS_BYTES)
    throw exportTooLarge(`${MAX_SETTINGS_BYTES / 1_000_000} MB of agents' settings`);
  return { files: files.length, bytes };
}

/** Produces a chunk only when the consumer has room; an error aborts the download. */
export function streamOf(deps: Pick<Deps, "log">, pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  let isUnwanted = false;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next();
        // The client may have disconnected while the chunk was being produced.
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
