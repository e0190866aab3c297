/** The last phases of an import: publishes all pages at once or discards them, then cleans up. */
import type { Actor } from "../../../kernel/caller.ts";
import type { AuditNote } from "../../../commit/audit-note.ts";
import type { Deps } from "../../../deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import { MAX_DEPTH } from "../../../permissions/ancestors.ts";
import { exempt } from "../../../permissions/exempt.ts";
import { withinQuota } from "../../quotas/service.ts";
import { markDirty } from "../../search/statements.ts";
import { scheduleIndexing } from "../../search/service.ts";
import { deleteEntries, setEntryOutcomes } from "./entry-store.ts";
import * as staging from "./staging-store.ts";
import { allowImport, finishStep, type ImportCursor } from "./step.ts";
import type { TransferRow } from "./store.ts";

/** Pages and entries deleted per step. */
const BATCH = 1_000;

export async function publishPages(deps: Deps, transfer: TransferRow): Promise<void> {
  const place = await allowImport(deps, transfer);
  const { driveId, pageId: parentId } = transfer;
  const [more, made] = await deps.db.batch([staging.countRoots(transfer), staging.measureStaged(transfer.id)]);
  if (made.pages === 0) throw new AppError("invalid_content", "Nothing in the archive can be imported as a page.");
  if (place.target.depth + made.depth > MAX_DEPTH)
    throw new AppError(
      "parent_invalid",
      `The destination page was moved, and the import would be nested too deep: pages can be nested at most ${MAX_DEPTH} levels deep.`,
    );
  await withinQuota(deps, { driveId, place: { parentId, more } }, (condition) =>
    finishStep(
      deps,
      transfer,
      place,
      { state: "done", phase: "clear", done: 0, total: 0, morePages: made.pages },
      staging.publish(transfer, parentId, made.pages, deps.now),
      [],
      {
        condition,
        announces: [{ kind: "place", driveId, parentId }],
        notes: [importNote(place.actor, transfer, { pages: made.pages, files: transfer.files })],
      },
    ),
  );
}

export const importNote = (
  by: Actor,
  { driveId, pageId }: Pick<TransferRow, "driveId" | "pageId">,
  made: { readonly pages: number; readonly files: number },
): AuditNote => ({
  kind: "drive.import",
  by,
  resource: { type: "drive", id: driveId },
  detail: { ...(pageId !== null && { page: pageId }), ...made },
});

/** Deletes the pages created so far, from the bottom of the tree up; cleanup follows. */
export async function discardPages(deps: Deps, transfer: TransferRow): Promise<void> {
  const discarded = await deps.db.one(staging.listDiscarded(transfer.id, BATCH));
  const ids = discarded.map(({ pageId }) => pageId);
  const isLast = ids.length === 0;
  await finishStep(
    deps,
    transfer,
    exempt.job,
    isLast ? { phase: "clear" } : { done: transfer.done + ids.length, total: Math.max(transfer.total, transfer.pages) },
    isLast
      ? [staging.deleteStagedPages([transfer.rootId])]
      : [
          markDirty(ids, deps.now),
          staging.deleteStagedPages(ids),
          setEntryOutcomes(
            transfer.id,
            discarded.map(({ path }) => ({ path, type: "FOLDER", state: "left" })),
          ),
        ],
    [],
  );
  scheduleIndexing(deps);
}

/** Deletes the archive and its list of entries. Notes remain as long as the transfer row. */
export async function clearUp(deps: Deps, transfer: TransferRow, { archives }: ImportCursor): Promise<void> {
  const keys = [...new Set(archives.map(({ key }) => key))];
  // Delete the objects before the row is marked as ended, so that an interrupted deletion is repeated.
  if (keys.length > 0) await deps.files.delete(keys);
  const isLast = (await deps.db.one(staging.countEntries(transfer.id, BATCH))) < BATCH;
  await finishStep(
    deps,
    transfer,
    exempt.job,
    isLast ? { phase: "ended", endedAt: deps.now } : {},
    [deleteEntries(transfer.id, BATCH)],
    [],
  );
}
