/** What users do to threads and comments: requests to the service, and the list's new state. */
import type {
  AcceptedSuggestions,
  Comment,
  OpenThread,
  PatchThread,
  Thread,
} from "../../../features/comments/contract.ts";
import { words } from "../../../words/comments.ts";
import { call, path } from "../api/api.ts";
import { ask } from "../ui/dialog.ts";
import { announce, announceForScreenReaders } from "../ui/notice.ts";
import type { ThreadList } from "./thread-list.ts";

export type Outcome = AcceptedSuggestions["outcomes"][number];

export class ThreadActions {
  readonly #pageId: string;
  readonly #list: ThreadList;

  constructor(pageId: string, list: ThreadList) {
    this.#pageId = pageId;
    this.#list = list;
  }

  async open(thread: OpenThread): Promise<Thread> {
    const opened = await call<Thread>("POST", this.#list.address, thread);
    this.#list.put(opened);
    announceForScreenReaders(words.added);
    return opened;
  }

  async reply(thread: Thread, content: string): Promise<void> {
    const comment = await call<Comment>("POST", `${this.#of(thread)}/comments`, { content });
    this.#list.putComment(comment);
    announceForScreenReaders(words.added);
  }

  async edit(comment: Comment, content: string): Promise<void> {
    this.#list.putComment(await call<Comment>("PATCH", this.#ofComment(comment), { content }));
  }

  async react(comment: Comment, emoji: string, isOn: boolean): Promise<void> {
    const address = `${this.#ofComment(comment)}${path`/reactions/${emoji}`}`;
    this.#list.putComment(await call<Comment>(isOn ? "PUT" : "DELETE", address));
  }

  /** Deleting the only comment of a thread deletes the thread. */
  async removeComment(thread: Thread, comment: Comment): Promise<void> {
    if (!(await ask(words.removeComment, words.commentGone, words.removeIt))) return;
    await call("DELETE", this.#ofComment(comment));
    await this.#list.refresh([thread.id]);
  }

  async remove(thread: Thread): Promise<void> {
    if (!(await ask(words.removeAsked, words.goneForAll, words.removeIt))) return;
    await call("DELETE", this.#of(thread));
    this.#list.remove(thread.id);
  }

  async resolve(thread: Thread, isResolved: boolean): Promise<void> {
    await this.patch(thread, { isResolved });
    announce(isResolved ? words.wasResolved : words.wasReopened);
  }

  async patch(thread: Thread, change: PatchThread): Promise<void> {
    this.#list.put(await call<Thread>("PATCH", this.#of(thread), change));
  }

  /** `seen`: the present words that the user has seen in its place; without, the words must be as they were. */
  async accept(thread: Thread, seen: string | null): Promise<Outcome | null> {
    const words_ = seen === null ? {} : { words: { [thread.id]: seen } };
    const { outcomes } = await call<AcceptedSuggestions>("POST", `${this.#suggestions}/accept`, {
      threadIds: [thread.id],
      ...words_,
    });
    await this.#list.refresh([thread.id]);
    return outcomes[0] ?? null;
  }

  async reject(thread: Thread): Promise<void> {
    await call("POST", `${this.#suggestions}/reject`, { threadIds: [thread.id] });
    await this.#list.refresh([thread.id]);
  }

  async copyLink({ id }: Thread): Promise<void> {
    await navigator.clipboard.writeText(`${location.origin}${location.pathname}#thread=${id}`);
    announce(words.linkCopied);
  }

  get #suggestions(): string {
    return path`/api/pages/${this.#pageId}/suggestions`;
  }

  #of({ id }: Thread): string {
    return `${this.#list.address}${path`/${id}`}`;
  }

  #ofComment({ id, threadId }: Comment): string {
    return `${this.#list.address}${path`/${threadId}/comments/${id}`}`;
  }
}
