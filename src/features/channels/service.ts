/** Messages of a page: whoever sees the page reads them, whoever may edit it writes, everybody changes their own alone. */
import { requireWriter, type Actor, type Caller } from "../../kernel/caller.ts";
import { toIso } from "../../kernel/clock.ts";
import { AppError, forbidden, notFound } from "../../kernel/errors.ts";
import { DELETE, EDIT, VIEW, holds } from "../../kernel/rights.ts";
import type { Deps } from "../../deps.ts";
import { guard, sql } from "../../db/sql.ts";
import { authenticate } from "../access/identify.ts";
import { commit } from "../audit/service.ts";
import { notifyOfMessage, type Written } from "../mentions/access.ts";
import { driveOfPage, loadPage, mayStill, requireEditable, requireVisible, type LoadedPage } from "../pages/service.ts";
import type { ListMessages, Message, MessageList, PostMessage } from "../messages/contract.ts";
import { listMessages as listPageOf, oldestFirst } from "../messages/access.ts";
import { bytesOf, withinQuota } from "../quotas/service.ts";
import { holdsMessages } from "./rules.ts";
import * as store from "./store.ts";

export async function listMessages(
  deps: Deps,
  caller: Caller,
  pageId: string,
  { cursor, limit, parentMessageId }: ListMessages,
): Promise<MessageList> {
  const { actor, results } = await authenticate(deps, caller, [
    loadPage(caller, pageId),
    listPageOf({
      pageId,
      before: cursor ?? null,
      limit: limit + 1,
      ...(parentMessageId !== undefined && { parent: parentMessageId }),
    }),
    store.countUnread(caller, pageId),
  ]);
  const [loaded, found, unreadCount] = results;
  requireConversation(requireVisible(actor, loaded));
  return { ...oldestFirst(found, limit), unreadCount };
}

export async function postMessage(
  deps: Deps,
  caller: Caller,
  pageId: string,
  { content, parentMessageId = null }: PostMessage,
): Promise<Message> {
  const { actor, results } = await authenticate(deps, caller, [
    loadPage(caller, pageId),
    store.findMessage(pageId, parentMessageId ?? ""),
    store.findAuthor(caller),
  ]);
  const [loaded, parent, author] = results;
  requireConversation(requireEditable(actor, loaded));
  if (parentMessageId !== null) requireParent(parent);
  const message = { id: deps.newId(), pageId, userId: actor.userId, content, parentMessageId, now: deps.now };
  const parentIsThere = parentMessageId === null ? sql`1` : store.isMessageOf(pageId, parentMessageId);
  await withinQuota(deps, { driveId: driveOfPage(pageId), text: bytesOf(content) }, (hasRoom) =>
    commit(deps, {
      queries: [
        guard(sql`${mayStill(deps, caller, pageId, EDIT)} and ${parentIsThere} and ${hasRoom}`),
        store.insertMessage(message),
        store.readUpTo(pageId, actor.userId, message.id),
        ...notifyOfMessage(by(deps, actor, pageId), content, null),
      ],
    }),
  );
  return {
    id: message.id,
    pageId,
    role: "user",
    content,
    user: author,
    createdAt: toIso(deps.now),
    editedAt: null,
    deletedAt: null,
    parentMessageId,
  };
}

export async function editMessage(
  deps: Deps,
  caller: Caller,
  pageId: string,
  messageId: string,
  content: string,
): Promise<Message> {
  const { actor, page, message } = await loadMessage(deps, caller, pageId, messageId);
  if (!isOwn(actor, message)) throw forbidden("Only its author changes a message.");
  requireEditable(actor, page);
  if (message.content === content) return message;
  const text = store.growthOfMessage(messageId, bytesOf(content));
  await withinQuota(deps, { driveId: driveOfPage(pageId), text }, (hasRoom) =>
    commit(deps, {
      queries: [
        guard(sql`${mayStill(deps, caller, pageId, EDIT)} and ${store.isMessageOf(pageId, messageId)} and ${hasRoom}`),
        store.editMessage(messageId, content, deps.now),
        ...notifyOfMessage(by(deps, actor, pageId), content, message.content),
      ],
    }),
  );
  return { ...message, content, editedAt: toIso(deps.now) };
}

/** Authors take back what they wrote; whoever may delete the page removes anything on it. */
export async function deleteMessage(deps: Deps, caller: Caller, pageId: string, messageId: string): Promise<void> {
  const { actor, page, message } = await loadMessage(deps, caller, pageId, messageId);
  const needed = isOwn(actor, message) ? EDIT : DELETE;
  if (actor.readOnly || !holds(page.rights, VIEW | needed)) throw forbidden("Only its author deletes a message.");
  await commit(deps, {
    queries: [guard(mayStill(deps, caller, pageId, needed)), ...store.deleteMessage(messageId, deps.now)],
  });
}

/** Reading is noted for whoever may see the page; it never goes back. */
export async function readMessages(deps: Deps, caller: Caller, pageId: string, messageId: string): Promise<void> {
  const { actor, message } = await loadMessage(deps, caller, pageId, messageId);
  requireWriter(actor);
  await deps.db.batch([guard(mayStill(deps, caller, pageId, VIEW)), store.readUpTo(pageId, actor.userId, message.id)]);
}

async function loadMessage(
  deps: Deps,
  caller: Caller,
  pageId: string,
  messageId: string,
): Promise<{ actor: Actor; page: LoadedPage; message: Message }> {
  const { actor, results } = await authenticate(deps, caller, [
    loadPage(caller, pageId),
    store.findMessage(pageId, messageId),
  ]);
  const page = requireConversation(requireVisible(actor, results[0]));
  const [, message] = results;
  if (!message || message.deletedAt !== null) throw notFound("This message");
  return { actor, page, message };
}

const by = (deps: Deps, actor: Actor, pageId: string): Written => ({
  pageId,
  by: actor.userId,
  now: deps.now,
  newId: deps.newId,
});

const isOwn = (actor: Actor, message: Message): boolean => message.role === "user" && message.user?.id === actor.userId;

function requireConversation(page: LoadedPage): LoadedPage {
  if (holdsMessages(page.type)) return page;
  throw new AppError("invalid_request", "Only CHANNEL and AI_CHAT pages hold messages.");
}

/** One level of replies, so that a thread is read as a list. */
function requireParent(parent: Message | null): void {
  if (!parent || parent.deletedAt !== null) throw notFound("The message this replies to");
  if (parent.parentMessageId !== null) {
    throw new AppError("invalid_request", "Reply to the first message of the thread.", {
      issues: [{ path: "parentMessageId", message: "is itself a reply" }],
    });
  }
}
