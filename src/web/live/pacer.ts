/** Groups what is to be sent: decides when the next message goes. */
import type { Environment } from "./environment.ts";

type Clock = Pick<Environment, "now" | "after">;

/** All in ms. `firstAt` is when the first of what waits came, `sentAt` when something was sent last. */
export type Times = { readonly now: number; readonly firstAt: number; readonly sentAt: number };

/** Nobody waits for what a person types alone, and each message costs the room a row. */
export const whenAlone = ({ now, firstAt }: Times): number => Math.min(now + 500, firstAt + 1_000);
/** At once; what comes in one go together, so that a program at the keyboard stays within what the room takes. */
export const whenOthersLook = ({ sentAt }: Times): number => sentAt + 20;
/** Others can move a cursor along with the text in between. */
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

  /** There is something to send; `when` says at what time. */
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

  /** Takes back what was requested. */
  stop(): void {
    this.#cancel();
    this.#firstAt = null;
  }
}
