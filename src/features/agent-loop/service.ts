/** What users do with the answer of an agent: follow it, stop it, decide on its calls, and undo it. */
import { hasEnded } from "../../kernel/agent-run.ts";
import type { Caller } from "../../kernel/caller.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import { includesRights, DELETE } from "../../kernel/rights.ts";
import type { Deps } from "../../deps.ts";
import { authorizePage } from "../../permissions/authorize-page.ts";
import type { AuthDeps } from "../../permissions/authenticate.ts";
import { commit } from "../../commit/commit.ts";
import type { DecideRun, Run } from "../agent-runs/contract.ts";
import { loadPage } from "../pages/service.ts";
import * as store from "./store.ts";

export { undoRun } from "./undo.ts";

type RunDeps = AuthDeps & Pick<Deps, "objects">;

/** A run that has not ended, for everybody who can see the page; only its asker sees what it waits for. */
export async function readRun(deps: RunDeps, caller: Caller, pageId: string, runId: string): Promise<Run> {
  const [page, run] = await authorizePage(deps, caller, "view", loadPage(caller, pageId), [
    store.findRun(pageId, runId),
  ]);
  if (run === null || hasEnded(run.state)) throw notFound("This answer");
  const object = deps.objects.agentRun(pageId);
  const view = await object.view(runId);
  const isAsker = run.userId === page.actor.userId && page.actor.kind === "session";
  const approval = view?.state === "waiting" && isAsker ? await object.approval(runId) : null;
  const queued = {
    ...run,
    agent: run.agent ?? "",
    steps: [],
    wasResumed: false,
    context: { used: 0, window: 0 },
  };
  const { tokenId: _, ...shown } = { ...queued, ...view };
  return { ...shown, steps: [...shown.steps], approval } as Run;
}

/** The asker, or anyone who may delete the page, stops a run. Stopping one that has ended does nothing. */
export async function cancelRun(deps: Deps, caller: Caller, pageId: string, runId: string): Promise<void> {
  const [page, run] = await authorizePage(deps, caller, "view", loadPage(caller, pageId), [
    store.findRun(pageId, runId),
  ]);
  if (run === null) throw notFound("This answer");
  if (run.userId !== page.actor.userId && !includesRights(page.target.rights, DELETE))
    throw new AppError("forbidden", "Only the person who asked, or somebody who may delete this page, can stop this.");
  if (!hasEnded(run.state)) await deps.objects.agentRun(pageId).cancel(pageId, runId);
}

/** Only the asker decides. Throws `conflict` if the call no longer waits, or is another one than the caller was shown. */
export async function decideRun(
  deps: Deps,
  caller: Caller,
  { pageId, runId }: { readonly pageId: string; readonly runId: string },
  { seq, hash, answer }: DecideRun,
): Promise<void> {
  const [page, run] = await authorizePage(deps, caller, "edit", loadPage(caller, pageId), [
    store.findRun(pageId, runId),
  ]);
  if (run === null) throw notFound("This answer");
  if (run.userId !== page.actor.userId) throw new AppError("forbidden", "Only the person who asked can decide this.");
  const object = deps.objects.agentRun(pageId);
  const approval = await object.approval(runId);
  if (approval?.seq !== seq || approval.hash !== hash)
    throw new AppError("conflict", "This no longer waits for a decision, or it has changed. Reload the page.");
  const detail = { run: runId, tool: approval.tool, call: hash, reasons: approval.reasons.join(" ") };
  await commit(deps, page, {
    queries: [],
    notes: [
      {
        kind: answer === "no" ? "agent.declined" : "agent.approved",
        by: page.actor,
        resource: { type: "page", id: pageId },
        detail,
      },
    ],
  });
  const outcome = await object.decide({ runId, seq, hash, answer });
  if (outcome !== "taken") throw new AppError("conflict", "This no longer waits for a decision. Reload the page.");
}
