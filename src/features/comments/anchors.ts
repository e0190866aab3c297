/** Calls to the room of a page, which keeps the places of threads on its text. */
import { isAnchored, type PlacedAnchor, type TargetKind } from "../../kernel/comment.ts";
import { AppError, invalid } from "../../kernel/errors.ts";
import type { LoadedPage, Projection } from "../../kernel/page.ts";
import type { Deps } from "../../deps.ts";
import type {
  AnchorList,
  NewAnchor,
  PageThreadsRpc,
  PlaceError,
  PlaceReply,
  RoomPageRef,
} from "../../rpc/page-threads.ts";
import { callRoom, editUnavailable, roomErrorToAppError } from "../pages/content/service.ts";
import { tooManyThreads } from "./rules.ts";

type RoomDeps = Pick<Deps, "log" | "objects">;
type RoomPage = Pick<LoadedPage, "id" | "type" | "revision" | "driveLocation">;

export type Placed = Extract<PlaceReply, { ok: true }>;

export const roomPage = (page: RoomPage, unedited: Projection | null = null): RoomPageRef => ({
  pageId: page.id,
  type: page.type,
  stored: page.revision,
  ...(unedited && { unedited }),
});

const roomOf = (
  { objects }: RoomDeps,
  { id, driveLocation }: Pick<RoomPage, "id"> & Partial<Pick<RoomPage, "driveLocation">>,
): PageThreadsRpc => objects.room(id, driveLocation);

/** Where these threads stand, by id. Calls no room if none of them is on text or cells. */
export async function readAnchors(
  deps: RoomDeps,
  page: RoomPage,
  threads: readonly { readonly id: string; readonly target: TargetKind }[],
): Promise<{ revision: number; anchors: ReadonlyMap<string, PlacedAnchor> }> {
  const ids = threads.filter(({ target }) => isAnchored(target)).map(({ id }) => id);
  if (ids.length === 0) return { revision: page.revision, anchors: new Map() };
  const found = await callRoom<AnchorList>(deps, () => roomOf(deps, page).anchors(roomPage(page), ids));
  return { revision: found.revision, anchors: new Map(found.anchors.map((anchor) => [anchor.id, anchor])) };
}

/** Places new anchors, which are pending until `settleAnchors`. */
export const placeAnchors = (
  deps: RoomDeps,
  page: RoomPage,
  unedited: Projection | null,
  baseRevision: number | null,
  anchors: readonly NewAnchor[],
): Promise<Placed> =>
  placed(deps, () => roomOf(deps, page).placeAnchors({ ...roomPage(page, unedited), baseRevision, anchors }));

export const moveAnchor = (
  deps: RoomDeps,
  page: RoomPage,
  baseRevision: number | null,
  anchor: NewAnchor,
): Promise<Placed> => placed(deps, () => roomOf(deps, page).moveAnchor(roomPage(page), baseRevision, anchor));

async function placed(deps: RoomDeps, call: () => Promise<PlaceReply>): Promise<Placed> {
  const reply = await callRoom(deps, call);
  if (!reply.ok) throw placeErrorToAppError(reply.error);
  return reply;
}

/**
 * Runs the commit of threads whose anchors were just placed, and has the room keep them, or drop them if it certainly
 * failed. If the outcome is unknown, or the room cannot be reached, the room asks D1 by itself.
 */
export async function settlingAnchors<T>(
  deps: RoomDeps,
  page: RoomPage,
  ids: readonly string[],
  commit: () => Promise<T>,
): Promise<T> {
  if (ids.length === 0) return commit();
  try {
    const committed = await commit();
    await tellRoom(deps, page, (room) => room.confirmAnchors(ids, ids));
    return committed;
  } catch (error) {
    const isUnknown = error instanceof AppError && error.code === "unavailable";
    if (!isUnknown) await tellRoom(deps, page, (room) => room.confirmAnchors(ids, []));
    throw error;
  }
}

/** For changes that D1 has already: a failure is logged, because the change stands. */
export async function tellRoom(
  deps: RoomDeps,
  page: Parameters<typeof roomOf>[1],
  call: (room: PageThreadsRpc) => Promise<void>,
): Promise<void> {
  try {
    await call(roomOf(deps, page));
  } catch (error) {
    deps.log.warn("comments.room_unreachable", { pageId: page.id, error });
  }
}

function placeErrorToAppError(error: PlaceError): AppError {
  switch (error.code) {
    case "refused":
      return new AppError("conflict", "The page changed in the meantime. Read it again before you repeat this.");
    case "unavailable":
      return editUnavailable();
    case "base_unknown":
      return roomErrorToAppError(error);
    case "range_invalid":
      return invalid("target", "The range is empty, too long, or not in the page.");
    case "quote_missing":
      return new AppError("conflict", "The page does not contain this quote.");
    case "quote_ambiguous":
      return new AppError(
        "conflict",
        `The page contains this quote more than once, on lines ${error.lines.join(", ")}. Add line, before or after.`,
      );
    case "words_gone":
      return new AppError("conflict", "These words are no longer in the page.");
    case "too_many_threads":
      return tooManyThreads(error.limit);
  }
}
