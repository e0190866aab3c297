/** The second and third phases of an import: arranges the entries as a tree, and creates its pages out of sight. */
import type { Deps } from "../../../deps.ts";
import { IMPORTED } from "../../../kernel/page.ts";
import { AppError } from "../../../kernel/errors.ts";
import { MAX_DEPTH } from "../../../permissions/ancestors.ts";
import { withinQuota } from "../../quotas/service.ts";
import { MAX_CHILDREN } from "../../quotas/rules.ts";
import { IMPORT_JOB, requirePages, requireUnpacked } from "../archive-bounds.ts";
import * as entries from "./entry-tree-store.ts";
import * as staging from "./staging-store.ts";
import { allowImport, finishStep, type Allowed, type ImportCursor } from "./step.ts";
import { recountNotes, type TransferRow } from "./store.ts";

/** Pages created per step. */
const BATCH = 2_000;

export async function buildPageTree(deps: Deps, transfer: TransferRow, cursor: ImportCursor): Promise<void> {
  const place = await allowImport(deps, transfer);
  const { part = 0 } = cursor;
  if (part === 0) await requireBounds(deps, transfer);
  const levels = MAX_DEPTH - place.target.depth;
  const parts = [
    [...entries.excludeUnfitEntries(transfer.id, transfer.step, levels), recountNotes(transfer.id)],
    entries.replaceFoldersByPages(transfer.id),
    [entries.findParents(transfer.id)],
    [entries.findPlaces(transfer.id)],
  ];
  const writes = parts[part];
  if (writes) return finishStep(deps, transfer, place, { cursor: { ...cursor, part: part + 1 } }, writes, []);
  await requireFolders(deps, transfer);
  const { pages: total } = await deps.db.one(entries.sumEntries(transfer.id));
  return finishStep(deps, transfer, place, { phase: "pages", done: 0, total }, [], []);
}

async function requireBounds(deps: Pick<Deps, "db">, { id, size }: TransferRow): Promise<void> {
  const [overlap, { bytes }] = await deps.db.batch([entries.findOverlap(id), entries.sumEntries(id)]);
  if (overlap !== null) throw new AppError("invalid_content", "Files in the archive overlap.");
  requireUnpacked(bytes, size, IMPORT_JOB);
}

async function requireFolders(deps: Pick<Deps, "db">, { id }: TransferRow): Promise<void> {
  const [{ pages }, overfull] = await deps.db.batch([entries.sumEntries(id), entries.findOverfullFolder(id)]);
  if (pages === 0) throw new AppError("invalid_content", "Nothing in the archive can be imported as a page.");
  requirePages(pages, IMPORT_JOB);
  if (overfull !== null)
    throw new AppError(
      "too_many_children",
      `More than ${MAX_CHILDREN} pages would end up in one place (${overfull === "" ? "the top of the archive" : overfull}). Split them into folders.`,
    );
}

/** Creates pages level by level, so that a page never exists without its parent. */
export async function makePages(deps: Deps, transfer: TransferRow): Promise<void> {
  const place = await allowImport(deps, transfer);
  const { driveId } = transfer;
  const pages = await deps.db.one(staging.countListed(transfer.id, BATCH));
  if (pages === 0) return finishStep(deps, transfer, place, { phase: "contents", done: 0 }, [], []);
  await withinQuota(deps, { driveId, pages }, (condition) =>
    finishStep(
      deps,
      transfer,
      place,
      { done: transfer.done + pages },
      staging.insertPages(transfer, BATCH, creationOf(deps, place)),
      [],
      { condition },
    ),
  );
}

export const creationOf = ({ now }: Pick<Deps, "now">, { actor }: Allowed): staging.Creation => ({
  createdBy: actor.userId,
  createdVia: IMPORTED,
  now,
});
