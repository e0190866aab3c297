/** Writes an archive of pages while it is being downloaded. */
import type { Caller } from "../../kernel/caller.ts";
import type { Deps } from "../../deps.ts";
import { MANIFEST, layOut } from "../../formats/transfer/layout.ts";
import { ZipWriter } from "../../formats/zip/writer.ts";
import { EntryWriter, entriesOf, type ExportEntry, type Paths } from "./export-entries.ts";
import { ManifestWriter } from "./export-manifest.ts";
import type { TreePage } from "./store.ts";

/**
 * All paths are planned first, without texts and files. Those are then read one after another, and each is sent before
 * the next is requested.
 */
export async function* writeArchive(
  deps: Deps,
  caller: Caller,
  driveId: string,
  pages: readonly TreePage[],
): AsyncGenerator<Uint8Array, void> {
  const numbers = new Map(pages.map(({ id }, i) => [id, i + 1]));
  const entries = layOut(pages).flatMap((page, i) => entriesOf(page, i + 1, numbers.get(page.parentId ?? "") ?? 0));
  const paths = pathsOf(entries);
  const writer = new ZipWriter();
  const manifest = new ManifestWriter();
  const lines = [manifest.begin()];
  yield* new EntryWriter(deps, caller, driveId, writer).write(entries, {
    pathsFor: () => Promise.resolve(paths),
    take: (entry, { detail }) => void (detail && lines.push(manifest.add(entry, detail))),
    isFull: () => false,
  });
  writer.add(MANIFEST, lines.join("") + manifest.end());
  writer.end();
  const rest = writer.take();
  if (rest) yield rest;
}

const pathsOf = (entries: readonly ExportEntry[]): Paths => ({
  pages: new Map(entries.flatMap(({ part, pageId, path }) => (part === 0 ? [[pageId, path]] : []))),
  files: new Map(entries.flatMap(({ fileId, path }) => (fileId === null ? [] : [[fileId, path]]))),
});
