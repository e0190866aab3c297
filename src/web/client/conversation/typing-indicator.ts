/** The users who are typing a message on the page, shown below the messages; also reports this user's typing to others. */
import { words } from "../../../words/conversation.ts";
import { onHub, sayTyping } from "../shell/hub-events.ts";

/** In ms: how often ongoing typing is reported, and how long it is shown after the last report. */
const TOLD_EVERY = 4_000;
const SHOWN_FOR = 7_000;

export class TypingIndicator {
  readonly #line: HTMLElement;
  readonly #pageId: string;
  readonly #signal: AbortSignal;
  /** By user id, with the timer that removes the user. */
  readonly #people = new Map<string, { readonly name: string; readonly timer: ReturnType<typeof setTimeout> }>();
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(line: HTMLElement, pageId: string, signal: AbortSignal) {
    this.#line = line;
    this.#pageId = pageId;
    this.#signal = signal;
    signal.addEventListener("abort", () => {
      for (const { timer } of this.#people.values()) clearTimeout(timer);
    });
  }

  /** Shows other users' typing; `changed` is called when messages may have changed. */
  listen(changed: () => void): void {
    const pageId = this.#pageId;
    onHub(
      {
        pages: [pageId],
        event: (event) => {
          if (event.type === "message" && event.pageId === pageId) changed();
          if (event.type === "typing" && event.pageId === pageId) this.show(event.userId, event.name);
        },
        missed: changed,
      },
      this.#signal,
    );
  }

  /** Reports typing in this tab. */
  say(): void {
    const now = performance.now();
    if (now - this.#toldAt < TOLD_EVERY) return;
    this.#toldAt = now;
    sayTyping(this.#pageId);
  }

  /** The message was sent: typing the next one is reported at once. */
  sent(): void {
    this.#toldAt = Number.NEGATIVE_INFINITY;
  }

  show(userId: string, name: string): void {
    clearTimeout(this.#people.get(userId)?.timer);
    this.#people.set(userId, { name, timer: setTimeout(() => this.hide(userId), SHOWN_FOR) });
    this.#draw();
  }

  /** Their message has arrived, or they have stopped typing. */
  hide(userId: string): void {
    clearTimeout(this.#people.get(userId)?.timer);
    if (this.#people.delete(userId)) this.#draw();
  }

  #draw(): void {
    const names = Array.from(this.#people.values(), ({ name }) => name);
    this.#line.textContent = names.length === 0 ? "" : words.typing(names);
  }
}
