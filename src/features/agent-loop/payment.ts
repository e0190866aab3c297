/** Pays for the requests of a run from the budgets of the day. */
import { AppError } from "../../kernel/errors.ts";
import type { LanguageModel } from "../../models/model.ts";
import { payForCall, type Spent } from "../ai-usage/index.ts";
import { MAX_OUTPUT, RunFailed, type RunContext } from "./run.ts";

/** `used` is the estimated length of the request in tokens; `isFirst` for the first request of an answer. */
type Request = { readonly used: number; readonly isFirst: boolean };

/** Runs `act`, which updates what it has spent. Throws RunFailed if a limit of the day is reached. */
export async function payFor<T>(
  { deps, run: { id: runId, pageId, userId, driveId } }: RunContext,
  model: LanguageModel,
  { used, isFirst }: Request,
  act: (spent: Spent) => Promise<T>,
): Promise<T> {
  const payer = { userId, driveId, pageId, runId };
  const call = { ...payer, model, used, maxOutputTokens: MAX_OUTPUT, questions: isFirst ? 1 : 0 } as const;
  try {
    return await payForCall(deps, call, act);
  } catch (error) {
    if (error instanceof AppError && error.code === "rate_limited") throw new RunFailed("limit_reached", error.message);
    throw error;
  }
}
