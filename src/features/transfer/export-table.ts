/** Exports the pages of a folder as a table of their properties. */
import type { Caller } from "../../kernel/caller.ts";
import type { Deps } from "../../deps.ts";
import { readSchema, type Property } from "../../formats/properties/schema.ts";
import { tableHeader, tableRows } from "../../formats/properties/table-text.ts";
import { safeName } from "../../formats/transfer/names.ts";
import { authenticate } from "../../permissions/authenticate.ts";
import { authorizePage } from "../../permissions/authorize-page.ts";
import { loadPage } from "../pages/service.ts";
import { listDeclaringFolders } from "../properties/index.ts";
import { exportTooLarge } from "./archive-bounds.ts";
import { MAX_EXPORTED } from "./contract.ts";
import { recordExport, streamOf, type ExportedFile } from "./export.ts";
import * as store from "./store.ts";
import type { TreePage } from "./store.ts";

/** Pages and bytes of their texts per database round trip. */
const PAGES_PER_BATCH = 100;
const BYTES_PER_BATCH = 2_000_000;

/** One row per page directly below that the caller can see, in the order of the tree. Nothing is sent if `isHead`. */
export async function exportTable(deps: Deps, caller: Caller, pageId: string, isHead: boolean): Promise<ExportedFile> {
  const [allowed, tree, folders] = await authorizePage(deps, caller, "exportSubtree", loadPage(caller, pageId), [
    store.listTree(caller, { pageId }, MAX_EXPORTED, 2),
    listDeclaringFolders(caller, pageId),
  ]);
  if (tree.length > MAX_EXPORTED) throw exportTooLarge(`${MAX_EXPORTED} pages`);
  const { driveId, title } = allowed.target;
  const pages = tree.filter(({ parentId }) => parentId === pageId);
  const schema = folders.map(({ text }) => readSchema(text)).find((each) => each.length > 0) ?? [];
  const file = { name: `${safeName(title)}.csv`, mediaType: "text/csv; charset=utf-8" };
  if (isHead) return { ...file, body: null };
  await recordExport(deps, { allowed, driveId, title, pages, detail: { page: pageId } });
  return { ...file, body: streamOf(deps, writeTable(deps, caller, driveId, pages, schema)) };
}

async function* writeTable(
  deps: Deps,
  caller: Caller,
  driveId: string,
  pages: readonly TreePage[],
  schema: readonly Property[],
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const titles = new Map(pages.map(({ id, title }) => [id, title]));
  const ids = [...titles.keys()];
  yield encoder.encode(`${tableHeader(schema)}\n`);
  for (let at = 0; at < ids.length;) {
    const batch = ids.slice(at, at + PAGES_PER_BATCH);
    const { results } = await authenticate(deps, caller, [store.readTexts(caller, driveId, batch, BYTES_PER_BATCH)]);
    const [texts] = results;
    // A page that was withdrawn in the meantime has no text.
    const seen = texts.flatMap(({ id, text }) => (text === null ? [] : [{ title: titles.get(id) ?? "", text }]));
    if (seen.length > 0) yield encoder.encode(`${tableRows(schema, seen, deps.now).join("\n")}\n`);
    at += texts.length;
  }
}
