/** The only entry point for changing a page's content: every change, whatever its transport, becomes an edit in its room. */
import type { Actor, Caller } from "../../../kernel/caller.ts";
import { MINUTE } from "../../../kernel/clock.ts";
import { AppError, notFound } from "../../../kernel/errors.ts";
import { ExpiringMap } from "../../../kernel/expiring-map.ts";
import type { LoadedPage, PageAppearance, Projection } from "../../../kernel/page.ts";
import type { DriveLocation } from "../../../kernel/drive-location.ts";
import type { PageType } from "../../../kernel/page-type.ts";
import type { Deps } from "../../../deps.ts";
import type { EditCommand, EditReply, EditView, RoomError, RequestedView } from "../../../rpc/page-room.ts";
import { quotaExceeded } from "../../quotas/rules.ts";
import { forgetEditor, findRecentEditor } from "./recent-editors.ts";
import { tooLarge } from "./rules.ts";
import { tokenIdOf } from "../../../kernel/caller.ts";

type Edit = {
  readonly caller: Caller;
  readonly actor: Actor;
  readonly pageId: string;
  readonly type: PageType;
  readonly change: EditCommand["change"];
  readonly title: string | null;
  readonly appearance?: PageAppearance;
  readonly baseRevision?: number | undefined;
  readonly expectedRevision?: number | undefined;
  /** D1's revision of the page, if it was read for this edit. */
  readonly stored?: number;
  /** The page's text in D1, if it was read for this edit and the page was never edited. */
  readonly unedited?: Projection | null;
  /** Where the room is created if the page has none yet. */
  readonly near?: DriveLocation | null;
};

export type SavedEdit = Extract<EditReply, { ok: true }>;

/** Merges the change into the page and returns once D1 has the result. */
export async function editContent(deps: Pick<Deps, "log" | "now" | "objects">, edit: Edit): Promise<SavedEdit> {
  const reply = await sendEdit(deps, edit, "none");
  if (!reply.ok) throw roomErrorToAppError(reply.error);
  return reply;
}

/** Builds the change once the page's type is known; throws if the change is invalid. */
type ChangeFor = (type: PageType) => EditCommand["change"];

/**
 * Edits without first authenticating in D1: the commit verifies the credential and the rights, and reads what the
 * response shows. Returns null if this isolate has not cached the caller or the edit failed; the full path then
 * determines whether and why they are rejected. `view` is null if D1's response to a successful commit was lost.
 */
export async function editWithCachedAccess(
  deps: Deps,
  edit: Omit<Edit, "actor" | "change" | "type"> & { readonly changeFor: ChangeFor },
  wanted: Exclude<RequestedView, "none">,
): Promise<{ actor: Actor; edited: SavedEdit; view: EditView | null } | null> {
  const known = findRecentEditor(deps, edit.caller, edit.pageId);
  if (!known) return null;
  const { actor, type } = known;
  await deps.checkCaller(actor);
  const change = orNullIfInvalid(() => edit.changeFor(type));
  if (change === null) return null;
  const edited = await sendEdit(deps, { ...edit, actor, type, change }, wanted);
  if (edited.ok) {
    return { actor, edited, view: edited.view };
  }
  // The room has just verified that the caller may edit the page.
  if (edited.error.code === "quota_exceeded") throw roomErrorToAppError(edited.error);
  forgetEditor(edit.caller, edit.pageId);
  // It is unknown whether anything changed, so the edit must not be retried here.
  if (edited.error.code === "unavailable") throw roomErrorToAppError(edited.error);
  return null;
}

/** Returns null for an invalid change: a caller without edit rights must get that error first. */
function orNullIfInvalid<T>(make: () => T): T | null {
  try {
    return make();
  } catch {
    return null;
  }
}

async function sendEdit(
  deps: Pick<Deps, "log" | "now" | "objects">,
  edit: Edit,
  view: RequestedView,
): Promise<EditReply> {
  const command = commandOf(deps, edit, view);
  return callRoom<EditReply>(deps, async (): Promise<EditReply> =>
    deps.objects.room(edit.pageId, edit.near).edit(command),
  );
}

/** Builds the command for the page's room. */
export function commandOf(deps: Pick<Deps, "now">, edit: Edit, view: RequestedView = "none"): EditCommand {
  const { actor } = edit;
  return {
    pageId: edit.pageId,
    type: edit.type,
    caller: edit.caller,
    reader: actor.credentialId,
    by: { author: actor.userId, tokenId: tokenIdOf(actor), at: deps.now },
    change: edit.change,
    title: edit.title,
    ...(edit.appearance && { appearance: edit.appearance }),
    baseRevision: edit.baseRevision ?? null,
    expectedRevision: edit.expectedRevision ?? null,
    stored: edit.stored ?? null,
    ...(edit.unedited && { unedited: edit.unedited }),
    view,
    now: deps.now,
  };
}

/** Calls a room. If the room is unreachable, throws `unavailable`, and the call can be repeated. */
export async function callRoom<T>(deps: Pick<Deps, "log">, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    deps.log.error("room.unreachable", { error });
    throw editUnavailable();
  }
}

export const editUnavailable = (): AppError =>
  new AppError("unavailable", "The page cannot be changed right now. Read it again before you repeat the change.", {
    retryAfter: 2,
  });

export function roomErrorToAppError(error: RoomError): AppError {
  switch (error.code) {
    case "line_out_of_range":
      return new AppError("line_out_of_range", `The page has ${error.totalLines} lines.`, {
        totalLines: error.totalLines,
      });
    case "revision_conflict":
      return new AppError("revision_conflict", "The page has changed since that revision.", {
        currentRevision: error.currentRevision,
      });
    case "revision_invalid":
      return new AppError(
        "invalid_request",
        `The page has not reached that revision: it is at ${error.currentRevision}.`,
        {
          currentRevision: error.currentRevision,
          issues: [{ path: "baseRevision", message: "is not a revision of this page" }],
        },
      );
    case "version_unknown":
      return notFound("This version");
    case "edits_invalid":
      return new AppError(error.fault.code, error.fault.message, error.fault.detail);
    case "base_unknown":
      return new AppError(
        "revision_conflict",
        `Revision ${error.base} of the page does not exist or is no longer stored.`,
        {
          currentRevision: error.currentRevision,
        },
      );
    case "payload_too_large":
      return tooLarge();
    case "quota_exceeded":
      return quotaExceeded({ quota: error.quota ?? "text", limit: error.limit, used: error.used });
    case "refused":
      return new AppError(
        "conflict",
        "Your access to the page, or the page itself, changed while you were writing. Your change was not saved.",
      );
    case "unavailable":
      return editUnavailable();
    case "splice_invalid":
    case "update_invalid":
      return new AppError("invalid_request", "The change cannot be applied to the page.");
  }
}

export { rememberEditor } from "./recent-editors.ts";

/** Revisions this isolate recently reported to rooms, so that rereading a page costs no call. Never used for decisions. */
// A room with very many readers forgets some; each is reported again after five minutes.
const reportedRevisions = new ExpiringMap<number>(5 * MINUTE, 20_000);

/**
 * Tells the room which revision this reader is seeing; a later edit without a base revision is based on it. For a tool
 * this is awaited, because its next call may be an edit by line; for a person it is deferred.
 */
export async function recordSeenRevision(
  deps: Deps,
  actor: Actor,
  { id: pageId, revision, driveLocation }: Pick<LoadedPage, "id" | "revision" | "driveLocation">,
): Promise<void> {
  const key = `${actor.credentialId}/${pageId}`;
  const isReported = reportedRevisions.get(key, deps.now) === revision;
  deps.metrics?.cache("revisions reported to rooms", isReported, deps.now);
  if (isReported) return;
  reportedRevisions.set(key, revision, deps.now);
  const report = async (): Promise<void> =>
    deps.objects.room(pageId, driveLocation).recordSeenRevision(actor.credentialId, revision);
  if (actor.kind === "session") deps.defer(report);
  else await callRoom(deps, report);
}
