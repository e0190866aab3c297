/** The position of the "new" line in a conversation, counted from the end, as far as the messages are loaded. */
import type { Message } from "../../../features/messages/contract.ts";
import { othersIn } from "../../shared/conversation/threads.ts";

export class UnreadLine {
  readonly #userId: string | undefined;
  /** Number of messages that were unread on arrival: null until known, 0 once the line is in its final place. */
  #missing: number | null = null;
  #above: string | null = null;

  constructor(userId: string | undefined) {
    this.#userId = userId;
  }

  get above(): string | null {
    return this.#above;
  }

  get isPlaced(): boolean {
    return this.#missing !== null;
  }

  /** Places the line above the first of `unread` messages, counted from the end. */
  place(unread: number, messages: readonly Message[]): void {
    this.#missing = unread;
    this.find(messages);
  }

  /** A new message was added at the end. */
  come(message: Message): void {
    if (this.#missing !== null && this.#missing > 0 && message.user?.id !== this.#userId) this.#missing += 1;
  }

  /** Moves the line up as older messages are loaded, until it is above the first unread one; otherwise it stays. */
  find(messages: readonly Message[]): void {
    if (this.#missing === null || this.#missing === 0) return;
    const others = othersIn(messages, this.#userId);
    this.#above = others.at(-Math.min(this.#missing, others.length))?.id ?? null;
    if (others.length >= this.#missing) this.#missing = 0;
  }

  /** A user who replies has read everything above. */
  clear(): void {
    this.#missing = 0;
    this.#above = null;
  }
}
