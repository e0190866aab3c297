/** When comment threads were opened and closed, as entries among a page's versions. */
import type { Thread, ThreadList } from "../../../features/comments/contract.ts";
import { words } from "../../../words/history.ts";
import { call, path } from "../api/api.ts";

export type ThreadEvent = {
  readonly threadId: string;
  /** ISO 8601. */
  readonly until: string;
  /** What happened, by whom, in the reader's language. */
  readonly said: string;
  /** The beginning of the words that the thread is about; empty for a whole page. */
  readonly quote: string;
};

/** Requests at most this many lists of 100 threads: older threads appear in no history. */
const MAX_LISTS = 10;
const SHOWN_QUOTE = 60;

/** Newest first. */
export async function loadThreadEvents(pageId: string): Promise<ThreadEvent[]> {
  const threads: Thread[] = [];
  for (let cursor: string | null = "", lists = 0; cursor !== null && lists < MAX_LISTS; lists += 1) {
    const asked = path`/api/pages/${pageId}/threads?state=all&limit=100`;
    const more: ThreadList = await call("GET", cursor === "" ? asked : asked + path`&cursor=${cursor}`);
    threads.push(...more.threads);
    cursor = more.nextCursor;
  }
  return threads.flatMap(eventsOf).toSorted((a, b) => (a.until < b.until ? 1 : -1));
}

function eventsOf(thread: Thread): ThreadEvent[] {
  const { id: threadId, quote: whole, closed } = thread;
  const quote = whole.length > SHOWN_QUOTE ? `${whole.slice(0, SHOWN_QUOTE).toWellFormed()}…` : whole;
  const opener = thread.agent ?? thread.user?.name ?? thread.comments[0]?.authorName ?? words.someone;
  const opened = thread.kind === "suggestion" ? words.suggestionMade(opener) : words.threadOpened(opener);
  const events = [{ threadId, until: thread.createdAt, said: opened, quote }];
  if (closed !== null)
    events.push({
      threadId,
      until: closed.at,
      said: words.threadClosed[closed.as](closed.by?.name ?? words.someone),
      quote,
    });
  return events;
}

/** Versions and the events between them, newest first. Events older than `end` belong to versions that are not listed. */
export const withEvents = <T extends { readonly until: string }>(
  versions: readonly T[],
  events: readonly ThreadEvent[],
  end: string | null,
): (T | ThreadEvent)[] =>
  [...versions, ...events.filter(({ until }) => end === null || until >= end)].toSorted((a, b) =>
    a.until === b.until ? 0 : a.until < b.until ? 1 : -1,
  );
