/** Opens threads: places those on text or cells in the page's room, then commits their words in D1. */
import { tokenIdOf, type Caller } from "../../kernel/caller.ts";
import { MAX_THREADS, type ThreadKind } from "../../kernel/comment.ts";
import type { Instant } from "../../kernel/clock.ts";
import { invalid } from "../../kernel/errors.ts";
import type { LoadedPage, Projection } from "../../kernel/page.ts";
import type { Deps } from "../../deps.ts";
import type { NewAnchor } from "../../rpc/page-threads.ts";
import { TRUE, allOf, guard, isMet } from "../../db/sql.ts";
import type { Authorized } from "../../permissions/authorized.ts";
import { driveOfPage } from "../../permissions/ancestors.ts";
import { authorizePage } from "../../permissions/authorize-page.ts";
import { GuardFailed } from "../../platform/db.ts";
import { commit } from "../../commit/commit.ts";
import { mentionedUsers, notifyOfMessage } from "../mentions/statements.ts";
import { notifyViewers, type Written } from "../notifications/viewer-statements.ts";
import { loadPage, readUnedited } from "../pages/service.ts";
import { byteLengthOf, withinQuota } from "../quotas/service.ts";
import { placeAnchors, settlingAnchors } from "./anchors.ts";
import type { CreateSuggestions, CreatedSuggestions, NewTarget, OpenThread, Thread } from "./contract.ts";
import { toThread } from "./present.ts";
import { requireChange, requireTarget, tooManyThreads } from "./rules.ts";
import * as store from "./store.ts";
import { lastResults, readThreads } from "./thread-store.ts";

type Plan = { readonly id: string; readonly target: NewTarget; readonly replacement: string | null };

export async function openThread(
  deps: Deps,
  caller: Caller,
  pageId: string,
  { target, baseRevision, content, replacement }: OpenThread,
): Promise<Thread> {
  if (content === undefined && replacement === undefined) throw invalid("content", "Write a comment.");
  const [allowed, unedited, fileType] = await authorizePage(deps, caller, "comment", loadPage(caller, pageId), [
    readUnedited(pageId),
    store.findFileType(pageId),
  ]);
  requireTarget(allowed.target.type, target, fileType, replacement !== undefined);
  if (replacement !== undefined) requireChange(target, replacement);
  const plan = { id: deps.newId(), target, replacement: replacement ?? null };
  const [thread] = await openThreads(deps, caller, allowed, unedited, baseRevision ?? null, [plan], content);
  if (thread === undefined) throw tooManyThreads(MAX_THREADS);
  return thread;
}

export async function createSuggestions(
  deps: Deps,
  caller: Caller,
  pageId: string,
  { baseRevision, changes, content }: CreateSuggestions,
): Promise<CreatedSuggestions> {
  const [allowed, unedited] = await authorizePage(deps, caller, "comment", loadPage(caller, pageId), [
    readUnedited(pageId),
  ]);
  const plans = changes.map(({ from, to, replacement }) => {
    const target = { kind: "text", from, to } as const;
    requireTarget(allowed.target.type, target, null, true);
    requireChange(target, replacement);
    return { id: deps.newId(), target, replacement };
  });
  return { threads: await openThreads(deps, caller, allowed, unedited, baseRevision, plans, content) };
}

/** `content` is a comment on the first of them. */
async function openThreads(
  deps: Deps,
  caller: Caller,
  allowed: Authorized<"page.comment", LoadedPage>,
  unedited: Projection | null,
  baseRevision: number | null,
  plans: readonly Plan[],
  content: string | undefined,
): Promise<Thread[]> {
  const { target: page } = allowed;
  const wanted = plans.flatMap(anchorOf);
  const placed = wanted.length === 0 ? null : await placeAnchors(deps, page, unedited, baseRevision, wanted);
  const anchors = new Map(placed?.anchors.map((anchor) => [anchor.id, anchor]));
  const revision = placed?.revision ?? page.revision;
  const threads = plans.map((plan) => newThread(plan, page.id, revision, anchors.get(plan.id)?.quote));
  const anchoredIds = wanted.map(({ id }) => id);
  const [rows, comments] = await settlingAnchors(deps, page, anchoredIds, () =>
    commitThreads(deps, caller, allowed, threads, content),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return plans.flatMap(({ id }) => {
    const row = byId.get(id);
    const own = comments.filter(({ threadId }) => threadId === id);
    return row === undefined ? [] : [toThread(row, own, anchors.get(id))];
  });
}

async function commitThreads(
  deps: Deps,
  caller: Caller,
  allowed: Authorized<"page.comment", LoadedPage>,
  threads: readonly store.NewThread[],
  content: string | undefined,
) {
  const { target: page, actor } = allowed;
  const ids = threads.map(({ id }) => id);
  const [threadId = ""] = ids;
  const by = { userId: actor.userId, tokenId: tokenIdOf(actor) };
  const written = { pageId: page.id, threadId, by: by.userId, tokenId: by.tokenId, now: deps.now, newId: deps.newId };
  const texts = [...threads.flatMap(({ quote, replacement }) => [quote, replacement ?? ""]), content ?? ""];
  const fitsPage = store.fitsPage(page.id, threads.length);
  const reads = readThreads(caller, page.id, ids);
  const claim = { driveId: driveOfPage(page.id), text: byteLengthOf(texts.join("")) };
  try {
    const results = await withinQuota(deps, claim, (fitsQuota) =>
      commit(deps, allowed, {
        queries: [
          guard(allOf([fitsPage, fitsQuota])),
          store.insertThreads(threads, by, deps.now),
          ...(content === undefined ? [] : [firstComment(page.id, threadId, content, by, deps.now)]),
          store.markWritten(ids, by.userId),
          ...notices(written, page, threads, content),
          ...reads,
        ],
        announces: [{ kind: "threads", pageId: page.id, ids }],
      }),
    );
    return lastResults(results, reads);
  } catch (error) {
    if (error instanceof GuardFailed && !(await deps.db.one(isMet(fitsPage)))) throw tooManyThreads(MAX_THREADS);
    throw error;
  }
}

/** It has the id of its thread, so that it comes before every reply. */
const firstComment = (pageId: string, threadId: string, content: string, by: store.Author, now: Instant) =>
  store.insertComment({ id: threadId, threadId, pageId, content }, by, now);

/** Notifies the users mentioned, and the creator of the page. */
function notices(written: Written, page: LoadedPage, [first]: readonly store.NewThread[], content: string | undefined) {
  const mentioned = content === undefined ? [] : mentionedUsers(content);
  const creators = mentioned.includes(page.createdBy) ? [] : [page.createdBy];
  return [
    ...(content === undefined ? [] : notifyOfMessage(written, content, null)),
    ...notifyViewers(written, first?.kind === "suggestion" ? "SUGGESTION" : "COMMENT", creators, TRUE),
  ];
}

function anchorOf({ id, target, replacement }: Plan): NewAnchor[] {
  if (target.kind === "page" || target.kind === "picture" || target.kind === "pdf") return [];
  return [{ id, kind: kindOf(replacement), target, replacement }];
}

const kindOf = (replacement: string | null): ThreadKind => (replacement === null ? "comment" : "suggestion");

/** `quote` is that of the anchor, for a thread on text or cells. */
function newThread(
  { id, target, replacement }: Plan,
  pageId: string,
  revision: number,
  quote: string | undefined,
): store.NewThread {
  const kind = target.kind === "quote" ? "text" : target.kind;
  return {
    id,
    pageId,
    kind: kindOf(replacement),
    target: kind,
    place: JSON.stringify(placeOf(target)),
    quote: quote ?? (target.kind === "pdf" ? target.quote : ""),
    replacement,
    revision,
  };
}

/** What D1 stores of the target, read by `toThread` and `placeKey`; nothing for those whose place the room keeps. */
function placeOf(target: NewTarget): Readonly<Record<string, number>> {
  if (target.kind === "pdf") return { page: target.page, occurrence: target.occurrence };
  if (target.kind !== "picture") return {};
  const { x, y, width, height } = target;
  return { x, y, width, height };
}
