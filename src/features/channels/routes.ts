/** HTTP routes for messages. */
import { IdParams, PageParams, Success, success } from "../../kernel/contract.ts";
import { routes } from "../../http/route-list.ts";
import {
  EditMessage,
  ListMessages,
  Message,
  MessageList,
  MessageParams,
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
      summary: "Messages of a CHANNEL or AI_CHAT page, oldest first; the cursor leads to older ones",
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
      summary: "Write a message, or a reply to one",
      params: PageParams,
      json: PostMessage,
      answer: { status: 201, schema: Message },
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
      summary: "Note how far the caller has read",
      params: PageParams,
      json: ReadUpTo,
      answer: { status: 200, schema: Success },
      errors: ERRORS,
    },
    async ({ deps, caller, params, json }) => {
      await messages.markMessagesRead(deps, caller, params.pageId, json.messageId);
      return success;
    },
  )
  .add(
    {
      ...SEND,
      method: "patch",
      path: `${PAGE}/:messageId`,
      operation: "editMessage",
      summary: "Change one's own message",
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
      summary: "Delete one's own message, or any with the right to delete the page",
      params: MessageParams,
      answer: { status: 200, schema: Success },
      errors: ERRORS,
    },
    async ({ deps, caller, params }) => {
      await messages.deleteMessage(deps, caller, params.pageId, params.messageId);
      return success;
    },
  )
  .add(
    { ...REACTION, method: "put", operation: "addReaction", summary: "Put an emoji on a message" },
    ({ deps, caller, params }) => messages.react(deps, caller, params, true),
  )
  .add(
    { ...REACTION, method: "delete", operation: "removeReaction", summary: "Take one's own emoji back from a message" },
    ({ deps, caller, params }) => messages.react(deps, caller, params, false),
  )
  .add(
    {
      ...BOTH,
      method: "get",
      path: "/api/drives/:id/unread",
      operation: "listUnreadPages",
      summary: "The CHANNEL and AI_CHAT pages of a drive with messages that the caller has not read",
      params: IdParams,
      answer: { status: 200, schema: UnreadPages },
    },
    ({ deps, caller, params }) => messages.listUnreadPages(deps, caller, params.id),
  );
