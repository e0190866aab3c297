/** The first phases of an export: selects the pages, and assigns their paths in the archive. */
import type { Deps } from "../../../deps.ts";
import { openFolder, placeIn, type ArchiveFolder } from "../../../formats/transfer/layout.ts";
import { exportTooLarge } from "../archive-bounds.ts";
import { exportNote } from "../export.ts";
import { entriesOf, PAGE } from "../export-entries.ts";
import { callerOf, finishStep } from "./step.ts";
import type { TransferRow } from "./store.ts";
import { allowExport } from "./export-allow.ts";
import { archiveKey, MAX_EXPORT_BYTES, MAX_EXPORT_PAGES } from "./export-rules.ts";
import * as store from "./export-tree-store.ts";
import type { ExportCursor } from "./export-cursor.ts";

/** Pages named per step; more if a single page has more children. */
const BATCH = 2_000;

/** Inserts all pages with one statement that returns no rows, so they are never held in memory. */
export async function collectExportPages(deps: Deps, transfer: TransferRow): Promise<void> {
  const allowed = await allowExport(deps, transfer);
  const { id, driveId, pageId } = transfer;
  const from = pageId === null ? { driveId } : { pageId };
  const tree = store.insertTree(id, callerOf(transfer), from, MAX_EXPORT_PAGES);
  return finishStep(deps, transfer, allowed, { phase: "names" }, [tree], []);
}

/** Siblings are named together, after their parent. */
export async function namePages(deps: Deps, transfer: TransferRow, cursor: ExportCursor): Promise<void> {
  const { named } = cursor;
  if (named === null) return beginNaming(deps, transfer, cursor);
  const allowed = await allowExport(deps, transfer);
  const groups = await deps.db.one(store.listGroups(transfer.id, named, BATCH + 1));
  const last = lastOf(groups);
  if (last === null) {
    const { uploadId } = await deps.files.writeParts(archiveKey(transfer.id));
    return finishStep(deps, transfer, allowed, { phase: "write", done: 0, cursor: { ...cursor, uploadId } }, [], []);
  }
  const pages = await deps.db.one(store.listUnnamedPages(transfer.id, named + 1, last));
  // By parent page, which may have been named in this step or an earlier one.
  const folders = new Map<number, ArchiveFolder>();
  const placed = pages.map((page) => {
    const folder = folders.get(page.parentN) ?? openFolder(page.folder);
    folders.set(page.parentN, folder);
    const hasThreads = page.hasThreads && !cursor.withoutThreads;
    const placedPage = placeIn(folder, { ...page, hasThreads }, page.isParent);
    if (page.isParent) folders.set(page.n, openFolder(placedPage.below));
    return placedPage;
  });
  const beside = placed.flatMap((page) => entriesOf(page, page.n, page.parentN).filter(({ part }) => part !== PAGE));
  return finishStep(
    deps,
    transfer,
    allowed,
    { cursor: { ...cursor, named: last }, done: transfer.done + pages.length },
    [
      ...store.namePages(
        transfer.id,
        placed.map(({ n, path, below, isParent, content }) => ({
          n,
          path,
          folder: isParent ? below : null,
          fileId: content?.id ?? null,
        })),
      ),
      ...store.insertCompanions(transfer.id, beside),
    ],
    [],
  );
}

/** The audit entry is written before anything is read. */
async function beginNaming(deps: Deps, transfer: TransferRow, cursor: ExportCursor): Promise<void> {
  const allowed = await allowExport(deps, transfer);
  const { driveId, pageId } = transfer;
  const { pages, bytes } = await deps.db.one(store.measureTree(transfer.id));
  if (pages > MAX_EXPORT_PAGES) throw exportTooLarge(`${MAX_EXPORT_PAGES} pages`);
  if (bytes > MAX_EXPORT_BYTES) throw exportTooLarge(`${MAX_EXPORT_BYTES / 1_000_000} MB of files`);
  await finishStep(deps, transfer, allowed, { total: pages, cursor: { ...cursor, named: -1 } }, [], [], {
    notes: [exportNote(allowed.actor, driveId, { ...(pageId !== null && { page: pageId }), pages })],
  });
}

/** The last group of children that fits in one step, which processes at least one; null if there are none. */
function lastOf(groups: readonly { readonly parentN: number; readonly pages: number }[]): number | null {
  let last: number | null = null;
  let sum = 0;
  for (const { parentN, pages } of groups) {
    sum += pages;
    if (last !== null && sum > BATCH) break;
    last = parentN;
  }
  return last;
}
