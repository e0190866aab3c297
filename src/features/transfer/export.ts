/** Pages as files: one as its own text, or many as an archive that is written while it is read, never held. */
import { inScope, type Caller } from "../../kernel/caller.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import type { PageType } from "../../kernel/page-type.ts";
import type { Deps } from "../../deps.ts";
import { MANIFEST, downloadName, hasMessages, layOut, type Placed } from "../../formats/transfer/layout.ts";
import { mentionsToLinks } from "../../formats/transfer/links.ts";
import { safeName } from "../../formats/transfer/names.ts";
import { addressBetween } from "../../formats/transfer/paths.ts";
import { authenticate } from "../access/identify.ts";
import { loadPage, readContent, requireVisible } from "../pages/service.ts";
import { ArchiveWriter } from "./archive-writer.ts";
import { MOST_EXPORTED, type ManifestPage } from "./contract.ts";
import { latestMessages, printMessages, readMessages } from "./messages.ts";
import * as store from "./store.ts";
import type { TreePage } from "./store.ts";

/** Pages, and bytes of their texts, that one round trip to the database brings. */
const PAGES_AT_ONCE = 100;
const BYTES_AT_ONCE = 2_000_000;

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

/** The page's text as it is, mentions and all; on a page for messages they follow after a rule. */
export async function exportPage(deps: Deps, caller: Caller, pageId: string): Promise<ExportedFile> {
  const { actor, results } = await authenticate(deps, caller, [
    loadPage(caller, pageId),
    readContent(pageId),
    latestMessages(pageId),
  ]);
  const [loaded, content, messages] = results;
  const { type, title } = requireVisible(actor, loaded);
  const said = hasMessages(type) ? printMessages(messages) : "";
  return {
    name: downloadName(type, title),
    mediaType: MEDIA_TYPES[type] ?? "text/markdown; charset=utf-8",
    body: said === "" || content === "" ? content + said : `${content}\n\n---\n\n${said}`,
  };
}

/** The page with everything below it that the caller may see. */
export async function exportSubtree(deps: Deps, caller: Caller, pageId: string): Promise<ExportedFile> {
  const { actor, results } = await authenticate(deps, caller, [
    loadPage(caller, pageId),
    store.listTree(caller, { pageId }, MOST_EXPORTED),
  ]);
  const { driveId, title, trashedAt } = requireVisible(actor, results[0]);
  if (trashedAt !== null)
    throw new AppError("conflict", "This page is in the trash. Restore it to export what lies under it.");
  return archiveOf(deps, caller, driveId, title, results[1]);
}

/** Everything in the drive that the caller may see. */
export async function exportDrive(deps: Deps, caller: Caller, driveId: string): Promise<ExportedFile> {
  const { actor, results } = await authenticate(deps, caller, [
    store.findDrive(caller, driveId),
    store.listTree(caller, { driveId }, MOST_EXPORTED),
  ]);
  const [drive, pages] = results;
  if (!drive || !inScope(actor, driveId)) throw notFound("This drive");
  return archiveOf(deps, caller, driveId, drive.name, pages);
}

function archiveOf(
  deps: Deps,
  caller: Caller,
  driveId: string,
  title: string,
  pages: readonly TreePage[],
): ExportedFile {
  if (pages.length > MOST_EXPORTED) {
    throw new AppError(
      "payload_too_large",
      `One export holds at most ${MOST_EXPORTED} pages. Export the pages at the top one by one.`,
    );
  }
  const name = `${safeName(title)}.zip`;
  return { name, mediaType: "application/zip", body: streamOf(deps, writeArchive(deps, caller, driveId, pages)) };
}

/** Asked for the next piece only when there is room for it; a failure on the way breaks the download off. */
function streamOf(deps: Deps, pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        deps.log.error("export.broken", { error });
        controller.error(error);
      }
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}

/**
 * Pages are named and put in their places at once, without their texts; those are read a batch at a time, each by the
 * rights of its own moment, and are written out before the next is asked for.
 */
async function* writeArchive(
  deps: Deps,
  caller: Caller,
  driveId: string,
  pages: readonly TreePage[],
): AsyncGenerator<Uint8Array> {
  const placed = layOut(pages);
  const paths = new Map(placed.map(({ id, path }) => [id, path]));
  const writer = new ArchiveWriter();
  const manifest = new ManifestLines();
  for (let at = 0; at < placed.length;) {
    const batch = placed.slice(at, at + PAGES_AT_ONCE);
    const ids = batch.map(({ id }) => id);
    const { actor, results } = await authenticate(deps, caller, [store.readTexts(caller, driveId, ids, BYTES_AT_ONCE)]);
    if (!inScope(actor, driveId)) throw notFound("This drive");
    for (const [i, { text }] of results[0].entries()) {
      const page = batch[i];
      if (!page || text === null) continue;
      writer.add(page.path, page.path.endsWith("/") ? "" : textOf(page, text, paths));
      const said = page.messages === null ? "" : await readMessages(deps, caller, page.id);
      if (page.messages !== null && said !== "") writer.add(page.messages, said);
      manifest.add(page, said !== "");
    }
    at += results[0].length;
    const written = writer.take();
    if (written) yield written;
  }
  writer.add(MANIFEST, manifest.print());
  writer.end();
  const rest = writer.take();
  if (rest) yield rest;
}

function textOf(page: Placed<TreePage>, text: string, paths: ReadonlyMap<string, string>): string {
  const lines = text.replace(/\r\n?/g, "\n");
  return mentionsToLinks(page.type, lines, (id) => {
    const to = paths.get(id);
    return to === undefined ? null : addressBetween(page.path, to);
  });
}

/** The manifest, a line a page; ids stay out of it, for they are others after an import. */
class ManifestLines {
  readonly #lines: string[] = [];
  readonly #places = new Map<string, number>();

  add({ id, parentId, path, type, title, messages }: Placed<TreePage>, hasSaid: boolean): void {
    this.#places.set(id, this.#lines.length);
    const parent = this.#places.get(parentId ?? "") ?? null;
    const page: ManifestPage = { path, type, title, parent, ...(hasSaid && messages !== null && { messages }) };
    this.#lines.push(JSON.stringify(page));
  }

  print(): string {
    return `{"format":"octavo","version":1,"pages":[\n${this.#lines.join(",\n")}\n]}\n`;
  }
}
