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
import { isCall, MAX_OUTPUT, type RunContext, type StoredRun, type StoredStep } from "./run.ts";

/** Number of messages that are read; which of them are sent is decided by their length. */
const MAX_MESSAGES = 100;
/** Characters of the random word that encloses content. */
const BOUNDARY_LENGTH = 16;

type ModelContext = Context & { readonly tools: readonly ModelTool[] };

export async function contextOf({ deps: newDeps, run, log }: RunContext, model: LanguageModel): Promise<ModelContext> {
  const deps = newDeps();
  const caller = callerOfRun(run.id);
  const [page, messages, description] = await authorizePage(deps, caller, "edit", loadPage(caller, run.pageId), [
    listMessages({ pageId: run.pageId, before: null, limit: MAX_MESSAGES }),
    readContent(run.pageId),
  ]);
  const tools = toolsOf(run);
  const context = buildContext({
    agent: { name: run.agent, prompt: run.systemPrompt },
    tools,
    page: { title: page.target.title, description, children: [] },
    summary: null,
    messages: messages.toReversed().filter(isBefore(run)).map(toConversationMessage),
    questionId: run.questionId,
    steps: log.steps().flatMap(toAnswerStep),
    model: { window: model.window, maxOutputTokens: MAX_OUTPUT },
    boundary: deps.keys.sign("agent-boundary", run.id).slice(0, BOUNDARY_LENGTH),
  });
  return { ...context, tools };
}

/** The enabled tools, in the order of the catalogue. */
const toolsOf = ({ enabledTools }: StoredRun): ModelTool[] =>
  listTools(false)
    .filter(({ name }) => enabledTools.includes(name))
    .map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));

/** Later questions have runs of their own. */
const isBefore =
  ({ questionId }: StoredRun) =>
  ({ id, role, deletedAt }: Message): boolean =>
    deletedAt === null && (role !== "user" || id <= questionId);

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
