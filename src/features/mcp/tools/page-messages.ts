/** A page's messages for tools: the newest that fit, and a cursor to older ones. */
import * as z from "zod";
import { onBehalf } from "../../../kernel/agent.ts";
import { invalid } from "../../../kernel/errors.ts";
import { listMessages, readMessage } from "../../channels/service.ts";
import type { Message } from "../../messages/contract.ts";
import { endWithinBudget } from "../../../kernel/token-estimate.ts";
import { tokensOf } from "./answer-size.ts";
import type { ToolContext } from "./tool.ts";

/** Maximum number of messages per response, and their token limit. */
const MESSAGES = 50;
const TOKENS = 14_000;

/** A message id, with an offset if a message longer than a response is being continued. */
const Cursor = /^(?<id>[0-9a-zA-Z_-]{1,64})(?:@(?<offset>\d{1,6}))?$/;

export const ReadMessage = z.object({
  id: z.string(),
  author: z.string(),
  content: z.string(),
  createdAt: z.string(),
  replyTo: z.string().nullable(),
});

type Messages = { readonly messages: z.output<typeof ReadMessage>[]; readonly nextCursor: string | null };

export async function messagesOf(context: ToolContext, pageId: string, cursor: string | undefined): Promise<Messages> {
  const { deps, caller } = context;
  const at = cursor === undefined ? undefined : Cursor.exec(cursor)?.groups;
  if (cursor !== undefined && !at)
    throw invalid("cursor", "The cursor does not belong to this list. Omit it to start from the beginning.");
  if (at?.["offset"] !== undefined) {
    const message = await readMessage(deps, caller, pageId, at["id"] ?? "");
    return cut(message, Number(at["offset"]), message.id);
  }
  const { messages, nextCursor } = await listMessages(deps, caller, pageId, { cursor: at?.["id"], limit: MESSAGES });
  // Keep the newest messages, which come last.
  let room = TOKENS;
  const from = messages.findLastIndex((message) => (room -= tokensOf(shown(message))) < 0) + 1;
  const newest = messages.at(-1);
  if (from === messages.length && newest)
    return cut(newest, 0, messages.length > 1 || nextCursor !== null ? newest.id : null);
  const kept = messages.slice(from);
  return { messages: kept.map(shown), nextCursor: from > 0 ? (kept[0]?.id ?? null) : nextCursor };
}

/** A part of one long message. `older` is the cursor after its last part. */
function cut(message: Message, offset: number, older: string | null): Messages {
  const end = endWithinBudget(message.content, offset, TOKENS - 500);
  const content = message.content.slice(offset, end);
  const nextCursor = end < message.content.length ? `${message.id}@${end}` : older;
  return { messages: [{ ...shown(message), content }], nextCursor };
}

function shown({ id, user, agent, content, createdAt, parentMessageId }: Message): z.output<typeof ReadMessage> {
  const author = user?.name ?? "Octavo";
  return {
    id,
    author: agent === null ? author : onBehalf(agent, author),
    content,
    createdAt,
    replyTo: parentMessageId,
  };
}
