/** A clock that only a test advances, so that timers run instantly and deterministically. */
import type { Environment } from "../../src/live-client/environment.ts";

type Timer = { readonly at: number; readonly run: () => void };

export class SimulatedTime implements Environment {
  #now = 1_000_000;
  readonly #timers = new Set<Timer>();
  readonly random: () => number;

  /** `random` returns 32 bits. */
  constructor(random: () => number) {
    this.random = random;
  }

  isOnline = true;

  readonly hasNetwork = (): boolean => this.isOnline;

  readonly now = (): number => this.#now;

  readonly after = (ms: number, run: () => void): (() => void) => {
    const timer = { at: this.#now + ms, run };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  };

  /** Advances the clock by `ms`, and runs the due timers in order and the microtasks after each. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      await runMicrotasks();
      const next = [...this.#timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
    }
    this.#now = end;
  }

  /** Simulates a sleeping machine: time passes, and timers only run when it wakes. */
  async sleep(ms: number): Promise<void> {
    this.#now += ms;
    await this.pass(0);
  }
}

/** Resolves after the reactions of already settled promises. */
const runMicrotasks = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};
