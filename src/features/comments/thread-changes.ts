/** Resolves, reopens, follows, places anew, links to a task, and deletes threads. */
import type { Caller } from "../../kernel/caller.ts";
import { isAnchored } from "../../kernel/comment.ts";
import { AppError, invalid, notFound } from "../../kernel/errors.ts";
import type { LoadedPage, Projection } from "../../kernel/page.ts";
import type { Deps } from "../../deps.ts";
import { allOf, guard, type Write } from "../../db/sql.ts";
import type { AnyAuthorization } from "../../permissions/authorized.ts";
import { authenticate, type Authenticated, type AuthDeps } from "../../permissions/authenticate.ts";
import { allowPage, requireVisible } from "../../permissions/authorize-page.ts";
import { allowDeletionOfComment } from "../../permissions/authorize-comment.ts";
import { commit } from "../../commit/commit.ts";
import { loadPage, readUnedited } from "../pages/service.ts";
import { taskAnchorId } from "../../rpc/page-threads.ts";
import { moveAnchor, settlingAnchors, tellRoom } from "./anchors.ts";
import type { PatchThread, Thread, ThreadParams } from "./contract.ts";
import { requireTarget } from "./rules.ts";
import { presentThread } from "./service.ts";
import * as store from "./store.ts";
import { placeTask, unlinkTask } from "./tasks.ts";
import { lastResults, readComments, readThread, type ThreadRow } from "./thread-store.ts";

export async function patchThread(
  deps: Deps,
  caller: Caller,
  params: ThreadParams,
  patch: PatchThread,
): Promise<Thread> {
  const { pageId, threadId } = params;
  const { by, loaded, thread, taskPage, unedited } = await loadThread(deps, caller, params, patch.task?.pageId);
  const allowed = allowPatch(by, loaded, patch, taskPage);
  const isTurned = patch.isResolved !== undefined && patch.isResolved === (thread.closedAt === null);
  if (isTurned) requireResolvable(thread);
  if (patch.task !== undefined && thread.closedAt !== null)
    throw new AppError("conflict", "This thread is closed. Reopen it to link it to a task.");
  const writes = [
    ...(patch.target === undefined ? [] : [await placeAnew(deps, loaded, thread, patch)]),
    ...(patch.task === undefined ? [] : [store.linkTask(threadId, patch.task?.pageId ?? null)]),
    ...(isTurned ? [resolve(deps, by, loaded, threadId, patch.isResolved === true)] : []),
    ...(patch.follows === undefined ? [] : [store.setFollows(threadId, by.actor.userId, patch.follows)]),
  ];
  const reads = [readThread(caller, pageId, threadId), readComments(pageId, threadId)] as const;
  const isSeen = isTurned || patch.target !== undefined || patch.task !== undefined;
  const commitPatch = () =>
    commit(deps, allowed, {
      queries: [guard(store.isThreadOf(pageId, threadId)), ...writes, ...reads],
      announces: isSeen ? [{ kind: "threads", pageId, ids: [threadId] }] : [],
    });
  const results = await linkingTask(deps, thread, patch.task, taskPage, unedited, commitPatch);
  const [row, comments] = lastResults(results, reads);
  if (!row) throw notFound("This thread");
  // Also if it was resolved before: the room may have missed that.
  if (isAnchored(row.target) && (isTurned || (patch.isResolved === true && row.closedAt !== null)))
    await tellRoom(deps, loaded, (room) => room.setAnchorsClosed([threadId], row.closedAt !== null));
  return presentThread(deps, caller, loaded, row, comments);
}

/** Commits with the task's anchor in its room, if one is linked, and without that of the task before. */
async function linkingTask<T>(
  deps: Deps,
  { id, taskPageId }: ThreadRow,
  task: PatchThread["task"],
  taskPage: LoadedPage | null,
  unedited: Projection | null,
  commitLink: () => Promise<T>,
): Promise<T> {
  if (task === undefined) return commitLink();
  let result: T;
  if (task === null || taskPage === null) result = await commitLink();
  else {
    await placeTask(deps, taskPage, unedited, id, task);
    result = await settlingAnchors(deps, taskPage, [taskAnchorId(id)], commitLink);
  }
  if (taskPageId !== null && taskPageId !== task?.pageId) await unlinkTask(deps, taskPageId, id);
  return result;
}

/** Following concerns only the caller, so a right to view the page is enough. */
function allowPatch(
  by: Authenticated,
  page: LoadedPage,
  { isResolved, target, task, follows }: PatchThread,
  taskPage: LoadedPage | null,
): readonly [AnyAuthorization, ...AnyAuthorization[]] {
  const [first, ...rest] = [
    ...(isResolved === undefined ? [] : [allowPage(by, "resolveThread", page)]),
    ...(target === undefined && task === undefined ? [] : [allowPage(by, "comment", page)]),
    // Whoever links a task has to see it.
    ...(task ? [allowPage(by, "markRead", taskPage)] : []),
    ...(follows === undefined ? [] : [allowPage(by, "markRead", page)]),
  ];
  if (first === undefined) throw invalid("", "Give at least one field to change.");
  return [first, ...rest];
}

function requireResolvable({ kind, closedAs }: ThreadRow): void {
  if (kind === "suggestion" && closedAs === null)
    throw new AppError("conflict", "A suggestion is accepted or rejected, not resolved.");
  if (closedAs === "accepted") throw new AppError("conflict", "This suggestion was accepted. Make another one.");
}

function resolve(
  deps: Deps,
  { actor }: Authenticated,
  { id: pageId, revision }: LoadedPage,
  threadId: string,
  isResolved: boolean,
): Write<unknown> {
  if (!isResolved) return store.reopenThread(threadId);
  return store.closeThreads({ pageId, ids: [threadId], as: "resolved", by: actor.userId, revision, now: deps.now });
}

/** Gives a thread on text or cells other words. */
async function placeAnew(
  deps: Deps,
  page: LoadedPage,
  { id, kind, target: before, replacement }: ThreadRow,
  { target, baseRevision }: PatchThread,
): Promise<Write<number>> {
  if (!isAnchored(before) || (target?.kind !== "text" && target?.kind !== "quote" && target?.kind !== "cells"))
    throw invalid("target", "Only a thread on text or cells can be placed anew.");
  requireTarget(page.type, target, null, kind === "suggestion");
  const { anchors } = await moveAnchor(deps, page, baseRevision ?? null, { id, kind, target, replacement });
  return store.moveThread(id, target.kind === "cells" ? "cells" : "text", anchors[0]?.quote ?? "");
}

/** For its author while nobody else has commented in it, and for anyone who may delete the page. */
export async function deleteThread(deps: Deps, caller: Caller, params: ThreadParams): Promise<void> {
  const { pageId, threadId } = params;
  const { by, loaded, thread, isAlone } = await loadThread(deps, caller, params);
  const page = allowDeletionOfComment(by, loaded, isAlone ? thread.userId : null);
  const isOwn = page.action === "page.deleteOwnComment";
  await commit(deps, page, {
    queries: [
      guard(allOf([store.isThreadOf(pageId, threadId), ...(isOwn ? [store.isOnlyBy(threadId, by.actor.userId)] : [])])),
      store.deleteThread(threadId),
    ],
    announces: [{ kind: "threads", pageId, ids: [threadId] }],
  });
  await forgetAnchors(deps, loaded, thread);
}

/** Has the rooms forget a deleted thread. */
export async function forgetAnchors(
  deps: Deps,
  page: LoadedPage,
  { id, target, taskPageId }: Pick<ThreadRow, "id" | "target" | "taskPageId">,
): Promise<void> {
  if (isAnchored(target)) await tellRoom(deps, page, (room) => room.deleteAnchors([id]));
  if (taskPageId !== null) await unlinkTask(deps, taskPageId, id);
}

type Loaded = {
  readonly by: Authenticated;
  readonly loaded: LoadedPage;
  readonly thread: ThreadRow;
  readonly isAlone: boolean;
  readonly taskPage: LoadedPage | null;
  readonly unedited: Projection | null;
};

/** With the page of a task to link, if there is one. */
async function loadThread(
  deps: AuthDeps,
  caller: Caller,
  { pageId, threadId }: ThreadParams,
  taskPageId = "",
): Promise<Loaded> {
  const { by, results } = await authenticate(deps, caller, [
    loadPage(caller, pageId),
    readThread(caller, pageId, threadId),
    store.isAlone(caller, threadId),
    loadPage(caller, taskPageId),
    readUnedited(taskPageId),
  ]);
  const [page, thread, isAlone, taskPage, unedited] = results;
  const loaded = requireVisible(by.actor, page);
  if (!thread) throw notFound("This thread");
  return { by, loaded, thread, isAlone, taskPage, unedited };
}
