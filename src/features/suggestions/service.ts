/** Suggestions for a page's text. Nothing is written: the user accepts a suggestion by an edit of their own. */
import type { Caller } from "../../kernel/caller.ts";
import { SECOND } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { estimateTokens } from "../../kernel/token-estimate.ts";
import type { Deps } from "../../deps.ts";
import { ModelError, type LanguageModel, type ModelMessage } from "../../models/model.ts";
import { authorizePage } from "../../permissions/authorize-page.ts";
import { systemClock } from "../../platform/system.ts";
import { countEvent, payForCall, type Spent } from "../ai-usage/index.ts";
import { loadPage } from "../pages/service.ts";
import type { Suggest } from "./contract.ts";
import { createLines, type LineWriter } from "./lines.ts";
import { promptFor } from "./prompt.ts";

/** In characters. */
const MAX_SUGGESTION = 30_000;
/** In tokens; about as long. */
const MAX_OUTPUT = 8_000;
const TIMEOUT_MS = 60 * SECOND;
const BOUNDARY_BYTES = 8;

/**
 * Resolves once the model is being asked; what it answers, and why it fails, follows in the stream. Throws what
 * authorizePage throws, `model_not_configured`, and `rate_limited` if a budget of the day is used up.
 */
export async function suggest(
  deps: Deps,
  caller: Caller,
  pageId: string,
  request: Suggest,
): Promise<ReadableStream<Uint8Array>> {
  const [{ actor, target }] = await authorizePage(deps, caller, "edit", loadPage(caller, pageId), []);
  const preferred = deps.models.preferred();
  const model = preferred && deps.models.find(preferred.provider, preferred.model);
  if (model === null) throw new AppError("model_not_configured", "No language model is set up here.");
  const boundary = Buffer.from(deps.random(BOUNDARY_BYTES)).toString("hex");
  const page = { title: target.title, format: target.type === "CODE" ? "source code" : "Markdown" } as const;
  const messages = promptFor(request, page, boundary);
  const lines = createLines();
  const begun = Promise.withResolvers<void>();
  const payer = { userId: actor.userId, driveId: target.driveId, pageId, runId: "" };
  const used = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
  const call = { ...payer, model, used, maxOutputTokens: MAX_OUTPUT, questions: 1 } as const;
  const work = payForCall(
    () => ({ ...deps, now: systemClock() }),
    call,
    (spent) => {
      begun.resolve();
      return relay(model, messages, lines, spent);
    },
  )
    .catch((error: unknown) => {
      begun.reject(error);
      fail(deps, pageId, lines, error);
    })
    .finally(lines.close);
  deps.defer(() => work);
  await begun.promise;
  return lines.stream;
}

/** Passes on what the model writes, up to the maximum length. */
async function relay(
  model: LanguageModel,
  messages: readonly ModelMessage[],
  { write, signal: gone }: LineWriter,
  spent: Spent,
): Promise<void> {
  const tooLong = new AbortController();
  const signal = AbortSignal.any([gone, tooLong.signal, AbortSignal.timeout(TIMEOUT_MS)]);
  let room = MAX_SUGGESTION;
  for await (const event of model.stream({ messages, tools: [], maxOutputTokens: MAX_OUTPUT, signal })) {
    countEvent(spent, event);
    if (event.kind === "text" && event.text !== "") {
      write({ text: event.text.slice(0, room) });
      room -= event.text.length;
    }
    if (room < 0) {
      tooLong.abort();
      break;
    }
    if (event.kind === "end" && event.reason === "length") room = -1;
  }
  write({ end: true, isCut: room < 0 });
}

/** Tells the reader a sentence, and the log the reason. */
function fail({ log }: Pick<Deps, "log">, pageId: string, { write, signal }: LineWriter, error: unknown): void {
  if (signal.aborted || error instanceof AppError) return;
  const isModel = error instanceof ModelError;
  log.warn("suggestion.failed", { pageId, error, ...(isModel && { reason: error.code, detail: error.detail }) });
  if (!isModel) return write({ error: "Something went wrong on our side.", code: "internal" });
  const sentence = error.code === "cancelled" ? "The model did not finish in time." : error.message;
  write({ error: sentence, code: "provider_unavailable" });
}
