/** The comment threads of a page for tools: as many as fit, with the lines on which they are now. */
import { onBehalf } from "../../../kernel/agent.ts";
import { DELETED_USER } from "../../../kernel/person.ts";
import { listThreads } from "../../comments/service.ts";
import type { Comment, Thread } from "../../comments/contract.ts";
import { cellNameOf } from "../../../formats/sheet/references.ts";
import { MAX_TOKENS, fitList, shorten, tokensOf } from "./answer-size.ts";
import type { ToolContext } from "./tool.ts";

export const SHOWN_STATES = ["open", "resolved", "all"] as const;

/** Threads per response. */
const THREADS = 50;
/** Characters of each text in a thread that is longer than a response. */
const SHORTENED = 500;

type Shown = Readonly<Record<string, unknown>>;

export async function threadsOf(
  { deps, caller }: ToolContext,
  pageId: string,
  state: (typeof SHOWN_STATES)[number],
  cursor: string | undefined,
): Promise<{ readonly revision: number; readonly threads: Shown[]; readonly nextCursor: string | null }> {
  return fitList(THREADS, async (limit) => {
    const asked = { state, mine: false, unread: false, cursor, limit };
    const { threads, revision, nextCursor } = await listThreads(deps, caller, pageId, asked);
    const shown = threads.map((thread) => toShown(thread));
    const isTooLong = shown.length === 1 && tokensOf(shown) > MAX_TOKENS - 2_000;
    return { revision, threads: isTooLong ? threads.map((thread) => toShown(thread, SHORTENED)) : shown, nextCursor };
  });
}

function toShown(
  { id, kind, target, state, quote, now, replacement, closed, ...thread }: Thread,
  most = Infinity,
): Shown {
  const short = (text: string): string => (text.length <= most ? text : shorten(text, most));
  const left = thread.commentCount - thread.comments.length;
  return {
    id,
    ...placeOf(target),
    ...(state !== "anchored" && { state }),
    ...(quote !== "" && { quote: short(quote) }),
    ...(now !== null && { now: short(now) }),
    ...(kind === "suggestion" && { replacement: short(replacement ?? "") }),
    ...(closed && { closed: closed.as }),
    ...(thread.comments.length === 0 && { author: authorOf(thread) }),
    comments: thread.comments.map((comment) => ({
      id: comment.id,
      author: authorOf(comment),
      content: short(comment.content),
      createdAt: comment.createdAt,
    })),
    ...(left > 0 && { moreComments: left }),
  };
}

function placeOf(target: Thread["target"]): Shown {
  switch (target.kind) {
    case "text":
      return { startLine: target.startLine, endLine: target.endLine };
    case "cells":
      return { cells: `${cellNameOf(target.row, target.column)}:${cellNameOf(target.endRow, target.endColumn)}` };
    case "page":
      return {};
    case "picture":
      return { on: "picture" };
    case "pdf":
      return { on: `page ${target.page} of the PDF` };
  }
}

type Written = Pick<Comment, "user" | "agent"> & Partial<Pick<Comment, "authorName">>;

function authorOf({ user, agent, authorName = null }: Written): string {
  const author = user?.name ?? authorName ?? DELETED_USER;
  return agent === null ? author : onBehalf(agent, author);
}
