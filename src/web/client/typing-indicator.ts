/** Who writes a message on the page at this moment, shown below the messages, and told to others. */
import { words } from "../messages/conversation.ts";
import { sayTyping } from "./hub-events.ts";

/** In ms: how often it is told while somebody goes on, and how long it is shown without being told again. */
const TOLD_EVERY = 4_000;
const SHOWN_FOR = 7_000;

export class TypingIndicator {
  readonly #line: HTMLElement;
  readonly #pageId: string;
  /** By id of the person, with the timer that takes them away. */
  readonly #people = new Map<string, { readonly name: string; readonly timer: ReturnType<typeof setTimeout> }>();
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(line: HTMLElement, pageId: string, signal: AbortSignal) {
    this.#line = line;
    this.#pageId = pageId;
    signal.addEventListener("abort", () => {
      for (const { timer } of this.#people.values()) clearTimeout(timer);
    });
  }

  /** Something was typed here. */
  say(): void {
    const now = performance.now();
    if (now - this.#toldAt < TOLD_EVERY) return;
    this.#toldAt = now;
    sayTyping(this.#pageId);
  }

  /** What was typed here was sent: the next message is told of at once. */
  sent(): void {
    this.#toldAt = Number.NEGATIVE_INFINITY;
  }

  show(userId: string, name: string): void {
    clearTimeout(this.#people.get(userId)?.timer);
    this.#people.set(userId, { name, timer: setTimeout(() => this.hide(userId), SHOWN_FOR) });
    this.#draw();
  }

  /** Their message has come, or they have stopped. */
  hide(userId: string): void {
    clearTimeout(this.#people.get(userId)?.timer);
    if (this.#people.delete(userId)) this.#draw();
  }

  #draw(): void {
    const names = Array.from(this.#people.values(), ({ name }) => name);
    this.#line.textContent = names.length === 0 ? "" : words.typing(names);
  }
}
