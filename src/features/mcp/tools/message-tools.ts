/** The tool that talks to people: messages in conversations, and comments and suggestions on all other pages. */
import * as z from "zod";
import { MAX_QUOTE, MAX_REPLACEMENT } from "../../../kernel/comment.ts";
import { AppError, invalid } from "../../../kernel/errors.ts";
import { hasMessages } from "../../../kernel/page-type.ts";
import { authorizePage } from "../../../permissions/authorize-page.ts";
import { postMessage } from "../../channels/service.ts";
import { OpenThread, WriteComment } from "../../comments/contract.ts";
import { openThread, patchThread, reply } from "../../comments/index.ts";
import { PostMessage } from "../../messages/contract.ts";
import { loadPage } from "../../pages/service.ts";
import { PageRef, pageIdOf } from "./page-ref.ts";
import { IdArgument, addressOf, tool, type ToolCall } from "./tool.ts";

const Input = z.strictObject({
  page: PageRef,
  content: z.string().min(1).max(20_000).optional(),
  replyTo: IdArgument.optional().describe("Message or thread id"),
  quote: z.string().min(1).max(MAX_QUOTE).optional(),
  line: z.int().min(1).optional(),
  baseRevision: z.int().min(0).optional(),
  replacement: z.string().max(MAX_REPLACEMENT).optional(),
  resolved: z.boolean().optional(),
});
type Input = z.output<typeof Input>;

const EXAMPLE = 'For example {"page": "…", "quote": "exact words of the page", "content": "Why?"}.';

type Posted = { readonly id: string; readonly createdAt: string; readonly threadId?: string };

/** True if the arguments are those of a comment, whatever the page is. */
const isComment = ({ quote, replacement, resolved }: Input): boolean =>
  quote !== undefined || replacement !== undefined || resolved !== undefined;

const issuesOf = (error: z.ZodError): string => error.issues.map(({ message }) => message).join("; ");

async function say({ deps, caller }: ToolCall, pageId: string, { content, replyTo }: Input): Promise<Posted> {
  const message = PostMessage.safeParse({ content, parentMessageId: replyTo });
  if (!message.success) throw invalid("content", issuesOf(message.error));
  const { id, createdAt } = await postMessage(deps, caller, pageId, message.data);
  return { id, createdAt };
}

async function comment(call: ToolCall, pageId: string, input: Input): Promise<Posted> {
  const { replyTo, quote, line, baseRevision, content, replacement, resolved } = input;
  if (replyTo !== undefined) return answer(call, { pageId, threadId: replyTo }, input);
  if (resolved !== undefined) throw invalid("replyTo", "Send the id of the thread to resolve or to reopen as replyTo.");
  if (quote === undefined && (line !== undefined || replacement !== undefined))
    throw invalid("quote", `Quote the words that it is about. ${EXAMPLE}`);
  if (content === undefined && replacement === undefined)
    throw invalid("content", `Send content, or a replacement for the quote. ${EXAMPLE}`);
  const target = quote === undefined ? { kind: "page" as const } : { kind: "quote" as const, quote, line };
  const thread = OpenThread.safeParse({ target, baseRevision, content, replacement });
  if (!thread.success) throw invalid("content", `${issuesOf(thread.error)} ${EXAMPLE}`);
  const { id, createdAt } = await openThread(call.deps, call.caller, pageId, thread.data);
  return { id, createdAt, threadId: id };
}

async function answer(
  { deps, caller }: ToolCall,
  params: { readonly pageId: string; readonly threadId: string },
  { quote, replacement, content, resolved }: Input,
): Promise<Posted> {
  const { threadId } = params;
  if (quote !== undefined || replacement !== undefined)
    throw invalid("replyTo", "A reply has no quote and no replacement of its own. Omit replyTo to open a new thread.");
  const written = content === undefined ? null : WriteComment.safeParse({ content });
  if (written?.success === false) throw invalid("content", issuesOf(written.error));
  if (!written && resolved === undefined) throw invalid("content", "Send content, or resolved: true or false.");
  const said = written && (await reply(deps, caller, params, written.data.content));
  const thread = resolved === undefined ? null : await patchThread(deps, caller, params, { isResolved: resolved });
  return { id: said?.id ?? threadId, createdAt: said?.createdAt ?? thread?.createdAt ?? "", threadId };
}

/** Messages need another right than comments: which of them a refused call asked for depends on the page. */
async function sayOrComment(call: ToolCall, pageId: string, input: Input): Promise<Posted> {
  if (isComment(input)) return comment(call, pageId, input);
  try {
    return await say(call, pageId, input);
  } catch (error) {
    const isOther = error instanceof AppError && (error.code === "invalid_request" || error.code === "forbidden");
    if (!isOther) throw error;
    const [{ target }] = await authorizePage(call.deps, call.caller, "view", loadPage(call.caller, pageId), []);
    if (hasMessages(target.type)) throw error;
    return comment(call, pageId, input);
  }
}

const postMessageTool = tool({
  name: "post_message",
  title: "Post a message or comment",
  description:
    "Posts a Markdown message on a CHANNEL or AI_CHAT page. On others comments on the page or on quote, exact words of it " +
    "(line tells equal ones apart); replacement suggests other words. replyTo replies; resolved resolves or reopens that thread.",
  kind: "write",
  idempotent: false,
  input: Input,
  output: z.looseObject({ id: z.string(), pageId: z.string(), createdAt: z.string(), url: z.string() }),
  async run(context, { page, ...input }) {
    const pageId = await pageIdOf(context, page);
    const posted = await sayOrComment(context, pageId, { page, ...input });
    return { ...posted, pageId, url: addressOf(context, pageId) };
  },
});

export const MESSAGE_TOOLS = [postMessageTool];
