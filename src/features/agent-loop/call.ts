/**
 * Makes one call of a tool for a run: as the asker, narrowed to the agent's enabled tools and to drives the asker has
 * permitted. A call that waits for the asker is returned as `asked`, with what they have to know.
 */
import { authenticate } from "../../permissions/authenticate.ts";
import type { Actor } from "../../kernel/caller.ts";
import { callerOfRun } from "../../permissions/agent-credential.ts";
import { isToolName } from "../mcp/contract.ts";
import { callTool, findTool, type Tool, type ToolCall } from "../mcp/tools/index.ts";
import { noteEffects, notePlaces } from "./effects.ts";
import { checkCall } from "./check-call.ts";
import { applyDecision } from "./decision.ts";
import { withoutHidden } from "./hidden-pages.ts";
import { type CallStep, type RunContext } from "./run.ts";

/** Maximum length of a stored result, in characters; the tools' own limits are lower. */
const MAX_ANSWER = 500_000;

type ToolAnswer = Awaited<ReturnType<typeof callTool>>;

export async function performCall(context: RunContext, step: CallStep): Promise<CallStep> {
  const { run } = context;
  const { name } = step.call;
  const tool = isToolName(name) && run.enabledTools.includes(name) ? findTool(name) : undefined;
  if (tool === undefined) return failed(step, `There is no tool “${name.slice(0, 100)}” here.`);
  const toolCall = contextOfCall(context);
  const begun = step.begun === null ? await begin(context, toolCall, tool, step) : step;
  if (begun.begun === null) return begun;
  const args = JSON.parse(begun.begun) as Args; // stored by `begin`
  const answer = await callTool(toolCall, tool, keyed(tool, args, `${run.id}.${step.seq}`));
  const result = answer.structuredContent;
  if (result === undefined) return failed(begun, textOf(answer));
  await noteEffects(context, tool, step.seq, result);
  const shown = withoutPaths(await withoutHidden(context, tool, result)) as Args;
  const readIds = [...new Set([...begun.readIds, ...idsIn(shown)])];
  const done = { ...begun, readIds, pageIds: readIds.slice(0, MAX_PAGES_SHOWN) };
  const text = JSON.stringify(shown);
  if (text.length > MAX_ANSWER) return failed(done, "The result is too long. Ask for less.");
  return { ...done, state: "done", answer: text, approval: null };
}

type Args = Readonly<Record<string, unknown>>;

/**
 * Checks the call. If it may be made, stores that it has begun, before anything is done: an instance that takes over repeats the
 * same call under the same key and does not check again what may be done already. Otherwise `begun` stays null.
 */
async function begin(context: RunContext, toolCall: ToolCall, tool: Tool, step: CallStep): Promise<CallStep> {
  const { deps, run, log } = context;
  const args = parseJson(step.call.args);
  if (args === null) return failed(step, "invalid_request: The arguments are not a JSON object. Send the call again.");
  if (step.granted !== null) await applyDecision(deps(), run, step.granted.driveIds);
  const check = await checkCall(context, toolCall, tool, args, step);
  if (check.kind === "refuse") return failed(step, check.message);
  if (check.kind === "ask")
    return { ...step, state: "asked", approval: check.approval, pageIds: check.approval.pageIds };
  const named = [...check.call.pages, ...check.call.parents].map(({ id }) => id);
  await notePlaces(context, step.seq, check.call);
  const begun = { ...step, begun: JSON.stringify(check.call.args), readIds: named, pageIds: named };
  if (tool.kind !== "read") log.saveCall(begun);
  return begun;
}

/** A path contains the titles of ancestors, which some readers may not see. */
function withoutPaths(result: unknown): unknown {
  if (Array.isArray(result)) return result.map(withoutPaths);
  if (typeof result !== "object" || result === null) return result;
  const kept = Object.entries(result).filter(([key]) => key !== "path");
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutPaths(value)]));
}

const MAX_PAGES_SHOWN = 50;

/** Tools authenticate by themselves, at every call. */
function contextOfCall({ deps: newDeps, run }: RunContext): ToolCall {
  const deps = newDeps();
  const caller = callerOfRun(run.id);
  let asked: Promise<Actor> | null = null;
  return {
    deps,
    caller,
    actor: () => (asked ??= authenticate(deps, caller, []).then(({ actor }) => actor)),
    refuse: () => undefined,
    report: () => Promise.resolve(),
  };
}

/** A call that is repeated after an interruption changes nothing twice. */
const keyed = (tool: Tool, args: object, key: string): object =>
  tool.kind === "read" ? args : { ...args, idempotencyKey: key };

function parseJson(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text === "" ? "{}" : text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

const failed = (step: CallStep, message: string): CallStep => ({
  ...step,
  state: "failed",
  answer: message.slice(0, MAX_ANSWER),
  approval: null,
});

const textOf = ({ content }: ToolAnswer): string => content.map(({ text }) => text).join("\n");

/** Ids of the pages in a result: in the fields that tools use for them. */
export function idsIn(result: unknown): string[] {
  if (Array.isArray(result)) return result.flatMap(idsIn);
  if (typeof result !== "object" || result === null) return [];
  const { id, pageId, ...rest } = result as Readonly<Record<string, unknown>>;
  const isPage = "title" in result || "url" in result || "revision" in result;
  const own = pageId ?? (isPage ? id : undefined);
  return [...(typeof own === "string" ? [own] : []), ...Object.values(rest).flatMap(idsIn)];
}
