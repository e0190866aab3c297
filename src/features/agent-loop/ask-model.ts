/** One request to the model, repeated if the provider fails, and paid for from the budgets of the day. */
import { SECOND } from "../../kernel/clock.ts";
import type { ModelCall, ModelEvent } from "../../models/model.ts";
import { ModelError } from "../../models/model.ts";
import { pause } from "../../platform/timeout.ts";
import { countEvent, type Spent } from "../ai-usage/index.ts";
import { contextOf } from "./conversation-context.ts";
import { payFor } from "./payment.ts";
import { MAX_OUTPUT, RunFailed, type Reply, type RunContext, type RunError } from "./run.ts";

const MAX_TRIES = 3;
const FIRST_PAUSE_MS = SECOND / 2;
const LONGEST_PAUSE_S = 20;

export async function askModel(context: RunContext, seq: number): Promise<Reply> {
  const { deps, run, reader, signal } = context;
  const model = deps().models.find(run.provider, run.model);
  if (model === null) throw new RunFailed("model_gone", `${run.provider}/${run.model}`);
  const { messages, tools, used, window } = await contextOf(context, model);
  reader.contextIs(used, window);
  const request = { messages, tools, maxOutputTokens: MAX_OUTPUT, signal };
  for (let tries = 0; ; tries += 1) {
    try {
      return await payFor(context, model, { used, isFirst: seq === 0 && tries === 0 }, (spent) =>
        readReply(context, seq, model.stream(request), spent),
      );
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ModelError)) throw error;
      if (!error.isRetryable || tries + 1 >= MAX_TRIES) throw new RunFailed(CODES[error.code], error.detail);
      reader.restarted(seq);
      const seconds = Math.min(LONGEST_PAUSE_S, error.retryAfter ?? 0);
      await pause(Math.max(seconds * SECOND, FIRST_PAUSE_MS * 2 ** tries), signal);
    }
  }
}

async function readReply(
  { reader }: RunContext,
  seq: number,
  events: AsyncIterable<ModelEvent>,
  spent: Spent,
): Promise<Reply> {
  let text = "";
  const calls: ModelCall[] = [];
  let cut: RunError | null = null;
  for await (const event of events) {
    countEvent(spent, event);
    if (event.kind === "text") {
      text += event.text;
      reader.wrote(seq, event.text);
    } else if (event.kind === "call") calls.push({ id: event.id, name: event.name, args: event.args });
    else if (event.kind === "end") cut = CUTS[event.reason];
  }
  // The last call may lack arguments, and the calls before it may depend on it.
  return { text, calls: cut === null ? calls : [], cut };
}

const CUTS = {
  stop: null,
  calls: null,
  length: "answer_too_long",
  filtered: "model_rejected",
} as const satisfies Readonly<Record<string, RunError | null>>;

const CODES: Readonly<Record<ModelError["code"], RunError>> = {
  busy: "model_busy",
  denied: "model_denied",
  rejected: "model_rejected",
  silent: "model_silent",
  interrupted: "model_silent",
  garbled: "model_garbled",
  too_long: "answer_too_long",
  cancelled: "internal",
};
