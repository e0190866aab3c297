/** Reads what a request to the model needs, and builds it. */
import type { LanguageModel, ModelTool } from "../../models/model.ts";
import { callerOfRun } from "../../permissions/agent-credential.ts";
import { authorizePage } from "../../permissions/authorize-page.ts";
import { onBehalf } from "../../kernel/agent.ts";
import { listTools } from "../mcp/tools/index.ts";
import type { Message } from "../messages/contract.ts";
import { listMessages } from "../messages/statements.ts";
import { loadPage, readContent } from "../pages/service.ts";
import { buildContext, type AnswerStep, type Context, type ConversationMessage } from "./context.ts";
import { summarize } from "./compaction.ts";
import { findSummary, type Summary } from "./summary-store.ts";
import { hiddenPages } from "./hidden-pages.ts";
import { isCall, MAX_OUTPUT, RunFailed, type RunContext, type StoredRun, type StoredStep } from "./run.ts";

/** Number of messages that are read; which of them are sent is decided by their length. */
const MAX_MESSAGES = 100;
/** Characters of the random word that encloses content. */
const BOUNDARY_LENGTH = 16;

type ModelContext = Context & { readonly tools: readonly ModelTool[] };

export async function contextOf(context: RunContext, model: LanguageModel): Promise<ModelContext> {
  const { deps: newDeps, run, log } = context;
  const deps = newDeps();
  // The prompt is text of the agent's page.
  if (run.agentPageId !== run.pageId && (await hiddenPages(context, [run.agentPageId])).length > 0)
    throw new RunFailed("agent_hidden");
  const caller = callerOfRun(run.id);
  const [page, newestFirst, description, summary] = await authorizePage(
    deps,
    caller,
    "edit",
    loadPage(caller, run.pageId),
    [
      listMessages({ pageId: run.pageId, before: null, limit: MAX_MESSAGES }),
      readContent(run.pageId),
      findSummary(run.pageId),
    ],
  );
  const messages = newestFirst.toReversed().filter(isBefore(run, summary)).map(toConversationMessage);
  const boundary = deps.keys.sign("agent-boundary", run.id).slice(0, BOUNDARY_LENGTH);
  const tools = toolsOf(run);
  const build = (text: string | null, shown: readonly ConversationMessage[]): Context =>
    buildContext({
      agent: { name: run.agent, prompt: run.systemPrompt },
      tools,
      place: { pageId: run.pageId, driveId: run.driveId },
      page: { title: page.target.title, description },
      summary: text,
      messages: shown,
      questionId: run.questionId,
      steps: log.steps().flatMap(toAnswerStep),
      model: { window: model.window, maxOutputTokens: MAX_OUTPUT },
      boundary,
    });
  const whole = build(summary?.text ?? null, messages);
  const older = messages.filter(({ id }) => id !== run.questionId);
  // In the middle of an answer the conversation stays as it was.
  if (!whole.needsCompaction || older.length < MIN_COMPACTED || log.steps().some(isCall)) return { ...whole, tools };
  const before = summary === null ? [] : [{ id: "", author: "Summary", role: "user", content: summary.text } as const];
  const text = await summarize(context, model, [...before, ...older], boundary);
  if (text === null) return { ...whole, tools };
  return {
    ...build(
      text,
      messages.filter(({ id }) => id === run.questionId),
    ),
    tools,
  };
}

/** Fewer messages are not worth a summary. */
const MIN_COMPACTED = 4;

/** The enabled tools, in the order of the catalogue. */
const toolsOf = ({ enabledTools }: StoredRun): ModelTool[] =>
  listTools(false)
    .filter(({ name }) => enabledTools.includes(name))
    .map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));

/** Later questions have runs of their own, and what a summary contains is not sent again. */
const isBefore =
  ({ questionId }: StoredRun, summary: Summary | null) =>
  ({ id, role, deletedAt }: Message): boolean =>
    deletedAt === null &&
    role !== "system" &&
    (role !== "user" || id <= questionId) &&
    (summary === null || id >= summary.questionId);

function toConversationMessage({ id, role, user, agent, content }: Message): ConversationMessage {
  const name = user?.name ?? "Octavo";
  return {
    id,
    role: role === "assistant" ? role : "user",
    author: agent === null ? name : onBehalf(agent, name),
    content,
  };
}

function toAnswerStep(step: StoredStep): AnswerStep[] {
  if (!isCall(step)) return step.state === "done" ? [{ role: "assistant", content: step.text, calls: step.calls }] : [];
  if (step.answer === null) return [];
  const { call, answer, state } = step;
  return [{ role: "tool", callId: call.id, name: call.name, content: answer, isError: state !== "done" }];
}
