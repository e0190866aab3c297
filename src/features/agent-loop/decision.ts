/** Applies the asker's approval or refusal to the call that waits for it. */
import type { Deps } from "../../deps.ts";
import { permitDrive, renewRunCredential } from "../../permissions/agent-credential.ts";
import { exempt, writeExempt } from "../../permissions/exempt.ts";
import { isReadingTool } from "../../kernel/agent-tools.ts";
import type { CallStep, Permitted } from "./run.ts";
import { setRunState } from "./store.ts";

const DECLINED =
  "declined: The user does not want this. Do not try the same again; go on without it, or say what you need.";

/** What the decision permits for the rest of the answer, and the step after it. */
export function noteDecision(
  permitted: Permitted,
  step: CallStep,
  answer: "once" | "further" | "no",
): { readonly permitted: Permitted; readonly step: CallStep } {
  const { approval } = step;
  if (answer === "no" || approval === null) {
    return { permitted, step: { ...step, state: "declined", answer: DECLINED, approval: null } };
  }
  const { hash, reasons, driveIds } = approval;
  const shows = reasons.includes("hidden_from_readers") ? approval.pageIds : [];
  const writable = isReadingTool(approval.tool) ? [] : driveIds;
  return {
    permitted: {
      writes: permitted.writes || answer === "further",
      driveIds: [...permitted.driveIds, ...driveIds],
      writableDriveIds: [...permitted.writableDriveIds, ...writable],
      pageIds: [...permitted.pageIds, ...shows],
    },
    step: { ...step, state: "open", granted: { hash, reasons, driveIds }, approval: null },
  };
}

/** Lets the run's credential act for another hour, and in the drives that were permitted. */
export async function applyDecision(
  deps: Deps,
  run: { readonly id: string; readonly tokenId: string },
  driveIds: readonly string[],
): Promise<void> {
  await writeExempt(deps.db, exempt.agent, [
    renewRunCredential(run.id, deps.now),
    setRunState(run.id, "running"),
    ...driveIds.map((driveId) => permitDrive(run.tokenId, driveId)),
  ]);
}
