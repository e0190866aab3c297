/** The comment threads of a page as a file of an archive. */
import type { Caller } from "../../kernel/caller.ts";
import { toIso } from "../../kernel/clock.ts";
import type { Deps } from "../../deps.ts";
import { contextAround } from "../../anchors/anchor.ts";
import { foldBlanks, type Range } from "../../anchors/blanks.ts";
import { firstAtLeast } from "../../anchors/folded-text.ts";
import { locateQuote } from "../../anchors/locate-quote.ts";
import { RangeMap } from "../../anchors/range-map.ts";
import { printThread, type PrintableThread } from "../../formats/transfer/thread-file.ts";
import { authenticate } from "../../permissions/authenticate.ts";
import { requireVisible } from "../../permissions/authorize-page.ts";
import { diffText } from "../../realtime/diff.ts";
import type { StoredAnchor } from "../../rpc/page-threads.ts";
import {
  authorOf,
  listComments,
  listThreads,
  type ExportedComment,
  type ExportedThread,
} from "../comments/export-statements.ts";
import { callRoom } from "../pages/content/service.ts";
import { loadPage } from "../pages/service.ts";

type Texts = {
  /** The text of the page. */
  readonly text: string;
  /** The same as the archive has it, with links between files. */
  readonly filed: string;
};

/** Threads as lines of the file, in pieces; nothing if there are none, or if the caller can no longer see the page. */
export async function* readThreads(
  deps: Deps,
  caller: Caller,
  pageId: string,
  texts: Texts,
): AsyncGenerator<string, void> {
  let places: FiledPlaces | null = null;
  for (let after = ""; ;) {
    const { actor, results } = await authenticate(deps, caller, [loadPage(caller, pageId), listThreads(pageId, after)]);
    const [page, threads] = results;
    const last = threads.at(-1);
    if (!last || !isVisible(() => requireVisible(actor, page))) return;
    if (places === null) {
      const ref = { pageId, type: page?.type ?? "DOCUMENT", stored: page?.revision ?? null };
      places = new FiledPlaces(await callRoom(deps, async () => deps.objects.room(pageId).storedAnchors(ref)), texts);
    }
    const byThread = new Map<string, ExportedComment[]>();
    for (const comment of await deps.db.one(listComments(threads.map(({ id }) => id))))
      byThread.set(comment.threadId, [...(byThread.get(comment.threadId) ?? []), comment]);
    for (const thread of threads)
      yield printThread(
        toPrintable(thread, byThread.get(thread.id) ?? [], places),
        after === "" && thread === threads[0],
      );
    after = last.id;
  }
}

function isVisible(require: () => unknown): boolean {
  try {
    require();
    return true;
  } catch {
    return false;
  }
}

function toPrintable(
  thread: ExportedThread,
  comments: readonly ExportedComment[],
  places: FiledPlaces,
): PrintableThread {
  const { target, quote } = places.of(thread);
  const omitted = thread.commentCount - comments.length;
  return {
    author: authorOf(thread) ?? comments[0]?.author ?? null,
    closed:
      thread.closedAt === null
        ? null
        : { as: thread.closedAs ?? "resolved", at: toIso(thread.closedAt), by: thread.closerName },
    comments: comments.map(({ threadId: _, ...comment }) => comment),
    createdAt: toIso(thread.createdAt),
    kind: thread.kind,
    ...(omitted > 0 && { omitted }),
    quote,
    replacement: thread.replacement,
    target,
  };
}

/** Translates places in the page's text to places in its file. */
class FiledPlaces {
  readonly #anchors: ReadonlyMap<string, Omit<StoredAnchor, "id" | "kind">>;
  readonly #text: string;
  readonly #filed: string;
  readonly #map: RangeMap;
  readonly #feeds: number[] = [];

  constructor(anchors: readonly StoredAnchor[], { text, filed }: Texts) {
    this.#anchors = new Map(anchors.filter(({ kind }) => kind !== "task").map((anchor) => [anchor.id, anchor]));
    this.#text = text;
    this.#filed = filed;
    this.#map = new RangeMap(diffText(text, filed));
    for (let at = filed.indexOf("\n"); at !== -1; at = filed.indexOf("\n", at + 1)) this.#feeds.push(at);
  }

  of({ id, target: kind, place, quote }: ExportedThread): Pick<PrintableThread, "target" | "quote"> {
    if (kind === "page") return { target: { kind }, quote };
    // Written by the routes that open threads, and by imports.
    const stored = JSON.parse(place) as Record<string, never>;
    if (kind === "picture" || kind === "pdf") return { target: { ...stored, kind } as never, quote };
    // An import that is not finished has the place in the row.
    const anchor = this.#anchors.get(id) ?? ("state" in stored ? (stored as never) : lost(quote));
    const { cells } = anchor;
    const { state, range } = this.#find({ ...anchor, quote });
    const { from, to } = this.#map.map(range);
    const here = {
      from,
      line: firstAtLeast(this.#feeds, from) + 1,
      state,
      to,
      now: state === "changed" ? this.#filed.slice(from, to) : null,
    };
    const context = state === "anchored" ? contextAround(this.#filed, { from, to }) : anchor;
    const words = { ...here, after: context.after, before: context.before };
    return {
      quote: state === "anchored" ? this.#filed.slice(from, to) : quote,
      target: kind === "cells" && cells !== null ? { ...words, ...cells, kind } : { ...words, kind: "text" },
    };
  }

  /** Rooms may be ahead of the text in the archive. */
  #find({ state, from, to, now, quote, before, after, cells }: Omit<StoredAnchor, "id" | "kind">): {
    state: StoredAnchor["state"];
    range: Range;
  } {
    const end = this.#text.length;
    const range = { from: Math.min(from, end), to: Math.min(to, end) };
    if (state === "detached") return { state, range };
    const words = foldBlanks(now ?? quote);
    if (cells !== null || foldBlanks(this.#text.slice(range.from, range.to)) === words) return { state, range };
    const found = locateQuote(this.#text, words, { before, after });
    return found.ok
      ? { state, range: found.range }
      : { state: "detached", range: { from: range.from, to: range.from } };
  }
}

const lost = (quote: string): Omit<StoredAnchor, "id" | "kind"> => ({
  quote,
  before: "",
  after: "",
  from: 0,
  to: 0,
  state: "detached",
  now: null,
  cells: null,
});
