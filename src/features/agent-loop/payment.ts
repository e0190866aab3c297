/** Reserves what a request to the model may cost, and settles what it did cost. */
import { AppError } from "../../kernel/errors.ts";
import type { LanguageModel } from "../../models/model.ts";
import { exempt, writeExempt } from "../../permissions/exempt.ts";
import { measureAiCall, withinBudget } from "../ai-usage/index.ts";
import { boundOf, costOf, dayOf, type Reservation } from "../ai-usage/rules.ts";
import { settleCall } from "../ai-usage/statements.ts";
import { MAX_OUTPUT, RunFailed, type RunContext, type Spent } from "./run.ts";

/** Characters per token, for providers that do not report their usage. */
const CHARACTERS_PER_TOKEN = 4;

/** `used` is the estimated length of the request in tokens; `isFirst` for the first request of an answer. */
type Request = { readonly used: number; readonly isFirst: boolean };

/** Runs `act`, which updates what it has spent. Throws RunFailed if a limit of the day is reached. */
export async function payFor<T>(
  context: RunContext,
  model: LanguageModel,
  { used, isFirst }: Request,
  act: (spent: Spent) => Promise<T>,
): Promise<T> {
  const deps = context.deps();
  const { userId, driveId } = context.run;
  const bound = boundOf(used, MAX_OUTPUT, model.price);
  const reservation: Reservation = { day: dayOf(deps.now), userId, driveId, ...bound, questions: isFirst ? 1 : 0 };
  await withinBudget(deps, reservation, (queries) => writeExempt(deps.db, exempt.agent, queries)).catch(
    (error: unknown) => {
      if (error instanceof AppError && error.code === "rate_limited")
        throw new RunFailed("limit_reached", error.message);
      throw error;
    },
  );
  const spent: Spent = { input: used, cached: 0, output: 0, isReported: false, characters: 0 };
  let failed = true;
  try {
    const result = await act(spent);
    failed = false;
    return result;
  } finally {
    await settleUp(context, model, reservation, spent, { id: deps.newId(), start: deps.now, failed });
  }
}

/** The answer must not be lost because its cost could not be stored: it then stays reserved for the day. */
async function settleUp(
  { deps: newDeps, run }: RunContext,
  model: LanguageModel,
  reservation: Reservation,
  { input, cached, output, isReported, characters }: Spent,
  { id, start, failed }: { readonly id: string; readonly start: number; readonly failed: boolean },
): Promise<void> {
  const deps = newDeps();
  const usage = { input, cached, output: isReported ? output : Math.ceil(characters / CHARACTERS_PER_TOKEN) };
  measureAiCall(deps, model, { start, end: deps.now, failed, usage });
  const call = {
    id,
    at: start,
    userId: run.userId,
    provider: model.provider,
    model: model.model,
    inputTokens: usage.input,
    cachedTokens: cached,
    outputTokens: usage.output,
    cost: costOf(usage, model.price),
    driveId: run.driveId,
    pageId: run.pageId,
    runId: run.id,
  };
  await writeExempt(deps.db, exempt.agent, settleCall(reservation, call)).catch((error: unknown) => {
    deps.log.error("agent.settle_failed", { runId: run.id, error });
  });
}
