/** Reserves what a request to a model may cost, and settles what it did cost. */
import type { Deps } from "../../deps.ts";
import {
  DEMO_PROVIDER,
  ModelError,
  type LanguageModel,
  type ModelErrorCode,
  type ModelEvent,
} from "../../models/model.ts";
import { exempt, writeExempt } from "../../permissions/exempt.ts";
import { countCall } from "../monitoring/index.ts";
import { boundOf, costOf, dayOf, type Reservation } from "./rules.ts";
import { measureAiCall, withinBudget } from "./service.ts";
import { settleCall, type AiCall } from "./statements.ts";

/** Characters per token, for providers that do not report their usage. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * Tokens of a reply as reported by the provider, or estimated from what has arrived; updated while it is read. `begun` is true once
 * anything has arrived.
 */
export type Spent = {
  begun: boolean;
  written: number;
  input: number;
  cached: number;
  output: number;
  isReported: boolean;
  characters: number;
};

export type PaidCall = Pick<AiCall, "userId" | "driveId" | "pageId" | "runId"> & {
  readonly model: LanguageModel;
  /** Estimated length of the request in tokens. */
  readonly used: number;
  readonly maxOutputTokens: number;
  /** 1 if the call begins a question, 0 if it belongs to one that was counted. */
  readonly questions: 0 | 1;
};

/**
 * Runs `act`, which counts the model's events in what it has spent. Throws `rate_limited`, naming the limit, if the call does
 * not fit into the budgets of the day. `newDeps` returns dependencies with the present time.
 */
export async function payForCall<T>(
  newDeps: () => Deps,
  call: PaidCall,
  act: (spent: Spent) => Promise<T>,
): Promise<T> {
  const deps = newDeps();
  const { model, used, maxOutputTokens, userId, driveId, questions } = call;
  const bound = boundOf(used, maxOutputTokens, model.price);
  const reservation: Reservation = { day: dayOf(deps.now), userId, driveId, ...bound, questions };
  await withinBudget(deps, reservation, (queries) => writeExempt(deps.db, exempt.agent, queries));
  const spent: Spent = { begun: false, input: 0, cached: 0, written: 0, output: 0, isReported: false, characters: 0 };
  let failed = true;
  try {
    const result = await act(spent);
    spent.begun = true;
    failed = false;
    noteProvider(deps, model, true);
    return result;
  } catch (error) {
    if (error instanceof ModelError && OUTAGES.includes(error.code)) noteProvider(newDeps(), model, false);
    throw error;
  } finally {
    await settleUp(newDeps(), call, reservation, spent, { id: deps.newId(), start: deps.now, failed });
  }
}

/** What a failing provider causes, unlike a request that it rejects or that was cancelled. */
const OUTAGES: readonly ModelErrorCode[] = ["busy", "denied", "silent", "interrupted", "garbled"];

function noteProvider(deps: Deps, { provider }: LanguageModel, isGood: boolean): void {
  if (provider !== DEMO_PROVIDER) countCall(deps, `model provider ${provider}`, isGood);
}

/** The answer must not be lost because its cost could not be stored: it then stays reserved for the day. */
async function settleUp(
  deps: Deps,
  { model, used, userId, driveId, pageId, runId }: PaidCall,
  reservation: Reservation,
  { begun, input, cached, written, output, isReported, characters }: Spent,
  { id, start, failed }: { readonly id: string; readonly start: number; readonly failed: boolean },
): Promise<void> {
  // A provider that refuses before its first word charges nothing.
  const estimate = { input: begun ? used : 0, cached, written, output: Math.ceil(characters / CHARACTERS_PER_TOKEN) };
  const usage = isReported ? { input, cached, written, output } : estimate;
  measureAiCall(deps, model, { start, end: deps.now, failed, usage });
  const call = {
    id,
    at: start,
    userId,
    provider: model.provider,
    model: model.model,
    inputTokens: usage.input,
    cachedTokens: cached,
    outputTokens: usage.output,
    cost: costOf(usage, model.price),
    driveId,
    pageId,
    runId,
  };
  await writeExempt(deps.db, exempt.agent, settleCall(reservation, call)).catch((error: unknown) => {
    deps.log.error("ai.settle_failed", { pageId, runId, error });
  });
}

/** Adds an event of the model to what was spent. */
export function countEvent(spent: Spent, event: ModelEvent): void {
  spent.begun = true;
  if (event.kind === "text") spent.characters += event.text.length;
  else if (event.kind === "call") spent.characters += event.args.length;
  else if (event.kind === "usage")
    Object.assign(spent, {
      input: event.input,
      cached: event.cached,
      written: event.written ?? 0,
      output: event.output,
      isReported: true,
    });
}
