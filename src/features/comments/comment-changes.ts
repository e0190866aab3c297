/** Replies, and changes of single comments by their authors; users who may delete the page delete any comment. */
import { tokenIdOf, type Actor, type Caller } from "../../kernel/caller.ts";
import { MAX_COMMENTS } from "../../kernel/comment.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import type { LoadedPage } from "../../kernel/page.ts";
import type { Deps } from "../../deps.ts";
import { TRUE, allOf, guard, isMet } from "../../db/sql.ts";
import { driveOfPage } from "../../permissions/ancestors.ts";
import { authenticate, type Authenticated, type AuthDeps } from "../../permissions/authenticate.ts";
import { allowPage, authorizePage, requireVisible } from "../../permissions/authorize-page.ts";
import { allowDeletionOfComment, allowEditOfComment } from "../../permissions/authorize-comment.ts";
import { commit } from "../../commit/commit.ts";
import { GuardFailed } from "../../platform/db.ts";
import { mentionedUsers, notifyOfMessage } from "../mentions/statements.ts";
import { notifyViewers, type Written } from "../notifications/viewer-statements.ts";
import { loadPage } from "../pages/service.ts";
import { byteLengthOf, withinQuota } from "../quotas/service.ts";
import type { Comment, CommentParams, CommentReactionParams, ThreadParams } from "./contract.ts";
import { MAX_THREAD_BYTES } from "./rules.ts";
import * as store from "./store.ts";
import { forgetAnchors } from "./thread-changes.ts";
import { readComment, readThread, type ThreadRow } from "./thread-store.ts";

/** Maximum reactions of all users per comment, because all of them are sent to every reader. */
const MAX_REACTIONS = 100;

/** A reply to a resolved thread leaves it resolved. */
export async function reply(
  deps: Deps,
  caller: Caller,
  { pageId, threadId }: ThreadParams,
  content: string,
): Promise<Comment> {
  const [page, thread, recipients] = await authorizePage(deps, caller, "comment", loadPage(caller, pageId), [
    readThread(caller, pageId, threadId),
    store.listRecipients(threadId),
  ]);
  if (!thread) throw notFound("This thread");
  const by = { userId: page.actor.userId, tokenId: tokenIdOf(page.actor) };
  const id = deps.newId();
  const bytes = byteLengthOf(content);
  const written = writtenBy(deps, page.actor, pageId, threadId);
  const mentioned = mentionedUsers(content);
  const others = recipients.filter((userId) => !mentioned.includes(userId));
  const [, , posted] = await withinQuota(deps, { driveId: driveOfPage(pageId), text: bytes }, (fitsQuota) =>
    commit(deps, page, {
      queries: [
        guard(allOf([store.isThreadOf(pageId, threadId), store.fitsThread(threadId, bytes), fitsQuota])),
        store.insertComment({ id, threadId, pageId, content }, by, deps.now),
        readComment(pageId, threadId, id),
        store.markWritten([threadId], by.userId),
        ...notifyOfMessage(written, content, null),
        ...notifyViewers(written, "COMMENT_REPLY", others, TRUE),
      ],
      announces: [{ kind: "threads", pageId, ids: [threadId] }],
    }),
  ).catch((error: unknown) => explainReply(deps, { pageId, threadId }, bytes, error));
  if (!posted) throw notFound("This thread");
  return posted;
}

/** Says that the thread is full, if that is why the guard failed. */
async function explainReply(
  deps: Deps,
  { pageId, threadId }: ThreadParams,
  bytes: number,
  error: unknown,
): Promise<never> {
  if (!(error instanceof GuardFailed)) throw error;
  const [exists, fits] = await deps.db.batch([
    isMet(store.isThreadOf(pageId, threadId)),
    isMet(store.fitsThread(threadId, bytes)),
  ]);
  if (!exists || fits) throw error;
  const [comments, kilobytes] = [MAX_COMMENTS, MAX_THREAD_BYTES / 1000].map((each) => each.toLocaleString("en-US"));
  throw new AppError(
    "conflict",
    `A thread can have at most ${comments} comments, and ${kilobytes} KB of text. Open another one.`,
  );
}

export async function editComment(
  deps: Deps,
  caller: Caller,
  params: CommentParams,
  content: string,
): Promise<Comment> {
  const { pageId, threadId, commentId } = params;
  const { by, loaded, comment } = await loadComment(deps, caller, params);
  const page = allowEditOfComment(by, loaded, comment.user?.id ?? null);
  if (comment.content === content) return comment;
  const written = writtenBy(deps, page.actor, pageId, threadId);
  const grows = store.growthOfComment(commentId, byteLengthOf(content));
  const [, , edited] = await withinQuota(deps, { driveId: driveOfPage(pageId), text: grows }, (fitsQuota) =>
    commit(deps, page, {
      queries: [
        guard(allOf([store.isCommentOf(pageId, threadId, commentId), store.fitsEdit(threadId, grows), fitsQuota])),
        store.editComment(commentId, content, deps.now),
        readComment(pageId, threadId, commentId),
        ...notifyOfMessage(written, content, comment.content),
      ],
      announces: [{ kind: "threads", pageId, ids: [threadId] }],
    }),
  );
  if (!edited) throw notFound("This comment");
  return edited;
}

/** Deletes the thread with its last comment, unless it is a suggestion. */
export async function deleteComment(deps: Deps, caller: Caller, params: CommentParams): Promise<void> {
  const { pageId, threadId, commentId } = params;
  const { by, loaded, comment, thread } = await loadComment(deps, caller, params);
  const page = allowDeletionOfComment(by, loaded, comment.user?.id ?? null);
  const results = await commit(deps, page, {
    queries: store.deleteComment(threadId, commentId, deps.now),
    announces: [{ kind: "threads", pageId, ids: [threadId] }],
  });
  if (results.at(-1) === 1) await forgetAnchors(deps, loaded, thread);
}

/** Adds an emoji to a comment (once per user), or removes the caller's own. */
export async function react(
  deps: Deps,
  caller: Caller,
  params: CommentReactionParams,
  isOn: boolean,
): Promise<Comment> {
  const { pageId, threadId, commentId, emoji } = params;
  const { by, loaded, comment } = await loadComment(deps, caller, params);
  const page = allowPage(by, "comment", loaded);
  const { userId } = page.actor;
  const already =
    comment.reactions.find((each) => each.emoji === emoji)?.users.some(({ id }) => id === userId) ?? false;
  if (already === isOn) return comment;
  if (isOn && comment.reactions.reduce((sum, { users }) => sum + users.length, 0) >= MAX_REACTIONS)
    throw new AppError("conflict", `A comment can have at most ${MAX_REACTIONS} reactions.`);
  const [, , changed] = await commit(deps, page, {
    queries: [
      guard(store.isCommentOf(pageId, threadId, commentId)),
      isOn ? store.insertReaction(commentId, userId, emoji, deps.now) : store.deleteReaction(commentId, userId, emoji),
      readComment(pageId, threadId, commentId),
    ],
    announces: [{ kind: "threads", pageId, ids: [threadId] }],
  });
  if (!changed) throw notFound("This comment");
  return changed;
}

async function loadComment(
  deps: AuthDeps,
  caller: Caller,
  { pageId, threadId, commentId }: CommentParams,
): Promise<{ by: Authenticated; loaded: LoadedPage; comment: Comment; thread: ThreadRow }> {
  const { by, results } = await authenticate(deps, caller, [
    loadPage(caller, pageId),
    readComment(pageId, threadId, commentId),
    readThread(caller, pageId, threadId),
  ]);
  const [page, comment, thread] = results;
  const loaded = requireVisible(by.actor, page);
  if (!comment || !thread || comment.deletedAt !== null) throw notFound("This comment");
  return { by, loaded, comment, thread };
}

const writtenBy = (
  { now, newId }: Pick<Deps, "newId" | "now">,
  actor: Actor,
  pageId: string,
  threadId: string,
): Written => ({ pageId, threadId, by: actor.userId, tokenId: tokenIdOf(actor), now, newId });
