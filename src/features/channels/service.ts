/** A page's messages: users who can view the page read them, users who can edit it write, and only authors change their own. */
import { tokenIdOf, type Actor, type Caller } from "../../kernel/caller.ts";
import { hasMessages } from "../../kernel/page-type.ts";
import { toIso } from "../../kernel/clock.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import type { Deps } from "../../deps.ts";
import { guard, TRUE, allOf } from "../../db/sql.ts";
import { authenticate, type Authenticated, type AuthDeps } from "../../permissions/authenticate.ts";
import { allowPage, authorizePage, requireVisible } from "../../permissions/authorize-page.ts";
import { authorizeDrive } from "../../permissions/authorize-drive.ts";
import { commit } from "../../commit/commit.ts";
import { findDriveAccess } from "../drives/service.ts";
import { notifyOfMessage } from "../mentions/statements.ts";
import type { Written } from "../notifications/viewer-statements.ts";
import { loadPage, type LoadedPage } from "../pages/service.ts";
import type {
  ListMessages,
  Message,
  MessageList,
  PostedMessage,
  PostMessage,
  ReactionParams,
  UnreadPages,
} from "../messages/contract.ts";
import { listMessages as listPageOf, oldestFirst } from "../messages/statements.ts";
import { mentionedPages, planRun } from "../agent-runs/service.ts";
import { findAskedAgent, listOpenRuns } from "../agent-runs/statements.ts";
import { LIMIT_RULES } from "../../rate-limits/rules.ts";
import { requireLimits } from "../../rate-limits/service.ts";
import { byteLengthOf, withinQuota } from "../quotas/service.ts";
import { scheduleIndexing } from "../search/service.ts";
import { fileIdsIn } from "../messages/rules.ts";
import * as fileStore from "./files-store.ts";
import * as store from "./store.ts";
import { listUnread } from "./unread-store.ts";
import { allowDeletionOfMessage, allowEditOfMessage } from "../../permissions/authorize-message.ts";
import { driveOfPage } from "../../permissions/ancestors.ts";

/** Maximum reactions of all users per message, because all of them are sent to every reader. */
const MAX_REACTIONS = 500;

export async function listMessages(
  deps: AuthDeps,
  caller: Caller,
  pageId: string,
  { cursor, limit, parentMessageId }: ListMessages,
): Promise<MessageList> {
  const [page, found, unreadCount, runs] = await authorizePage(deps, caller, "view", loadPage(caller, pageId), [
    listPageOf({
      pageId,
      before: cursor ?? null,
      limit: limit + 1,
      ...(parentMessageId !== undefined && { parent: parentMessageId }),
    }),
    store.countUnreadMessages(caller, pageId),
    listOpenRuns(pageId),
  ]);
  requireConversation(page.target);
  return { ...oldestFirst(found, limit), unreadCount, runs };
}

export async function postMessage(
  deps: Deps,
  caller: Caller,
  pageId: string,
  { content, parentMessageId = null }: PostMessage,
): Promise<PostedMessage> {
  const mentioned = mentionedPages(content);
  const [page, parent, author, agent, open] = await authorizePage(deps, caller, "edit", loadPage(caller, pageId), [
    store.findMessage(pageId, parentMessageId ?? ""),
    store.findAuthor(caller),
    findAskedAgent(caller, pageId, mentioned),
    listOpenRuns(pageId),
  ]);
  const { actor } = page;
  requireConversation(page.target);
  if (parentMessageId !== null) requireParent(parent);
  const signed = { userId: actor.userId, tokenId: tokenIdOf(actor) };
  const message = { id: deps.newId(), pageId, ...signed, content, parentMessageId, now: deps.now };
  const { started, writes } = planRun(deps, { page: page.target, actor, agent, open, questionId: message.id });
  if (writes.length > 0) await requireLimits(deps, [{ rule: LIMIT_RULES.agentAskByUser, value: actor.userId }], actor);
  const parentExists = parentMessageId === null ? TRUE : store.isMessageOf(pageId, parentMessageId);
  await withinQuota(deps, { driveId: driveOfPage(pageId), text: byteLengthOf(content) }, (fitsQuota) =>
    commit(deps, page, {
      queries: [
        guard(allOf([parentExists, fitsQuota])),
        store.insertMessage(message),
        ...attach(message.id, pageId, content),
        store.readUpTo(pageId, actor.userId, message.id),
        ...writes,
        ...notifyOfMessage(writtenBy(deps, actor, pageId), content, null),
      ],
      announces: [{ kind: "message", pageId, id: message.id, change: "created" }],
    }),
  );
  // If this call is lost, the sweep wakes the agent.
  if (writes.length > 0) deps.defer(() => deps.objects.agentRun(pageId).wake(pageId));
  return {
    id: message.id,
    pageId,
    role: "user",
    content,
    user: author,
    agent: actor.credentialName,
    createdAt: toIso(deps.now),
    editedAt: null,
    deletedAt: null,
    parentMessageId,
    reactions: [],
    run: null,
    started,
  };
}

export async function editMessage(
  deps: Deps,
  caller: Caller,
  pageId: string,
  messageId: string,
  content: string,
): Promise<Message> {
  const { by, loaded, message, files } = await loadMessage(deps, caller, pageId, messageId);
  const page = allowEditOfMessage(by, loaded, message);
  if (message.content === content) return message;
  const kept = fileIdsIn(content);
  const dropped = files.filter(({ id }) => !kept.includes(id));
  const text = store.growthOfMessage(messageId, byteLengthOf(content));
  await withinQuota(deps, { driveId: driveOfPage(pageId), text }, (fitsQuota) =>
    commit(deps, page, {
      queries: [
        guard(allOf([store.isMessageOf(pageId, messageId), fitsQuota])),
        store.editMessage(messageId, content, deps.now),
        store.removeSummaries(pageId, messageId),
        fileStore.removeFiles(messageId, kept),
        ...attach(messageId, pageId, content),
        ...fileStore.deleteFiles(dropped, deps.now),
        ...notifyOfMessage(writtenBy(deps, page.actor, pageId), content, message.content),
      ],
      announces: [{ kind: "message", pageId, id: messageId, change: "edited" }],
      notes: deletionsOf(dropped, page.actor, pageId),
    }),
  );
  if (dropped.length > 0) scheduleIndexing(deps);
  return { ...message, content, editedAt: toIso(deps.now) };
}

export async function deleteMessage(deps: Deps, caller: Caller, pageId: string, messageId: string): Promise<void> {
  const { by, loaded, message, files } = await loadMessage(deps, caller, pageId, messageId);
  const page = allowDeletionOfMessage(by, loaded, message);
  await commit(deps, page, {
    queries: [
      ...fileStore.deleteFiles(files, deps.now),
      fileStore.removeFiles(messageId, []),
      ...store.deleteMessage(messageId, deps.now),
      store.removeSummaries(pageId, messageId),
    ],
    announces: [{ kind: "message", pageId, id: messageId, change: "deleted" }],
    notes: deletionsOf(files, page.actor, pageId),
  });
  if (files.length > 0) scheduleIndexing(deps);
}

/** Returns nothing if the text contains no file, as is usual. */
function attach(messageId: string, pageId: string, content: string) {
  const ids = fileIdsIn(content);
  return ids.length === 0 ? [] : [fileStore.addFiles(messageId, pageId, ids)];
}

const deletionsOf = (files: readonly fileStore.FileOfMessage[], by: Actor, pageId: string) =>
  files.map(({ id, size, sha256 }) => ({
    kind: "file.delete" as const,
    by,
    resource: { type: "file" as const, id },
    detail: { page: pageId, size, sha256 },
  }));

/** Adds an emoji to a message (once per user), or removes the caller's own. */
export async function react(
  deps: Deps,
  caller: Caller,
  { pageId, messageId, emoji }: ReactionParams,
  isOn: boolean,
): Promise<Message> {
  const { by, loaded, message } = await loadMessage(deps, caller, pageId, messageId);
  const page = allowPage(by, "edit", loaded);
  const { userId } = page.actor;
  const already =
    message.reactions.find((each) => each.emoji === emoji)?.users.some(({ id }) => id === userId) ?? false;
  if (already === isOn) return message;
  if (isOn && message.reactions.reduce((sum, { users }) => sum + users.length, 0) >= MAX_REACTIONS)
    throw new AppError("conflict", `A message can have at most ${MAX_REACTIONS} reactions.`);
  const [, , changed] = await commit(deps, page, {
    queries: [
      guard(store.isMessageOf(pageId, messageId)),
      isOn ? store.insertReaction(messageId, userId, emoji, deps.now) : store.deleteReaction(messageId, userId, emoji),
      store.findMessage(pageId, messageId),
    ],
    announces: [{ kind: "message", pageId, id: messageId, change: "reacted" }],
  });
  if (changed === null) throw notFound("This message");
  return changed;
}

/** Anyone who can view the page can record their reading position; it never moves back. */
export async function markMessagesRead(deps: Deps, caller: Caller, pageId: string, messageId: string): Promise<void> {
  const { by, loaded, message } = await loadMessage(deps, caller, pageId, messageId);
  const page = allowPage(by, "markRead", loaded);
  await commit(deps, page, { queries: [store.readUpTo(pageId, page.actor.userId, message.id)] });
}

/** The pages of a drive with unread messages, in one round trip. */
export async function listUnreadPages(deps: AuthDeps, caller: Caller, driveId: string): Promise<UnreadPages> {
  const drive = findDriveAccess(caller, driveId);
  const [, marked] = await authorizeDrive(deps, caller, "view", drive, [listUnread(caller, driveId)]);
  const idsOf = (isAncestor: number): string[] =>
    marked.filter((each) => each.isAncestor === isAncestor).map(({ pageId }) => pageId);
  return { pageIds: idsOf(0), ancestorIds: idsOf(1) };
}

export const readMessage = async (
  deps: AuthDeps,
  caller: Caller,
  pageId: string,
  messageId: string,
): Promise<Message> => (await loadMessage(deps, caller, pageId, messageId)).message;

async function loadMessage(
  deps: AuthDeps,
  caller: Caller,
  pageId: string,
  messageId: string,
): Promise<{ by: Authenticated; loaded: LoadedPage; message: Message; files: readonly fileStore.FileOfMessage[] }> {
  const { by, results } = await authenticate(deps, caller, [
    loadPage(caller, pageId),
    store.findMessage(pageId, messageId),
    fileStore.listOwnFiles(messageId),
  ]);
  const [page, message, files] = results;
  const loaded = requireVisible(by.actor, page);
  requireConversation(loaded);
  if (!message || message.deletedAt !== null) throw notFound("This message");
  return { by, loaded, message, files };
}

const writtenBy = (deps: Pick<Deps, "newId" | "now">, actor: Actor, pageId: string): Written => ({
  pageId,
  by: actor.userId,
  tokenId: tokenIdOf(actor),
  now: deps.now,
  newId: deps.newId,
});

function requireConversation(page: LoadedPage): void {
  if (!hasMessages(page.type)) throw new AppError("invalid_request", "Only CHANNEL and AI_CHAT pages have messages.");
}

/** Allows only one level of replies, so that a thread is a flat list. */
function requireParent(parent: Message | null): void {
  if (!parent || parent.deletedAt !== null) throw notFound("The message this replies to");
  if (parent.parentMessageId !== null) {
    throw new AppError("invalid_request", "Reply to the first message of the thread.", {
      issues: [{ path: "parentMessageId", message: "is itself a reply" }],
    });
  }
}
