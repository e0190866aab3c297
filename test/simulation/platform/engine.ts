/**
 * Virtual time and the queue of everything that is on its way. Only one event runs at a time, in an order that follows
 * from the seed alone.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as onNextTurn } from "node:timers";
import { bytesFrom, mix } from "./draws.ts";

/** The clock of a machine, which may differ from the true time (ms). */
export type Clock = { offset: number };

/** A request or an object in memory. Once it has ended, its code gets no more answers, and its timers do not fire. */
export class Life {
  isOver = false;
  /** The clock that its code reads. */
  readonly clock: Clock;
  readonly #listeners: (() => void)[] = [];

  constructor(clock: Clock = { offset: 0 }) {
    this.clock = clock;
  }

  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    for (const listener of this.#listeners.splice(0)) listener();
  }

  onEnd(listener: () => void): void {
    if (this.isOver) listener();
    else this.#listeners.push(listener);
  }
}

/** The operation that running code belongs to. Its calls are numbered, and each number has its own fate. */
export class Trace {
  readonly id: number;
  readonly fillRandom: (into: Uint8Array) => void;
  calls = 0;

  constructor(seed: number, id: number) {
    this.id = id;
    this.fillRandom = bytesFrom(mix(seed, id, 0xb17e5));
  }
}

export type Running = { readonly trace: Trace; readonly life: Life };

type Event = { readonly at: number; readonly order: number; readonly act: () => void; readonly isBackground: boolean };

const context = new AsyncLocalStorage<Running>();
const turn = (): Promise<void> => new Promise((resolve) => void onNextTurn(resolve));

/** Reading a body takes some turns of Node's own event loop, in which nothing is on its way. */
const SPARE_TURNS = 8;

export class Engine {
  readonly seed: number;
  now: number;
  /** Errors that nothing caught: thrown by a timer or an event, or by work that nobody awaited. */
  readonly uncaught: unknown[] = [];
  readonly #events: Event[] = [];
  #order = 0;
  #foreground = 0;
  /** Work on other threads, such as cryptography: the next event waits until it is done. */
  readonly #outside: { readonly done: Promise<unknown>; readonly deliver: () => void }[] = [];
  readonly #fallback: Running;

  constructor(seed: number, now: number) {
    this.seed = seed;
    this.now = now;
    this.#fallback = { trace: new Trace(seed, 0), life: new Life() };
  }

  get running(): Running {
    return context.getStore() ?? this.#fallback;
  }

  /** The time that the running code reads from its machine's clock. */
  get clockTime(): number {
    return this.now + this.running.life.clock.offset;
  }

  run<T>(running: Running, act: () => T): T {
    return context.run(running, act);
  }

  /** Runs `act` after `delay` ms as part of what is running now. Background events do not keep `settle` waiting. */
  after(delay: number, act: () => void, isBackground = false): () => void {
    const { running } = this;
    const bound = (): void => context.run(running, act);
    const event = { at: this.now + Math.max(0, delay), order: (this.#order += 1), act: bound, isBackground };
    this.#insert(event);
    if (!isBackground) this.#foreground += 1;
    return () => {
      const index = this.#events.indexOf(event);
      if (index === -1) return;
      this.#events.splice(index, 1);
      if (!isBackground) this.#foreground -= 1;
    };
  }

  /** Resolves like `work`, but between events, so that the speed of other threads decides nothing. */
  outside<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let deliver = (): void => undefined;
      const done = work.then(
        (value) => (deliver = () => resolve(value)),
        (error: unknown) => (deliver = () => reject(error)),
      );
      this.#outside.push({ done, deliver: () => deliver() });
    });
  }

  /** Runs until nothing but background events is left. */
  async settle(): Promise<void> {
    for (;;) {
      await this.#quiet();
      for (let turns = 0; this.#foreground === 0 && turns < SPARE_TURNS; turns += 1) await this.#quiet();
      if (this.#foreground === 0) return;
      this.#next();
    }
  }

  /** Lets this time pass, with all events in it. */
  async pass(ms: number): Promise<void> {
    const until = this.now + ms;
    for (;;) {
      await this.#quiet();
      const [next] = this.#events;
      if (next === undefined || next.at > until) break;
      this.#next();
    }
    this.now = Math.max(this.now, until);
  }

  #next(): void {
    const event = this.#events.shift();
    if (event === undefined) throw new Error("Nothing is left to run.");
    this.now = Math.max(this.now, event.at);
    if (!event.isBackground) this.#foreground -= 1;
    try {
      event.act();
    } catch (error) {
      this.uncaught.push(error);
    }
  }

  /** Waits until all code has reached its next call. */
  async #quiet(): Promise<void> {
    await turn();
    while (this.#outside.length > 0) {
      for (const { done, deliver } of this.#outside.splice(0)) {
        await done;
        deliver();
        await turn();
      }
    }
  }

  #insert(event: Event): void {
    let low = 0;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#events[middle];
      if (other !== undefined && (other.at < event.at || (other.at === event.at && other.order < event.order)))
        low = middle + 1;
      else high = middle;
    }
    this.#events.splice(low, 0, event);
  }
}
