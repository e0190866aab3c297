/** Calls a tool and builds its response. Errors are responses too, and include the next step. */
import * as z from "zod";
import { AppError, type ErrorCode } from "../../../kernel/errors.ts";
import { splitLines } from "../../../realtime/text.ts";
import { GuardFailed } from "../../../platform/db.ts";
import { nameCall } from "../../auth/tokens/calls/service.ts";
import { recordDeniedRequest } from "../../audit/service.ts";
import { TOOLS } from "./catalogue.ts";
import { excerptOf, readPresent } from "./page-text.ts";
import { shorten } from "./answer-size.ts";
import { callOnce } from "./idempotency.ts";
import { limitedBy } from "./limited.ts";
import { nextStep } from "./next-steps.ts";
import { pageIdOf } from "./page-ref.ts";
import { type Arguments, type Tool, type ToolCall, type ToolContext } from "./tool.ts";

type ToolAnswer = {
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
};

const byName: ReadonlyMap<string, Tool> = new Map(TOOLS.map((each) => [each.name, each]));

export const findTool = (name: string): Tool | undefined => byName.get(name);

/** Credential errors: retrying with the same token is pointless. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set(["unauthenticated", "scope_empty"]);

export const refusesCaller = (error: unknown): boolean => error instanceof AppError && REFUSALS.has(error.code);

export async function callTool(context: ToolCall, tool: Tool, sent: unknown): Promise<ToolAnswer> {
  let args: Arguments | null = null;
  try {
    args = tool.parse(sent);
    const limited = tool.limit ? limitedBy(context, tool.limit, tool.kind) : context;
    const structuredContent = await callOnce(limited, tool, args);
    nameCall(context.deps, tool.name, null);
    return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
  } catch (thrown) {
    const text = await explain(context, tool, args, thrown);
    return { content: [{ type: "text", text }], isError: true };
  }
}

async function explain(context: ToolContext, tool: Tool, args: Arguments | null, thrown: unknown): Promise<string> {
  const { deps, caller } = context;
  const error = toAppError(thrown);
  if (refusesCaller(error)) {
    context.refuse(error);
    return error.message;
  }
  if (error.code === "internal" || error.code === "unavailable") {
    deps.log.error("mcp.tool_failed", { tool: tool.name, error: thrown });
  }
  nameCall(deps, tool.name, error.code);
  recordDeniedRequest(deps, { code: error.code, caller, client: caller.client, route: `POST /mcp ${tool.name}` });
  const lines = POSITIONS.has(error.code) && args !== null ? await presentLines(context, args) : "";
  const next = nextStep(error);
  return [`${error.code}: ${shorten(error.message, MAX_MESSAGE)}`, next, lines].filter((part) => part !== "").join(" ");
}

function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof GuardFailed) return new AppError("conflict", "This was changed in the meantime.");
  return new AppError("internal", "Something went wrong on our side.");
}

/** Errors after which the caller needs to see the page again. */
const POSITIONS: ReadonlySet<string> = new Set(["revision_conflict", "line_out_of_range", "invalid_request"]);
/** Context lines shown before and after the intended position. */
const CONTEXT_LINES = 10;
const EXCERPT_TOKENS = 8_000;
/** Maximum length of an error message, because it may quote the arguments. */
const MAX_MESSAGE = 3_000;

/** The page's revision, and the lines around the intended position; empty if the call does not refer to a position. */
async function presentLines(context: ToolContext, args: Arguments): Promise<string> {
  const about = Place.safeParse(args).data;
  if (about === undefined) return "";
  try {
    const present = await readPresent(context, await pageIdOf(context, about.page));
    const lines = splitLines(present.content);
    const named = [...about.edits, ...about.set].flatMap(({ startLine, line }) => startLine ?? line ?? []);
    const [first = 1, last = first] = [Math.min(...named), Math.max(...named)].filter(Number.isFinite);
    const from = Math.max(1, Math.min(first, lines.length) - CONTEXT_LINES);
    const { startLine, endLine, text } = excerptOf(
      lines,
      present.revision,
      from,
      Math.min(last, first + 60) + CONTEXT_LINES,
      {
        tokens: EXCERPT_TOKENS,
      },
    );
    return `Revision is now ${present.revision}; lines ${startLine}–${endLine} of ${lines.length} are:\n${text}`;
  } catch {
    return "";
  }
}

const Places = z.array(z.object({ startLine: z.int().optional(), line: z.int().optional() })).default([]);
/** Fields shared by the arguments of the editing tools. */
const Place = z.object({ page: z.string(), baseRevision: z.int(), edits: Places, set: Places });
