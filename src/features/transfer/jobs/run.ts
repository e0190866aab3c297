/** Runs one step of an import or export: selects the phase from the row, and handles its failure. */
import { AppError, type ErrorCode } from "../../../kernel/errors.ts";
import type { Deps } from "../../../deps.ts";
import { buildPageTree, makePages } from "./import-pages.ts";
import { convertFiles } from "./convert.ts";
import { fillPages } from "./import-contents.ts";
import type { ExportCursor } from "./export-cursor.ts";
import { clearEntries, discardArchive, sealArchive, writeDirectory } from "./export-finish.ts";
import { collectExportPages, namePages } from "./export-pages.ts";
import { writeEntries } from "./export-write.ts";
import { listArchives } from "./list-entries.ts";
import { clearUp, discardPages, publishPages } from "./import-finish.ts";
import { pauseTransfer, stopTransfer, type ImportCursor } from "./step.ts";
import { findTransfer, type TransferRow } from "./store.ts";

type Phase = TransferRow["phase"];
type Phases<Cursor> = Partial<Record<Phase, (deps: Deps, transfer: TransferRow, cursor: Cursor) => Promise<void>>>;

const IMPORT: Phases<ImportCursor> = {
  list: listArchives,
  arrange: buildPageTree,
  pages: makePages,
  contents: fillPages,
  convert: convertFiles,
  publish: publishPages,
  discard: discardPages,
  clear: clearUp,
};

const EXPORT: Phases<ExportCursor> = {
  tree: collectExportPages,
  names: namePages,
  write: writeEntries,
  finish: writeDirectory,
  seal: sealArchive,
  discard: discardArchive,
  clear: clearEntries,
};

/** Transient errors: the queue retries. */
const PASSING: readonly ErrorCode[] = ["unavailable", "internal", "rate_limited", "rate_limit_unavailable"];

/** Throws errors that the queue should retry. A duplicate or outdated message does nothing. */
export async function runStep(deps: Deps, transferId: string, step: number): Promise<void> {
  const transfer = await deps.db.one(findTransfer(transferId));
  if (transfer?.step !== step || transfer.endedAt !== null || transfer.state === "paused") return;
  try {
    await (transfer.kind === "import" ? runPhase(deps, transfer, IMPORT) : runPhase(deps, transfer, EXPORT));
  } catch (error) {
    // After a failed guard, the retry determines the reason.
    if (!(error instanceof AppError) || PASSING.includes(error.code) || transfer.state !== "running") throw error;
    if (error.code === "unauthenticated")
      await pauseTransfer(deps, transfer, "You have signed out since it was started. Resume it to continue.");
    else await stopTransfer(deps, transfer, "failed", error.message);
  }
}

function runPhase<Cursor>(deps: Deps, transfer: TransferRow, phases: Phases<Cursor>): Promise<void> {
  const run = phases[transfer.phase];
  if (!run) throw new Error("This consumer does not know this phase.");
  return run(deps, transfer, JSON.parse(transfer.cursor) as Cursor); // serialized by `advance`
}
