/** Accepts and rejects suggestions. The room edits the page; D1 then closes the suggestions. */
import { tokenIdOf, type Caller } from "../../kernel/caller.ts";
import { notFound } from "../../kernel/errors.ts";
import type { LoadedPage } from "../../kernel/page.ts";
import type { Deps } from "../../deps.ts";
import type { AcceptReply } from "../../rpc/page-threads.ts";
import type { Authorized } from "../../permissions/authorized.ts";
import { authenticate } from "../../permissions/authenticate.ts";
import { allowPage, authorizePage, requireVisible } from "../../permissions/authorize-page.ts";
import { commit } from "../../commit/commit.ts";
import { callRoom, roomErrorToAppError } from "../pages/content/service.ts";
import { loadPage } from "../pages/service.ts";
import { roomPage, tellRoom } from "./anchors.ts";
import type { AcceptSuggestions, AcceptedSuggestions, RejectedSuggestions } from "./contract.ts";
import * as store from "./store.ts";
import { findSuggestions, type SuggestionRow } from "./suggestion-store.ts";

type Outcome = AcceptedSuggestions["outcomes"][number];

/**
 * All that can be accepted are applied as one edit. If this is interrupted before D1 has closed them, repeating it
 * reports them as `already` and closes them.
 */
export async function acceptSuggestions(
  deps: Deps,
  caller: Caller,
  pageId: string,
  { threadIds, words = {} }: AcceptSuggestions,
): Promise<AcceptedSuggestions> {
  const [allowed, found] = await authorizePage(deps, caller, "decideSuggestion", loadPage(caller, pageId), [
    findSuggestions(pageId, threadIds),
  ]);
  const { target: page, actor } = allowed;
  requireAll(threadIds, found);
  const open = found.filter(({ isOpen }) => isOpen);
  const closed = found.filter(({ isOpen }) => !isOpen);
  const reply = open.length === 0 ? NOTHING : await acceptInRoom(deps, caller, allowed, open, words);
  const revision = reply.edit?.revision ?? page.revision;
  const ids = reply.outcomes.filter(({ result }) => result === "accepted" || result === "already").map(({ id }) => id);
  if (ids.length > 0)
    await commit(deps, allowed, {
      queries: [store.closeThreads({ pageId, ids, as: "accepted", by: actor.userId, revision, now: deps.now })],
      announces: [{ kind: "threads", pageId, ids }],
    });
  // Those that were closed before as well: the room may have missed that.
  await closeAnchors(deps, page, [...ids, ...closed.map(({ id }) => id)]);
  return { revision, outcomes: [...closed.map(outcomeOfClosed), ...reply.outcomes] };
}

type Suggestion = SuggestionRow;

const NOTHING: AcceptReply = { edit: null, error: null, outcomes: [] };

/** Throws what the edit of a page throws. */
async function acceptInRoom(
  deps: Deps,
  caller: Caller,
  { target: page, actor }: Authorized<"page.decideSuggestion", LoadedPage>,
  suggestions: readonly Suggestion[],
  words: Readonly<Record<string, string>>,
): Promise<AcceptReply> {
  const reply = await callRoom<AcceptReply>(deps, () =>
    deps.objects.room(page.id, page.driveLocation).acceptSuggestions({
      ...roomPage(page),
      caller,
      reader: actor.credentialId,
      by: { author: actor.userId, tokenId: tokenIdOf(actor), at: deps.now },
      suggestions: suggestions.map(({ id, quote, replacement }) => ({
        id,
        quote,
        replacement,
        words: words[id] ?? null,
      })),
      now: deps.now,
    }),
  );
  if (reply.error !== null) throw roomErrorToAppError(reply.error);
  return reply;
}

const outcomeOfClosed = ({ id, isAccepted }: Suggestion): Outcome =>
  isAccepted ? { id, result: "already" } : { id, result: "refused", reason: "not_open" };

async function closeAnchors(deps: Deps, page: LoadedPage, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tellRoom(deps, page, (room) => room.setAnchorsClosed(ids, true));
}

/** Throws `not_found` unless every named suggestion is on the page. */
function requireAll(named: readonly string[] | "all", found: readonly { readonly id: string }[]): void {
  if (named !== "all" && found.length < new Set(named).size) throw notFound("This suggestion");
}

/** For users who may edit the page, and for the authors of all the suggestions. Closed ones stay as they are. */
export async function rejectSuggestions(
  deps: Deps,
  caller: Caller,
  pageId: string,
  threadIds: readonly string[] | "all",
): Promise<RejectedSuggestions> {
  const { by, results } = await authenticate(deps, caller, [
    loadPage(caller, pageId),
    findSuggestions(pageId, threadIds),
  ]);
  const [loaded, found] = results;
  const page = requireVisible(by.actor, loaded);
  requireAll(threadIds, found);
  const { userId } = by.actor;
  const areOwn = found.length > 0 && found.every((each) => each.userId === userId);
  const allowed = areOwn ? allowPage(by, "comment", page) : allowPage(by, "decideSuggestion", page);
  const open = found.filter(({ isOpen }) => isOpen).map(({ id }) => id);
  if (open.length === 0) return { threadIds: [] };
  const close = { pageId, as: "rejected", by: userId, revision: page.revision, now: deps.now } as const;
  const [ids] = await commit(deps, allowed, {
    queries: [store.closeThreads({ ...close, ids: open })],
    announces: [{ kind: "threads", pageId, ids: open }],
  });
  await closeAnchors(deps, page, ids);
  return { threadIds: ids };
}
