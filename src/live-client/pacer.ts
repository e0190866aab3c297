/** Batches outgoing data: decides when to send the next message. */
import type { Environment } from "./environment.ts";

type Clock = Pick<Environment, "now" | "after">;

/** All in ms. `firstAt` is when the oldest pending item was requested, `sentAt` when data was last sent. */
export type Times = { readonly now: number; readonly firstAt: number; readonly sentAt: number };

/** Nobody waits for the edits of a user who is alone, and each message costs the room a row. */
export const whenAlone = ({ now, firstAt }: Times): number => Math.min(now + 500, firstAt + 1_000);
/** Others only watch: nobody answers within a quarter of a second, and a message with several keys costs one row. */
export const whenWatched = ({ firstAt }: Times): number => firstAt + 250;
/** At once, but at most every 20 ms, so that an input program stays within the room's rate limit. */
export const whenTypingTogether = ({ sentAt }: Times): number => sentAt + 20;
/** Other clients can move a cursor along with the text in the meantime. */
export const whenCursorMoves = ({ sentAt }: Times): number => sentAt + 500;

export class Pacer {
  readonly #clock: Clock;
  readonly #send: () => void;
  #firstAt: number | null = null;
  #sentAt = Number.NEGATIVE_INFINITY;
  #cancel: () => void = () => undefined;

  constructor(clock: Clock, send: () => void) {
    this.#clock = clock;
    this.#send = send;
  }

  /** Schedules a send at the time that `when` returns. */
  request(when: (times: Times) => number): void {
    const now = this.#clock.now();
    this.#firstAt ??= now;
    const at = when({ now, firstAt: this.#firstAt, sentAt: this.#sentAt });
    this.#cancel();
    if (at <= now) this.flush();
    else this.#cancel = this.#clock.after(at - now, () => this.flush());
  }

  flush(): void {
    this.stop();
    this.#sentAt = this.#clock.now();
    this.#send();
  }

  /** Cancels a pending send. */
  stop(): void {
    this.#cancel();
    this.#firstAt = null;
  }
}
