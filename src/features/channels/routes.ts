/** HTTP routes for messages. */
import { IdParams, PageParams } from "../../kernel/contract.ts";
import { routes } from "../../http/route-list.ts";
import { LIMIT_RULES } from "../../rate-limits/rules.ts";
import {
  EditMessage,
  ListMessages,
  Message,
  MessageList,
  MessageParams,
  PostedMessage,
  PostMessage,
  ReactionParams,
  ReadUpTo,
  UnreadPages,
} from "../messages/contract.ts";
import * as messages from "./service.ts";

const CAP = 262_144;
const PAGE = "/api/pages/:pageId/messages";
const BOTH = { tag: "Messages", principals: ["session", "mcp"], limits: [] } as const;
const SEND = { ...BOTH, csrf: "token", bodyCap: CAP } as const;
const ERRORS = ["forbidden", "conflict"] as const;
const REACTION = {
  ...SEND,
  bodyCap: 0,
  path: `${PAGE}/:messageId/reactions/:emoji`,
  params: ReactionParams,
  answer: { status: 200, schema: Message },
  errors: ERRORS,
} as const;

export const messageRoutes = routes()
  .add(
    {
      ...BOTH,
      method: "get",
      path: PAGE,
      operation: "listMessages",
      summary: "List the messages of a CHANNEL or AI_CHAT page, oldest first; the cursor leads to older messages",
      params: PageParams,
      query: ListMessages,
      answer: { status: 200, schema: MessageList },
    },
    ({ deps, caller, params, query }) => messages.listMessages(deps, caller, params.pageId, query),
  )
  .add(
    {
      ...SEND,
      method: "post",
      path: PAGE,
      operation: "postMessage",
      limits: [{ rule: LIMIT_RULES.agentAskByUser, when: "an agent is asked" }],
      summary: "Post a message or a reply",
      params: PageParams,
      json: PostMessage,
      answer: { status: 201, schema: PostedMessage },
      errors: [...ERRORS, "quota_exceeded"],
    },
    ({ deps, caller, params, json }) => messages.postMessage(deps, caller, params.pageId, json),
  )
  .add(
    {
      ...SEND,
      method: "post",
      path: `${PAGE}/read`,
      operation: "readMessages",
      summary: "Record how far the caller has read",
      params: PageParams,
      json: ReadUpTo,
      errors: ERRORS,
    },
    ({ deps, caller, params, json }) => messages.markMessagesRead(deps, caller, params.pageId, json.messageId),
  )
  .add(
    {
      ...SEND,
      method: "patch",
      path: `${PAGE}/:messageId`,
      operation: "editMessage",
      summary: "Edit one of the caller's own messages",
      params: MessageParams,
      json: EditMessage,
      answer: { status: 200, schema: Message },
      errors: [...ERRORS, "quota_exceeded"],
    },
    ({ deps, caller, params, json }) =>
      messages.editMessage(deps, caller, params.pageId, params.messageId, json.content),
  )
  .add(
    {
      ...SEND,
      bodyCap: 0,
      method: "delete",
      path: `${PAGE}/:messageId`,
      operation: "deleteMessage",
      summary: "Delete one of the caller's own messages, or any message if the caller may delete the page",
      params: MessageParams,
      errors: ERRORS,
    },
    ({ deps, caller, params }) => messages.deleteMessage(deps, caller, params.pageId, params.messageId),
  )
  .add(
    { ...REACTION, method: "put", operation: "addReaction", summary: "Add an emoji reaction to a message" },
    ({ deps, caller, params }) => messages.react(deps, caller, params, true),
  )
  .add(
    {
      ...REACTION,
      method: "delete",
      operation: "removeReaction",
      summary: "Remove the caller's own emoji reaction from a message",
    },
    ({ deps, caller, params }) => messages.react(deps, caller, params, false),
  )
  .add(
    {
      ...BOTH,
      method: "get",
      path: "/api/drives/:id/unread",
      operation: "listUnreadPages",
      summary: "List the CHANNEL and AI_CHAT pages of a drive that have unread messages",
      params: IdParams,
      answer: { status: 200, schema: UnreadPages },
    },
    ({ deps, caller, params }) => messages.listUnreadPages(deps, caller, params.id),
  );
