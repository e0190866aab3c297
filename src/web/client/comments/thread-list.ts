/** The threads of an open page as far as they are known here, kept up to date by the hub's reports. */
import { signal } from "@preact/signals";
import type { Comment, Thread, ThreadList as Listed } from "../../../features/comments/contract.ts";
import { ApiError, call, path } from "../api/api.ts";

/** Threads per request, and requests for the open ones before the reader has to ask for more. */
const BATCH = 100;
const BATCHES = 10;
/** Above this many changed threads, the list is read again as a whole. */
const FEW = 8;
/** How long (ms) seen threads are collected before they are reported as read. */
const READING = 1_500;

export type Filter = "open" | "resolved" | "mine" | "detached";

const QUERIES: Readonly<Record<Filter, string>> = {
  open: "state=open",
  resolved: "state=resolved",
  mine: "state=all&mine=true",
  detached: "state=detached",
};

type Counts = Listed["counts"];

const NONE: Counts = { open: 0, resolved: 0, detached: 0, unread: 0 };

export class ThreadList {
  /** All known threads, the open ones in the order of their places. */
  readonly threads = signal<readonly Thread[]>([]);
  readonly counts = signal<Counts>(NONE);
  /** Where the rest of each filter's threads begins; null if there is none, undefined before it was read. */
  readonly rest = signal<Readonly<Partial<Record<Filter, string | null>>>>({});
  readonly address: string;
  readonly #signal: AbortSignal;
  #seen = new Set<string>();
  #changes = 0;

  constructor(pageId: string, ended: AbortSignal) {
    this.address = path`/api/pages/${pageId}/threads`;
    this.#signal = ended;
  }

  get(id: string): Thread | null {
    return this.threads.peek().find((each) => each.id === id) ?? null;
  }

  get open(): readonly Thread[] {
    return this.threads.value.filter(({ closed }) => closed === null);
  }

  /** Reads the open threads. */
  async load(): Promise<void> {
    const changes = ++this.#changes;
    const found: Thread[] = [];
    let cursor: string | null = null;
    for (let batch = 0; batch < BATCHES && (batch === 0 || cursor !== null); batch++) {
      // oxlint-disable-next-line no-await-in-loop -- each request begins where the one before ended
      const listed: Listed = await this.#read("open", cursor);
      found.push(...listed.threads);
      cursor = listed.nextCursor;
      this.counts.value = listed.counts;
    }
    if (this.#signal.aborted) return;
    // The user may have changed a thread while the list was on its way.
    if (changes !== this.#changes) return this.load();
    const known = new Set(found.map(({ id }) => id));
    const others = this.threads.peek().filter(({ id, closed }) => closed !== null && !known.has(id));
    this.threads.value = [...found, ...others];
    this.rest.value = { ...this.rest.peek(), open: cursor };
  }

  /** Reads the first threads of a filter, or the next ones. */
  async more(filter: Filter): Promise<void> {
    const { threads, counts, nextCursor } = await this.#read(filter, this.rest.peek()[filter] ?? null);
    if (this.#signal.aborted) return;
    for (const thread of threads) this.#set(thread);
    this.counts.value = counts;
    this.rest.value = { ...this.rest.peek(), [filter]: nextCursor };
  }

  /** Reads threads again that have changed. */
  async refresh(ids: readonly string[]): Promise<void> {
    if (ids.length > FEW) return this.load();
    await Promise.all([...ids.map((id) => this.read(id)), this.count()]);
  }

  /** Null if it does not exist. */
  async read(id: string): Promise<Thread | null> {
    try {
      const thread = await call<Thread>("GET", `${this.address}${path`/${id}`}`);
      if (!this.#signal.aborted) this.#set(thread);
      return thread;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "not_found") throw error;
      this.#drop(id);
      return null;
    }
  }

  async count(): Promise<void> {
    const { counts } = await call<Listed>("GET", `${this.address}?limit=1`);
    this.counts.value = counts;
  }

  /** The user's own change. */
  put(thread: Thread): void {
    const before = this.get(thread.id);
    this.#set(thread);
    const by = (before?.closed === null ? -1 : 0) + (thread.closed === null ? 1 : 0);
    const closed = (before && before.closed !== null ? -1 : 0) + (thread.closed === null ? 0 : 1);
    const { open, resolved, ...rest } = this.counts.peek();
    this.counts.value = { ...rest, open: open + by, resolved: resolved + closed };
  }

  putComment(comment: Comment): void {
    const thread = this.get(comment.threadId);
    if (!thread) return;
    const isNew = !thread.comments.some(({ id }) => id === comment.id);
    const comments = isNew
      ? [...thread.comments, comment]
      : thread.comments.map((each) => (each.id === comment.id ? comment : each));
    this.#set({ ...thread, comments, commentCount: thread.commentCount + (isNew ? 1 : 0) });
  }

  remove(id: string): void {
    const thread = this.get(id);
    this.#drop(id);
    const { open, resolved, ...rest } = this.counts.peek();
    if (thread)
      this.counts.value =
        thread.closed === null ? { ...rest, resolved, open: open - 1 } : { ...rest, open, resolved: resolved - 1 };
  }

  /** Changes what is known of a thread's place. */
  move(id: string, place: Pick<Thread, "state" | "now">): void {
    const thread = this.get(id);
    const { state, now } = place;
    if (thread && (thread.state !== state || thread.now !== now)) this.#set({ ...thread, state, now });
  }

  /** Marks a thread as read once the user has seen it. */
  seen(id: string): void {
    const thread = this.get(id);
    if (!thread?.isUnread || this.#seen.has(id) || document.visibilityState !== "visible") return;
    if (this.#seen.size === 0) setTimeout(() => void this.#tellSeen(), READING);
    this.#seen.add(id);
  }

  async #tellSeen(): Promise<void> {
    const ids = [...this.#seen];
    this.#seen = new Set();
    try {
      await call("POST", `${this.address}/read`, { threadIds: ids });
    } catch {
      // They stay unread, and are reported when they are seen again.
      return;
    }
    for (const id of ids) {
      const thread = this.get(id);
      if (thread) this.#set({ ...thread, isUnread: false });
    }
    const { unread, ...rest } = this.counts.peek();
    this.counts.value = { ...rest, unread: Math.max(0, unread - ids.length) };
  }

  #read(filter: Filter, cursor: string | null): Promise<Listed> {
    const after = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    return call<Listed>("GET", `${this.address}?${QUERIES[filter]}&limit=${BATCH}${after}`);
  }

  #set(thread: Thread): void {
    this.#changes++;
    const threads = this.threads.peek();
    const isKnown = threads.some(({ id }) => id === thread.id);
    this.threads.value = isKnown
      ? threads.map((each) => (each.id === thread.id ? thread : each))
      : [...threads, thread];
  }

  #drop(id: string): void {
    this.#changes++;
    this.threads.value = this.threads.peek().filter((each) => each.id !== id);
  }
}
