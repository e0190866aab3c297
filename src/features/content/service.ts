/** The way to a page's one door: every change of content, from whatever transport, becomes an edit in its room. */
import type { Actor, Caller } from "../../kernel/caller.ts";
import { MINUTE, type Instant } from "../../kernel/clock.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import type { Deps } from "../../deps.ts";
import type { EditCommand, EditReply, RoomError } from "./contract.ts";
import { tooLarge } from "./rules.ts";

export type Edit = {
  readonly caller: Caller;
  readonly actor: Actor;
  readonly pageId: string;
  readonly change: EditCommand["change"];
  readonly title: string | null;
  readonly baseRevision?: number;
  readonly expectedRevision?: number;
};

export type Edited = Extract<EditReply, { ok: true }>;

/** Merges the change into the page and answers once D1 has the result. */
export async function editContent(deps: Deps, edit: Edit): Promise<Edited> {
  const { actor } = edit;
  const command: EditCommand = {
    pageId: edit.pageId,
    caller: edit.caller,
    reader: actor.credentialId,
    by: { author: actor.userId, tokenId: actor.kind === "mcp" ? actor.credentialId : null, at: deps.now },
    change: edit.change,
    title: edit.title,
    baseRevision: edit.baseRevision ?? null,
    expectedRevision: edit.expectedRevision ?? null,
    now: deps.now,
  };
  const reply = await reach<EditReply>(deps, async (): Promise<EditReply> =>
    deps.objects.room(edit.pageId).edit(command),
  );
  if (!reply.ok) throw toAppError(reply.error);
  return reply;
}

/** Calls a room; a room out of reach is `unavailable`, and what was asked of it may be asked again. */
export async function reach<T>(deps: Deps, call: () => Promise<T>): Promise<T> {
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

function toAppError(error: RoomError): AppError {
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
    case "payload_too_large":
      return tooLarge();
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

/** What this isolate told rooms lately, so that reading a page again costs no call. Never used to decide anything. */
const told = new Map<string, { readonly revision: number; readonly until: Instant }>();
const TOLD_LIMIT = 20_000;
/** A room forgets readers when it has very many; they are named again after this long. */
const TOLD_FOR = 5 * MINUTE;

/**
 * Tells the room which revision this reader is being shown: a later edit without a base means that one. A tool's answer
 * waits for it, because its next call may be an edit by line; a person's does not.
 */
export async function noteShown(deps: Deps, actor: Actor, pageId: string, revision: number): Promise<void> {
  const key = `${actor.credentialId}/${pageId}`;
  const known = told.get(key);
  if (known?.revision === revision && known.until > deps.now) return;
  if (told.size >= TOLD_LIMIT) told.clear();
  told.set(key, { revision, until: deps.now + TOLD_FOR });
  const tell = async (): Promise<void> => deps.objects.room(pageId).noteShown(actor.credentialId, revision);
  if (actor.kind === "session") deps.defer(tell);
  else await reach(deps, tell);
}
