/** Does one step of an import: what is next by its row, and what becomes of it when that cannot be done. */
import { AppError, type ErrorCode } from "../../../kernel/errors.ts";
import type { Deps } from "../../../deps.ts";
import { arrangeEntries, makePages } from "./arrange.ts";
import { convertFiles } from "./convert.ts";
import { fillPages } from "./contents.ts";
import { listEntries } from "./list-entries.ts";
import { clearUp, discardPages, publishPages } from "./publish.ts";
import { pauseTransfer, stopTransfer, type ImportCursor } from "./step.ts";
import { findTransfer, type TransferRow } from "./store.ts";

type Phase = (deps: Deps, transfer: TransferRow, cursor: ImportCursor) => Promise<void>;

const PHASES: Readonly<Record<string, Phase>> = {
  list: listEntries,
  arrange: arrangeEntries,
  pages: makePages,
  contents: fillPages,
  convert: convertFiles,
  publish: publishPages,
  discard: discardPages,
  clear: clearUp,
};

/** Nothing is wrong with the import: the queue tries again. */
const PASSING: readonly ErrorCode[] = ["unavailable", "internal", "rate_limited", "rate_limit_unavailable"];

/** Throws what the queue is to try again for. A message that comes twice, or too late, does nothing. */
export async function runStep(deps: Deps, transferId: string, step: number): Promise<void> {
  const transfer = await deps.db.one(findTransfer(transferId));
  if (transfer?.step !== step || transfer.endedAt !== null || transfer.state === "paused") return;
  const phase = PHASES[transfer.phase];
  if (!phase) throw new Error("No version of this consumer knows such a phase.");
  try {
    await phase(deps, transfer, JSON.parse(transfer.cursor) as ImportCursor); // written by `advance`, from one
  } catch (error) {
    // Of a guard that failed, the next try finds out why.
    if (!(error instanceof AppError) || PASSING.includes(error.code) || transfer.state !== "running") throw error;
    if (error.code === "unauthenticated")
      await pauseTransfer(deps, transfer, "You have signed out since. Say that it shall go on.");
    else await stopTransfer(deps, transfer, "failed", error.message);
  }
}
