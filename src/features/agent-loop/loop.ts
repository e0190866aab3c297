/**
 * The loop of a run: asks the model, makes the calls it wants, and asks again, until it wants none. Every step is stored
 * before the next one starts, so that a run which was interrupted continues where it was.
 */
import { allowPage } from "../../permissions/authorize-page.ts";
import { authenticate } from "../../permissions/authenticate.ts";
import { callerOfRun } from "../../permissions/agent-credential.ts";
import { AppError } from "../../kernel/errors.ts";
import { loadPage } from "../pages/service.ts";
import { performCall } from "./call.ts";
import { askModel } from "./ask-model.ts";
import { isCall, MAX_CALLS_AT_ONCE, RunFailed, type CallStep, type RunContext, type StoredStep } from "./run.ts";

/** Maximum number of requests to the model, and of calls, per answer. */
const MAX_MODEL_STEPS = 8;
const MAX_CALLS = 24;

/** Returns when the answer is complete, or waits for the asker. Throws RunFailed, and what the signal was aborted with. */
export async function answer(context: RunContext): Promise<"done" | "waiting"> {
  const { log, reader, signal } = context;
  for (;;) {
    signal.throwIfAborted();
    const steps = log.steps();
    const pending = steps.find((step): step is CallStep => isCall(step) && step.state === "open");
    if (pending !== undefined) {
      await requireRights(context);
      reader.changed();
      const step = await performCall(context, pending);
      log.saveCall(step);
      reader.changed();
      // A stop that came while the call was checked.
      signal.throwIfAborted();
      if (step.state === "asked") return "waiting";
      continue;
    }
    const last = steps.at(-1);
    if (last?.kind === "model" && last.state === "done") {
      if (last.cut === null) return "done";
      throw new RunFailed(last.cut, "The provider ended the reply before its end.");
    }
    requireRoom(steps);
    await requireRights(context);
    const seq = last === undefined ? 0 : last.kind === "model" ? last.seq : last.seq + 1;
    log.beginModel(seq);
    log.finishModel(seq, await askModel(context, seq));
    reader.changed();
  }
}

function requireRoom(steps: readonly StoredStep[]): void {
  const asked = steps.filter((step) => !isCall(step) && step.state === "done").length;
  if (asked >= MAX_MODEL_STEPS || steps.filter(isCall).length > MAX_CALLS - MAX_CALLS_AT_ONCE)
    throw new RunFailed("too_many_steps");
}

/** Whoever may no longer write on the page has lost the right to be answered there. */
async function requireRights({ deps, run }: RunContext): Promise<void> {
  const caller = callerOfRun(run.id);
  try {
    const { by, results } = await authenticate(deps(), caller, [loadPage(caller, run.pageId)]);
    allowPage(by, "edit", results[0]);
  } catch (error) {
    if (error instanceof AppError && LOST.has(error.code)) throw new RunFailed("rights_lost", error.code);
    throw error;
  }
}

const LOST: ReadonlySet<string> = new Set(["unauthenticated", "scope_empty", "not_found", "forbidden", "conflict"]);
