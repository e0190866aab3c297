/** A clock that stands still until a test moves it: what takes seconds is tried in no time, and the same way each time. */
import type { Environment } from "../../src/web/live/environment.ts";

type Timer = { readonly at: number; readonly run: () => void };

export class SimulatedTime implements Environment {
  #now = 1_000_000;
  readonly #timers = new Set<Timer>();
  readonly random: () => number;

  /** `random` gives 32 bits. */
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

  /** Lets `ms` go by: everything due happens in its order, and what promises lead to as well. */
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

  /** The machine sleeps: time goes by and nothing happens until it wakes. */
  async sleep(ms: number): Promise<void> {
    this.#now += ms;
    await this.pass(0);
  }
}

/** Promises that are settled already have had their turn. */
const runMicrotasks = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};
