/** Resolves, reopens, follows, places anew, links to a task, and deletes threads. */
import type { Caller } from "../../kernel/caller.ts";
import { isAnchored } from "../../kernel/comment.ts";
import { AppError, invalid, notFound } from "../../kernel/errors.ts";
import type { LoadedPage } from "../../kernel/page.ts";
import type { Deps } from "../../deps.ts";
import { allOf, guard, type Write } from "../../db/sql.ts";
import type { AnyAuthorization } from "../../permissions/authorized.ts";
import { authenticate, type Authenticated, type AuthDeps } from "../../permissions/authenticate.ts";
import { allowPage, requireVisible } from "../../permissions/authorize-page.ts";
import { allowDeletionOfComment } from "../../permissions/authorize-comment.ts";
import { commit } from "../../commit/commit.ts";
import { loadPage } from "../pages/service.ts";
import { moveAnchor, tellRoom } from "./anchors.ts";
import type { PatchThread, Thread, ThreadParams } from "./contract.ts";
import { requireTarget } from "./rules.ts";
import { presentThread } from "./service.ts";
import * as store from "./store.ts";
import { lastResults, readComments, readThread, type ThreadRow } from "./thread-store.ts";

export async function patchThread(
  deps: Deps,
  caller: Caller,
  params: ThreadParams,
  patch: PatchThread,
): Promise<Thread> {
  const { pageId, threadId } = params;
  const { by, loaded, thread } = await loadThread(deps, caller, params);
  const allowed = allowPatch(by, loaded, patch);
  const isClosing = patch.isResolved !== undefined && patch.isResolved === (thread.closedAt === null);
  if (isClosing) requireResolvable(thread);
  const writes = [
    ...(patch.target === undefined ? [] : [await placeAnew(deps, loaded, thread, patch)]),
    ...(isClosing ? [resolve(deps, by, loaded, threadId, patch.isResolved === true)] : []),
    ...(patch.follows === undefined ? [] : [store.setFollows(threadId, by.actor.userId, patch.follows)]),
  ];
  const reads = [readThread(caller, pageId, threadId), readComments(pageId, threadId)] as const;
  const isVisible = isClosing || patch.target !== undefined;
  const results = await commit(deps, allowed, {
    queries: [guard(store.isThreadOf(pageId, threadId)), ...writes, ...reads],
    announces: isVisible ? [{ kind: "threads", pageId, ids: [threadId] }] : [],
  });
  if (isClosing && isAnchored(thread.target))
    await tellRoom(deps, loaded, (room) => room.setAnchorsClosed([threadId], patch.isResolved === true));
  const [row, comments] = lastResults(results, reads);
  if (!row) throw notFound("This thread");
  return presentThread(deps, loaded, row, comments);
}

/** Following concerns only the caller, so a right to view the page is enough. */
function allowPatch(
  by: Authenticated,
  page: LoadedPage,
  { isResolved, target, follows }: PatchThread,
): readonly [AnyAuthorization, ...AnyAuthorization[]] {
  const [first, ...rest] = [
    ...(isResolved === undefined ? [] : [allowPage(by, "resolveThread", page)]),
    ...(target === undefined ? [] : [allowPage(by, "comment", page)]),
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
  if (isAnchored(thread.target)) await tellRoom(deps, loaded, (room) => room.deleteAnchors([threadId]));
}

async function loadThread(
  deps: AuthDeps,
  caller: Caller,
  { pageId, threadId }: ThreadParams,
): Promise<{ by: Authenticated; loaded: LoadedPage; thread: ThreadRow; isAlone: boolean }> {
  const { by, results } = await authenticate(deps, caller, [
    loadPage(caller, pageId),
    readThread(caller, pageId, threadId),
    store.isAlone(caller, threadId),
  ]);
  const [page, thread, isAlone] = results;
  const loaded = requireVisible(by.actor, page);
  if (!thread) throw notFound("This thread");
  return { by, loaded, thread, isAlone };
}
