/** Tries a language model: a tiny request with one tool, and what of it worked. */
import type { Caller } from "../../kernel/caller.ts";
import type { Deps } from "../../deps.ts";
import {
  DEMO_PROVIDER,
  ModelError,
  type LanguageModel,
  type ModelRequest,
  type ModelUsage,
} from "../../models/model.ts";
import { authorizePage } from "../../permissions/authorize-page.ts";
import { exempt, writeExempt } from "../../permissions/exempt.ts";
import { systemClock } from "../../platform/system.ts";
import { measureAiCall, withinBudget } from "../ai-usage/index.ts";
import { boundOf, costOf, dayOf, type Reservation } from "../ai-usage/rules.ts";
import { settleCall } from "../ai-usage/statements.ts";
import { loadPage } from "../pages/service.ts";
import type { ModelTrial, TryModel } from "./contract.ts";
import { requireAgent } from "./rules.ts";

/** Models that think before they answer need room for it. */
const MAX_OUTPUT_TOKENS = 1_000;
/** Far above the tokens of the request below. */
const INPUT_TOKENS = 1_000;
const TIMEOUT_MS = 40_000;

const TOOL: ModelRequest["tools"][number] = {
  name: "search",
  description: "Finds pages by words.",
  inputSchema: {
    type: "object",
    properties: { query: { type: "string" } },
    required: ["query"],
    additionalProperties: false,
  },
};

const MESSAGES: ModelRequest["messages"] = [
  { role: "system", content: "This is a test of the connection. Call the tool `search` once, and write nothing else." },
  { role: "user", content: "find ping" },
];

/** What a model did before it ended or failed. */
type Observed = {
  readonly began: boolean;
  readonly called: boolean;
  readonly usage: ModelUsage | null;
  readonly error: ModelError | null;
};

const SKIPPED: ModelTrial = { key: "skipped", streaming: "skipped", tools: "skipped", error: null };

/** For editors of the page, because it costs money and shows the provider's own explanations. */
export async function tryModel(
  deps: Deps,
  caller: Caller,
  pageId: string,
  { aiProvider, aiModel }: TryModel,
): Promise<ModelTrial> {
  const [page] = await authorizePage(deps, caller, "edit", loadPage(caller, pageId), []);
  requireAgent(page.target);
  const model = deps.models.find(aiProvider, aiModel);
  if (!model) return { ...SKIPPED, error: "This model is not configured here." };
  const scope = { userId: page.actor.userId, driveId: page.target.driveId, pageId };
  const first = await callOnce(deps, model, scope, [TOOL]);
  // Some models reject every request with tools: whether they answer at all is worth knowing.
  const plain = first.error?.code === "rejected" ? await callOnce(deps, model, scope, []) : null;
  if (plain && plain.error === null) return { key: "ok", streaming: "ok", tools: "failed", error: textOf(first.error) };
  return report(first);
}

/** Errors that say nothing about the key. */
const BEFORE_KEY: ReadonlySet<string> = new Set(["busy", "silent", "cancelled"]);

function report({ began, called, error }: Observed): ModelTrial {
  if (error === null)
    return {
      key: "ok",
      streaming: "ok",
      tools: called ? "ok" : "failed",
      error: called ? null : "The model answered without calling the tool.",
    };
  if (error.code === "denied") return { ...SKIPPED, key: "failed", error: textOf(error) };
  const key = BEFORE_KEY.has(error.code) && !began ? "skipped" : "ok";
  return { key, streaming: "failed", tools: "skipped", error: textOf(error) };
}

const textOf = (error: ModelError | null): string | null => error && (error.detail || error.message);

type Scope = { readonly userId: string; readonly driveId: string; readonly pageId: string };

/** One call within the daily budgets, recorded and measured like those of answers. The demo costs nothing. */
async function callOnce(
  deps: Deps,
  model: LanguageModel,
  { pageId, ...scope }: Scope,
  tools: ModelRequest["tools"],
): Promise<Observed> {
  if (model.provider === DEMO_PROVIDER) return observe(model, tools);
  const bound = boundOf(INPUT_TOKENS, MAX_OUTPUT_TOKENS, model.price);
  const reservation: Reservation = { day: dayOf(deps.now), ...scope, ...bound, questions: 0 };
  await withinBudget(deps, reservation, (queries) => writeExempt(deps.db, exempt.bookkeeping, queries));
  const start = systemClock();
  const observed = await observe(model, tools);
  measureAiCall(deps, model, {
    start,
    end: systemClock(),
    failed: observed.error !== null,
    usage: observed.usage,
  });
  // A stream that broke off has cost something, but nobody says how much.
  const lost = observed.began ? { input: INPUT_TOKENS, cached: 0, output: MAX_OUTPUT_TOKENS } : null;
  const usage = observed.usage ?? lost ?? { input: 0, cached: 0, output: 0 };
  const call = {
    id: deps.newId(),
    at: deps.now,
    ...scope,
    pageId,
    runId: "",
    provider: model.provider,
    model: model.model,
    inputTokens: usage.input,
    cachedTokens: usage.cached,
    outputTokens: usage.output,
    cost: costOf(usage, model.price),
  };
  await writeExempt(deps.db, exempt.bookkeeping, settleCall(reservation, call));
  return observed;
}

async function observe(model: LanguageModel, tools: ModelRequest["tools"]): Promise<Observed> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let [began, called, usage]: [boolean, boolean, ModelUsage | null] = [false, false, null];
  try {
    const request: ModelRequest = { messages: MESSAGES, tools, maxOutputTokens: MAX_OUTPUT_TOKENS, signal };
    for await (const event of model.stream(request)) {
      began = true;
      if (event.kind === "call" && event.name === TOOL.name && isObject(event.args)) called = true;
      if (event.kind === "usage") usage = event;
    }
    return { began, called, usage, error: null };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const late = new ModelError("silent", "The model did not answer in time.");
    return { began, called, usage, error: error.code === "cancelled" ? late : error };
  }
}

function isObject(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
