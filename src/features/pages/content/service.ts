/** The one entry point to a page's content: every change of content, from whatever transport, becomes an edit in its room. */
import type { Actor, Caller } from "../../../kernel/caller.ts";
import { MINUTE } from "../../../kernel/clock.ts";
import { AppError, notFound } from "../../../kernel/errors.ts";
import { ExpiringMap } from "../../../kernel/expiring-map.ts";
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
  readonly baseRevision?: number | undefined;
  readonly expectedRevision?: number | undefined;
  /** D1's revision of the page, when it was read for this edit. */
  readonly stored?: number;
};

export type SavedEdit = Extract<EditReply, { ok: true }>;

/** Merges the change into the page and answers once D1 has the result. */
export async function editContent(deps: Pick<Deps, "log" | "now" | "objects">, edit: Edit): Promise<SavedEdit> {
  const reply = await sendEdit(deps, edit, "none");
  if (!reply.ok) throw roomErrorToAppError(reply.error);
  return reply;
}

/** What the edit is, once the page's type is known; throws what is wrong with it. */
type ChangeFor = (type: PageType) => EditCommand["change"];

/**
 * Edits without asking D1 first who the caller is: the commit proves credential and right, and reads what the answer
 * shows. Null when this isolate does not remember the caller, or when the edit came to nothing: then the long way round
 * tells whether, and why, they are refused. `view` is null when D1's answer to a commit that stands was lost.
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
  // The room has just seen that the caller may edit the page.
  if (edited.error.code === "quota_exceeded") throw roomErrorToAppError(edited.error);
  forgetEditor(edit.caller, edit.pageId);
  // Whether anything was changed is not known, so it must not be tried again here.
  if (edited.error.code === "unavailable") throw roomErrorToAppError(edited.error);
  return null;
}

/** Null for a change that does not fit: anyone who may not edit the page is told so first. */
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
  return callRoom<EditReply>(deps, async (): Promise<EditReply> => deps.objects.room(edit.pageId).edit(command));
}

/** What the page's room is asked. */
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
    baseRevision: edit.baseRevision ?? null,
    expectedRevision: edit.expectedRevision ?? null,
    stored: edit.stored ?? null,
    view,
    now: deps.now,
  };
}

/** Calls a room; a room out of reach is `unavailable`, and what was asked of it may be asked again. */
export async function callRoom<T>(deps: Pick<Deps, "log">, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    deps.log.error("room.unreachable", { error });
    throw unavailable();
  }
}

const unavailable = (): AppError =>
  new AppError("unavailable", "The page cannot be changed just now. Read it again before you repeat the change.", {
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
        `The page has never been at that revision; it is at ${error.currentRevision}.`,
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
      return new AppError("revision_conflict", `The page has no revision ${error.base}, or no longer keeps it.`, {
        currentRevision: error.currentRevision,
      });
    case "payload_too_large":
      return tooLarge();
    case "quota_exceeded":
      return quotaExceeded({ quota: "text", limit: error.limit, used: error.used });
    case "refused":
      return new AppError(
        "conflict",
        "Your access to the page, or the page itself, changed while you were writing. Nothing was changed.",
      );
    case "unavailable":
      return unavailable();
    case "splice_invalid":
    case "update_invalid":
      return new AppError("invalid_request", "The change does not fit the page.");
  }
}

export { rememberEditor } from "./recent-editors.ts";

/** What this isolate told rooms lately, so that reading a page again costs no call. Never used to decide anything. */
// A room forgets readers when it has very many; they are named again after five minutes.
const reportedRevisions = new ExpiringMap<number>(5 * MINUTE, 20_000);

/**
 * Tells the room which revision this reader is being shown: a later edit without a base means that one. A tool's answer
 * waits for it, because its next call may be an edit by line; a person's does not.
 */
export async function recordSeenRevision(deps: Deps, actor: Actor, pageId: string, revision: number): Promise<void> {
  const key = `${actor.credentialId}/${pageId}`;
  const isReported = reportedRevisions.get(key, deps.now) === revision;
  deps.metrics?.cache("revisions rooms were told of", isReported, deps.now);
  if (isReported) return;
  reportedRevisions.set(key, revision, deps.now);
  const report = async (): Promise<void> => deps.objects.room(pageId).recordSeenRevision(actor.credentialId, revision);
  if (actor.kind === "session") deps.defer(report);
  else await callRoom(deps, report);
}
