/** Above which message of a conversation the line stands that says: new. Counted from the end, as far as the messages are here. */
import type { Message } from "../../features/messages/contract.ts";
import { othersIn } from "../conversation/threads.ts";

export class UnreadLine {
  readonly #userId: string | undefined;
  /** Null until it is known how many messages were not read when somebody came. */
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

  /** So many of the messages were not read. */
  place(unread: number, messages: readonly Message[]): void {
    this.#missing = unread;
    this.find(messages);
  }

  /** One more is there, further down. */
  come(message: Message): void {
    if (this.#missing !== null && this.#missing > 0 && message.user?.id !== this.#userId) this.#missing += 1;
  }

  /** It stays where it was, or goes up as older messages are read: to the first of those that were unread. */
  find(messages: readonly Message[]): void {
    if (this.#missing === null || this.#missing === 0) return;
    const others = othersIn(messages, this.#userId);
    this.#above = others.at(-Math.min(this.#missing, others.length))?.id ?? null;
    if (others.length >= this.#missing) this.#missing = 0;
  }

  /** Whoever answers has read what is above. */
  clear(): void {
    this.#missing = 0;
    this.#above = null;
  }
}
