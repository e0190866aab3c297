/** Lists the threads of a page: D1 has their words and states, the page's room the places of those on its text. */
import * as z from "zod";
import type { Caller } from "../../kernel/caller.ts";
import { isAnchored, type PlacedAnchor } from "../../kernel/comment.ts";
import { readCursor, writeCursor } from "../../kernel/cursor.ts";
import { notFound } from "../../kernel/errors.ts";
import type { LoadedPage } from "../../kernel/page.ts";
import type { Deps } from "../../deps.ts";
import { authenticate } from "../../permissions/authenticate.ts";
import { allowPage, authorizePage, requireVisible } from "../../permissions/authorize-page.ts";
import { commit } from "../../commit/commit.ts";
import { loadPage } from "../pages/service.ts";
import { readAnchors } from "./anchors.ts";
import type { Comment, ListThreads, Thread, ThreadList, ThreadParams } from "./contract.ts";
import { toThread } from "./present.ts";
import { comparePlaces, fittingRows, placeKey, type PlaceKey } from "./rules.ts";
import * as store from "./store.ts";
import { lineOfTask } from "./tasks.ts";
import {
  LIST_BYTES,
  countThreads,
  listOpenThreads,
  readComments,
  readNewestThreads,
  readThread,
  readThreads,
  type OpenThreadRow,
  type ThreadRow,
} from "./thread-store.ts";

/** Newest first: the id of the last thread. By place: the key of its place as well, in case it is deleted meanwhile. */
const NewestCursor = z.tuple([z.string()]);
const PlaceCursor = z.tuple([z.number(), z.number(), z.number(), z.string()]);

type Anchors = ReadonlyMap<string, PlacedAnchor>;
type Found = { readonly rows: readonly ThreadRow[]; readonly comments: readonly Comment[] };

export async function listThreads(deps: Deps, caller: Caller, pageId: string, asked: ListThreads): Promise<ThreadList> {
  const { state, limit, mine, unread } = asked;
  const isByPlace = state === "open" || state === "detached";
  const before = isByPlace ? null : (readCursor(asked.cursor, NewestCursor)?.[0] ?? null);
  const after = isByPlace ? readCursor(asked.cursor, PlaceCursor) : null;
  const isClosed = state === "all" ? null : state === "resolved";
  const [{ target: page }, open, total, ...newest] = await authorizePage(
    deps,
    caller,
    "view",
    loadPage(caller, pageId),
    [
      listOpenThreads(caller, pageId, mine),
      countThreads(pageId),
      ...readNewestThreads(caller, pageId, { before, limit, isClosed, isMine: mine, isUnread: unread }),
    ],
  );
  const [rows, comments] = newest;
  const shown = isByPlace ? [] : fittingRows(rows, limit, LIST_BYTES);
  const last = after === null ? [] : [{ id: after[3], target: after[0] === 0 ? "text" : "page" } as const];
  const { revision, anchors } = await readAnchors(deps, page, unique([...open, ...shown, ...last]));
  const isDetached = ({ id, target }: OpenThreadRow): boolean =>
    isAnchored(target) && (anchors.get(id)?.state ?? "detached") === "detached";
  const head = {
    revision,
    counts: {
      open: open.length,
      resolved: total - open.length,
      detached: open.filter(isDetached).length,
      unread: open.filter(({ isUnread }) => isUnread === 1).length,
    },
  };
  if (!isByPlace) {
    const end = rows.length > shown.length ? shown.at(-1) : undefined;
    const nextCursor = end === undefined ? null : writeCursor([end.id]);
    return { ...head, threads: assemble(shown, { rows, comments }, anchors), nextCursor };
  }
  const wanted = open.filter(
    (each) => each.isMine === 1 && (!unread || each.isUnread === 1) && (state === "open" || isDetached(each)),
  );
  const { page: chosen, nextCursor } = pageByPlace(wanted, anchors, after, limit);
  const found = await completed(deps, caller, pageId, chosen, { rows, comments });
  return { ...head, threads: assemble(chosen, found, anchors), nextCursor };
}

const unique = <T extends { readonly id: string }>(threads: readonly T[]): T[] => [
  ...new Map(threads.map((each) => [each.id, each])).values(),
];

/** The threads after the last one of the page before, wherever that one stands by now. */
function pageByPlace(
  threads: readonly OpenThreadRow[],
  anchors: Anchors,
  after: PlaceKey | null,
  limit: number,
): { page: OpenThreadRow[]; nextCursor: string | null } {
  const keyOf = (each: OpenThreadRow): PlaceKey => placeKey(each, anchors.get(each.id));
  const start = after && presentKey(after, anchors);
  const sorted = threads
    .map((each) => ({ each, key: keyOf(each) }))
    .filter(({ key }) => start === null || comparePlaces(key, start) > 0)
    .toSorted((a, b) => comparePlaces(a.key, b.key))
    .map(({ each }) => each);
  const page = fittingRows(sorted, limit, LIST_BYTES);
  const end = sorted.length > page.length ? page.at(-1) : undefined;
  return { page, nextCursor: end === undefined ? null : writeCursor(keyOf(end)) };
}

/** Edits before a thread on the text have moved it since the cursor was made. */
function presentKey(cursor: PlaceKey, anchors: Anchors): PlaceKey {
  const [part, , , id] = cursor;
  const anchor = anchors.get(id);
  return part !== 0 || anchor === undefined ? cursor : placeKey({ id, target: "text", place: "{}" }, anchor);
}

/** Reads the chosen threads that are not among the newest ones, which were read along with the overview. */
async function completed(
  deps: Deps,
  caller: Caller,
  pageId: string,
  chosen: readonly OpenThreadRow[],
  known: Found,
): Promise<Found> {
  const there = new Set(known.rows.map(({ id }) => id));
  const missing = chosen.filter(({ id }) => !there.has(id)).map(({ id }) => id);
  if (missing.length === 0) return known;
  const [rows, comments] = await deps.db.batch(readThreads(caller, pageId, missing));
  return { rows: [...known.rows, ...rows], comments: [...known.comments, ...comments] };
}

/** In the order of `chosen`; leaves out those that were deleted while they were read. */
function assemble(chosen: readonly { readonly id: string }[], { rows, comments }: Found, anchors: Anchors): Thread[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const ofThread = Map.groupBy(comments, ({ threadId }) => threadId);
  return chosen.flatMap(({ id }) => {
    const row = byId.get(id);
    return row === undefined ? [] : [toThread(row, ofThread.get(id) ?? [], anchors.get(id))];
  });
}

export async function getThread(deps: Deps, caller: Caller, { pageId, threadId }: ThreadParams): Promise<Thread> {
  const { by, results } = await authenticate(deps, caller, [
    loadPage(caller, pageId),
    readThread(caller, pageId, threadId),
    readComments(pageId, threadId),
  ]);
  const [loaded, row, comments] = results;
  const page = requireVisible(by.actor, loaded);
  if (!row) throw notFound("This thread");
  return presentThread(deps, caller, page, row, comments);
}

/** A thread with its present place, and that of its task. */
export async function presentThread(
  deps: Deps,
  caller: Caller,
  page: LoadedPage,
  row: ThreadRow,
  comments: readonly Comment[],
): Promise<Thread> {
  const [{ anchors }, line] = await Promise.all([readAnchors(deps, page, [row]), lineOfTask(deps, caller, row)]);
  return toThread(row, comments, anchors.get(row.id), line);
}

/** Up to the newest comment of each of the threads; others than those of the page are ignored. */
export async function markThreadsRead(
  deps: Deps,
  caller: Caller,
  pageId: string,
  threadIds: readonly string[],
): Promise<void> {
  const { by, results } = await authenticate(deps, caller, [loadPage(caller, pageId)]);
  const page = allowPage(by, "markRead", results[0]);
  await commit(deps, page, { queries: [store.markRead(pageId, threadIds, page.actor.userId)] });
}
